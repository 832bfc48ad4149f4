#include "unit.h"

#include "commit_fixture.h"

#define NS 1000000000LL

TEST(rollback_goes_back_run_by_run)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "f", "1");
	commit_ok(&s, "f", "2");
	commit_ok(&s, "f", "3");
	struct outcome outcome = try_rollback(&s, 1);
	assert_refused(&outcome, ERR_UNFIT, "run 1 cannot be undone: 1 file blocks it", "f",
		"was changed by run 2 later: undo that one first");
	assert_text(&s, "f", "3");
	assert_true(do_rollback(platform_write_ops(), &s, 0, NULL));
	assert_text(&s, "f", "2");
	assert_true(do_rollback(platform_write_ops(), &s, 0, NULL));
	assert_text(&s, "f", "1");
	outcome = try_rollback(&s, 0);
	assert_refused(&outcome, ERR_USAGE, "no applied run to undo", NULL, NULL);
	commit_ok(&s, "f", "4");
	assert_int_equal(state_of(&s, 3), RUN_APPLIED);
	scratch_free(&s);
}

TEST(rollback_of_an_older_run_that_nobody_overlaid)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "f", "1");
	scratch_write(&s, "g", "1");
	commit_ok(&s, "f", "2");
	commit_ok(&s, "g", "2");
	assert_true(do_rollback(platform_write_ops(), &s, 1, NULL));
	assert_text(&s, "f", "1");
	assert_text(&s, "g", "2");
	assert_int_equal(state_of(&s, 1), RUN_UNDONE);
	assert_int_equal(state_of(&s, 2), RUN_APPLIED);
	scratch_free(&s);
}

TEST(rollback_refuses_a_file_that_was_edited_since)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "a", "a");
	scratch_write(&s, "b", "b");
	struct outcome outcome =
		try_commit(&s, (struct wanted[]){ { .path = "a", .after = "A" }, { .path = "b", .after = "B" } }, 2);
	assert_true(outcome.ok);
	outcome_free(&outcome);
	scratch_write(&s, "b", "edited");
	outcome = try_rollback(&s, 0);
	assert_refused(&outcome, ERR_UNFIT, "run 1 cannot be undone: 1 file blocks it", "b",
		"has changed since: it is neither what run 1 found ('.tpatch/runs/000001/old/1') nor what it left");
	assert_text(&s, "a", "A");
	assert_text(&s, "b", "edited");
	scratch_remove(&s, "b");
	outcome = try_rollback(&s, 0);
	assert_refused(&outcome, ERR_UNFIT, "run 1 cannot be undone: 1 file blocks it", "b",
		"is gone: it is neither what run 1 found ('.tpatch/runs/000001/old/1') nor what it left");
	/* Put back by hand (git checkout), the file is no obstacle. */
	scratch_write(&s, "b", "b");
	assert_true(do_rollback(platform_write_ops(), &s, 0, NULL));
	assert_text(&s, "a", "a");
	assert_text(&s, "b", "b");
	scratch_free(&s);
}

TEST(rollback_refuses_when_the_original_was_written_to)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "f", "old");
	scratch_link(&s, "f", "twin");
	commit_ok(&s, "f", "new");
	scratch_write(&s, "twin", "written in place");
	struct outcome outcome = try_rollback(&s, 0);
	assert_refused(&outcome, ERR_UNFIT, "run 1 cannot be undone: 1 file blocks it", "f",
		"its original '.tpatch/runs/000001/old/0' has changed since");
	assert_text(&s, "f", "new");
	scratch_free(&s);
}

TEST(rollback_mends_mode_and_time_of_an_original_changed_through_another_name)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct file_stat st;
	scratch_write(&s, "f", "old");
	scratch_set_mtime(&s, "f", 5 * NS);
	scratch_link(&s, "f", "twin");
	commit_ok(&s, "f", "new");
	scratch_set_mtime(&s, "twin", 6 * NS);
	scratch_chmod(&s, "twin", 0600);
	assert_true(do_rollback(platform_write_ops(), &s, 0, NULL));
	assert_true(root_stat(s.root, "f", &st, &err));
	assert_true(st.mtime_ns == 5 * NS);
	assert_int_equal(st.mode, 0644);
	scratch_free(&s);
}

TEST(rollback_of_an_unknown_run_lists_the_runs)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "f", "1");
	commit_ok(&s, "f", "2");
	assert_true(do_rollback(platform_write_ops(), &s, 0, NULL));
	commit_ok(&s, "f", "3");
	struct outcome outcome = try_rollback(&s, 9);
	assert_string_equal(outcome.err.hint, "run 1 is undone, run 2 is applied: see `tpatch log`");
	assert_refused(&outcome, ERR_USAGE, "there is no run 9", NULL, NULL);
	outcome = try_rollback(&s, 1);
	assert_refused(&outcome, ERR_USAGE, "run 1 is undone: only an applied run can be undone", NULL, NULL);
	scratch_free(&s);
}

TEST(prune_keeps_the_newest_applied_runs)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct journal journal;
	struct commit_report report;
	scratch_write(&s, "f", "0");
	commit_ok(&s, "f", "1");
	commit_ok(&s, "f", "2");
	commit_ok(&s, "f", "3");
	assert_true(do_rollback(platform_write_ops(), &s, 0, NULL));
	commit_ok(&s, "f", "4");
	assert_true(commit_prune(platform_write_ops(), s.root, 2, &report, &err));
	assert_int_equal(report.n_files, 2);
	commit_report_release(&report);
	assert_true(journal_read(s.root, &journal, &err));
	assert_int_equal(journal.n_runs, 2);
	assert_int_equal(journal.runs[0].number, 2);
	assert_int_equal(journal.runs[1].number, 4);
	journal_release(&journal);
	assert_false(scratch_exists(&s, ".tpatch/runs/000001"));
	assert_false(scratch_exists(&s, ".tpatch/runs/000003"));
	assert_true(do_rollback(platform_write_ops(), &s, 0, NULL));
	assert_text(&s, "f", "2");
	scratch_free(&s);
}

TEST(rollback_of_several_says_for_which_run_a_hint_holds)
{
	struct err err = ERR_INIT;
	err_set(&err, ERR_UNFIT, "run 1 cannot be undone");
	err_hint_of(&err, ERR_HINT_UNWRITTEN, "nothing was written; the run stays applied");
	commit_fail_later(1, 2, 2, 1, &err);
	assert_string_equal(err.message, "1 of 2 runs undone, down to run 2; then: run 1 cannot be undone");
	assert_string_equal(err.hint, "of run 1 nothing was written; the run stays applied");
	err_hint_of(&err, ERR_HINT_AS_IT_WAS, "the tree is as it was");
	commit_fail_later(1, 2, 2, 1, &err);
	assert_string_equal(err.hint, "of run 1 nothing was written");
	/* Of a hint that says nothing of the tree, the words do not count. */
	err_hint(&err, "nothing was written by whom the file belongs to");
	commit_fail_later(1, 2, 2, 1, &err);
	assert_string_equal(err.hint, "nothing was written by whom the file belongs to");
	err_release(&err);
}
