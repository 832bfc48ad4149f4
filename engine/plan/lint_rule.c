/* One rule by itself: its tests, and what it tells of upstream. */
#include <string.h>

#include "base/path.h"
#include "plan/lint_private.h"

static bool set_takes(const char *glob, const char *path)
{
	struct err err = ERR_INIT;
	struct glob_set *set = glob_set_new(&glob, 1, false, &err);
	struct regex_scratch *scratch = regex_scratch_new();
	bool takes = set && glob_set_match(set, scratch, slice_of(path));
	regex_scratch_free(scratch);
	glob_set_free(set);
	err_release(&err);
	return takes;
}

/* A test's path may be a mere file name: the loader makes one from the last part of the first entry where none is given. */
static bool entry_takes(const char *entry, const char *path)
{
	if (glob_is_literal(slice_of(entry)))
		return strcmp(entry, path) == 0;
	if (set_takes(entry, path))
		return true;
	return path_base(slice_of(path)).len == strlen(path) && set_takes(path_base(slice_of(entry)).ptr, path);
}

static bool rule_takes(const struct rule *rule, const char *path)
{
	bool takes = false;
	for (size_t i = 0; rule->files[i]; i++) {
		if (glob_is_literal(slice_of(rule->files[i])) && strcmp(rule->files[i], path) == 0)
			return true; /* 'exclude' does not count for it */
		takes = takes || entry_takes(rule->files[i], path);
	}
	for (size_t i = 0; rule->exclude && rule->exclude[i]; i++)
		takes = takes && !set_takes(rule->exclude[i], path);
	return takes;
}

static void lint_tests(const struct rule *rule, struct lint_report *report)
{
	bool changes = false;
	for (size_t i = 0; i < rule->n_tests; i++) {
		const struct rule_test *test = &rule->tests[i];
		changes = changes || !slice_eq(test->before, test->after);
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

void lint_rule(const struct rule *rule, struct lint_report *report)
{
	lint_edits(rule, report);
	lint_tests(rule, report);
	lint_upstream(rule, report);
}
