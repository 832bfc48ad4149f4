/* One rule by itself: its tests, and what it tells of upstream. */
#include <string.h>

#include "author/lint_private.h"
#include "tree/rule_files.h"

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
