/*
 * SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html), as code scanning and editors read it.
 * One result for each annotation, with a fix if it has edits: each result may be fixed alone. Columns are UTF-16 code
 * units. Paths are relative to SRCROOT: the repository that a pipeline checks, as GitHub expects, else the root.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/path.h"
#include "base/utf8.h"
#include "format/json.h"
#include "patchset/digest.h"
#include "report/report.h"
#include "report/annotations.h"

#define SCHEMA_URI "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
#define BASE_ID "SRCROOT"

static const char *const level_names[] = { [ANNOTATION_NONE] = "none",
	[ANNOTATION_NOTE] = "note",
	[ANNOTATION_WARNING] = "warning",
	[ANNOTATION_ERROR] = "error" };

/* RFC 3986: what is neither unreserved nor '/' as %XX, so that a ':' in the first part makes no scheme. */
static void add_uri(struct slice path, struct str *out)
{
	for (size_t i = 0; i < path.len; i++) {
		unsigned char c = (unsigned char)path.ptr[i];
		bool is_plain = ascii_is_letter(c) || ascii_is_digit(c) || (c && strchr("-._~/", c));
		if (is_plain)
			str_add_char(out, (char)c);
		else
			str_addf(out, "%%%02X", c);
	}
}

/* "/src/a", "C:\src\a" and "\\server\share\a" as file: URIs that end in '/'. */
static void add_root_uri(const char *root, struct str *out)
{
	struct str path = STR_INIT;
	bool is_of_windows = *root != '/';
	for (; *root; root++)
		str_add_char(&path, is_of_windows && *root == '\\' ? '/' : *root);
	struct slice rest = str_slice(&path);
	/* What only Windows understands in front: \\?\C:\src is C:\src, and \\?\UNC\server\share is \\server\share. */
	bool is_share = slice_starts_with(rest, "//?/UNC/");
	if (slice_starts_with(rest, "//?/"))
		rest = slice_sub(rest, is_share ? strlen("//?/UNC") : strlen("//?/"), rest.len);
	bool has_drive = is_of_windows && rest.len > 1 && rest.ptr[1] == ':';
	str_add_cstr(out, is_share                        ? "file:/"
			  : slice_starts_with(rest, "//") ? "file:"
			  : has_drive                     ? "file:///"
							  : "file://");
	if (has_drive) {
		str_add_bytes(out, rest.ptr, 2);
		rest = slice_sub(rest, 2, rest.len);
	}
	add_uri(rest, out);
	if (!slice_ends_with(rest, "/"))
		str_add_char(out, '/');
	str_release(&path);
}

static struct json *text_json(struct slice text)
{
	struct json *object = json_new_object();
	json_put_text(object, "text", text);
	return object;
}

static struct json *artifact_json(const struct report *report, const char *path)
{
	struct json *object = json_new_object();
	struct str full = STR_INIT, uri = STR_INIT;
	report_add_repo_prefix(report, &full);
	path_push(&full, slice_of(path));
	add_uri(str_slice(&full), &uri);
	str_release(&full);
	json_put_text(object, "uri", str_slice(&uri));
	json_put_cstr(object, "uriBaseId", BASE_ID);
	str_release(&uri);
	return object;
}

static struct json *region_json(const struct region *region)
{
	struct json *object = json_new_object();
	json_put_number(object, "startLine", (int64_t)region->line);
	json_put_number(object, "startColumn", (int64_t)region->column);
	json_put_number(object, "endLine", (int64_t)region->end_line);
	json_put_number(object, "endColumn", (int64_t)region->end_column);
	return object;
}

/* A list of one location; without a region where `line` is 0. */
static struct json *locations_json(
	const struct report *report, const char *path, size_t line, const struct region *region)
{
	struct json *list = json_new_array(), *location = json_new_object(), *physical = json_new_object();
	json_put(physical, "artifactLocation", artifact_json(report, path));
	if (region) {
		json_put(physical, "region", region_json(region));
	} else if (line) {
		struct json *whole_line = json_new_object();
		json_put_number(whole_line, "startLine", (int64_t)line);
		json_put(physical, "region", whole_line);
	}
	json_put(location, "physicalLocation", physical);
	json_append(list, location);
	return list;
}

static void add_links(const struct rule *rule, bool markdown, struct str *out)
{
	for (const char *const *link = rule->links; link && *link; link++)
		str_addf(out, markdown ? "\n- <%s>" : "\n%s", *link);
}

static struct json *help_json(const struct rule *rule)
{
	struct json *object = json_new_object();
	struct slice why = slice_trim(slice_of(rule->why ? rule->why : rule->title));
	bool has_links = rule->links && rule->links[0];
	struct str text = STR_INIT;
	str_add(&text, why);
	str_add_cstr(&text, has_links ? "\n" : "");
	add_links(rule, false, &text);
	json_put_text(object, "text", str_slice(&text));
	str_clear(&text);
	str_add(&text, why);
	str_add_cstr(&text, has_links ? "\n" : "");
	add_links(rule, true, &text);
	json_put_text(object, "markdown", str_slice(&text));
	str_release(&text);
	return object;
}

static struct json *rule_json(const struct report *report, const struct rule_result *result)
{
	const struct rule *rule = result->rule;
	struct json *object = json_new_object(), *configuration = json_new_object(), *properties = json_new_object(),
		    *tags = json_new_array();
	json_put_cstr(object, "id", rule->id);
	json_put(object, "shortDescription", text_json(slice_of(rule->title)));
	json_put(object, "fullDescription", text_json(slice_trim(slice_of(rule->why ? rule->why : rule->title))));
	json_put(object, "help", help_json(rule));
	if (rule->links && rule->links[0])
		json_put_cstr(object, "helpUri", rule->links[0]);
	json_put_cstr(configuration, "level",
		rule->notice == NOTICE_REFUSE ? "error"
		: rule->notice == NOTICE_NOTE ? "note"
					      : "warning");
	json_put(object, "defaultConfiguration", configuration);
	json_append_text(tags, slice_of(report->plan->set->name));
	json_append_text(tags, slice_of(rule->language ? rule->language->name : "text"));
	json_put(properties, "tags", tags);
	json_put_cstr(properties, "verdict", report_verdict_name(report, result->verdict));
	json_put_cstr(properties, "origin", rule->origin);
	json_put(object, "properties", properties);
	return object;
}

/* NULL where the new text is not UTF-8, which JSON would change, and where more than the text changes, for which SARIF
 * has no words. */
static struct json *fixes_json(const struct report *report, const struct annotation *annotation)
{
	if (change_is_of_file(annotation->change))
		return NULL;
	for (size_t i = 0; i < annotation->n_edits; i++)
		if (!utf8_is_valid(annotation->edits[i]->text))
			return NULL;
	struct json *fixes = json_new_array(), *fix = json_new_object(), *changes = json_new_array(),
		    *change = json_new_object(), *replacements = json_new_array();
	for (size_t i = 0; i < annotation->n_edits; i++) {
		struct json *replacement = json_new_object();
		json_put(replacement, "deletedRegion", region_json(&annotation->regions[i]));
		if (annotation->edits[i]->text.len)
			json_put(replacement, "insertedContent", text_json(annotation->edits[i]->text));
		json_append(replacements, replacement);
	}
	json_put(change, "artifactLocation", artifact_json(report, annotation->path));
	json_put(change, "replacements", replacements);
	json_append(changes, change);
	json_put(fix, "description", text_json(slice_of(report->plan->rules[annotation->rule].rule->title)));
	json_put(fix, "artifactChanges", changes);
	json_append(fixes, fix);
	return fixes;
}

static struct json *result_json(const struct report *report, const struct annotation *annotation)
{
	struct json *object = json_new_object(), *prints = json_new_object(), *properties = json_new_object();
	struct str message = STR_INIT;
	char hex[HASH_HEX_LEN + 1];
	annotation_add_message(report, annotation, &message);
	hash_to_hex(annotation->fingerprint, hex);
	json_put_cstr(object, "ruleId", report->plan->rules[annotation->rule].rule->id);
	json_put_number(object, "ruleIndex", (int64_t)annotation->rule);
	json_put_cstr(object, "level", level_names[annotation->level]);
	json_put(object, "message", text_json(str_slice(&message)));
	/* GitHub refuses a whole log for one result without a file or without a line. */
	json_put(object, "locations",
		locations_json(report, annotation_path(report, annotation), annotation->line ? annotation->line : 1,
			annotation->n_edits ? &annotation->regions[0] : NULL));
	json_put_cstr(prints, "tpatch/v1", hex);
	json_put(object, "partialFingerprints", prints);
	struct json *fixes = annotation->n_edits && !report->written ? fixes_json(report, annotation) : NULL;
	if (fixes)
		json_put(object, "fixes", fixes);
	json_put_cstr(properties, "verdict", report_verdict_name(report, annotation->verdict));
	json_put(object, "properties", properties);
	str_release(&message);
	return object;
}

static struct json *note_json(const struct report *report, const struct plan_note *note)
{
	struct json *object = json_new_object();
	json_put(object, "message", text_json(slice_of(note->text)));
	json_put_cstr(object, "level", "note");
	if (note->path && note->path[0])
		json_put(object, "locations", locations_json(report, note->path, note->line, NULL));
	if (note->rule != (size_t)-1) {
		struct json *rule = json_new_object();
		json_put_cstr(rule, "id", report->plan->rules[note->rule].rule->id);
		json_put_number(rule, "index", (int64_t)note->rule);
		json_put(object, "associatedRule", rule);
	}
	return object;
}

static struct json *invocations_json(const struct report *report)
{
	static const char *const meanings[] = { "done, or nothing to do", "something would change", "usage",
		"a rule does not fit: nothing was written" };
	struct json *list = json_new_array(), *object = json_new_object(), *notes = json_new_array();
	const struct plan *plan = report->plan;
	json_put_bool(object, "executionSuccessful", true);
	json_put_number(object, "exitCode", report->exit_code);
	if (report->exit_code >= 0 && (size_t)report->exit_code < COUNT_OF(meanings))
		json_put_cstr(object, "exitCodeDescription", meanings[report->exit_code]);
	for (size_t i = 0; i < plan->n_notes; i++)
		json_append(notes, note_json(report, &plan->notes[i]));
	json_put(object, "toolExecutionNotifications", notes);
	json_append(list, object);
	return list;
}

static struct json *tool_json(const struct report *report)
{
	struct json *tool = json_new_object(), *driver = json_new_object(), *rules = json_new_array();
	json_put_cstr(driver, "name", "tpatch");
	json_put_cstr(driver, "version", report->tool);
	for (size_t i = 0; i < report->plan->n_rules; i++)
		json_append(rules, rule_json(report, &report->plan->rules[i]));
	json_put(driver, "rules", rules);
	json_put(tool, "driver", driver);
	return tool;
}

static struct json *bases_json(const struct report *report)
{
	struct json *bases = json_new_object(), *root = json_new_object();
	struct str uri = STR_INIT, prefix = STR_INIT;
	report_add_repo_prefix(report, &prefix);
	add_root_uri(prefix.len ? report->repository : report->root, &uri);
	str_release(&prefix);
	json_put_text(root, "uri", str_slice(&uri));
	json_put(bases, BASE_ID, root);
	str_release(&uri);
	return bases;
}

/* Without its results. */
static struct json *run_json(const struct report *report)
{
	struct json *run = json_new_object(), *results = json_new_array(), *automation = json_new_object(),
		    *properties = json_new_object();
	char digest[SHA256_HEX_LEN + 1];
	struct str id = STR_INIT;
	str_addf(&id, "tpatch/%s/", report->plan->set->name);
	json_put_text(automation, "id", str_slice(&id));
	str_release(&id);
	json_put(run, "tool", tool_json(report));
	if (patchset_digest_hex(report->plan->set, digest)) {
		json_put_cstr(properties, "patchSet", report->plan->set->name);
		json_put_cstr(properties, "patchSetDigest", digest);
	}
	json_put(run, "properties", properties);
	json_put(run, "automationDetails", automation);
	json_put(run, "invocations", invocations_json(report));
	json_put(run, "originalUriBaseIds", bases_json(report));
	json_put_cstr(run, "columnKind", "utf16CodeUnits");
	json_put(run, "results", results);
	return run;
}

struct results {
	const struct report *report;
	struct annotations annotations;
};

static struct json *make_result(const void *ctx, size_t index)
{
	const struct results *results = ctx;
	return result_json(results->report, &results->annotations.items[index]);
}

static void print_sarif(const struct report *report, struct str *out)
{
	struct json *log = json_new_object(), *runs = json_new_array();
	json_put_cstr(log, "$schema", SCHEMA_URI);
	json_put_cstr(log, "version", "2.1.0");
	json_append(runs, run_json(report));
	json_put(log, "runs", runs);
	struct results results = { .report = report };
	annotations_find(report, &results.annotations);
	struct json_items items = { "results", results.annotations.count, make_result, &results };
	json_print_items(log, &items, report->style == REPORT_PRETTY, out);
	annotations_release(&results.annotations);
	str_add_char(out, '\n');
	json_free(log);
}

const struct report_format report_format_sarif = {
	.name = "sarif",
	.summary = "SARIF 2.1.0 with fixes, for code scanning and editors",
	.print = print_sarif,
};
