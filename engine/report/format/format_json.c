/*
 * The run as JSON. `schema` counts up when a key changes its meaning; keys may be added at any time.
 *
 * pretty, compact: one object. stream: one object per line, told apart by "type": target, rule, finding, note, change,
 * summary. A change of a file itself has an "operation": created (without before_hash), removed (without after_hash),
 * renamed (with new_path) or "mode changed"; "executable" is where that bit changes.
 *
 * Paths use '/', lines and columns count from 1 (columns in bytes), verdicts are the words of report_verdict_name().
 */
#include "base/alloc.h"
#include "base/mode.h"
#include "format/json.h"
#include "patchset/digest.h"
#include "plan/rule_json.h"
#include "report/report.h"
#include "report/shell_line.h"

static void put_facts(const struct fact_values *values, struct json *object)
{
	struct json *facts = json_new_object();
	for (size_t i = 0; values && i < values->count; i++)
		json_put_cstr(facts, values->items[i].fact->name, values->items[i].text);
	json_put(object, "facts", facts);
	json_put_cstr(object, "profile", values && values->profile ? values->profile->name : NULL);
}

static struct json *target_json(const struct report *report)
{
	const struct target *target = report->target;
	struct json *object = json_new_object(), *clues = json_new_array();
	json_put_cstr(object, "project", target->project->name);
	json_put_cstr(object, "version", target->label);
	json_put_cstr(object, "untried", target->untried);
	json_put_cstr(object, "commit", target->commit);
	for (size_t i = 0; i < target->n_clues; i++) {
		struct json *clue = json_new_object();
		json_put_cstr(clue, "source", target_clue_source(target, &target->clues[i]));
		json_put_cstr(clue, "said", target->clues[i].said);
		json_append(clues, clue);
	}
	json_put(object, "clues", clues);
	struct str contradiction = STR_INIT;
	if (target_tag_contradicts(target, &contradiction))
		json_put_text(object, "contradiction", str_slice(&contradiction));
	str_release(&contradiction);
	json_put_cstr(object, "set", report->plan->set->name);
	char digest[SHA256_HEX_LEN + 1];
	if (patchset_digest_hex(report->plan->set, digest))
		json_put_cstr(object, "digest", digest);
	put_facts(report->plan->facts, object);
	struct json *values = json_new_object();
	for (size_t i = 0; i < report->plan->set->n_variables; i++)
		json_put_cstr(values, report->plan->set->variables[i]->name, report->plan->set->variables[i]->value);
	json_put(object, "values", values);
	return object;
}

static void put_command(const char *key, struct str *line, struct json *object)
{
	if (line->len)
		json_put_text(object, key, str_slice(line));
	str_release(line);
}

static struct json *rule_json(const struct report *report, size_t index)
{
	const struct rule_result *result = &report->plan->rules[index];
	struct str explain = STR_INIT;
	struct json *object = rule_result_json(result, report_verdict_name(report, result->verdict));
	rule_result_put_counts(result, object);
	shell_line_explain(report, index, &explain);
	put_command("explain", &explain, object);
	return object;
}

static struct json *finding_json(const struct report *report, const struct finding *finding)
{
	struct json *object = json_new_object();
	json_put_cstr(object, "rule", report->plan->rules[finding->rule].rule->id);
	json_put_cstr(object, "path", finding->path);
	json_put_cstr(object, "verdict", report_verdict_name(report, finding->verdict));
	if (finding->line) {
		json_put_number(object, "line", (int64_t)finding->line);
		json_put_number(object, "column", (int64_t)finding->column);
	}
	if (finding_is_undone(finding))
		json_put_bool(object, "undone", true);
	json_put_number(object, "places", (int64_t)finding->n_edits);
	json_put_number(object, "applied_places", (int64_t)finding->n_applied);
	json_put_cstr(object, "detail", finding->detail);
	return object;
}

static struct json *note_json(const struct report *report, const struct plan_note *note)
{
	struct json *object = json_new_object();
	if (note->rule != (size_t)-1)
		json_put_cstr(object, "rule", report->plan->rules[note->rule].rule->id);
	json_put_cstr(object, "path", note->path);
	if (note->line) {
		json_put_number(object, "line", (int64_t)note->line);
		json_put_number(object, "column", (int64_t)note->column);
	}
	json_put_cstr(object, "text", note->text);
	return object;
}

static struct json *change_json(const struct report *report, const struct change *change)
{
	struct json *object = json_new_object(), *rules = json_new_array();
	char before[HASH_HEX_LEN + 1], after[HASH_HEX_LEN + 1];
	struct str diff = STR_INIT;
	struct diff_stat stat = { 0 };
	hash_to_hex(change->before_hash, before);
	hash_to_hex(change->after_hash, after);
	report_change(change, report->context, &diff, &stat);
	json_put_cstr(object, "path", change->path);
	json_put_cstr(object, "operation", report_operation(change));
	json_put_cstr(object, "new_path", change->new_path);
	if (change->changes_mode)
		json_put_bool(object, "executable", mode_is_executable(change->mode));
	for (size_t i = 0; i < change->n_rules; i++)
		json_append_text(rules, slice_of(report->plan->rules[change->rules[i]].rule->id));
	json_put(object, "rules", rules);
	json_put_cstr(object, "before_hash", change->is_new ? NULL : before);
	json_put_cstr(object, "after_hash", change->is_gone ? NULL : after);
	json_put_number(object, "added", (int64_t)stat.added);
	json_put_number(object, "removed", (int64_t)stat.removed);
	json_put_text(object, "diff", str_slice(&diff));
	str_release(&diff);
	return object;
}

/* What recovery and commit had to say; left out where that is nothing. */
static void put_warnings(const struct report *report, struct json *object)
{
	const struct commit_report *parts[] = { report->recovery, report->written };
	struct json *warnings = json_new_array();
	size_t count = 0;
	for (size_t p = 0; p < COUNT_OF(parts); p++)
		for (size_t i = 0; parts[p] && i < parts[p]->n_warnings; i++, count++)
			json_append_text(warnings, slice_of(parts[p]->warnings[i]));
	if (count)
		json_put(object, "warnings", warnings);
	else
		json_free(warnings);
}

/* Left out where nothing is taken from runs, and nothing was otherwise. */
static void put_past(const struct report *report, struct json *object)
{
	const struct report_past *past = report->past;
	if (!past || (!past->options && !past->n_undone && !(past->remarks && past->remarks[0])))
		return;
	struct json *of_runs = json_new_object(), *remarks = json_new_array(), *files = json_new_array();
	for (size_t i = 0; i < past->n_undone; i++) {
		struct json *file = json_new_object();
		json_put_cstr(file, "path", past->undone[i].path);
		json_put_number(file, "run", (int64_t)past->undone[i].run);
		json_append(files, file);
	}
	json_put_cstr(of_runs, "runs", past->runs);
	json_put_cstr(of_runs, "options", past->options);
	for (const char **text = past->remarks; text && *text; text++)
		json_append_text(remarks, slice_of(*text));
	json_put(of_runs, "remarks", remarks);
	json_put(of_runs, "undone", files);
	json_put(object, "of_runs", of_runs);
}

static struct json *summary_json(const struct report *report)
{
	struct json *object = json_new_object(), *verdicts = json_new_object();
	struct str next = STR_INIT, undo = STR_INIT;
	json_put_cstr(object, "command", report->command);
	json_put_cstr(object, "root", report->root);
	json_put_bool(object, "dry_run", report->dry_run);
	put_past(report, object);
	for (int v = 0; v < VERDICT_COUNT; v++)
		json_put_number(
			verdicts, report_verdict_name(report, (enum verdict)v), (int64_t)report->plan->verdicts[v]);
	json_put(object, "verdicts", verdicts);
	json_put_number(object, "files_seen", (int64_t)report->plan->counts.files_seen);
	json_put_number(object, "files_changed", (int64_t)report->plan->n_changes);
	json_put_number(object, "run", report->written ? (int64_t)report->written->run : 0);
	if (report->recovery->run)
		json_put_number(object, "recovered_run", (int64_t)report->recovery->run);
	put_warnings(report, object);
	shell_line_next(report, &next);
	shell_line_undo(report, &undo);
	put_command("next", &next, object);
	put_command("undo", &undo, object);
	json_put_number(object, "exit", report->exit_code);
	return object;
}

static void print_whole(const struct report *report, struct str *out)
{
	const struct plan *plan = report->plan;
	struct json *object = json_new_object(), *rules = json_new_array(), *findings = json_new_array(),
		    *notes = json_new_array(), *changes = json_new_array();
	json_put_number(object, "schema", JSON_SCHEMA);
	json_put_cstr(object, "tpatch", report->tool);
	json_put(object, "summary", summary_json(report));
	json_put(object, "target", target_json(report));
	for (size_t i = 0; i < plan->n_rules; i++)
		json_append(rules, rule_json(report, i));
	for (size_t i = 0; i < plan->n_findings; i++)
		json_append(findings, finding_json(report, &plan->findings[i]));
	for (size_t i = 0; i < plan->n_notes; i++)
		json_append(notes, note_json(report, &plan->notes[i]));
	for (size_t i = 0; i < plan->n_changes; i++)
		json_append(changes, change_json(report, &plan->changes[i]));
	json_put(object, "rules", rules);
	json_put(object, "findings", findings);
	json_put(object, "notes", notes);
	json_put(object, "changes", changes);
	json_print(object, report->style == REPORT_PRETTY, out);
	str_add_char(out, '\n');
	json_free(object);
}

static void print_line(const char *type, struct json *body, struct str *out)
{
	struct json *object = json_new_object();
	json_put_cstr(object, "type", type);
	json_put(object, type, body);
	json_print(object, false, out);
	str_add_char(out, '\n');
	json_free(object);
}

static void print_stream(const struct report *report, struct str *out)
{
	const struct plan *plan = report->plan;
	print_line("target", target_json(report), out);
	for (size_t i = 0; i < plan->n_rules; i++)
		print_line("rule", rule_json(report, i), out);
	for (size_t i = 0; i < plan->n_findings; i++)
		print_line("finding", finding_json(report, &plan->findings[i]), out);
	for (size_t i = 0; i < plan->n_notes; i++)
		print_line("note", note_json(report, &plan->notes[i]), out);
	for (size_t i = 0; i < plan->n_changes; i++)
		print_line("change", change_json(report, &plan->changes[i]), out);
	struct json *summary = summary_json(report);
	json_put_number(summary, "schema", JSON_SCHEMA);
	json_put_cstr(summary, "tpatch", report->tool);
	print_line("summary", summary, out);
}

static void print_json(const struct report *report, struct str *out)
{
	if (report->style == REPORT_STREAM)
		print_stream(report, out);
	else
		print_whole(report, out);
}

const struct report_format report_format_json = {
	.name = "json",
	.summary = "everything, for programs",
	.print = print_json,
};
