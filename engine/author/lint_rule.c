/* One rule by itself: its edits, its tests, and what it tells of upstream. */
#include <stdlib.h>
#include <string.h>

#include "author/lint_private.h"
#include "base/alloc.h"
#include "base/ascii.h"
#include "fileop/fileop.h"
#include "tree/rule_files.h"

/* --- its edits ---------------------------------------------------------------------------------------------------- */

/* Captures that serve nothing, conditions that cannot hold, forms that are always made, edits that no test makes. */

static bool is_word_char(char c)
{
	return (c >= 'A' && c <= 'Z') || ascii_is_digit(c) || c == '_';
}

/* Is `$NAME` in the text? */
static bool uses_capture(struct slice text, struct slice name)
{
	for (size_t at = 0; (at = slice_find(text, SLICE_LITERAL("$"), at)) != (size_t)-1; at++) {
		size_t end = at + 1;
		while (end < text.len && is_word_char(text.ptr[end]))
			end++;
		if (slice_eq(slice_sub(text, at + 1, end), name))
			return true;
	}
	return false;
}

static bool is_bound_twice(const struct pattern *pattern, size_t capture)
{
	size_t times = 0;
	for (size_t e = 0; e < pattern_element_count(pattern); e++)
		times += pattern_element_capture(pattern, e) == capture;
	return times > 1;
}

static void lint_captures(const struct rule *rule, size_t index, struct lint_report *report)
{
	const struct edit_def *edit = &rule->edits[index];
	const struct pattern *pattern = edit_rule_pattern(rule->compiled[index]);
	bool keeps_all = uses_capture(edit->text.text, SLICE_LITERAL("MATCH")); /* `wrap` */
	for (size_t i = 0; pattern && i < pattern_capture_count(pattern); i++) {
		struct slice name = pattern_capture_name(pattern, i);
		bool used = keeps_all || uses_capture(edit->text.text, name) || is_bound_twice(pattern, i);
		for (size_t k = 0; k < edit->n_where; k++)
			used = used || slice_eq(edit->where[k].capture.text, name);
		for (size_t k = 0; k < edit->n_sets; k++)
			used = used || slice_eq(edit->sets[k].capture.text, name) ||
			       uses_capture(edit->sets[k].value.text, name);
		bool is_list = pattern_capture_is_list(pattern, i);
		if (!used)
			lint_add(report, LINT_NOTE, "unused-capture", rule, edit->match.line,
				"capture '%s" SLICE_FMT "' is captured but never used; write '%s'",
				is_list ? "$$$" : "$", SLICE_ARG(name), is_list ? "$$$" : "$_");
	}
}

/* --- conditions --------------------------------------------------------------------------------------------------- */

static bool is_among(const struct where_def *where, struct slice value)
{
	for (size_t i = 0; i < where->n_values; i++)
		if (slice_eq(where->values[i].text, value))
			return true;
	return false;
}

static bool regex_finds(struct slice regex_text, struct slice value)
{
	size_t offset, begin, end;
	struct err err = ERR_INIT;
	struct regex *regex = regex_new(regex_text, 0, &offset, &err);
	struct regex_scratch *scratch = regex_scratch_new();
	bool finds = regex && regex_search(regex, scratch, value, 0, &begin, &end) == REGEX_MATCH;
	regex_scratch_free(scratch);
	regex_free(regex);
	err_release(&err);
	return finds;
}

static bool range_has(struct slice range_text, struct slice value)
{
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct version_range range;
	struct version version;
	size_t offset;
	bool has = version_range_parse(&range, range_text, &arena, &offset, &err) &&
		   version_parse(&version, value, NULL) && version_range_has(&range, &version);
	err_release(&err);
	arena_release(&arena);
	return has;
}

static bool value_meets(const struct where_def *where, struct slice value)
{
	switch (where->kind) {
	case WHERE_VERSION:
		return range_has(where->values[0].text, value);
	case WHERE_REGEX:
		return regex_finds(where->values[0].text, value);
	case WHERE_NOT_REGEX:
		return !regex_finds(where->values[0].text, value);
	case WHERE_NOT_IN:
		return !is_among(where, value);
	default:
		return is_among(where, value);
	}
}

/* Of the values that `where[in]` lists, does one meet all other conditions on the same capture? */
static bool some_value_meets(const struct edit_def *edit, size_t in)
{
	for (size_t v = 0; v < edit->where[in].n_values; v++) {
		bool meets = true;
		for (size_t i = 0; i < edit->n_where && meets; i++)
			meets = !slice_eq(edit->where[i].capture.text, edit->where[in].capture.text) ||
				value_meets(&edit->where[i], edit->where[in].values[v].text);
		if (meets)
			return true;
	}
	return false;
}

static bool range_is_empty(struct slice text)
{
	struct arena arena = ARENA_INIT;
	struct err err = ERR_INIT;
	struct version_range range;
	const struct version_range *ranges[] = { &range };
	size_t offset;
	bool is_empty = version_range_parse(&range, text, &arena, &offset, &err) && !lint_ranges_meet(ranges, 1);
	err_release(&err);
	arena_release(&arena);
	return is_empty;
}

static void lint_where(const struct rule *rule, const struct edit_def *edit, struct lint_report *report)
{
	for (size_t i = 0; i < edit->n_where; i++) {
		const struct where_def *where = &edit->where[i];
		if (where->kind == WHERE_VERSION && range_is_empty(where->values[0].text))
			lint_add(report, LINT_ERROR, "never-matches", rule, where->values[0].line,
				"no version is in the range '" SLICE_FMT "': the edit never matches",
				SLICE_ARG(where->values[0].text));
		else if (where->kind == WHERE_IN && !some_value_meets(edit, i))
			lint_add(report, LINT_ERROR, "never-matches", rule, where->capture.line,
				"no value that 'in' lists for '" SLICE_FMT
				"' satisfies the other conditions: the edit never matches",
				SLICE_ARG(where->capture.text));
	}
}

/* Does the regex fit whatever the text is? One that is tied to an end of the text fits an empty one, but none of these.
 */
static bool fits_any_text(struct slice regex)
{
	char all[128];
	for (size_t i = 0; i < sizeof(all); i++)
		all[i] = (char)((i + ' ') % sizeof(all));
	return regex_finds(regex, slice_from("", 0)) && regex_finds(regex, slice_from("\1", 1)) &&
	       regex_finds(regex, slice_from(all, sizeof(all)));
}

/* A regex that fits the empty text holds for every value, unless it is tied to an end. (The loader refuses a selector
 * of that kind.) */
static void lint_empty(const struct rule *rule, const struct edit_def *edit, struct lint_report *report)
{
	for (size_t i = 0; i < edit->n_where; i++) {
		const struct where_def *where = &edit->where[i];
		if ((where->kind != WHERE_REGEX && where->kind != WHERE_NOT_REGEX) ||
			!fits_any_text(where->values[0].text) || slice_starts_with(where->values[0].text, "^") ||
			slice_ends_with(where->values[0].text, "$"))
			continue;
		bool never = where->kind == WHERE_NOT_REGEX;
		lint_add(report, never ? LINT_ERROR : LINT_WARNING, never ? "never-matches" : "always-holds", rule,
			where->values[0].line,
			"the regex for '" SLICE_FMT "' matches the empty string: the condition "
			"%s",
			SLICE_ARG(where->capture.text), never ? "never holds" : "holds for every value");
	}
}

/* --- forms -------------------------------------------------------------------------------------------------------- */

/* Is what `text` says found wherever the pattern fits? With `both`, and the other way round? */
static bool covers(
	const struct def_text *text, const struct language *language, const struct pattern *pattern, bool both)
{
	size_t offset;
	struct err err = ERR_INIT;
	struct pattern *other = pattern_new(text->text, language, &offset, &err);
	bool yes = other && pattern_covers(other, pattern) && (!both || pattern_covers(pattern, other));
	pattern_free(other);
	err_release(&err);
	return yes;
}

static void lint_forms(const struct rule *rule, size_t index, struct lint_report *report)
{
	const struct edit_def *edit = &rule->edits[index];
	const struct pattern *pattern = edit_rule_pattern(rule->compiled[index]);
	if (!pattern)
		return;
	for (size_t i = 0; i < edit->n_already; i++)
		if (covers(&edit->already[i], rule->language, pattern, false))
			lint_add(report, LINT_ERROR, "never-matches", rule, edit->already[i].line,
				"'already' fits wherever 'match' fits: edit %zu always counts as already "
				"patched",
				index + 1);
	if (strcmp(edit->op->name, "replace") == 0 && !edit->n_already &&
		covers(&edit->text, rule->language, pattern, true))
		lint_add(report, LINT_ERROR, "never-settles", rule, edit->text.line,
			"'replace' is of the same form as 'match': edit %zu changes nothing, or changes its own "
			"result again",
			index + 1);
}

/* --- tests -------------------------------------------------------------------------------------------------------- */

/* Of an operation on the file itself: is its effect to be seen in the test? */
static bool test_shows_effect(const struct edit_def *edit, const struct rule_test *test)
{
	struct file_effect effect = fileop_effect(edit, NULL, 0);
	if (effect.is_new || effect.is_gone)
		return effect.is_new ? test->absent_before : test->absent_after;
	if (effect.new_path)
		return strcmp(test->path, test->path_after) != 0;
	return test->absent_before || test->executable_before != test->executable_after;
}

/* Does the file differ before and after? */
static bool lint_test_changes(const struct rule_test *test)
{
	return !slice_eq(test->before, test->after) || test->absent_before || test->absent_after ||
	       test->executable_before != test->executable_after || strcmp(test->path, test->path_after) != 0;
}

static bool test_makes(const struct rule *rule, size_t index, const struct rule_test *test)
{
	if (rule->edits[index].op->file)
		return test_shows_effect(&rule->edits[index], test);
	struct source source;
	struct document doc;
	struct edit_outcome outcome = { 0 };
	struct regex_scratch *scratch = regex_scratch_new();
	document_open(&doc, &source, test->path, test->before, rule->language);
	edit_rule_find(rule->compiled[index], &doc, scratch, NULL, &outcome);
	bool makes = outcome.matches.count > 0;
	edit_outcome_release(&outcome);
	document_close(&doc, &source);
	regex_scratch_free(scratch);
	return makes;
}

static void lint_tested(const struct rule *rule, size_t index, struct lint_report *report)
{
	bool changes = false, made = false;
	for (size_t i = 0; i < rule->n_tests && !made; i++) {
		changes = changes || lint_test_changes(&rule->tests[i]);
		made = test_makes(rule, index, &rule->tests[i]);
	}
	if ((changes || (rule->notice && rule->n_tests)) && !made)
		lint_add(report, LINT_WARNING, "untested-edit", rule, rule->edits[index].line,
			"no test covers edit %zu of %zu", index + 1, rule->n_edits);
}

static void lint_edits(const struct rule *rule, struct lint_report *report)
{
	for (size_t i = 0; i < rule->n_edits; i++) {
		lint_captures(rule, i, report);
		lint_where(rule, &rule->edits[i], report);
		lint_empty(rule, &rule->edits[i], report);
		lint_forms(rule, i, report);
		lint_tested(rule, i, report);
	}
}

/* --- its tests, and what it tells of upstream --------------------------------------------------------------------- */

static void lint_tests(const struct rule *rule, struct lint_report *report)
{
	bool changes = false;
	for (size_t i = 0; i < rule->n_tests; i++) {
		const struct rule_test *test = &rule->tests[i];
		changes = changes || lint_test_changes(test);
		if (!rule_takes_test(rule, test->path))
			lint_add(report, LINT_WARNING, "test-path", rule, test->line,
				"a test's path '%s' is not matched by 'files'", test->path);
	}
	if (rule->notice)
		changes = true;
	if (!rule->n_tests && (!rule->notice || rule->n_edits))
		lint_add(report, LINT_WARNING, "no-tests", rule, rule->line, "has no tests");
	else if (rule->n_tests && !changes)
		lint_add(report, LINT_WARNING, "tests-change-nothing", rule, rule->tests[0].line,
			"no test makes the rule change anything: each has the same before and after");
}

static void lint_upstream(const struct rule *rule, struct lint_report *report)
{
	bool has_links = rule->links && rule->links[0];
	if (!has_links && !rule->upstream_link)
		lint_add(report, LINT_NOTE, "no-links", rule, rule->line,
			"has no links to reports of the failure or to the change");
	if (!rule->upstream_status || strcmp(rule->upstream_status, "backport") != 0)
		return;
	if (!rule->upstream_fixed_in)
		lint_add(report, LINT_WARNING, "upstream-incomplete", rule, rule->line,
			"is a backport, but 'upstream' lacks 'fixed-in'");
	if (!rule->upstream_link)
		lint_add(report, has_links ? LINT_NOTE : LINT_WARNING, "upstream-incomplete", rule, rule->line,
			"is a backport, but 'upstream' lacks the 'link' of the change");
}

/* Where the range of a shipped rule ends, somebody has to know from somewhere. An open end is what the project's
 * `tried` tells of. */
static void lint_versions_from(const struct rule *rule, struct lint_report *report)
{
	bool ends = rule->versions && version_range_bounds(rule->versions).has_highest;
	if (rule->versions_from && !ends)
		lint_add(report, LINT_WARNING, "versions-open", rule, rule->line,
			"says how the end of 'versions' is known, but 'versions' has no end");
	else if (rule->versions_from && strcmp(rule->versions_from, "assumed") == 0)
		lint_add(report, LINT_NOTE, "versions-assumed", rule, rule->line,
			"the end of versions %s is assumed: neither a tree nor an upstream change shows it",
			rule->versions->text);
}

/* One optional edit alone that finds nothing says no more than that; of any other, nothing found is missing unless
 * something proves it. */
static void lint_proof(const struct rule *rule, struct lint_report *report)
{
	for (size_t i = 0; i < rule->n_edits && !rule->notice && !(rule->optional && rule->n_edits == 1); i++)
		if (!edit_rule_is_provable(rule->compiled[i]))
			lint_add(report, LINT_WARNING, "no-proof", rule, rule->edits[i].line,
				"nothing in a file can prove that edit %zu was made: without a recorded run it is "
				"reported missing; give it an 'already' with the code that is adjacent afterwards",
				i + 1);
}

void lint_rule(const struct rule *rule, struct lint_report *report)
{
	lint_proof(rule, report);
	lint_edits(rule, report);
	lint_tests(rule, report);
	lint_upstream(rule, report);
	lint_versions_from(rule, report);
}
