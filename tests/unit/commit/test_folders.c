/* The mtimes of folders. That they survive kills and power cuts is in test_commit_faults.c and test_commit_power.c. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "commit_fixture.h"

#define NS INT64_C(1000000000)
#define OLD (1500000000 * NS + 700)

static int64_t time_of(const struct scratch *s, const char *path)
{
	struct file_stat st;
	struct err err = ERR_INIT;
	assert_true(root_stat(s->root, path, &st, &err));
	assert_int_equal(st.type, FILE_DIRECTORY);
	return st.mtime_ns;
}

/* Files d/a, d/b and e/c; d, e and the root are old. */
static struct scratch new_tree(void)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "d/a", "a");
	scratch_write(&s, "d/b", "b");
	scratch_write(&s, "e/c", "c");
	scratch_set_mtime(&s, "d", OLD);
	scratch_set_mtime(&s, "e", OLD + 100);
	scratch_set_mtime(&s, "", OLD + 200);
	return s;
}

static void rollback(const struct scratch *s, unsigned long run)
{
	struct outcome outcome = try_rollback(s, run);
	if (!outcome.ok)
		fail_msg("%s", outcome.err.message);
	assert_int_equal(outcome.report.n_warnings, 0);
	outcome_free(&outcome);
}

TEST(folders_apply_leaves_those_alone_in_which_no_file_changes)
{
	struct scratch s = new_tree();
	scratch_chmod(&s, "d", 0711);
	commit_ok(&s, "d/a", "A");
	assert_true(time_of(&s, "d") != OLD);
	assert_true(time_of(&s, "e") == OLD + 100);
	assert_true(time_of(&s, "") == OLD + 200);
	char *shot = scratch_snapshot(&s, false);
	struct str wanted = STR_INIT;
	str_addf(&wanted, "04%04o d\n100644 d/a [A]\n100644 d/b [b]\n040755 e\n100644 e/c [c]\n",
		scratch_folder_mode(0711));
	assert_string_equal(shot, wanted.ptr);
	str_release(&wanted);
	free(shot);
	scratch_free(&s);
}

TEST(folders_a_run_that_is_refused_leaves_the_root_as_it_was)
{
	struct scratch s = new_tree();
	struct made_plan *made = plan_by_hand(&s, &(struct wanted){ .path = "d/a", .after = "A" }, 1);
	scratch_write(&s, "d/a", "x");
	char *before = scratch_snapshot(&s, true);
	struct outcome outcome = try_made(&s, made);
	assert_refused(&outcome, ERR_IO, "nothing was written: 1 file blocks this run", "d/a",
		"has changed since it was read");
	char *after = scratch_snapshot(&s, true);
	assert_string_equal(after, before);
	free(before), free(after);
	made_plan_free(made);
	scratch_free(&s);
}

TEST(folders_rollback_restores_all_again_and_again)
{
	struct scratch s = new_tree();
	char *before = scratch_snapshot(&s, true);
	for (int i = 0; i < 3; i++) {
		struct outcome outcome = try_commit(
			&s, (struct wanted[]){ { .path = "d/a", .after = "A" }, { .path = "e/c", .after = "C" } }, 2);
		assert_true(outcome.ok);
		outcome_free(&outcome);
		rollback(&s, 0);
		char *after = scratch_snapshot(&s, true);
		assert_string_equal(after, before);
		free(after);
	}
	free(before);
	scratch_free(&s);
}

TEST(folders_rollback_leaves_one_that_somebody_changed_since)
{
	struct scratch s = new_tree();
	struct outcome outcome = try_commit(
		&s, (struct wanted[]){ { .path = "d/a", .after = "A" }, { .path = "e/c", .after = "C" } }, 2);
	assert_true(outcome.ok);
	outcome_free(&outcome);
	scratch_write(&s, "d/new", "");
	scratch_set_mtime(&s, "d", OLD + 300);
	rollback(&s, 0);
	assert_text(&s, "d/a", "a");
	assert_true(time_of(&s, "d") > OLD + 300);
	assert_true(time_of(&s, "e") == OLD + 100);
	scratch_free(&s);
}

/* Three runs change one folder; they are undone in the order `order`. */
static void undo_in_order(const unsigned long order[3])
{
	struct scratch s = new_tree();
	scratch_write(&s, "d/c", "c");
	scratch_set_mtime(&s, "d", OLD);
	char *before = scratch_snapshot(&s, true);
	commit_ok(&s, "d/a", "A");
	commit_ok(&s, "d/b", "B");
	commit_ok(&s, "d/c", "C");
	int64_t left = time_of(&s, "d");
	rollback(&s, order[0]);
	if (order[0] != 3)
		assert_true(time_of(&s, "d") == left);
	rollback(&s, order[1]);
	if (order[2] == 3)
		assert_true(time_of(&s, "d") == left);
	rollback(&s, order[2]);
	char *after = scratch_snapshot(&s, true);
	assert_string_equal(after, before);
	free(before), free(after);
	scratch_free(&s);
}

TEST(folders_runs_are_undone_in_any_order)
{
	static const unsigned long orders[][3] = { { 1, 2, 3 }, { 1, 3, 2 }, { 2, 1, 3 }, { 2, 3, 1 }, { 3, 1, 2 },
		{ 3, 2, 1 } };
	for (size_t i = 0; i < COUNT_OF(orders); i++)
		undo_in_order(orders[i]);
}

TEST(folders_rollback_does_without_its_helpers)
{
	static const char *const texts[] = { NULL, "", "folders 0\n",
		"folders 1\nfolder 0 d\nchecksum 00000000000000000000000000000000\n" };
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct scratch s = new_tree();
		commit_ok(&s, "d/a", "A");
		scratch_remove(&s, ".tpatch/runs/000001/folders.left");
		if (texts[i]) {
			scratch_write(&s, ".tpatch/runs/000001/folders.left", texts[i]);
			scratch_write(&s, ".tpatch/runs/000001/folders.back", texts[i]);
		}
		rollback(&s, 0);
		assert_text(&s, "d/a", "a");
		assert_true(time_of(&s, "d") > OLD);
		assert_true(time_of(&s, "") == OLD + 200);
		assert_false(scratch_exists(&s, ".tpatch/runs/000001/folders.back"));
		scratch_free(&s);
	}
}

TEST(folders_rollback_without_room_for_its_helper)
{
	struct scratch s = new_tree();
	/* A folder in the helper's place stands for a disk on which nothing can be created. */
	commit_ok(&s, "d/a", "A");
	scratch_mkdir(&s, ".tpatch/runs/000001/folders.back");
	rollback(&s, 0);
	assert_text(&s, "d/a", "a");
	assert_true(time_of(&s, "d") == OLD);
	scratch_free(&s);
}

/* Rollback of d/a and e/c is cut off at call `at`; recovery then ends it. False when it was not that long. */
static bool cut_off_rollback(size_t at)
{
	struct scratch s = new_tree();
	struct faulty ops = faulty_new();
	struct err err = ERR_INIT;
	struct outcome outcome = try_commit(
		&s, (struct wanted[]){ { .path = "d/a", .after = "A" }, { .path = "e/c", .after = "C" } }, 2);
	assert_true(outcome.ok);
	outcome_free(&outcome);
	scratch_write(&s, "d/new", "");
	scratch_set_mtime(&s, "d", OLD + 300);
	ops.fail_from = at;
	bool cut_off = !do_rollback(&ops.ops, &s, 0, &err);
	err_release(&err);
	do_recover(platform_write_ops(), &s, NULL);
	if (state_of(&s, 1) == RUN_APPLIED)
		rollback(&s, 0);
	assert_text(&s, "d/a", "a");
	assert_text(&s, "e/c", "c");
	assert_true(time_of(&s, "d") > OLD + 300);
	assert_true(time_of(&s, "e") == OLD + 100);
	scratch_free(&s);
	return cut_off;
}

TEST(folders_recovery_of_a_rollback_remembers_what_somebody_changed_before_it)
{
	size_t at = 1;
	while (cut_off_rollback(at))
		at++;
	assert_true(at > 10);
}

/* A run on d/a, d/b and e/c that was cut off as soon as `path` held `text`. */
static struct scratch new_interrupted(const char *path, const char *text)
{
	for (size_t at = 1;; at++) {
		struct scratch s = new_tree();
		struct faulty ops = faulty_new();
		struct commit_report report;
		struct err err = ERR_INIT;
		struct made_plan *made = plan_by_hand(&s,
			(struct wanted[]){ { .path = "d/a", .after = "A" }, { .path = "d/b", .after = "B" },
				{ .path = "e/c", .after = "C" } },
			3);
		ops.fail_from = at;
		assert_false(commit_plan(&ops.ops, s.root, &made->plan, "1", "1", NULL, &report, &err));
		commit_report_release(&report);
		err_release(&err);
		made_plan_free(made);
		char *now = scratch_exists(&s, path) ? scratch_read(&s, path) : NULL;
		bool found = now && strncmp(now, text, strlen(text)) == 0;
		free(now);
		if (found)
			return s;
		scratch_free(&s);
	}
}

TEST(folders_recovery_restores_those_that_the_run_had_touched)
{
	struct scratch s = new_interrupted("d/a", "A");
	assert_true(time_of(&s, "d") != OLD);
	scratch_write(&s, "e/new", "");
	scratch_set_mtime(&s, "e", OLD + 400);
	assert_true(do_recover(platform_write_ops(), &s, NULL));
	assert_text(&s, "d/a", "a");
	assert_true(time_of(&s, "d") == OLD);
	assert_true(time_of(&s, "e") == OLD + 400);
	assert_true(time_of(&s, "") == OLD + 200);
	scratch_free(&s);
}

TEST(folders_recovery_leaves_one_in_which_somebody_was_at_work)
{
	struct scratch s = new_interrupted("d/a", "A");
	scratch_write(&s, "d/b", "edited");
	struct outcome outcome = try_recover(&s);
	assert_true(outcome.ok);
	assert_int_equal(outcome.report.n_warnings, 1);
	outcome_free(&outcome);
	assert_text(&s, "d/a", "a");
	assert_text(&s, "d/b", "edited");
	assert_true(time_of(&s, "d") > OLD);
	scratch_free(&s);
}

TEST(folders_recovery_that_goes_on_remembers_what_the_run_left)
{
	struct scratch s = new_interrupted(".tpatch/runs/000001/folders.left", "folders 2\n");
	assert_int_equal(state_of(&s, 1), RUN_PENDING);
	scratch_write(&s, "d/new", "");
	scratch_set_mtime(&s, "d", OLD + 400);
	assert_true(do_recover(platform_write_ops(), &s, NULL));
	assert_int_equal(state_of(&s, 1), RUN_APPLIED);
	rollback(&s, 0);
	assert_text(&s, "d/a", "a");
	assert_true(time_of(&s, "d") > OLD + 400);
	assert_true(time_of(&s, "e") == OLD + 100);
	scratch_free(&s);
}

/* Somebody saves d/b while d/a is replaced. */
static void save_while(const char *to, struct root *root, struct err *err)
{
	const struct write_ops *real = platform_write_ops();
	if (strcmp(to, "d/a") == 0) {
		assert_true(real->create(real, root, "d/b~", slice_of("edited"), 0644, false, err));
		assert_true(real->replace(real, root, "d/b~", "d/b", err));
	}
}

static bool replace_while_edited(
	const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	(void)ops;
	save_while(to, root, err);
	return platform_write_ops()->replace(platform_write_ops(), root, from, to, err);
}

static bool exchange_while_edited(
	const struct write_ops *ops, struct root *root, const char *a, const char *b, struct err *err)
{
	(void)ops;
	save_while(b, root, err);
	return platform_write_ops()->exchange(platform_write_ops(), root, a, b, err);
}

TEST(folders_a_run_that_backs_out_leaves_one_in_which_somebody_was_at_work)
{
	struct scratch s = new_tree();
	struct write_ops ops = *platform_write_ops();
	struct outcome outcome = { .err = ERR_INIT };
	struct made_plan *made = plan_by_hand(
		&s, (struct wanted[]){ { .path = "d/a", .after = "A" }, { .path = "d/b", .after = "B" } }, 2);
	ops.replace = replace_while_edited;
	if (ops.exchange)
		ops.exchange = exchange_while_edited;
	outcome.ok = commit_plan(&ops, s.root, &made->plan, "1", "1", NULL, &outcome.report, &outcome.err);
	assert_refused(&outcome, ERR_IO, "nothing was written: 'd/b' was changed by something else meanwhile", "d/b",
		"was changed by something else while tpatch was running");
	assert_text(&s, "d/a", "a");
	assert_text(&s, "d/b", "edited");
	assert_true(time_of(&s, "d") > OLD);
	made_plan_free(made);
	scratch_free(&s);
}
