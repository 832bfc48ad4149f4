/* tpatch test [SET…]: every rule's own before/after proofs. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "author/prove.h"
#include "base/alloc.h"
#include "cmdline/exit.h"
#include "cli/named_sets.h"
#include "cli/option.h"
#include "cli/show/reports.h"
#include "cli/session.h"
#include "cmdline/output_file.h"
#include "cmdline/print.h"
#include "format/yaml.h"
#include "patchset/expectation.h"
#include "patchset/patchset.h"
#include "platform/output.h"
#include "platform/thread.h"
#include "report/proof_junit.h"
#include "text/diff.h"

/* One rule of one set. */
struct proof {
	const struct patchset *set;
	size_t index;
	struct proof_report report;
};

struct proofs {
	const struct options *options;
	struct junit junit; /* the same for programs */
	struct proof *items;
	size_t count, capacity, n_threads;
	size_t n_sets, passed, failed;
};

/* --- proving ------------------------------------------------------------------------------------------------------ */

static void add_rules(struct proofs *proofs, const struct patchset *set)
{
	for (size_t i = 0; i < set->n_rules; i++) {
		struct proof proof = { .set = set, .index = i };
		VEC_PUSH(proofs->items, proofs->count, proofs->capacity, proof);
	}
}

/* A set, or a file that may hold a pack as well. */
static bool add_named(
	const struct patchset_library *library, const char *argument, struct proofs *proofs, struct err *err)
{
	const struct patchset *set = named_set_is_file(argument)
					     ? named_set(library, argument, err)
					     : patchset_library_find(library, PATCHSET_SET, slice_of(argument));
	if (!set)
		return patchset_no_such_set(library, argument, err);
	for (size_t i = 0; i < proofs->count; i++)
		if (proofs->items[i].set == set)
			return true;
	if (set->kind != PATCHSET_PROJECT)
		add_rules(proofs, set);
	return true;
}

static bool gather(const struct patchset_library *library, struct proofs *proofs, struct err *err)
{
	size_t count;
	const struct patchset *const *sets = patchset_library_all(library, PATCHSET_SET, &count);
	bool ok = true;
	for (size_t i = 0; ok && i < proofs->options->n_arguments; i++)
		ok = add_named(library, proofs->options->arguments[i], proofs, err);
	for (size_t i = 0; !proofs->options->n_arguments && i < count; i++)
		add_rules(proofs, sets[i]);
	return ok;
}

static void prove_some(void *ctx, size_t thread)
{
	struct proofs *proofs = ctx;
	for (size_t i = thread; i < proofs->count; i += proofs->n_threads) {
		struct proof *proof = &proofs->items[i];
		prove_rule(proof->set->rules[proof->index], &proof->report);
		prove_beside_others(proof->set, proof->index, &proof->report);
	}
}

static void prove_all(struct proofs *proofs)
{
	size_t jobs = proofs->options->jobs ? proofs->options->jobs : platform_cpu_count();
	proofs->n_threads = jobs < proofs->count ? jobs : proofs->count;
	if (proofs->n_threads)
		thread_run(proofs->n_threads, prove_some, proofs);
}

static void proofs_release(struct proofs *proofs)
{
	for (size_t i = 0; i < proofs->count; i++)
		proof_report_release(&proofs->items[i].report);
	free(proofs->items);
}

/* --- telling ------------------------------------------------------------------------------------------------------ */

static void add_place(const struct rule *rule, const struct rule_test *test, struct str *out)
{
	str_addf(out, "%s:%zu: %s", rule->origin, test->line, rule->id);
	if (test->name)
		str_addf(out, ", '%s'", test->name);
}

static void add_failure(const struct proof_failure *failure, struct str *out)
{
	struct diff_stat stat;
	str_add_cstr(out, "FAILED ");
	add_place(failure->rule, failure->test, out);
	str_addf(out, " (%s): %s\n", failure->how, failure->why);
	if (failure->expected.len || failure->got.len)
		diff_unified(failure->test->path, failure->expected, failure->got, 3, out, &stat);
}

static void add_proof(const struct options *options, const struct proof *proof, size_t *failed, struct str *out)
{
	const struct rule *rule = proof->set->rules[proof->index];
	for (size_t i = 0; i < proof->report.n_failures; i++)
		add_failure(&proof->report.failures[i], out);
	*failed += proof->report.n_failures;
	if (!rule->n_tests && (!rule->notice || rule->n_edits)) {
		str_addf(out, "FAILED %s:%zu: %s has no tests\n", rule->origin, rule->line, rule->id);
		(*failed)++;
	}
	for (size_t i = 0; i < proof->report.n_skips && options->verbose; i++) {
		add_place(rule, proof->report.skips[i].test, out);
		str_addf(out, ": not tried in a block: %s\n", proof->report.skips[i].why);
	}
}

/* The proofs of one set are one after the other. */
static void add_all(struct proofs *proofs, struct str *out)
{
	for (size_t i = 0; i < proofs->count;) {
		const struct patchset *set = proofs->items[i].set;
		size_t set_passed = 0, set_failed = 0;
		for (; i < proofs->count && proofs->items[i].set == set; i++) {
			add_proof(proofs->options, &proofs->items[i], &set_failed, out);
			set_passed += proofs->items[i].report.n_passed;
			proof_junit_add(
				set, set->rules[proofs->items[i].index], &proofs->items[i].report, &proofs->junit);
		}
		junit_end_suite(&proofs->junit, set->name);
		str_addf(out, "%s: %zu passed, %zu failed, %zu rule%s\n", set->name, set_passed, set_failed,
			set->n_rules, str_plural(set->n_rules));
		proofs->passed += set_passed;
		proofs->failed += set_failed;
	}
	str_addf(out, "%zu passed, %zu failed\n", proofs->passed, proofs->failed);
}

/* --- new expectations --------------------------------------------------------------------------------------------- */

/* What the failed tests of one file are to expect from now on. A pack's rules are in many sets: each test once. */
struct update {
	const char *origin;
	struct expectation *items;
	size_t count, capacity;
};

static void add_expectation(struct update *update, const struct proof_failure *failure)
{
	struct expectation new = { failure->test->line, failure->test->column, failure->outcome };
	for (size_t i = 0; i < update->count; i++)
		if (update->items[i].line == new.line && update->items[i].column == new.column)
			return;
	VEC_PUSH(update->items, update->count, update->capacity, new);
}

static void collect_update(const struct proofs *proofs, struct update *update)
{
	for (size_t i = 0; i < proofs->count; i++) {
		const struct proof_report *report = &proofs->items[i].report;
		for (size_t k = 0; k < report->n_failures; k++)
			if (report->failures[k].outcome.ptr &&
				strcmp(report->failures[k].rule->origin, update->origin) == 0)
				add_expectation(update, &report->failures[k]);
	}
}

static bool write_update(const struct update *update, struct str *out, struct err *err)
{
	struct str text = STR_INIT, new = STR_INIT;
	bool ok = platform_read_file(update->origin, YAML_MAX_BYTES, &text, err) &&
		  expectations_write(update->origin, str_slice(&text), update->items, update->count, &new, err) &&
		  platform_save_file(update->origin, str_slice(&new), err);
	if (ok)
		str_addf(out, "%s: %zu expectation%s written\n", update->origin, update->count,
			str_plural(update->count));
	str_release(&text);
	str_release(&new);
	return ok;
}

/* Was the file of this rule dealt with for one of the `before` first proofs? */
static bool is_done(const struct proofs *proofs, size_t before, const char *origin)
{
	for (size_t i = 0; i < before; i++)
		if (strcmp(proofs->items[i].set->rules[proofs->items[i].index]->origin, origin) == 0)
			return true;
	return false;
}

static bool update_files(const struct proofs *proofs, size_t *n_written, struct str *out, struct err *err)
{
	bool ok = true;
	for (size_t i = 0; i < proofs->count && ok; i++) {
		struct update update = { .origin = proofs->items[i].set->rules[proofs->items[i].index]->origin };
		if (is_done(proofs, i, update.origin))
			continue;
		collect_update(proofs, &update);
		if (update.count && patchset_is_embedded(update.origin))
			str_addf(out,
				"%s: is embedded in the program and cannot be written: give its folder with "
				"--patchsets\n",
				update.origin);
		else if (update.count && (ok = write_update(&update, out, err)))
			*n_written += update.count;
		free(update.items);
	}
	return ok;
}

/* --- the command -------------------------------------------------------------------------------------------------- */

/* What is told of a run. */
struct told {
	struct str text, xml;
	size_t n_written, failed;
};

/* Is there such a form of it? At most one goes to standard output. */
static bool check_reports(const struct options *options, struct err *err)
{
	const char *format = options->format;
	size_t n_reports = 0;
	for (; options->reports && options->reports[n_reports]; n_reports++) {
		struct slice name;
		const char *path;
		if (!reports_cut(options->reports[n_reports], &name, &path) || !slice_eq_cstr(name, "junit")) {
			err_set(err, ERR_USAGE, "--output does not take '%s'", options->reports[n_reports]);
			return err_hint(err, "`test` writes --output junit=FILE");
		}
		if (!output_may_replace(options, path, err))
			return false;
	}
	if (!format || strcmp(format, "text") == 0 || strcmp(format, "junit") == 0)
		return true;
	err_set(err, ERR_USAGE, "--format does not take '%s'", format);
	return err_hint(err, "it takes one of: text, junit");
}

static bool print_told(const struct options *options, const struct told *told, struct err *err)
{
	bool is_xml = options->format && strcmp(options->format, "junit") == 0, ok = true;
	for (size_t i = 0; ok && options->reports && options->reports[i]; i++) {
		struct slice name;
		const char *path = "";
		reports_cut(options->reports[i], &name, &path);
		if (output_is_standard(path))
			is_xml = true;
		else
			ok = output_save(options, path, str_slice(&told->xml), err);
	}
	return ok && (is_xml ? print_data(STREAM_OUT, str_slice(&told->xml), err)
			     : print_text(STREAM_OUT, str_slice(&told->text), err));
}

/* Proves what is on the disk now. With `update`, expectations are written, and nothing else is told if there were
 * any. */
static bool prove_now(const struct options *options, bool update, struct told *told, struct err *err)
{
	struct proofs proofs = { .options = options };
	struct patchset_library *library = named_sets_load(options, err);
	bool ok = library && gather(library, &proofs, err);
	if (ok) {
		prove_all(&proofs);
		ok = !update || update_files(&proofs, &told->n_written, &told->text, err);
	}
	if (ok && !told->n_written)
		add_all(&proofs, &told->text);
	told->failed = proofs.failed;
	junit_print(&proofs.junit, "tpatch test", &told->xml);
	proofs_release(&proofs);
	patchset_library_free(library);
	return ok;
}

static int test_run(const struct options *options, struct err *err)
{
	struct told told = { 0 };
	bool ok = check_reports(options, err) && prove_now(options, options->update_all, &told, err);
	if (ok && told.n_written) {
		told.n_written = 0;
		str_clear(&told.xml);
		ok = prove_now(options, false, &told, err);
	}
	if (ok)
		ok = print_told(options, &told, err);
	else
		/* files that were written before the one that failed */
		print_if_possible(STREAM_OUT, str_slice(&told.text));
	str_release(&told.text);
	str_release(&told.xml);
	if (!ok)
		return exit_code_of(err);
	return told.failed ? EXIT_NO : EXIT_OK;
}

static const int test_options[] = { OPTION_PATCHSETS, OPTION_UPDATE_ALL, OPTION_JOBS, OPTION_FORMAT, OPTION_REPORT,
	OPTION_REPLACE, OPTION_NONE };

const struct command command_test = {
	.name = "test",
	.arguments = "[SET|FILE...] ",
	.summary = "run every rule's own before/after proofs",
	.help = "Checks each test of each rule: `before` must become `after`, `after` must be recognised\n"
		"as patched and stay as it is, and undoing the edits must give `before`. The same must\n"
		"hold with CRLF, with a byte order mark, without a final newline, and one level deeper in\n"
		"a block (-v says which tests cannot be put into one). Any two rules of a set that search\n"
		"the same files must give the same bytes, in either order and both at once. A wrong\n"
		"result is shown as a diff from the expected one. SET is the name of a set, or the file\n"
		"of a set or pack (with a slash, or ending in .yaml); the project and packs beside a file\n"
		"are used too, unless --patchsets names a folder. Default: all.\n"
		"\n"
		"--update-all writes the result as the new `after` of each test that failed, in the files\n"
		"that you name or in those of --patchsets; nothing else in them changes. Read the change\n"
		"before you keep it.\n"
		"\n"
		"--format junit, or --output junit=FILE beside the text, reports to a CI server.\n"
		"\n"
		"examples\n"
		"  tpatch test pytorch-1.12.1\n"
		"  tpatch test sets/my-set.yaml\n"
		"  tpatch test --patchsets sets my-set\n"
		"  tpatch test --patchsets sets my-set --output junit=tests.xml\n"
		"\n"
		"exit codes: 0 all hold, 1 some do not, 2 an invalid patch set, 4 a file cannot be written\n",
	.add_arguments = values_add_sets,
	.options = test_options,
	.formats = "text junit",
	.max_arguments = INT_MAX,
	.run = test_run,
};
