/*
 * The report for people: one page with a picture of the run, every diff, and each rule's reasons beside it.
 * engine/report/html/report.js draws it from the data that are put together here.
 */
#include "base/alloc.h"
#include "base/shown.h"
#include "format/json.h"
#include "patchset/digest.h"
#include "plan/rule_json.h"
#include "report/html_diff.h"
#include "report/html_page.h"
#include "report/report.h"
#include "report/shell_line.h"

extern const struct report_format report_format_text;

static struct json *texts_json(const char *const *texts)
{
	struct json *list = json_new_array();
	for (; texts && *texts; texts++)
		json_append_text(list, slice_of(*texts));
	return list;
}

static struct json *rule_json(const struct report *report, const struct rule_result *result)
{
	const struct rule *rule = result->rule;
	struct json *object = rule_result_json(result, report_verdict_name(report, result->verdict));
	json_put_cstr(object, "why", rule->why);
	json_put(object, "links", texts_json(rule->links));
	json_put_cstr(object, "upstream", rule->upstream_status);
	json_put_cstr(object, "fixed_in", rule->upstream_fixed_in);
	rule_result_put_counts(result, object);
	return object;
}

static struct json *finding_json(const struct report *report, const struct finding *finding)
{
	struct json *object = json_new_object();
	json_put_number(object, "rule", (int64_t)finding->rule);
	json_put_cstr(object, "path", finding->path);
	json_put_cstr(object, "verdict", report_verdict_name(report, finding->verdict));
	if (finding->line)
		json_put_number(object, "line", (int64_t)finding->line);
	json_put_cstr(object, "detail", finding->detail);
	return object;
}

static struct json *note_json(const struct plan_note *note)
{
	struct json *object = json_new_object();
	if (note->rule != (size_t)-1)
		json_put_number(object, "rule", (int64_t)note->rule);
	json_put_cstr(object, "path", note->path);
	if (note->line)
		json_put_number(object, "line", (int64_t)note->line);
	json_put_cstr(object, "text", note->text);
	return object;
}

static struct json *run_json(const struct report *report)
{
	const struct target *target = report->target;
	const struct fact_values *facts = report->plan->facts;
	struct json *object = json_new_object(), *facts_list = json_new_array();
	struct str text = STR_INIT;
	json_put_cstr(object, "tool", report->tool);
	json_put_cstr(object, "command", report->command);
	json_put_cstr(object, "root", report->root);
	json_put_cstr(object, "project", target->project->name);
	json_put_cstr(object, "version", target->label);
	if (target->n_clues) {
		str_addf(&text, "%s: %s%s%s", target_source_name(target->clues[0].source), target->clues[0].said,
			target->untried ? "; " : "", target->untried ? target->untried : "");
		json_put_text(object, "clue", str_slice(&text));
	}
	json_put_cstr(object, "set", report->plan->set->name);
	char digest[SHA256_HEX_LEN + 1];
	if (patchset_digest_hex(report->plan->set, digest))
		json_put_cstr(object, "digest", digest);
	json_put_cstr(object, "summary", report->plan->set->summary);
	for (size_t i = 0; facts && i < facts->count; i++) {
		str_clear(&text);
		str_addf(&text, "%s %s", facts->items[i].fact->name, facts->items[i].text);
		json_append_text(facts_list, str_slice(&text));
	}
	json_put(object, "facts", facts_list);
	json_put_bool(object, "stopped", plan_is_stopped(report->plan));
	json_put_number(object, "run", report->written ? (int64_t)report->written->run : 0);
	str_clear(&text);
	if (shell_line_next(report, &text) || shell_line_undo(report, &text))
		json_put_text(object, "mend", str_slice(&text));
	json_put_number(object, "filesSeen", (int64_t)report->plan->counts.files_seen);
	str_release(&text);
	return object;
}

static struct json *data_json(const struct report *report)
{
	const struct plan *plan = report->plan;
	struct json *data = json_new_object(), *rules = json_new_array(), *findings = json_new_array(),
		    *notes = json_new_array(), *files = json_new_array();
	json_put(data, "run", run_json(report));
	json_put(data, "verdicts", html_verdicts_json(report));
	for (size_t i = 0; i < plan->n_rules; i++)
		json_append(rules, rule_json(report, &plan->rules[i]));
	for (size_t i = 0; i < plan->n_findings; i++)
		json_append(findings, finding_json(report, &plan->findings[i]));
	for (size_t i = 0; i < plan->n_notes; i++)
		json_append(notes, note_json(&plan->notes[i]));
	for (size_t i = 0; i < plan->n_changes; i++)
		json_append(files, html_diff_json(report, &plan->changes[i]));
	json_put(data, "rules", rules);
	json_put(data, "findings", findings);
	json_put(data, "notes", notes);
	json_put(data, "files", files);
	return data;
}

static void print_html(const struct report *report, struct str *out)
{
	struct json *data = data_json(report);
	struct str title = STR_INIT, fallback = STR_INIT, shown = STR_INIT, shown_title = STR_INIT;
	struct report plain = *report;
	plain.colored = false;
	report_format_text.print(&plain, &fallback);
	str_addf(&title, "tpatch %s: %s %s", report->command, report->target->project->name, report->target->label);
	shown_add_text(str_slice(&fallback), &shown);
	shown_add(str_slice(&title), &shown_title);
	html_page_add(shown_title.ptr, "report.js", data, str_slice(&shown), out);
	json_free(data);
	str_release(&shown);
	str_release(&shown_title);
	str_release(&title);
	str_release(&fallback);
}

const struct report_format report_format_html = {
	.name = "html",
	.summary = "a page for people: a picture, and every diff with its reason",
	.print = print_html,
};
