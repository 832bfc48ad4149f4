/* The engine for other programs: what it says of arguments that are wrong, whole, and where they begin to be. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "api/tpatch.h"
#include "scratch.h"

#define SET                                                                                                            \
	"tpatch: 1\nname: demo-1\nsummary: A set\ntarget: {project: demo, versions: \"1.*\"}\nrules:\n"                \
	"  - id: raise\n    title: Raise A\n    why: The case needs it.\n    files: a.cmake\n"                         \
	"    edits: [{match: set(A 1), replace: set(A 2)}]\n"

static struct scratch make_tree(const char *text)
{
	struct scratch scratch = scratch_new();
	scratch_write(&scratch, "sets/project.yaml",
		"tpatch: 1\nproject: demo\nsummary: A project\nmarkers: [demo.txt]\nversion-file: demo.txt\n");
	scratch_write(&scratch, "sets/set.yaml", SET);
	scratch_write(&scratch, "demo.txt", "1.0.0\n");
	scratch_write(&scratch, "a.cmake", text);
	return scratch;
}

static struct tpatch_sets *open_sets(const struct scratch *scratch)
{
	struct tpatch_error *error = NULL;
	struct tpatch_sets *sets = tpatch_sets_open(scratch_path(scratch, "sets"), &error);
	assert_non_null(sets);
	return sets;
}

static void expect_error(struct tpatch_error *error, enum tpatch_error_kind kind, const char *shown)
{
	assert_non_null(error);
	assert_int_equal(error->kind, kind);
	char *text = tpatch_error_format(error);
	assert_string_equal(text, shown);
	tpatch_free(text);
	tpatch_error_free(error);
}

/* Options of a program that was compiled with another tpatch.h: `size` bytes of which count. */
static void expect_options(const struct scratch *scratch, size_t size, size_t set_byte, const char *shown)
{
	union {
		struct tpatch_options options;
		char bytes[sizeof(struct tpatch_options) + 16];
	} given;
	struct tpatch_error *error = NULL;
	struct tpatch_sets *sets = open_sets(scratch);
	memset(&given, 0, sizeof(given));
	given.options.size = size;
	given.options.root = scratch->path;
	if (set_byte)
		given.bytes[set_byte] = 1;
	struct tpatch_plan *plan = tpatch_plan_make(sets, &given.options, &error);
	assert_int_equal(plan == NULL, shown != NULL);
	if (shown)
		expect_error(error, TPATCH_ERROR_USAGE, shown);
	tpatch_plan_free(plan);
	tpatch_sets_free(sets);
}

TEST(api_takes_options_of_any_size)
{
	struct scratch scratch = make_tree("set(A 1)\n");
	size_t least = offsetof(struct tpatch_options, root) + sizeof(char *), known = sizeof(struct tpatch_options);
	static const char newer[] = "the options are newer than this tpatch (" TPATCH_VERSION ")\n";
	expect_options(&scratch, 0, 0, "'size' of the options is 0\nhint: set it to sizeof(struct tpatch_options)\n");
	expect_options(
		&scratch, least - 1, 0, "'size' of the options is 15\nhint: set it to sizeof(struct tpatch_options)\n");
	expect_options(&scratch, least, 0, NULL);
	expect_options(&scratch, known, 0, NULL);
	expect_options(&scratch, known, known, NULL);
	expect_options(&scratch, known + 8, 0, NULL);
	expect_options(&scratch, known + 8, known, newer);
	expect_options(&scratch, known + 8, known + 7, newer);
	expect_options(&scratch, known + 8, known + 8, NULL);
	scratch_free(&scratch);
}

TEST(api_names_what_is_unknown_and_writes_nothing_that_does_not_fit)
{
	struct scratch scratch = make_tree("set(B 1)\n");
	struct tpatch_error *error = NULL;
	struct tpatch_sets *sets = open_sets(&scratch);
	struct tpatch_options options = { .size = sizeof(options), .root = scratch.path };
	struct tpatch_plan *plan = tpatch_plan_make(sets, &options, &error);
	size_t size = 0, n_sets = 0;
	assert_non_null(plan);
	assert_true(tpatch_plan_is_stopped(plan));
	assert_null(tpatch_plan_report(plan, "texts", &size, &error));
	expect_error(error, TPATCH_ERROR_USAGE, "unknown format 'texts'\n");
	assert_null(tpatch_commit(plan, &error));
	expect_error(error, TPATCH_ERROR_UNFIT, "rules do not fit the tree; nothing was written\n");
	char *none = tpatch_plan_diff(plan, 0, 3, &size), *report = tpatch_plan_report(plan, "text", NULL, &error);
	assert_string_equal(none, "");
	assert_int_equal(size, 0);
	assert_non_null(strstr(report, "1 rule does not fit this tree; nothing was written.\n"));
	tpatch_free(none);
	tpatch_free(report);
	while (tpatch_sets_at(sets, n_sets))
		n_sets++;
	assert_null(tpatch_sets_at(sets, n_sets + 1));
	assert_string_equal(tpatch_sets_at(sets, 0)->name, "demo-1");
	assert_string_equal(tpatch_sets_at(sets, 0)->versions, "1.*");
	assert_int_equal(tpatch_sets_at(sets, 0)->n_rules, 1);
	tpatch_plan_free(plan);
	tpatch_sets_free(sets);
	scratch_free(&scratch);
}

static struct tpatch_plan *make_plan(const struct tpatch_sets *sets, const struct scratch *scratch)
{
	struct tpatch_error *error = NULL;
	struct tpatch_options options = { .size = sizeof(options), .root = scratch->path };
	struct tpatch_plan *plan = tpatch_plan_make(sets, &options, &error);
	assert_non_null(plan);
	return plan;
}

static void expect_text(char *text, const char *wanted)
{
	assert_string_equal(text, wanted);
	tpatch_free(text);
}

static void expect_file(const struct scratch *scratch, const char *path, const char *wanted)
{
	char *text = scratch_read(scratch, path);
	assert_string_equal(text, wanted);
	free(text);
}

/* What a call that writes says of itself; without warnings. */
static void expect_outcome(struct tpatch_outcome *outcome, unsigned long run, unsigned long kept_run, size_t n_files)
{
	assert_non_null(outcome);
	assert_int_equal(outcome->run, run);
	assert_int_equal(outcome->kept_run, kept_run);
	assert_int_equal(outcome->n_files, n_files);
	assert_null(outcome->warnings[0]);
	tpatch_outcome_free(outcome);
}

TEST(api_shows_what_a_plan_would_do)
{
	static const char diff[] =
		"diff --git a/a.cmake b/a.cmake\n--- a/a.cmake\n+++ b/a.cmake\n@@ -2 +2 @@\n-set(A 1)\n+set(A 2)\n";
	struct scratch scratch = make_tree("# a\nset(A 1)\n# b\n");
	struct tpatch_sets *sets = open_sets(&scratch);
	struct tpatch_plan *plan = make_plan(sets, &scratch);
	const struct tpatch_target *target = tpatch_plan_target(plan);
	size_t size = 0;
	assert_false(tpatch_plan_is_stopped(plan));
	assert_string_equal(target->root, scratch.path);
	assert_string_equal(target->project, "demo");
	assert_string_equal(target->version, "looks like 1.0");
	assert_string_equal(target->set, "demo-1");
	assert_int_equal(target->n_changes, 1);
	const struct tpatch_rule *rule = tpatch_plan_rule(plan, 0);
	assert_string_equal(rule->id, "raise");
	assert_int_equal(rule->verdict, TPATCH_WOULD_PATCH);
	assert_int_equal(rule->n_places, 1);
	assert_null(tpatch_plan_rule(plan, 1));
	const struct tpatch_finding *finding = tpatch_plan_finding(plan, 0);
	assert_string_equal(finding->path, "a.cmake");
	assert_int_equal(finding->line, 2);
	assert_null(tpatch_plan_finding(plan, 1));
	assert_null(tpatch_plan_note(plan, 0));
	const struct tpatch_change *change = tpatch_plan_change(plan, 0);
	assert_string_equal(change->before, "# a\nset(A 1)\n# b\n");
	assert_string_equal(change->after, "# a\nset(A 2)\n# b\n");
	assert_null(tpatch_plan_change(plan, 1));
	const struct tpatch_edit *edit = tpatch_plan_edit(plan, 0, 0);
	assert_string_equal(edit->rule, "raise");
	assert_int_equal(edit->line, 2);
	assert_null(tpatch_plan_edit(plan, 0, change->n_edits));
	assert_null(tpatch_plan_edit(plan, 1, 0));
	expect_text(tpatch_plan_diff(plan, 0, 0, &size), diff);
	assert_int_equal(size, sizeof(diff) - 1);
	expect_text(tpatch_plan_diff(plan, TPATCH_ALL_CHANGES, 0, NULL), diff);
	expect_text(tpatch_plan_diff(plan, 1, 0, NULL), "");
	tpatch_plan_free(plan);
	tpatch_plan_free(NULL);
	tpatch_sets_free(sets);
	scratch_free(&scratch);
}

#define EVERYTHING                                                                                                     \
	"tpatch: 1\nname: demo-1\nsummary: A set\ntarget: {project: demo, versions: \"1.*\"}\nrules:\n"                \
	"  - {id: raise, title: Raise, why: w, links: [https://example.org/1], files: '*.cmake',\n"                    \
	"     edits: [{match: set(A $V), where: {V: {version: '<2'}}, set: {V: '2'}}]}\n"                              \
	"  - {id: drop, title: Drop, why: w, files: old.txt, edits: [{remove-file: {text: \"old\\n\"}}]}\n"            \
	"  - {id: make, title: Make, why: w, files: new.txt, edits: [{create: \"new\\n\"}]}\n"                         \
	"  - {id: move, title: Move, why: w, files: here.txt, edits: [{rename-file: there.txt}]}\n"                    \
	"  - {id: heed, title: Heed, why: w, warn: The cable is short.}\n"                                             \
	"  - {id: done, title: Done, why: w, files: b.cmake, edits: [{match: set(B 1), replace: set(B 2)}]}\n"

/* All that the calls tell of a plan, a line each. */
static char *everything_of(const struct tpatch_plan *plan)
{
	struct str out = STR_INIT;
	for (size_t i = 0; tpatch_plan_rule(plan, i); i++) {
		const struct tpatch_rule *rule = tpatch_plan_rule(plan, i);
		str_addf(&out, "%s '%s' %s: %s; %zu of %zu, %zu of %zu%s%s\n", rule->id, rule->title, rule->why,
			tpatch_verdict_name(rule->verdict), rule->n_places, rule->n_files, rule->n_applied_places,
			rule->n_applied_files, rule->links[0] ? " " : "", rule->links[0] ? rule->links[0] : "");
		if (rule->detail)
			str_addf(&out, "  %s\n", rule->detail);
	}
	for (size_t i = 0; tpatch_plan_finding(plan, i); i++) {
		const struct tpatch_finding *finding = tpatch_plan_finding(plan, i);
		str_addf(&out, "%s:%zu:%zu: %s %s, %zu, %zu\n", finding->path, finding->line, finding->column,
			finding->rule, tpatch_verdict_name(finding->verdict), finding->n_places,
			finding->n_applied_places);
	}
	for (size_t i = 0; tpatch_plan_note(plan, i); i++) {
		const struct tpatch_note *note = tpatch_plan_note(plan, i);
		str_addf(&out, "%s:%zu:%zu: %s: %s\n", note->path, note->line, note->column, note->rule, note->text);
	}
	for (size_t i = 0; tpatch_plan_change(plan, i); i++) {
		const struct tpatch_change *change = tpatch_plan_change(plan, i);
		str_addf(&out, "%s%s%s%s%s%s%s by %s, +%zu -%zu: %zu bytes become %zu\n", change->path,
			change->new_path ? " => " : "", change->new_path ? change->new_path : "",
			change->is_new ? " new" : "", change->is_gone ? " gone" : "",
			change->changes_mode ? " mode" : "", change->executable ? " +x" : "", change->rules[0],
			change->n_added, change->n_removed, change->before_size, change->after_size);
		for (size_t k = 0; tpatch_plan_edit(plan, i, k); k++) {
			const struct tpatch_edit *edit = tpatch_plan_edit(plan, i, k);
			str_addf(&out, "  %s:%zu:%zu, %zu to %zu: '%s'\n", edit->rule, edit->line, edit->column,
				edit->begin, edit->end, edit->text);
		}
	}
	return str_detach(&out);
}

TEST(api_tells_everything_that_a_plan_holds)
{
	struct scratch scratch = make_tree("set(A 1)\n set(A ${V})\n");
	scratch_write(&scratch, "sets/set.yaml", EVERYTHING);
	scratch_write(&scratch, "b.cmake", "set(B 2)\n");
	scratch_write(&scratch, "old.txt", "old\n");
	scratch_write(&scratch, "here.txt", "here\n");
	struct tpatch_sets *sets = open_sets(&scratch);
	struct tpatch_plan *plan = make_plan(sets, &scratch);
	char *told = everything_of(plan);
	assert_string_equal(told,
		"raise 'Raise' w: would-patch; 1 of 1, 0 of 0 https://example.org/1\n"
		"drop 'Drop' w: would-patch; 1 of 1, 0 of 0\n"
		"make 'Make' w: would-patch; 1 of 1, 0 of 0\n"
		"move 'Move' w: would-patch; 1 of 1, 0 of 0\n"
		"heed 'Heed' w: warning; 0 of 0, 0 of 0\n"
		"  The cable is short.\n"
		"done 'Done' w: already-patched; 0 of 0, 1 of 1\n"
		"a.cmake:1:1: raise would-patch, 1, 0\n"
		"b.cmake:1:1: done already-patched, 0, 1\n"
		"here.txt:0:0: move would-patch, 1, 0\n"
		"new.txt:0:0: make would-patch, 1, 0\n"
		"old.txt:0:0: drop would-patch, 1, 0\n"
		"a.cmake:2:2: raise: '${V}' is not a plain version: it stays as it is, because nothing shows whether "
		"it is <2\n"
		"a.cmake by raise, +1 -1: 22 bytes become 22\n"
		"  raise:1:7, 6 to 7: '2'\n"
		"here.txt => there.txt by move, +0 -0: 5 bytes become 5\n"
		"new.txt new by make, +1 -0: 0 bytes become 4\n"
		"  make:1:1, 0 to 0: 'new\n'\n"
		"old.txt gone by drop, +0 -1: 4 bytes become 0\n");
	free(told);
	tpatch_plan_free(plan);
	tpatch_sets_free(sets);
	scratch_free(&scratch);
}

static void refuse_plan(const struct tpatch_sets *sets, const struct tpatch_options *options,
	enum tpatch_error_kind kind, const char *shown)
{
	struct tpatch_error *error = NULL;
	assert_null(tpatch_plan_make(sets, options, &error));
	expect_error(error, kind, shown);
}

TEST(api_says_why_there_is_no_plan)
{
	struct scratch scratch = make_tree("set(A 1)\n");
	struct tpatch_sets *sets = open_sets(&scratch);
	const struct tpatch_options base = { .size = sizeof(base), .root = scratch.path };
	struct tpatch_options options = base;
	options.tag = "seven";
	refuse_plan(sets, &options, TPATCH_ERROR_USAGE,
		"'seven' is not a valid version for --tag\n"
		"hint: write it as '1.12.1' or 'v1.12.1', or '1.12' for a series\n");
	options = base;
	options.use = "demo-2";
	refuse_plan(sets, &options, TPATCH_ERROR_USAGE,
		"no patch set 'demo-2'\nhint: did you mean 'demo-1'? `tpatch list` names the sets\n");
	options = base;
	options.rules = (const char *const[]){ "lower", NULL };
	refuse_plan(sets, &options, TPATCH_ERROR_USAGE,
		"--rule 'lower' matches no rule of 'demo-1'\n"
		"hint: `tpatch list demo-1` names the rules; '*' stands for any letters: --rule '*lower*'\n");
	tpatch_sets_free(sets);
	scratch_free(&scratch);
}

TEST(api_writes_runs_takes_them_back_and_reads_them)
{
	struct scratch scratch = make_tree("set(A 1)\n");
	struct tpatch_error *error = NULL;
	struct tpatch_sets *sets = open_sets(&scratch);
	struct tpatch_plan *plan = make_plan(sets, &scratch);
	expect_outcome(tpatch_commit(plan, &error), 1, 0, 1);
	expect_file(&scratch, "a.cmake", "set(A 2)\n");
	assert_null(tpatch_commit(plan, &error)); /* the file is not what the plan read */
	assert_int_equal(error->kind, TPATCH_ERROR_IO);
	assert_non_null(strstr(error->message, "a.cmake"));
	tpatch_error_free(error);
	tpatch_plan_free(plan);
	plan = make_plan(sets, &scratch);
	expect_outcome(tpatch_commit(plan, &error), 0, 0, 0);
	tpatch_plan_free(plan);
	tpatch_sets_free(sets);
	expect_outcome(tpatch_recover(scratch.path, &error), 0, 0, 0);

	struct tpatch_journal *journal = tpatch_journal_read(scratch.path, &error);
	const struct tpatch_run *run = tpatch_journal_run(journal, 0);
	assert_int_equal(run->number, 1);
	assert_int_equal(run->state, TPATCH_RUN_APPLIED);
	assert_true(run->time_ns > 0);
	assert_string_equal(run->tool, tpatch_version());
	assert_string_equal(run->set, "demo-1");
	assert_string_equal(run->target, "looks like 1.0");
	assert_int_equal(run->n_files, 1);
	assert_null(tpatch_journal_run(journal, 1));
	assert_string_equal(tpatch_journal_path(journal, 0, 0), "a.cmake");
	assert_null(tpatch_journal_path(journal, 0, 1));
	assert_null(tpatch_journal_path(journal, 1, 0));
	tpatch_journal_free(journal);
	tpatch_journal_free(NULL);

	assert_null(tpatch_rollback(scratch.path, 2, false, &error));
	expect_error(error, TPATCH_ERROR_USAGE, "there is no run 2\nhint: run 1 is applied: see `tpatch log`\n");
	scratch_write(&scratch, "a.cmake", "set(A 3)\n");
	assert_null(tpatch_rollback(scratch.path, 0, false, &error));
	assert_int_equal(error->kind, TPATCH_ERROR_UNFIT);
	tpatch_error_free(error);
	expect_file(&scratch, "a.cmake", "set(A 3)\n");
	expect_outcome(tpatch_rollback(scratch.path, 0, true, &error), 1, 2, 1);
	expect_file(&scratch, "a.cmake", "set(A 1)\n");
	scratch_free(&scratch);
}

TEST(api_says_of_each_call_that_there_is_no_such_root)
{
	struct scratch scratch = make_tree("set(A 1)\n");
	const char *nowhere = scratch_path(&scratch, "nowhere");
	struct tpatch_error *errors[4] = { NULL };
	assert_null(tpatch_rollback(nowhere, 0, false, &errors[0]));
	assert_null(tpatch_recover(nowhere, &errors[1]));
	assert_null(tpatch_journal_read(nowhere, &errors[2]));
	assert_null(tpatch_sets_open(nowhere, &errors[3]));
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(errors[i]->kind, TPATCH_ERROR_USAGE);
		assert_non_null(strstr(errors[i]->message, "nowhere"));
		tpatch_error_free(errors[i]);
	}
	assert_null(tpatch_recover(nowhere, NULL)); /* nobody asks why */
	assert_string_equal(tpatch_verdict_name(TPATCH_WOULD_PATCH), "would-patch");
	assert_string_equal(tpatch_verdict_name(TPATCH_NEEDS_FACT), "needs-fact");
	assert_null(tpatch_verdict_name((enum tpatch_verdict)(TPATCH_NEEDS_FACT + 1)));
	scratch_free(&scratch);
}
