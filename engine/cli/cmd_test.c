/* tpatch test [SET]: every rule's own before/after proofs. */
#include <string.h>

#include "cli/command.h"
#include "cli/exit.h"
#include "cli/print.h"
#include "cli/session.h"
#include "patchset/patchset.h"
#include "plan/prove.h"
#include "text/diff.h"

static void add_failure(const struct rule *rule, const struct proof_failure *failure, struct str *out)
{
	struct diff_stat stat;
	str_addf(out, "FAILED %s:%zu: %s", rule->origin, failure->test->line, rule->id);
	if (failure->test->name)
		str_addf(out, ", '%s'", failure->test->name);
	str_addf(out, " (%s): %s\n", proof_variant_name(failure->variant), failure->why);
	if (failure->expected.len || failure->got.len)
		diff_unified(failure->test->path, failure->expected, failure->got, 3, out, &stat);
}

static void prove_set(const struct patchset *set, size_t *passed, size_t *failed, struct str *out)
{
	size_t set_passed = 0, set_failed = 0;
	for (size_t i = 0; i < set->n_rules; i++) {
		struct proof_report report = { 0 };
		prove_rule(set->rules[i], &report);
		for (size_t k = 0; k < report.n_failures; k++)
			add_failure(set->rules[i], &report.failures[k], out);
		if (!set->rules[i]->n_tests && (!set->rules[i]->notice || set->rules[i]->n_edits)) {
			str_addf(out, "FAILED %s:%zu: %s has no tests\n", set->rules[i]->origin, set->rules[i]->line, set->rules[i]->id);
			set_failed++;
		}
		set_passed += report.n_passed;
		set_failed += report.n_failures;
		proof_report_release(&report);
	}
	str_addf(out, "%s: %zu passed, %zu failed, %zu rules\n", set->name, set_passed, set_failed, set->n_rules);
	*passed += set_passed;
	*failed += set_failed;
}

static bool prove_library(const struct options *options, const struct patchset_library *library, size_t *failed, struct err *err)
{
	struct str text = STR_INIT;
	size_t count, passed = 0, proved = 0;
	const struct patchset *const *sets = patchset_library_all(library, PATCHSET_SET, &count);
	for (size_t i = 0; i < count; i++) {
		if (options->n_arguments && strcmp(sets[i]->name, options->arguments[0]) != 0)
			continue;
		prove_set(sets[i], &passed, failed, &text);
		proved++;
	}
	if (!proved) {
		str_release(&text);
		return session_no_such_set(library, options->arguments[0], err);
	}
	str_addf(&text, "%zu passed, %zu failed\n", passed, *failed);
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	return ok;
}

static int test_run(const struct options *options, struct err *err)
{
	struct patchset_library *library = patchset_library_load(options->patchsets, err);
	size_t failed = 0;
	bool ok = library && prove_library(options, library, &failed, err);
	patchset_library_free(library);
	if (!ok)
		return exit_code_of(err);
	return failed ? EXIT_DIFFERS : EXIT_OK;
}

static const enum option_id test_options[] = { OPTION_PATCHSETS, OPTION_NONE };

const struct command command_test = {
	.name = "test",
	.arguments = "[SET] ",
	.summary = "run every rule's own before/after proofs",
	.help = "For each test of each rule: `before` becomes `after`, `after` is recognised and stays\n"
		"as it is; the same with CRLF, with a byte order mark and without a final newline.\n\n"
		"exit codes: 0 all hold, 1 some do not, 2 an invalid patch set\n",
	.options = test_options,
	.max_arguments = 1,
	.run = test_run,
};
