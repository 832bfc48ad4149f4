/* What is asked of a journal that was read: which run did what to a path, and which can be undone. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "commit/journal/journal.h"
#include "plan/plan.h"
#include "platform/read.h"

static const char *const no_rules[] = { NULL };

/* Runs 1 to `count`, not in their order, each of which changed a and one file of its own. */
static void make_runs(struct journal *journal, struct run *runs, struct run_file (*files)[2], size_t count)
{
	static const char *const own[] = { "b1", "b2", "b3", "b4", "b5" };
	*journal = (struct journal){ .runs = runs, .n_runs = count };
	for (size_t i = 0; i < count; i++) {
		files[i][0] = (struct run_file){ .path = "a", .rules = no_rules };
		files[i][1] = (struct run_file){ .path = own[i], .rules = no_rules };
		runs[count - 1 - i] = (struct run){
			.number = i + 1, .state = RUN_APPLIED, .proof = PROOF_OURS, .files = files[i], .n_files = 2
		};
	}
	journal_index(journal);
}

static unsigned long number_of(const struct run *run)
{
	return run ? run->number : 0;
}

static void free_runs(struct journal *journal)
{
	free(journal->changed);
	table_release(&journal->newest);
	arena_release(&journal->arena);
}

TEST(journal_knows_who_changed_a_path_last)
{
	struct journal journal;
	struct run runs[4];
	struct run_file files[4][2];
	const struct run_file *file = NULL;
	make_runs(&journal, runs, files, 4);
	for (size_t i = 0; i < 4; i++)
		assert_int_equal(runs[i].number, i + 1);
	assert_int_equal(number_of(journal_applied_to(&journal, "a", &file)), 4);
	assert_true(file == &files[3][0]);
	assert_int_equal(number_of(journal_applied_to(&journal, "b2", &file)), 2);
	assert_null(journal_applied_to(&journal, "c", &file));
	assert_int_equal(number_of(journal_applied_next(&journal, &runs[1], 0, &file)), 3);
	assert_true(file == &files[2][0]);
	assert_null(journal_applied_next(&journal, &runs[1], 1, &file));
	assert_null(journal_applied_next(&journal, &runs[3], 0, &file));
	assert_int_equal(number_of(journal_find(&journal, 3)), 3);
	assert_null(journal_find(&journal, 5));
	assert_null(journal_find(&journal, 0));
	assert_int_equal(journal.n_in_force, 4);
	assert_int_equal(journal.n_applied_first, 4);
	free_runs(&journal);
}

TEST(journal_forgets_a_run_that_is_undone)
{
	struct journal journal;
	struct run runs[4];
	struct run_file files[4][2];
	const struct run_file *file = NULL;
	make_runs(&journal, runs, files, 4);
	journal_set_undone(&journal, &runs[1]); /* in between */
	assert_int_equal(runs[1].state, RUN_UNDONE);
	assert_int_equal(number_of(journal_applied_next(&journal, &runs[0], 0, &file)), 3);
	assert_int_equal(number_of(journal_applied_to(&journal, "a", &file)), 4);
	assert_null(journal_applied_to(&journal, "b2", &file));
	assert_int_equal(journal.n_in_force, 4);
	assert_int_equal(journal.n_applied_first, 1);
	journal_set_undone(&journal, &runs[3]); /* the newest: what is older speaks for the path again */
	assert_int_equal(number_of(journal_applied_to(&journal, "a", &file)), 3);
	assert_true(file == &files[2][0]);
	assert_null(journal_applied_next(&journal, &runs[2], 0, &file));
	assert_int_equal(journal.n_in_force, 3);
	assert_int_equal(journal.n_applied_first, 1);
	assert_int_equal(number_of(journal_last(&journal, RUN_APPLIED)), 3);
	assert_int_equal(number_of(journal_last(&journal, RUN_UNDONE)), 4);
	assert_null(journal_last(&journal, RUN_BROKEN));
	journal_set_undone(&journal, &runs[0]); /* the oldest */
	assert_int_equal(number_of(journal_applied_to(&journal, "a", &file)), 3);
	assert_int_equal(journal.n_applied_first, 0);
	journal_set_undone(&journal, &runs[0]); /* again: nothing more happens */
	assert_int_equal(number_of(journal_applied_to(&journal, "a", &file)), 3);
	journal_set_undone(&journal, &runs[2]);
	assert_null(journal_applied_to(&journal, "a", &file));
	assert_int_equal(journal.n_in_force, 0);
	assert_null(journal_last(&journal, RUN_APPLIED));
	free_runs(&journal);
}

static void assert_not_chosen(
	const struct journal *journal, unsigned long number, const char *message, const char *hint)
{
	struct err err = ERR_INIT;
	assert_null(journal_choose(journal, number, &err));
	assert_string_equal(err.message, message);
	assert_string_equal(err.hint ? err.hint : "", hint);
	err_release(&err);
}

TEST(journal_chooses_an_applied_run_and_says_why_not)
{
	struct journal journal, empty = { 0 };
	struct run runs[4];
	struct run_file files[4][2];
	struct err err = ERR_INIT;
	make_runs(&journal, runs, files, 4);
	assert_int_equal(journal_choose(&journal, 0, &err)->number, 4);
	assert_int_equal(journal_choose(&journal, 2, &err)->number, 2);
	journal_set_undone(&journal, &runs[3]);
	runs[1].state = RUN_BROKEN;
	runs[1].problem = "it was changed";
	assert_int_equal(journal_choose(&journal, 0, &err)->number, 3);
#define RUNS "run 1 is applied, run 2 is broken, run 3 is applied, run 4 is undone: see `tpatch log`"
	assert_not_chosen(&journal, 4, "run 4 is undone: only an applied run can be undone", RUNS);
	assert_not_chosen(&journal, 9, "there is no run 9", RUNS);
	assert_not_chosen(&journal, 2, "run 2 cannot be undone: it was changed",
		"its originals are in '.tpatch/runs/000002/old'");
#define NO_RECORD "tpatch has no record of a run in this folder; --root must be the tree that was patched"
	assert_not_chosen(&empty, 0, "no run to undo", NO_RECORD);
	assert_not_chosen(&empty, 7, "no run to undo", NO_RECORD);
	journal_set_undone(&journal, &runs[2]);
	journal_set_undone(&journal, &runs[0]);
	assert_not_chosen(&journal, 0, "no applied run to undo",
		"run 1 is undone, run 2 is broken, run 3 is undone, run 4 is undone: see `tpatch log`");
	free_runs(&journal);
}

TEST(journal_lists_the_last_twenty_runs)
{
	struct run runs[22];
	struct journal journal = { .runs = runs, .n_runs = 20 };
	struct err err = ERR_INIT;
	for (size_t i = 0; i < 22; i++)
		runs[i] = (struct run){ .number = i + 1, .state = RUN_UNDONE };
	assert_null(journal_choose(&journal, 0, &err));
	assert_memory_equal(err.hint, "run 1 is undone, run 2 is undone, ", 34);
	err_release(&err);
	journal.n_runs = 22;
	assert_null(journal_choose(&journal, 0, &err));
	assert_memory_equal(err.hint, "…, run 3 is undone, run 4 is undone, ", 39);
	assert_non_null(strstr(err.hint, ", run 22 is undone: "));
	err_release(&err);
}

TEST(journal_tells_where_a_rule_was_declined)
{
	static const char *const made[] = { "rule", NULL };
	struct journal journal;
	struct run runs[3];
	struct run_file files[3][2];
	struct run_declined of_a[] = { { .rule = "other", .path = NULL }, { .rule = "rule", .path = "a" } };
	struct run_declined of_all[] = { { .rule = "rule", .path = NULL } };
	struct arena arena = ARENA_INIT;
	make_runs(&journal, runs, files, 3);
	for (size_t i = 0; i < 3; i++)
		run_index(&runs[i], &arena);
	assert_null(journal_declined_in(&journal, "rule", "a"));
	runs[0].declined = of_a;
	runs[0].n_declined = 2;
	assert_int_equal(number_of(journal_declined_in(&journal, "rule", "a")), 1);
	assert_int_equal(number_of(journal_declined_in(&journal, "rule", NULL)), 1);
	assert_null(journal_declined_in(&journal, "rule", "b1"));
	assert_int_equal(number_of(journal_declined_in(&journal, "other", "b1")), 1);
	runs[1].declined = of_all;
	runs[1].n_declined = 1;
	assert_int_equal(number_of(journal_declined_in(&journal, "rule", "b1")), 2);
	files[2][0].rules = made; /* a newer run made it after all, in a */
	assert_null(journal_declined_in(&journal, "rule", "a"));
	assert_int_equal(number_of(journal_declined_in(&journal, "rule", "b1")), 2);
	assert_int_equal(number_of(journal_declined_in(&journal, "rule", NULL)), 2);
	runs[1].proof = PROOF_OTHER_KEY; /* of another user */
	assert_null(journal_declined_in(&journal, "rule", "b1"));
	journal_set_undone(&journal, &runs[2]);
	assert_int_equal(number_of(journal_declined_in(&journal, "rule", "a")), 1);
	free_runs(&journal);
	arena_release(&arena);
}

/* Two runs of one file: 1, by the rules `first`, made "b" of "a", and 2, by `second`, "c" of "b". */
struct layered {
	struct journal journal;
	struct run runs[2];
	struct run_file files[2];
	struct run_detail edits;
};

static void make_layered(struct layered *l, const char *edits)
{
	static const char *const first[] = { "first", NULL }, *const second[] = { "second", NULL };
	struct hash a = hash_of(SLICE_LITERAL("a")), b = hash_of(SLICE_LITERAL("b")), c = hash_of(SLICE_LITERAL("c"));
	*l = (struct layered){ .edits = { ORIGIN_EDITS, edits } };
	l->files[0] = (struct run_file){ .path = "f", .before = a, .after = b, .rules = first };
	l->files[1] = (struct run_file){ .path = "f", .before = b, .after = c, .rules = second };
	for (size_t i = 0; i < 2; i++)
		l->runs[i] = (struct run){
			.number = i + 1, .state = RUN_APPLIED, .proof = PROOF_OURS, .files = &l->files[i], .n_files = 1
		};
	l->runs[0].origin = (struct run_origin){ .items = &l->edits, .count = edits != NULL };
	l->journal = (struct journal){ .runs = l->runs, .n_runs = 2 };
	for (size_t i = 0; i < 2; i++)
		run_index(&l->runs[i], &l->journal.arena);
	journal_index(&l->journal);
}

static bool made(const struct layered *l, const char *rule, const char *edit, const char *text)
{
	struct applied_lookup lookup = journal_applied_lookup(&l->journal);
	return lookup.has_made(lookup.ctx, rule, hash_of(slice_of(edit)), "f", slice_of(text));
}

TEST(journal_knows_which_edits_were_made)
{
	struct layered l;
	struct str edits = STR_INIT;
	char x[HASH_HEX_LEN + 1], y[HASH_HEX_LEN + 1];
	hash_to_hex(hash_of(SLICE_LITERAL("x")), x);
	hash_to_hex(hash_of(SLICE_LITERAL("y")), y);
	str_addf(&edits, "first=%s,%s", x, y);
	make_layered(&l, edits.ptr);
	assert_true(made(&l, "first", "x", "c"));
	assert_true(made(&l, "first", "y", "c"));
	assert_true(made(&l, "renamed", "y", "c"));
	assert_false(made(&l, "first", "z", "c"));
	assert_false(made(&l, "first", "x", "d")); /* somebody changed it */
	assert_false(made(&l, "first", "x", "b")); /* or undid what the second run did */
	assert_true(made(&l, "second", "z", "c")); /* of which nobody tells the edits */
	l.runs[0].proof = PROOF_NONE;
	assert_false(made(&l, "first", "x", "c"));
	free_runs(&l.journal);
	str_clear(&edits);
	str_addf(&edits, "other=%s", x); /* it had no part in this file */
	make_layered(&l, edits.ptr);
	assert_false(made(&l, "other", "x", "c"));
	free_runs(&l.journal);
	make_layered(&l, NULL);
	assert_true(made(&l, "first", "z", "c"));
	assert_false(made(&l, "third", "z", "c"));
	free_runs(&l.journal);
	str_release(&edits);
}

static bool as_left(const struct layered *l, enum file_type type, uint32_t mode, const char *text)
{
	struct applied_lookup lookup = journal_applied_lookup(&l->journal);
	struct file_stat st = { .type = type, .mode = mode };
	return lookup.is_as_left(lookup.ctx, "f", &st, slice_of(text));
}

TEST(journal_knows_whether_a_file_is_as_it_was_left)
{
	struct layered l;
	make_layered(&l, NULL);
	assert_true(as_left(&l, FILE_REGULAR, 0644, "c"));
	assert_false(as_left(&l, FILE_REGULAR, 0644, "b"));
	assert_false(as_left(&l, FILE_NONE, 0, ""));
	l.files[1].mode = 0644;
	l.files[1].after_mode = 0755;
	assert_true(as_left(&l, FILE_REGULAR, 0755, "c"));
	/* Where no file has that bit, none has lost it. */
	assert_int_equal(as_left(&l, FILE_REGULAR, 0644, "c"), !platform_has_executable_bit());
	l.files[1].is_gone = true;
	assert_true(as_left(&l, FILE_NONE, 0, ""));
	assert_false(as_left(&l, FILE_REGULAR, 0755, "c"));
	free_runs(&l.journal);
	l = (struct layered){ 0 };
	assert_false(as_left(&l, FILE_REGULAR, 0644, "c"));
}
