/* One rule by itself: its tests, and what it tells of upstream. */
#include <string.h>

#include "plan/lint_private.h"
#include "plan/rule_files.h"

static void lint_tests(const struct rule *rule, struct lint_report *report)
{
	bool changes = false;
	for (size_t i = 0; i < rule->n_tests; i++) {
		const struct rule_test *test = &rule->tests[i];
		changes = changes || lint_test_changes(test);
		if (!rule_takes(rule, test->path))
			lint_add(report, LINT_WARNING, "test-path", rule, test->line, "a test's path '%s' is none that 'files' takes", test->path);
	}
	if (rule->notice)
		changes = true;
	if (!rule->n_tests && (!rule->notice || rule->n_edits))
		lint_add(report, LINT_WARNING, "no-tests", rule, rule->line, "has no tests");
	else if (rule->n_tests && !changes)
		lint_add(report, LINT_WARNING, "tests-change-nothing", rule, rule->tests[0].line, "no test makes the rule apply: each has the same before and after");
}

static void lint_upstream(const struct rule *rule, struct lint_report *report)
{
	bool has_links = rule->links && rule->links[0];
	if (!has_links && !rule->upstream_link)
		lint_add(report, LINT_NOTE, "no-links", rule, rule->line, "has no links to reports of the failure or to the change");
	if (!rule->upstream_status || strcmp(rule->upstream_status, "backport") != 0)
		return;
	if (!rule->upstream_fixed_in)
		lint_add(report, LINT_WARNING, "upstream-incomplete", rule, rule->line, "is a backport, but 'upstream' lacks 'fixed-in'");
	if (!rule->upstream_link)
		lint_add(report, has_links ? LINT_NOTE : LINT_WARNING, "upstream-incomplete", rule, rule->line,
		         "is a backport, but 'upstream' lacks the 'link' of the change");
}

/* Where the range of a shipped rule ends, somebody has to know from somewhere. An open end is what the project's `tried` tells of. */
static void lint_versions_from(const struct rule *rule, struct lint_report *report)
{
	bool ends = rule->versions && version_range_bounds(rule->versions).has_highest;
	if (rule->versions_from && !ends)
		lint_add(report, LINT_WARNING, "versions-open", rule, rule->line, "tells how it is known where 'versions' ends, but they do not end");
	else if (rule->versions_from && strcmp(rule->versions_from, "assumed") == 0)
		lint_add(report, LINT_NOTE, "versions-assumed", rule, rule->line, "where versions %s end is assumed: neither a tree nor a change upstream shows it", rule->versions->text);
}

/* A rule that only deletes leaves no form by which a file shows that it is made: only in files that it names does finding nothing say so. */
static void lint_absence(const struct rule *rule, struct lint_report *report)
{
	bool tells = rule->optional || rule->files_are_paths || rule->notice || rule->upstream_fixed_in || !rule->n_edits;
	for (size_t i = 0; i < rule->n_edits && !tells; i++)
		tells = !rule->edits[i].op->absence_is_made || rule->edits[i].n_already;
	if (!tells)
		lint_add(report, LINT_WARNING, "made-is-missing", rule, rule->line,
		         "only deletes, in files that globs find: where that is done and no record tells of it, it is missing; 'optional: true' says otherwise");
}

void lint_rule(const struct rule *rule, struct lint_report *report)
{
	lint_absence(rule, report);
	lint_edits(rule, report);
	lint_tests(rule, report);
	lint_upstream(rule, report);
	lint_versions_from(rule, report);
}
