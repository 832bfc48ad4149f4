/*
 * The report for people: one page that says what changes, where and why, with every diff.
 * engine/report/html/report.js draws it from the data that are put together here.
 */
#include "format/json.h"
#include "report/html_diff.h"
#include "report/html_page.h"
#include "report/html_run.h"
#include "report/report.h"

extern const struct report_format report_format_text;

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

static struct json *data_json(const struct report *report)
{
	const struct plan *plan = report->plan;
	struct json *data = json_new_object(), *findings = json_new_array(), *notes = json_new_array(),
		    *files = json_new_array();
	json_put(data, "run", html_run_json(report));
	json_put(data, "verdicts", html_verdicts_json(report));
	for (size_t i = 0; i < plan->n_findings; i++)
		json_append(findings, finding_json(report, &plan->findings[i]));
	for (size_t i = 0; i < plan->n_notes; i++)
		json_append(notes, note_json(&plan->notes[i]));
	for (size_t i = 0; i < plan->n_changes; i++)
		json_append(files, html_diff_json(report, &plan->changes[i]));
	json_put(data, "rules", html_rules_json(report));
	json_put(data, "findings", findings);
	json_put(data, "notes", notes);
	json_put(data, "files", files);
	return data;
}

static void print_html(const struct report *report, struct str *out)
{
	static const char *const scripts[] = { "list.js", "folders.js", "report.js", NULL };
	struct json *data = data_json(report);
	struct str title = STR_INIT, fallback = STR_INIT;
	struct report plain = *report;
	plain.colored = false;
	report_format_text.print(&plain, &fallback);
	str_addf(&title, "tpatch %s %s (%s %s)", report->command, report->root, report->target->project->name,
		report->target->label);
	html_page_add(str_slice(&title), scripts, data, str_slice(&fallback), out);
	json_free(data);
	str_release(&title);
	str_release(&fallback);
}

const struct report_format report_format_html = {
	.name = "html",
	.summary = "a page for people: a picture, and every diff with its reason",
	.print = print_html,
};
