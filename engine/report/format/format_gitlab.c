/*
 * A report of GitLab's Code Quality (https://docs.gitlab.com/ci/testing/code_quality/, "Code Quality report format"): a
 * list with an entry for each place. GitLab requires of each entry description, check_name, fingerprint, severity, and
 * a path and a line; it reads no others. Its paths begin at the top of the repository, CI_PROJECT_DIR in a pipeline,
 * whichever folder of it --root is. It tells entries of two branches apart by fingerprint, and shows one of those that
 * have the same.
 */
#include "base/path.h"
#include "format/json.h"
#include "report/report.h"
#include "report/spots.h"

static const char *const severity_names[] = {
	[SPOT_NONE] = "info", [SPOT_NOTE] = "info", [SPOT_WARNING] = "minor", [SPOT_ERROR] = "critical"
};

static struct json *location_json(struct slice path, const struct spot *spot)
{
	struct json *object = json_new_object(), *lines = json_new_object();
	json_put_text(object, "path", path);
	json_put_number(lines, "begin", spot->line ? (int64_t)spot->line : 1);
	json_put(object, "lines", lines);
	return object;
}

static struct json *entry_json(const struct report *report, const struct spot *spot, struct slice way)
{
	struct json *object = json_new_object();
	struct str text = STR_INIT, path = STR_INIT;
	char hex[HASH_HEX_LEN + 1];
	spot_add_message(report, spot, &text);
	json_put_text(object, "description", str_slice(&text));
	json_put_cstr(object, "check_name", report->plan->rules[spot->rule].rule->id);
	str_clear(&text);
	hash_to_hex(spot->fingerprint, hex);
	str_addf(&text, SLICE_FMT "\n%s", SLICE_ARG(way), hex);
	hash_to_hex(hash_of(str_slice(&text)), hex);
	json_put_cstr(object, "fingerprint", hex);
	json_put_cstr(object, "severity", severity_names[spot->level]);
	str_add(&path, way);
	path_push(&path, slice_of(spot_path(report, spot)));
	json_put(object, "location", location_json(str_slice(&path), spot));
	str_release(&text);
	str_release(&path);
	return object;
}

struct entries {
	const struct report *report;
	const struct spots *spots;
	struct slice way;
};

static struct json *make_entry(const void *ctx, size_t index)
{
	const struct entries *entries = ctx;
	return entry_json(entries->report, &entries->spots->items[index], entries->way);
}

static void print_gitlab(const struct report *report, struct str *out)
{
	struct json *list = json_new_array();
	struct spots spots;
	struct str way = STR_INIT;
	report_add_way(report, &way);
	spots_find(report, &spots);
	struct entries entries = { report, &spots, str_slice(&way) };
	struct json_items items = { NULL, spots.count, make_entry, &entries };
	json_print_items(list, &items, report->style == REPORT_PRETTY, out);
	spots_release(&spots);
	str_add_char(out, '\n');
	json_free(list);
	str_release(&way);
}

const struct report_format report_format_gitlab = {
	.name = "gitlab",
	.summary = "a Code Quality report, which GitLab shows in merge requests",
	.print = print_gitlab,
};
