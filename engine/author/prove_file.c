/* Tests of rules that make, remove or rename a file or change its mode. */
#include <string.h>

#include "base/mode.h"
#include "author/prove_private.h"

/* A file, or none, at one side of a test. */
struct side {
	bool absent, executable;
	const char *path;
	struct slice text;
};

static bool same_side(const struct side *a, const struct side *b)
{
	if (a->absent || b->absent)
		return a->absent == b->absent;
	return strcmp(a->path, b->path) == 0 && a->executable == b->executable && slice_eq(a->text, b->text);
}

static struct side result_of(const struct side *before, const struct change *change)
{
	return (struct side){ change->is_gone, mode_is_executable(change_mode(change)),
		change->is_gone ? before->path : change_new_path(change), change->after };
}

/* The file after the rule has looked at it once; `*verdict` is what it said, VERDICT_NOT_NEEDED for nothing. */
static bool run_once(struct worker *worker, const struct rule *rule, const struct side *before,
	const struct applied_lookup *applied, struct side *result, enum verdict *verdict, struct err *err)
{
	struct active_rule active = { .rule = rule };
	const struct active_rule *rules[] = { &active };
	const bool named[] = { false };
	const struct file_stat st = {
		.type = FILE_REGULAR, .size = before->text.len, .mode = before->executable ? 0755 : 0644
	};
	struct file_task task = { .path = before->path,
		.bytes = before->text,
		.is_absent = before->absent,
		.has_modes = true,
		.st = &st,
		.rules = rules,
		.n_rules = 1,
		.named = named,
		.is_excerpt = true,
		.applied = applied };
	bool ok = plan_one_file(&task, worker, err);
	*result = worker->n_candidates ? result_of(before, &worker->candidates[0].change) : *before;
	*verdict = worker->n_findings ? worker->findings[0].verdict : VERDICT_NOT_NEEDED;
	return ok;
}

/* Why the rule does not make `wanted` of `before`, or leave it where that is what it made, as one line; empty where the
 * texts tell; NULL where it does. */
static const char *try_side(struct worker *worker, const struct rule *rule, const struct side *before,
	const struct side *wanted, struct side *result, enum verdict *verdict, struct err *err)
{
	if (!run_once(worker, rule, before, before == wanted ? &prover_made : NULL, result, verdict, err))
		return err->message;
	if (same_side(result, wanted))
		return NULL;
	if (result->absent != wanted->absent)
		return result->absent ? "the file is gone, but should exist" : "the file exists, but should not";
	if (strcmp(result->path, wanted->path) != 0)
		return "the file is not at its new path";
	return slice_eq(result->text, wanted->text) ? "the executable bit is wrong" : "";
}

static struct slice with_crlf(struct slice text, struct arena *arena)
{
	struct str out = STR_INIT;
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '\n')
			str_add_char(&out, '\r');
		str_add_char(&out, text.ptr[i]);
	}
	struct slice owned = slice_from(arena_dup(arena, str_slice(&out)), out.len);
	str_release(&out);
	return owned;
}

/* A text without any line end does not say which ones it has. */
static bool has_crlf_form(const struct rule_test *test)
{
	return test->absent_before || slice_find(test->before, SLICE_LITERAL("\n"), 0) != (size_t)-1;
}

static void prove_layout(struct worker *worker, const struct rule *rule, const struct rule_test *test, bool crlf,
	struct proof_report *report)
{
	struct side before = { test->absent_before, test->executable_before, test->path, test->before };
	struct side after = { test->absent_after, test->executable_after, test->path_after, test->after }, made, result;
	struct slice nothing = slice_from("", 0);
	struct err err = ERR_INIT;
	enum verdict verdict = VERDICT_NOT_NEEDED;
	if (crlf && has_crlf_form(test)) {
		before.text = with_crlf(test->before, &report->arena);
		after.text = with_crlf(test->after, &report->arena);
	}
	made = after;
	if (test->absent_before)
		made.text = test->after; /* a new file has the line ends of the rule; with others it is recognised */
	const char *how = crlf ? "CRLF" : "LF", *otherwise = "`before` did not become `after`";
	const struct side *wanted = &made;
	const char *why = try_side(worker, rule, &before, &made, &result, &verdict, &err);
	if (!why) {
		otherwise = "`after` did not stay unchanged";
		wanted = &after;
		why = try_side(worker, rule, &after, &after, &result, &verdict, &err);
	}
	if (why && !why[0])
		proof_fail(report, rule, test, how, otherwise, wanted->text, result.text);
	else if (why)
		proof_fail(report, rule, test, how, why, nothing, nothing);
	else if (!same_side(&before, &after) && verdict != VERDICT_ALREADY_PATCHED)
		proof_fail(report, rule, test, how, "`after` is not recognised as patched", nothing, nothing);
	else
		report->n_passed++;
	err_release(&err);
}

void prove_file_test(
	struct prover *prover, const struct rule *rule, const struct rule_test *test, struct proof_report *report)
{
	prove_layout(&prover->worker, rule, test, false, report);
	prove_layout(&prover->worker, rule, test, true, report);
}
