/*
 * The report for people: one page that says what changes, where and why, with every diff.
 * engine/report/html/report.js draws it from the data that are put together here.
 */
#include "base/alloc.h"
#include "format/json.h"
#include "patchset/digest.h"
#include "plan/rule_json.h"
#include "report/html_diff.h"
#include "report/html_page.h"
#include "report/report.h"
#include "report/shell_line.h"

/* --- what the page says of each rule, and of the run -------------------------------------------------------------- */

static struct json *texts_json(const char *const *texts)
{
	struct json *list = json_new_array();
	for (; texts && *texts; texts++)
		json_append_text(list, slice_of(*texts));
	return list;
}

/* Puts the text under the key, unless it is empty; it is empty afterwards. */
static void put_taken(struct json *object, const char *key, struct str *text)
{
	if (text->len)
		json_put_text(object, key, str_slice(text));
	str_clear(text);
}

static struct json *rule_json(const struct report *report, size_t index)
{
	const struct rule_result *result = &report->plan->rules[index];
	const struct rule *rule = result->rule;
	struct json *object = rule_result_json(result, report_verdict_name(report, result->verdict));
	struct str text = STR_INIT;
	json_put_cstr(object, "why", rule->why);
	json_put(object, "links", texts_json(rule->links));
	json_put_cstr(object, "upstream", rule->upstream_status);
	json_put_cstr(object, "fixed_in", rule->upstream_fixed_in);
	rule_result_put_counts(result, object);
	shell_line_explain(report, index, &text);
	put_taken(object, "next", &text);
	str_release(&text);
	return object;
}

/* [{"id", "title", "verdict", "detail", "why", "links", "next" (the command that explains why it does not fit), …}…] */
static struct json *html_rules_json(const struct report *report)
{
	struct json *rules = json_new_array();
	for (size_t i = 0; i < report->plan->n_rules; i++)
		json_append(rules, rule_json(report, i));
	return rules;
}

static struct json *sources_json(const struct patchset *set)
{
	static const char *const kinds[] = {
		[PATCHSET_SET] = "set", [PATCHSET_PACK] = "pack", [PATCHSET_PROJECT] = "project"
	};
	struct json *list = json_new_array();
	for (size_t i = 0; i < set->n_sources; i++) {
		struct json *object = json_new_object();
		char digest[SHA256_HEX_LEN + 1];
		patchset_source_digest_hex(&set->sources[i], digest);
		json_put_cstr(object, "kind", kinds[set->sources[i].kind]);
		json_put_cstr(object, "name", set->sources[i].name);
		json_put_cstr(object, "digest", digest);
		json_append(list, object);
	}
	return list;
}

static void put_tree(const struct report *report, struct json *object, struct str *text)
{
	const struct target *target = report->target;
	json_put_cstr(object, "root", report->root);
	json_put_cstr(object, "project", target->project->name);
	json_put_cstr(object, "version", target->label);
	if (target->n_clues)
		str_addf(text, "%s: %s%s%s", target_clue_source(target, &target->clues[0]), target->clues[0].said,
			target->untried ? "; " : "", target->untried ? target->untried : "");
	put_taken(object, "clue", text);
	json_put_number(object, "filesSeen", (int64_t)report->plan->counts.files_seen);
}

static void put_set(const struct patchset *set, struct json *object)
{
	char digest[SHA256_HEX_LEN + 1];
	json_put_cstr(object, "set", set->name);
	json_put_cstr(object, "summary", set->summary);
	if (patchset_digest_hex(set, digest))
		json_put_cstr(object, "digest", digest);
	json_put(object, "sources", sources_json(set));
}

static void put_facts(const struct fact_values *facts, struct json *object, struct str *text)
{
	struct json *list = json_new_array();
	for (size_t i = 0; facts && i < facts->count; i++) {
		str_addf(text, "%s %s", facts->items[i].fact->name, facts->items[i].text);
		json_append_text(list, str_slice(text));
		str_clear(text);
	}
	json_put(object, "facts", list);
	if (facts && facts->profile)
		json_put_cstr(object, "profile", facts->profile->name);
}

/* How to give each fact that rules lack, by its name, and why `--facts auto` did not find it. */
static void put_lacking(const struct report *report, struct json *object, struct str *text)
{
	const struct project *project = report->plan->set->project_details;
	const struct fact_values *facts = report->plan->facts;
	struct json *options = json_new_object(), *gaps = json_new_object();
	for (size_t i = 0; i < report->plan->n_rules; i++) {
		const char **need = report->plan->rules[i].needs;
		for (; project && need && *need; need++) {
			const struct fact *fact = fact_find(project, slice_of(*need));
			if (!fact || json_get(options, *need))
				continue;
			fact_format_option(fact, text);
			put_taken(options, *need, text);
		}
	}
	for (size_t i = 0; facts && i < facts->n_gaps; i++)
		json_put_cstr(gaps, facts->gaps[i].fact->name, facts->gaps[i].why);
	json_put(object, "options", options);
	json_put(object, "gaps", gaps);
}

/* The command to run next, the one that takes a run back, and the one that decides more rules. */
static void put_commands(const struct report *report, struct json *object, struct str *text)
{
	bool was_asked = report->plan->facts && report->plan->facts->n_gaps;
	struct str options = STR_INIT;
	shell_line_next(report, text);
	put_taken(object, "next", text);
	shell_line_undo(report, text);
	put_taken(object, "undo", text);
	if (shell_line_facts(report, &options)) {
		str_add_cstr(text, "tpatch check");
		report_add_option("root", report->root, text);
		str_addf(text, "%s%s%s", report->about, report->selection,
			was_asked ? options.ptr ? options.ptr : "" : " --facts auto");
		put_taken(object, "decide", text);
	}
	str_release(&options);
}

/* The tree, the patch sets with their digests, the facts, and the command lines that the page proposes. */
static struct json *html_run_json(const struct report *report)
{
	struct json *object = json_new_object();
	struct str text = STR_INIT;
	json_put_cstr(object, "command", report->command);
	put_tree(report, object, &text);
	put_set(report->plan->set, object);
	put_facts(report->plan->facts, object, &text);
	put_lacking(report, object, &text);
	put_commands(report, object, &text);
	json_put_cstr(object, "settings", report->settings);
	json_put_bool(object, "stopped", plan_is_stopped(report->plan));
	json_put_number(object, "run", report->written ? (int64_t)report->written->run : 0);
	str_release(&text);
	return object;
}

/* --- the whole page ----------------------------------------------------------------------------------------------- */

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

static struct json *make_file(const void *ctx, size_t index)
{
	const struct report *report = ctx;
	return html_diff_json(report, &report->plan->changes[index]);
}

/* All but the files, which are put in while it is printed. */
static struct json *data_json(const struct report *report)
{
	const struct plan *plan = report->plan;
	struct json *data = json_new_object(), *findings = json_new_array(), *notes = json_new_array();
	json_put(data, "run", html_run_json(report));
	json_put(data, "verdicts", html_verdicts_json(report));
	for (size_t i = 0; i < plan->n_findings; i++)
		json_append(findings, finding_json(report, &plan->findings[i]));
	for (size_t i = 0; i < plan->n_notes; i++)
		json_append(notes, note_json(&plan->notes[i]));
	json_put(data, "rules", html_rules_json(report));
	json_put(data, "findings", findings);
	json_put(data, "notes", notes);
	json_put(data, "files", json_new_array());
	return data;
}

static void print_html(const struct report *report, struct str *out)
{
	static const char *const scripts[] = { "list.js", "folders.js", "report.js", NULL };
	struct json *data = data_json(report);
	const struct json_items files = { "files", report->plan->n_changes, make_file, report };
	struct str title = STR_INIT, fallback = STR_INIT;
	struct report plain = *report;
	plain.colored = false;
	report_format_text.print(&plain, &fallback);
	str_addf(&title, "tpatch %s %s (%s %s)", report->command, report->root, report->target->project->name,
		report->target->label);
	html_page_add(str_slice(&title), scripts, data, &files, str_slice(&fallback), out);
	json_free(data);
	str_release(&title);
	str_release(&fallback);
}

const struct report_format report_format_html = {
	.name = "html",
	.summary = "an HTML page: an overview, and every diff with its reason",
	.print = print_html,
};
