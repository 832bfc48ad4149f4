/* From what rules found in files to one verdict per rule. */
#include "plan/evaluate/evaluate.h"

#include <stdint.h>
#include <string.h>

/* Which of two file verdicts speaks for the rule: what stops the run first, then what is to be done, then what is
 * done. */
static int weight(enum verdict verdict)
{
	static const int weights[VERDICT_COUNT] = {
		[VERDICT_NOT_NEEDED] = 0,
		[VERDICT_FIXED_UPSTREAM] = 1,
		[VERDICT_UNCHANGED] = 2,
		[VERDICT_ALREADY_PATCHED] = 3,
		[VERDICT_DECLINED] = 4,
		[VERDICT_WOULD_PATCH] = 5,
		[VERDICT_MISSING] = 6,
		[VERDICT_AMBIGUOUS] = 7,
		[VERDICT_DRIFTED] = 8,
		[VERDICT_CONFLICT] = 9,
		[VERDICT_WARNING] = 10,
		[VERDICT_REFUSED] = 10,
		[VERDICT_NOTE] = 10,
	};
	return weights[verdict];
}

bool rule_is_fixed(const struct rule *rule, const struct target *target)
{
	struct version fixed;
	if (!rule->upstream_fixed_in || !target->n_known ||
		!version_parse(&fixed, slice_of(rule->upstream_fixed_in), NULL))
		return false;
	struct version_clause older = { VERSION_LT, fixed };
	struct version_range before = { "", &older, 1 };
	return !version_range_may_have(&before, &target->version, target->n_known);
}

/* What is missing in a version that upstream has fixed is needed no longer; what is half there is another matter. */
static void see_upstream(struct plan *plan, const struct target *target)
{
	for (size_t i = 0; i < plan->n_findings; i++) {
		struct finding *finding = &plan->findings[i];
		if (finding->verdict == VERDICT_MISSING && !finding->is_partly_old &&
			rule_is_fixed(plan->rules[finding->rule].rule, target))
			finding->verdict = VERDICT_FIXED_UPSTREAM;
	}
}

/* As it is before anything was found. */
static void reset(struct plan *plan)
{
	memset(plan->verdicts, 0, sizeof(plan->verdicts));
	for (size_t i = 0; i < plan->n_rules; i++) {
		struct rule_result *result = &plan->rules[i];
		result->n_files = result->n_edits = result->n_applied_files = result->n_applied_edits =
			result->n_declined_files = result->n_declined_edits = 0;
		result->has_uncounted = false;
		if (!result->in_force)
			continue;
		result->verdict = VERDICT_NOT_NEEDED;
		result->detail = NULL;
	}
}

static void add_up(struct plan *plan)
{
	for (size_t i = 0; i < plan->n_findings; i++) {
		const struct finding *finding = &plan->findings[i];
		struct rule_result *result = &plan->rules[finding->rule];
		if (weight(finding->verdict) > weight(result->verdict)) {
			result->verdict = finding->verdict;
			result->detail = finding->detail;
		}
		result->has_uncounted |= finding->has_uncounted;
		if (finding->verdict == VERDICT_WOULD_PATCH) {
			result->n_files++;
			result->n_edits += finding->n_edits;
			result->n_applied_edits += finding->n_applied;
		} else if (finding->verdict == VERDICT_DECLINED) {
			result->n_declined_files++;
			result->n_declined_edits += finding->n_edits;
			result->n_applied_edits += finding->n_applied;
		} else if (finding->verdict == VERDICT_ALREADY_PATCHED) {
			result->n_applied_files++;
			result->n_applied_edits += finding->n_applied;
		}
	}
}

static void format_range(struct count_range range, struct str *out)
{
	if (range.min == range.max)
		str_addf(out, "%zu", range.min);
	else if (range.max == SIZE_MAX)
		str_addf(out, "at least %zu", range.min);
	else if (range.min == 0)
		str_addf(out, "at most %zu", range.max);
	else
		str_addf(out, "%zu to %zu", range.min, range.max);
}

/*
 * Is the count as expected? Places to change may not be more than the most; with those already as wanted (among which
 * may be some that were born so, or several where `made` has one) they may not be fewer than the least.
 */
static bool count_fits(struct plan *plan, struct rule_result *result, const char *what, struct count_range range,
	size_t to_make, size_t made, bool may_be_more)
{
	if (to_make <= range.max && (to_make + made >= range.min || may_be_more))
		return true;
	struct str text = STR_INIT;
	str_addf(&text, "found %zu %s%s to change", to_make, what, str_plural(to_make));
	if (made)
		str_addf(&text, " and %zu already changed", made);
	str_add_cstr(&text, ", expected ");
	format_range(range, &text);
	result->verdict = VERDICT_AMBIGUOUS;
	result->detail = arena_dup(&plan->arena, str_slice(&text));
	str_release(&text);
	return false;
}

static const char beyond_globs[] = "nothing in the files that --globs selects";

/* Does the rule only take code away, so that no file has a new form of it? */
static bool only_removes(const struct rule *rule)
{
	for (size_t i = 0; i < rule->n_edits; i++)
		if (!rule->edits[i].op->leaves_nothing)
			return false;
	return true;
}

static void judge_absent(struct rule_result *result, size_t matched_files, size_t passed, bool narrowed)
{
	const struct rule *rule = result->rule;
	if (passed) {
		result->verdict = VERDICT_UNCHANGED;
		result->detail = "the code is there and already satisfies the rule";
	} else if (narrowed) {
		result->verdict = VERDICT_NOT_NEEDED;
		result->detail = beyond_globs;
	} else if (rule->optional) {
		result->verdict = VERDICT_NOT_NEEDED;
		result->detail = "optional, and this tree does not need it";
	} else {
		result->verdict = VERDICT_MISSING;
		result->detail =
			!matched_files ? "no file matches 'files'"
			: only_removes(rule)
				? "no file has the code that the rule removes, and nothing proves that it was removed"
				: "no file has the code that the rule looks for, in its old or new form";
	}
}

/* A rule that only speaks: what it has to say, if there is a reason. */
static void judge_notice(struct rule_result *result, bool narrowed)
{
	const struct rule *rule = result->rule;
	if (!rule->files[0])
		result->verdict = verdict_of_notice(rule->notice);
	result->detail = result->verdict != VERDICT_NOT_NEEDED ? rule->notice_text
			 : narrowed                            ? beyond_globs
							       : "nothing in this tree needs it";
}

static void tell_fixed(struct plan *plan, struct rule_result *result)
{
	struct str text = STR_INIT;
	str_addf(&text, "fixed upstream in %s, and none of it is left here", result->rule->upstream_fixed_in);
	result->verdict = VERDICT_FIXED_UPSTREAM;
	result->detail = arena_dup(&plan->arena, str_slice(&text));
	str_release(&text);
}

static void judge_rule(
	struct plan *plan, struct rule_result *result, size_t matched_files, size_t passed, bool narrowed)
{
	const struct rule *rule = result->rule;
	if (rule->notice) {
		judge_notice(result, narrowed);
		return;
	}
	if (verdict_stops(result->verdict))
		return;
	size_t to_make = result->n_files + result->n_declined_files, files = to_make + result->n_applied_files;
	bool is_upstream = result->verdict == VERDICT_FIXED_UPSTREAM && !passed;
	if (files == 0 && result->verdict != VERDICT_UNCHANGED && !is_upstream) {
		judge_absent(result, matched_files, passed, narrowed);
		return;
	}
	if (narrowed || files == 0)
		return;
	if (count_fits(plan, result, "file", rule->expect_files, to_make, result->n_applied_files, false))
		count_fits(plan, result, "place", rule->expect_edits, result->n_edits + result->n_declined_edits,
			result->n_applied_edits, result->has_uncounted);
}

/* Does a finding say so, and where? Else it is missing because nothing was found at all. */
static bool is_found_missing(const struct plan *plan, size_t rule)
{
	for (size_t i = 0; i < plan->n_findings; i++)
		if (plan->findings[i].rule == rule && plan->findings[i].verdict == VERDICT_MISSING)
			return true;
	return false;
}

void judge_rules(struct plan *plan, const struct target *target, const size_t *matched_files, const size_t *passed,
	bool narrowed)
{
	reset(plan);
	see_upstream(plan, target);
	add_up(plan);
	for (size_t i = 0; i < plan->n_rules; i++) {
		struct rule_result *result = &plan->rules[i];
		if (result->in_force)
			judge_rule(plan, result, matched_files[i], passed[i], narrowed);
		bool is_missing = result->verdict == VERDICT_MISSING && !is_found_missing(plan, i);
		if (result->in_force && (is_missing || result->verdict == VERDICT_FIXED_UPSTREAM) &&
			rule_is_fixed(result->rule, target))
			tell_fixed(plan, result);
		plan->verdicts[result->verdict]++;
	}
}
