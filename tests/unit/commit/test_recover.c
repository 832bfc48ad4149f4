#include "unit.h"

#include <stdlib.h>

#include "commit_fixture.h"

#define NS 1000000000LL

/* A tree whose commit was cut off before write call `at`. */
static void leave_interrupted(struct scratch *s, size_t count, size_t at)
{
	struct faulty ops = faulty_new();
	struct err err = ERR_INIT;
	ops.fail_from = at;
	make_tree(s, count);
	assert_false(do_commit(&ops.ops, s, count, &err));
	err_release(&err);
	forgive_root_time(s);
}

/* The first call whose loss leaves the tree torn: the second file's replace. */
static size_t first_torn_call(struct scratch *s, const struct oracle *oracle, size_t count)
{
	for (size_t at = 1;; at++) {
		leave_interrupted(s, count, at);
		if (oracle_ask(oracle, s) == TREE_TORN)
			return at;
	}
}

TEST(recover_stops_at_a_file_that_is_neither)
{
	struct scratch s = scratch_new();
	struct oracle oracle = oracle_new(&s, 3);
	leave_interrupted(&s, 3, first_torn_call(&s, &oracle, 3));
	/* Files are replaced in order of path: a/b/f002.txt is the first. */
	assert_text(&s, "a/b/f002.txt", "");
	scratch_write(&s, "a/b/f002.txt", "edited");
	char *before = scratch_snapshot(&s, true);
	struct outcome outcome = try_recover(&s);
	assert_refused(&outcome, ERR_IO_TORN, "run 1 cannot be recovered: 1 file blocks it", "a/b/f002.txt",
		"has changed since: it is neither what run 1 found ('.tpatch/runs/000001/old/0') nor what it left");
	char *after = scratch_snapshot(&s, true);
	assert_string_equal(after, before);
	free(before), free(after);
	/* No other command goes on over it. */
	struct err err = ERR_INIT;
	assert_false(do_rollback(platform_write_ops(), &s, 0, &err));
	assert_int_equal(err.kind, ERR_IO_TORN);
	assert_string_equal(err.message, "run 1 was interrupted");
	err_release(&err);
	outcome = try_commit(&s, &(struct wanted){ .path = "a/keep.txt", .after = "x" }, 1);
	assert_refused(&outcome, ERR_IO_TORN, "run 1 was interrupted", NULL, NULL);
	/* With the original in its place it does. */
	char *original = scratch_read(&s, ".tpatch/runs/000001/old/0");
	scratch_write(&s, "a/b/f002.txt", original);
	scratch_set_mtime(&s, "a/b/f002.txt", 1500000002 * NS + 123456700);
	free(original);
	assert_true(do_recover(platform_write_ops(), &s, NULL));
	assert_int_equal(oracle_ask(&oracle, &s), TREE_BEFORE);
	oracle_free(&oracle);
	scratch_free(&s);
}

TEST(recover_leaves_alone_what_the_run_had_not_yet_replaced)
{
	struct scratch s = scratch_new();
	struct oracle oracle = oracle_new(&s, 3);
	leave_interrupted(&s, 3, first_torn_call(&s, &oracle, 3));
	scratch_write(&s, "f000.txt", "edited");
	struct outcome outcome = try_recover(&s);
	assert_true(outcome.ok);
	assert_int_equal(outcome.report.run, 1);
	assert_int_equal(outcome.report.n_files, 1);
	assert_int_equal(outcome.report.n_warnings, 1);
	assert_string_equal(outcome.report.warnings[0], "'f000.txt' has changed since; it was left as it is");
	outcome_free(&outcome);
	assert_text(&s, "f000.txt", "edited");
	assert_text(&s, "a/b/f002.txt", "before 2");
	assert_int_equal(state_of(&s, 1), RUN_UNDONE);
	oracle_free(&oracle);
	scratch_free(&s);
}

TEST(recover_stops_when_an_original_is_damaged)
{
	struct scratch s = scratch_new();
	struct oracle oracle = oracle_new(&s, 3);
	/* Once it is no longer kept under two names. */
	leave_interrupted(&s, 3, first_torn_call(&s, &oracle, 3) + 1);
	scratch_write(&s, ".tpatch/runs/000001/old/0", "damaged");
	struct outcome outcome = try_recover(&s);
	assert_refused(&outcome, ERR_IO_TORN, "run 1 cannot be recovered: 1 file blocks it", "a/b/f002.txt",
		"its original '.tpatch/runs/000001/old/0' has changed since");
	oracle_free(&oracle);
	scratch_free(&s);
}

TEST(recover_does_not_act_on_a_broken_header)
{
	struct scratch s = scratch_new();
	struct oracle oracle = oracle_new(&s, 3);
	leave_interrupted(&s, 3, first_torn_call(&s, &oracle, 3));
	scratch_write(&s, ".tpatch/runs/000001/header.pending", "tpatch-run 1\n");
	char *before = scratch_snapshot(&s, true);
	struct outcome outcome = try_recover(&s);
	assert_refused(&outcome, ERR_IO_TORN,
		"run 1 was interrupted and cannot be recovered: its header does not match its checksum", NULL, NULL);
	char *after = scratch_snapshot(&s, true);
	assert_string_equal(after, before);
	free(before), free(after);
	oracle_free(&oracle);
	scratch_free(&s);
}

TEST(recover_removes_a_run_without_a_header)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "f", "x");
	scratch_write(&s, ".tpatch/runs/000001/new/0", "new");
	scratch_write(&s, ".tpatch/runs/000001/header.tmp", "tpatch-run");
	scratch_mkdir(&s, ".tpatch/runs/000001/old");
	scratch_link(&s, "f", ".tpatch/runs/000001/old/0");
	struct outcome outcome = try_recover(&s);
	assert_true(outcome.ok);
	assert_int_equal(outcome.report.run, 0);
	outcome_free(&outcome);
	assert_false(scratch_exists(&s, ".tpatch/runs/000001"));
	assert_text(&s, "f", "x");
	scratch_free(&s);
}
