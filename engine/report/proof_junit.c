#include "report/proof_junit.h"

#include "text/diff.h"

static void add_failure(const struct proof_failure *failure, struct str *out)
{
	struct diff_stat stat;
	str_addf(out, "%s: %s\n", failure->how, failure->why);
	if (failure->expected.len || failure->got.len)
		diff_unified(failure->test->path, failure->expected, failure->got, 3, out, &stat);
}

static void fail(const struct proof_failure *failure, const struct str *text, struct junit *junit)
{
	struct str message = STR_INIT;
	str_addf(&message, "%s: %s", failure->how, failure->why);
	junit_fail(junit, "proof", message.ptr, str_slice(text));
	str_release(&message);
}

static void add_test(const char *class_name, const struct rule *rule, const struct rule_test *test,
	const struct proof_report *report, struct junit *junit)
{
	const struct proof_failure *first = NULL;
	struct str text = STR_INIT, name = STR_INIT;
	str_addf(&name, "%s (line %zu)", test->name ? test->name : "test", test->line);
	junit_begin_case(junit, class_name, name.ptr, rule->origin, test->line);
	for (size_t i = 0; i < report->n_failures; i++) {
		if (report->failures[i].test != test)
			continue;
		first = first ? first : &report->failures[i];
		add_failure(&report->failures[i], &text);
	}
	if (first)
		fail(first, &text, junit);
	for (size_t i = 0; i < report->n_skips; i++)
		if (report->skips[i].test == test)
			junit_tell(junit, slice_of(report->skips[i].why));
	junit_end_case(junit);
	str_release(&text);
	str_release(&name);
}

static bool is_of_rule(const struct rule *rule, const struct rule_test *test)
{
	for (size_t i = 0; i < rule->n_tests; i++)
		if (&rule->tests[i] == test)
			return true;
	return false;
}

static void add_other(const char *class_name, const struct proof_failure *failure, struct junit *junit)
{
	struct str text = STR_INIT, name = STR_INIT;
	add_failure(failure, &text);
	str_addf(&name, "%s (line %zu)", failure->how, failure->test->line);
	junit_begin_case(junit, class_name, name.ptr, failure->rule->origin, failure->test->line);
	fail(failure, &text, junit);
	junit_end_case(junit);
	str_release(&text);
	str_release(&name);
}

void proof_junit_add(
	const struct patchset *set, const struct rule *rule, const struct proof_report *report, struct junit *junit)
{
	struct str class_name = STR_INIT;
	str_addf(&class_name, "%s.%s", set->name, rule->id);
	for (size_t i = 0; i < rule->n_tests; i++)
		add_test(class_name.ptr, rule, &rule->tests[i], report, junit);
	for (size_t i = 0; i < report->n_failures; i++)
		if (!is_of_rule(rule, report->failures[i].test))
			add_other(class_name.ptr, &report->failures[i], junit);
	if (!rule->n_tests && (!rule->notice || rule->n_edits)) {
		junit_begin_case(junit, class_name.ptr, "has tests", rule->origin, rule->line);
		junit_fail(junit, "proof", "the rule has no tests", (struct slice){ 0 });
		junit_end_case(junit);
	}
	str_release(&class_name);
}
