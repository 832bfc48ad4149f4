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
#include "report/annotations.h"

static const char *const severity_names[] = { [ANNOTATION_NONE] = "info",
	[ANNOTATION_NOTE] = "info",
	[ANNOTATION_WARNING] = "minor",
	[ANNOTATION_ERROR] = "critical" };

static struct json *location_json(struct slice path, const struct annotation *annotation)
{
	struct json *object = json_new_object(), *lines = json_new_object();
	json_put_text(object, "path", path);
	json_put_number(lines, "begin", annotation->line ? (int64_t)annotation->line : 1);
	json_put(object, "lines", lines);
	return object;
}

static struct json *entry_json(const struct report *report, const struct annotation *annotation, struct slice prefix)
{
	struct json *object = json_new_object();
	struct str text = STR_INIT, path = STR_INIT;
	char hex[HASH_HEX_LEN + 1];
	annotation_add_message(report, annotation, &text);
	json_put_text(object, "description", str_slice(&text));
	json_put_cstr(object, "check_name", report->plan->rules[annotation->rule].rule->id);
	str_clear(&text);
	hash_to_hex(annotation->fingerprint, hex);
	str_addf(&text, SLICE_FMT "\n%s", SLICE_ARG(prefix), hex);
	hash_to_hex(hash_of(str_slice(&text)), hex);
	json_put_cstr(object, "fingerprint", hex);
	json_put_cstr(object, "severity", severity_names[annotation->level]);
	str_add(&path, prefix);
	path_push(&path, slice_of(annotation_path(report, annotation)));
	json_put(object, "location", location_json(str_slice(&path), annotation));
	str_release(&text);
	str_release(&path);
	return object;
}

struct entries {
	const struct report *report;
	const struct annotations *annotations;
	struct slice prefix;
};

static struct json *make_entry(const void *ctx, size_t index)
{
	const struct entries *entries = ctx;
	return entry_json(entries->report, &entries->annotations->items[index], entries->prefix);
}

static void print_gitlab(const struct report *report, struct str *out)
{
	struct json *list = json_new_array();
	struct annotations annotations;
	struct str prefix = STR_INIT;
	report_add_repo_prefix(report, &prefix);
	annotations_find(report, &annotations);
	struct entries entries = { report, &annotations, str_slice(&prefix) };
	struct json_items items = { NULL, annotations.count, make_entry, &entries };
	json_print_items(list, &items, report->style == REPORT_PRETTY, out);
	annotations_release(&annotations);
	str_add_char(out, '\n');
	json_free(list);
	str_release(&prefix);
}

const struct report_format report_format_gitlab = {
	.name = "gitlab",
	.summary = "a Code Quality report, which GitLab shows in merge requests",
	.print = print_gitlab,
};
