#include "plan/prove.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "plan/evaluate.h"

static const char *const variant_names[PROOF_VARIANT_COUNT] = { "LF", "CRLF", "BOM", "no final newline" };

const char *proof_variant_name(enum proof_variant variant)
{
	return variant_names[variant];
}

static struct slice vary(struct arena *arena, struct slice text, enum proof_variant variant)
{
	struct str out = STR_INIT;
	if (variant == PROOF_BOM)
		str_add_cstr(&out, "\xef\xbb\xbf");
	if (variant == PROOF_NO_FINAL_NEWLINE && slice_ends_with(text, "\n"))
		text.len--;
	for (size_t i = 0; i < text.len; i++) {
		if (variant == PROOF_CRLF && text.ptr[i] == '\n')
			str_add_char(&out, '\r');
		str_add_char(&out, text.ptr[i]);
	}
	struct slice owned = slice_from(arena_dup(arena, str_slice(&out)), out.len);
	str_release(&out);
	return owned;
}

static void add_failure(struct proof_report *report, const struct rule_test *test, enum proof_variant variant, const char *why, struct slice expected,
                        struct slice got)
{
	struct proof_failure failure = { test, variant, arena_strdup(&report->arena, why), expected,
		                         slice_from(arena_dup(&report->arena, got), got.len) };
	VEC_PUSH(report->failures, report->n_failures, report->failures_capacity, failure);
}

/* The text after the rule has looked at it once; `*verdict` is what it said, VERDICT_NOT_APPLICABLE for nothing. */
static bool run_once(const struct rule *rule, const struct rule_test *test, struct slice text, bool is_named, struct harvest *harvest,
                     struct slice *result, enum verdict *verdict, struct err *err)
{
	struct active_rule active = { .rule = rule };
	const struct active_rule *rules[] = { &active };
	const bool named[] = { is_named };
	const struct file_stat st = { .type = FILE_REGULAR, .size = text.len, .mode = 0644 };
	struct file_task task = { .path = test->path, .bytes = text, .st = &st, .rules = rules, .n_rules = 1, .named = named };
	harvest->n_changes = harvest->n_findings = 0;
	bool ok = evaluate_file(&task, NULL, harvest, err);
	*result = ok && harvest->n_changes ? harvest->changes[0].after : text;
	*verdict = harvest->n_findings ? harvest->findings[0].verdict : VERDICT_NOT_APPLICABLE;
	return ok;
}

/* Without its line end, a blank last line would be no line at all. */
static bool ends_in_full_line(struct slice text)
{
	return slice_ends_with(text, "\n") && text.len > 1 && !slice_ends_with(text, "\n\n");
}

/* The layout in which a variant can be told. A text without any line end does not say which ones it has. */
static enum proof_variant layout_for(const struct rule_test *test, enum proof_variant variant)
{
	if (variant == PROOF_NO_FINAL_NEWLINE && !(ends_in_full_line(test->before) && ends_in_full_line(test->after)))
		return PROOF_LF;
	if (variant == PROOF_CRLF && slice_find(test->before, SLICE_LITERAL("\n"), 0) == (size_t)-1)
		return PROOF_LF;
	return variant;
}

static void prove_variant(const struct rule *rule, const struct rule_test *test, enum proof_variant variant, struct harvest *harvest,
                          struct proof_report *report)
{
	enum proof_variant layout = layout_for(test, variant);
	struct slice before = vary(&report->arena, test->before, layout), after = vary(&report->arena, test->after, layout), result;
	struct slice nothing = slice_from("", 0);
	struct err err = ERR_INIT;
	enum verdict verdict;
	size_t failed = report->n_failures;
	if (!run_once(rule, test, before, false, harvest, &result, &verdict, &err))
		add_failure(report, test, variant, err.message, nothing, nothing);
	else if (rule->notice && test->found != (verdict != VERDICT_NOT_APPLICABLE))
		add_failure(report, test, variant, test->found ? "nothing is found in `before`" : "something is found in `before`", nothing, nothing);
	else if (!slice_eq(result, after))
		add_failure(report, test, variant, "`before` did not become `after`", after, result);
	else if (!run_once(rule, test, after, false, harvest, &result, &verdict, &err))
		add_failure(report, test, variant, err.message, nothing, nothing);
	else if (!slice_eq(result, after))
		add_failure(report, test, variant, "`after` did not stay as it is", after, result);
	else if (!slice_eq(before, after) && verdict != VERDICT_APPLIED)
		add_failure(report, test, variant, "`after` is not recognised as applied", nothing, nothing);
	if (report->n_failures == failed)
		report->n_passed++;
	err_release(&err);
}

static void release_harvest(struct harvest *harvest)
{
	regex_scratch_free(harvest->scratch);
	free(harvest->findings);
	free(harvest->notes);
	free(harvest->changes);
	arena_release(&harvest->arena);
}

void prove_rule(const struct rule *rule, struct proof_report *report)
{
	size_t matched = 0, passed = 0;
	struct harvest harvest = { .matched_files = &matched, .passed = &passed, .scratch = regex_scratch_new() };
	for (size_t i = 0; i < rule->n_tests; i++)
		for (int variant = 0; variant < PROOF_VARIANT_COUNT; variant++)
			prove_variant(rule, &rule->tests[i], (enum proof_variant)variant, &harvest, report);
	release_harvest(&harvest);
}

bool rule_attempt_run(const struct rule *rule, const char *path, struct slice text, struct rule_attempt *out, struct err *err)
{
	size_t matched = 0, passed = 0;
	struct harvest harvest = { .matched_files = &matched, .passed = &passed, .scratch = regex_scratch_new() };
	const struct rule_test test = { .path = path, .before = text, .after = text };
	struct slice result;
	*out = (struct rule_attempt){ 0 };
	bool ok = run_once(rule, &test, text, true, &harvest, &result, &out->verdict, err);
	str_add(&out->after, result);
	if (ok && harvest.n_findings && harvest.findings[0].detail)
		out->detail = arena_strdup(&out->arena, harvest.findings[0].detail);
	release_harvest(&harvest);
	return ok;
}

void rule_attempt_release(struct rule_attempt *attempt)
{
	str_release(&attempt->after);
	arena_release(&attempt->arena);
	*attempt = (struct rule_attempt){ 0 };
}

void proof_report_release(struct proof_report *report)
{
	free(report->failures);
	arena_release(&report->arena);
	*report = (struct proof_report){ 0 };
}
