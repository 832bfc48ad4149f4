#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "commit_fixture.h"

#define NS 1000000000LL

TEST(commit_writes_and_rollback_restores_all_but_ctime)
{
	struct scratch s = scratch_new();
	struct oracle oracle = oracle_new(&s, 12);
	make_tree(&s, 12);
	assert_true(do_commit(platform_write_ops(), &s, 12, NULL));
	assert_int_equal(oracle_ask(&oracle, &s), TREE_AFTER);
	assert_true(do_rollback(platform_write_ops(), &s, 0, NULL));
	assert_int_equal(oracle_ask(&oracle, &s), TREE_BEFORE);
	assert_false(scratch_exists(&s, ".tpatch/runs/000001/old"));
	oracle_free(&oracle);
	scratch_free(&s);
}

TEST(commit_keeps_a_faithful_copy_where_there_are_no_hard_links)
{
	struct scratch s = scratch_new();
	struct faulty ops = faulty_new();
	struct err err = ERR_INIT;
	struct file_stat st;
	ops.no_links = true;
	make_tree(&s, 1);
	assert_true(do_commit(&ops.ops, &s, 1, NULL));
	assert_text(&s, ".tpatch/runs/000001/old/0", "before 0");
	assert_true(root_stat(s.root, ".tpatch/runs/000001/old/0", &st, &err));
	assert_int_equal(st.mode, 0644);
	assert_true(st.mtime_ns == 1500000000 * NS + 123456700);
	scratch_free(&s);
}

TEST(commit_rollback_gives_back_the_very_same_file)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct file_stat before, during, after;
	scratch_write(&s, "f", "old");
	assert_true(root_stat(s.root, "f", &before, &err));
	commit_ok(&s, "f", "new");
	assert_true(root_stat(s.root, "f", &during, &err));
	assert_int_not_equal(during.file_id, before.file_id);
	assert_true(do_rollback(platform_write_ops(), &s, 1, NULL));
	assert_true(root_stat(s.root, "f", &after, &err));
	assert_int_equal(after.file_id, before.file_id);
	assert_int_equal(after.links, 1);
	assert_true(after.mtime_ns == before.mtime_ns);
	scratch_free(&s);
}

TEST(commit_journal_says_what_was_done)
{
	struct scratch s = scratch_new();
	struct journal journal;
	struct err err = ERR_INIT;
	scratch_write(&s, "a", "1");
	scratch_write(&s, "d/b", "22");
	scratch_chmod(&s, "d/b", 0754);
	scratch_set_mtime(&s, "d/b", 5 * NS + 700);
	struct outcome outcome =
		try_commit(&s, (struct wanted[]){ { .path = "a", .after = "one" }, { .path = "d/b", .after = "" } }, 2);
	assert_true(outcome.ok);
	assert_int_equal(outcome.report.run, 1);
	assert_int_equal(outcome.report.n_files, 2);
	outcome_free(&outcome);
	assert_true(journal_read(s.root, &journal, &err));
	const struct run *run = journal_last(&journal, RUN_APPLIED);
	assert_non_null(run);
	assert_string_equal(run->tool, "0.1.0");
	assert_string_equal(run->set, "a set");
	assert_string_equal(run->target, "1.12.1");
	assert_int_equal(run->n_files, 2);
	const struct run_file *file = &run->files[1];
	assert_string_equal(file->path, "d/b");
	assert_true(hash_eq(file->before, hash_of(slice_of("22"))));
	assert_true(hash_eq(file->after, hash_of(slice_of(""))));
	assert_int_equal(file->before_size, 2);
	assert_int_equal(file->after_size, 0);
	assert_int_equal(file->mode, scratch_mode(0754));
	assert_true(file->mtime_ns == 5 * NS + 700);
	assert_string_equal(file->rules[0], "first-rule");
	assert_string_equal(file->rules[1], "second-rule");
	assert_null(file->rules[2]);
	journal_release(&journal);
	assert_text(&s, ".tpatch/.gitignore", "*\n");
	scratch_free(&s);
}

TEST(commit_of_nothing_leaves_no_folder)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "f", "same");
	struct outcome outcome = try_commit(&s, NULL, 0);
	assert_true(outcome.ok);
	assert_int_equal(outcome.report.run, 0);
	outcome_free(&outcome);
	/* A file that would get the text it has keeps its mtime. */
	outcome = try_commit(&s, &(struct wanted){ .path = "f", .after = "same" }, 1);
	assert_true(outcome.ok);
	outcome_free(&outcome);
	outcome = try_recover(&s);
	assert_true(outcome.ok);
	assert_int_equal(outcome.report.run, 0);
	outcome_free(&outcome);
	outcome = try_rollback(&s, 0);
	assert_refused(&outcome, ERR_USAGE, "no run to undo", NULL, NULL);
	assert_false(scratch_exists(&s, ".tpatch"));
	scratch_free(&s);
}

/* Two files; the second is changed by `spoil` after the plan was made. */
static struct outcome commit_spoiled(struct scratch *s, void (*spoil)(struct scratch *))
{
	scratch_write(s, "a", "a");
	scratch_write(s, "d/b", "b");
	struct made_plan *made =
		plan_by_hand(s, (struct wanted[]){ { .path = "a", .after = "A" }, { .path = "d/b", .after = "B" } }, 2);
	spoil(s);
	char *before = scratch_snapshot(s, true);
	struct outcome outcome = try_made(s, made);
	char *after = scratch_snapshot(s, true);
	assert_string_equal(after, before);
	assert_false(scratch_exists(s, ".tpatch/runs/000001"));
	free(before);
	free(after);
	made_plan_free(made);
	return outcome;
}

static void spoil_text(struct scratch *s)
{
	scratch_write(s, "d/b", "x");
}

static void spoil_gone(struct scratch *s)
{
	scratch_remove(s, "d/b");
}

static void spoil_already_after(struct scratch *s)
{
	scratch_write(s, "d/b", "B");
}

static void spoil_link(struct scratch *s)
{
	scratch_rename(s, "d/b", "d/c");
	scratch_symlink(s, "c", "d/b");
}

static void spoil_folder_link(struct scratch *s)
{
	scratch_rename(s, "d", "e");
	scratch_symlink(s, "e", "d");
}

static void spoil_fifo(struct scratch *s)
{
	scratch_remove(s, "d/b");
	scratch_fifo(s, "d/b");
}

TEST(commit_refuses_what_is_not_what_the_plan_read)
{
	static const struct {
		void (*spoil)(struct scratch *);
		const char *why;
	} rows[] = {
		{ spoil_text, "has changed since it was read" },
		{ spoil_gone, "is gone since it was read" },
		{ spoil_already_after, "has changed since it was read" },
		{ spoil_link, "is no longer a regular file" },
		{ spoil_folder_link, "is gone since it was read" },
		{ spoil_fifo, "is no longer a regular file" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct scratch s = scratch_new();
		struct outcome outcome = commit_spoiled(&s, rows[i].spoil);
		assert_refused(&outcome, ERR_IO, "nothing was written: 1 file blocks this run", "d/b", rows[i].why);
		scratch_free(&s);
	}
}

TEST(commit_takes_a_file_that_was_only_touched_and_restores_its_new_time)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct file_stat st;
	scratch_write(&s, "f", "old");
	struct made_plan *made = plan_by_hand(&s, &(struct wanted){ .path = "f", .after = "new" }, 1);
	scratch_set_mtime(&s, "f", 77 * NS);
	scratch_chmod(&s, "f", 0600);
	struct outcome outcome = try_made(&s, made);
	assert_true(outcome.ok);
	outcome_free(&outcome);
	made_plan_free(made);
	assert_true(do_rollback(platform_write_ops(), &s, 0, NULL));
	assert_true(root_stat(s.root, "f", &st, &err));
	assert_true(st.mtime_ns == 77 * NS);
	assert_int_equal(st.mode, scratch_mode(0600));
	scratch_free(&s);
}

/* Write operations during which somebody else is at work too. */
struct meddled {
	struct write_ops ops;
	struct scratch *scratch;
	size_t replaces; /* so far, exchanges included */
	size_t at;       /* before which of them `meddle` is called */
	void (*meddle)(struct scratch *);
};

static bool meddled_replace(
	const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	struct meddled *meddled = (struct meddled *)(uintptr_t)ops;
	if (++meddled->replaces == meddled->at)
		meddled->meddle(meddled->scratch);
	return platform_write_ops()->replace(platform_write_ops(), root, from, to, err);
}

static bool meddled_exchange(
	const struct write_ops *ops, struct root *root, const char *a, const char *b, struct err *err)
{
	struct meddled *meddled = (struct meddled *)(uintptr_t)ops;
	if (++meddled->replaces == meddled->at)
		meddled->meddle(meddled->scratch);
	return platform_write_ops()->exchange(platform_write_ops(), root, a, b, err);
}

static struct outcome commit_meddled(struct scratch *s, void (*meddle)(struct scratch *), size_t at)
{
	struct meddled meddled = { .ops = *platform_write_ops(), .scratch = s, .at = at, .meddle = meddle };
	struct outcome outcome = { .err = ERR_INIT };
	meddled.ops.replace = meddled_replace;
	if (meddled.ops.exchange)
		meddled.ops.exchange = meddled_exchange;
	scratch_write(s, "a", "a");
	scratch_write(s, "d/b", "b");
	struct made_plan *made =
		plan_by_hand(s, (struct wanted[]){ { .path = "a", .after = "A" }, { .path = "d/b", .after = "B" } }, 2);
	outcome.ok = commit_plan(&meddled.ops, s->root, &made->plan, "1", "1", NULL, &outcome.report, &outcome.err);
	made_plan_free(made);
	return outcome;
}

/* Write operations of a user who asks to stop. */
struct stopped {
	struct write_ops ops;
	size_t asked; /* so far */
	size_t at;    /* which of the questions is answered with no */
};

static bool stopped_go_on(const struct write_ops *ops, struct err *err)
{
	struct stopped *stopped = (struct stopped *)(uintptr_t)ops;
	return ++stopped->asked != stopped->at || err_set(err, ERR_IO, "stopped");
}

/* It is asked before each of two files is staged, before each is replaced, and once at the end. */
TEST(commit_that_is_asked_to_stop_leaves_the_tree_as_it_was)
{
	for (size_t at = 1; at <= 5; at++) {
		struct scratch s = scratch_new();
		struct stopped stopped = { .ops = *platform_write_ops(), .at = at };
		struct outcome outcome = { .err = ERR_INIT };
		stopped.ops.go_on = stopped_go_on;
		scratch_write(&s, "a", "a");
		scratch_write(&s, "d/b", "b");
		char *before = scratch_snapshot(&s, true);
		struct made_plan *made = plan_by_hand(
			&s, (struct wanted[]){ { .path = "a", .after = "A" }, { .path = "d/b", .after = "B" } }, 2);
		outcome.ok =
			commit_plan(&stopped.ops, s.root, &made->plan, "1", "1", NULL, &outcome.report, &outcome.err);
		assert_string_equal(outcome.err.hint, "the tree is as it was");
		assert_refused(&outcome, ERR_IO, "stopped", NULL, NULL);
		assert_int_equal(stopped.asked, at);
		char *after = scratch_snapshot(&s, true);
		assert_string_equal(after, before);
		journal_is_settled(&s);
		free(before);
		free(after);
		made_plan_free(made);
		scratch_free(&s);
	}
}

TEST(commit_puts_back_when_a_file_changes_between_two_replaces)
{
	struct scratch s = scratch_new();
	/* Replace 1 publishes the header, 2 is the first file's: the second file changes just before that. */
	struct outcome outcome = commit_meddled(&s, spoil_text, 2);
	assert_refused(&outcome, ERR_IO, "nothing was written: 'd/b' was changed by something else meanwhile", "d/b",
		"was changed by something else while tpatch was running");
	assert_text(&s, "a", "a");
	assert_text(&s, "d/b", "x");
	assert_int_equal(state_of(&s, 1), RUN_UNDONE);
	scratch_free(&s);
}

TEST(commit_is_not_led_astray_by_a_link_swapped_in)
{
	struct scratch s = scratch_new();
	struct outcome outcome = commit_meddled(&s, spoil_link, 2);
	assert_refused(&outcome, ERR_IO, "nothing was written: 'd/b' was changed by something else meanwhile", "d/b",
		"was changed by something else while tpatch was running");
	assert_text(&s, "a", "a");
	assert_text(&s, "d/c", "b");
	scratch_free(&s);
}

static void swap_folder(struct scratch *s)
{
	scratch_rename(s, "d", "real");
	scratch_symlink(s, "real", "d");
}

TEST(commit_does_not_write_through_a_folder_that_became_a_link)
{
	struct scratch s = scratch_new();
	/* Before replace 3, which is the one of d/b itself: after the last look at it. */
	struct outcome outcome = commit_meddled(&s, swap_folder, 3);
	assert_refused(&outcome, ERR_IO, "nothing was written: 'd/b' was changed by something else meanwhile", "d/b",
		"was changed by something else while tpatch was running");
	assert_text(&s, "a", "a");
	assert_text(&s, "real/b", "b");
	scratch_free(&s);
}

static void edit_first_and_swap(struct scratch *s)
{
	scratch_write(s, "a", "edited by hand");
	swap_folder(s);
}

TEST(commit_that_cannot_put_back_says_torn_and_recover_stops_at_the_edit)
{
	struct scratch s = scratch_new();
	/* d/b cannot be replaced, so the commit backs out; but a, already replaced, was edited by then. */
	struct outcome outcome = commit_meddled(&s, edit_first_and_swap, 3);
	assert_false(outcome.ok);
	assert_int_equal(outcome.err.kind, ERR_IO_TORN);
	assert_int_equal(outcome.report.run, 1);
	assert_string_equal(outcome.err.message,
		"the tree is between before and after (cannot put 'a' back: it has changed since): 'd/b' was changed "
		"by something else meanwhile");
	assert_string_equal(outcome.err.hint, "run 'tpatch recover' once the cause is fixed");
	outcome_free(&outcome);
	assert_text(&s, "a", "edited by hand");
	outcome = try_recover(&s);
	assert_refused(&outcome, ERR_IO_TORN, "run 1 cannot be recovered: 1 file blocks it", "a",
		"has changed since: it is neither what run 1 found ('.tpatch/runs/000001/old/0') nor what it left");
	assert_text(&s, "a", "edited by hand");
	assert_text(&s, "real/b", "b");
	assert_int_equal(state_of(&s, 1), RUN_PENDING);
	scratch_free(&s);
}

TEST(commit_breaks_hard_links_with_a_warning_and_rollback_joins_them)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	struct file_stat a, b;
	scratch_write(&s, "f", "old");
	scratch_link(&s, "f", "twin");
	struct outcome outcome = try_commit(&s, &(struct wanted){ .path = "f", .after = "new" }, 1);
	assert_true(outcome.ok);
	assert_int_equal(outcome.report.n_warnings, 1);
	assert_string_equal(outcome.report.warnings[0], "'f' had 2 hard links; its other names keep the old text");
	outcome_free(&outcome);
	assert_text(&s, "f", "new");
	assert_text(&s, "twin", "old");
	assert_true(do_rollback(platform_write_ops(), &s, 0, NULL));
	assert_true(root_stat(s.root, "f", &a, &err) && root_stat(s.root, "twin", &b, &err));
	assert_int_equal(a.file_id, b.file_id);
	assert_int_equal(a.links, 2);
	if (platform_has_executable_bit()) {
		outcome = try_commit(&s, &(struct wanted){ .path = "f", .after = "old", .executable = '+' }, 1);
		assert_true(outcome.ok);
		assert_string_equal(
			outcome.report.warnings[0], "'f' had 2 hard links; its other names keep the old mode");
		outcome_free(&outcome);
	}
	scratch_free(&s);
}

TEST(commit_replaces_a_read_only_file_and_keeps_it_read_only)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "f", "old");
	scratch_chmod(&s, "f", 0444);
	commit_ok(&s, "f", "new");
	char *shot = scratch_snapshot(&s, false);
	assert_string_equal(shot, "100444 f [new]\n");
	free(shot);
	scratch_free(&s);
}

/* Ends the child with 0 if the commit is refused for the reason that is meant, before anything was written. */
static void commit_in_read_only_folder(void *ctx)
{
	const struct scratch *s = ctx;
	struct outcome outcome =
		try_commit(s, (struct wanted[]){ { .path = "a", .after = "A" }, { .path = "d/b", .after = "B" } }, 2);
	if (outcome.ok || outcome.err.kind != ERR_IO || outcome.report.n_refusals != 1)
		scratch_die(1);
	if (strcmp(outcome.report.refusals[0].path, "d/b") != 0)
		scratch_die(2);
	scratch_die(strcmp(outcome.report.refusals[0].why, "its folder is not writable") == 0 ? 0 : 3);
}

TEST(commit_refuses_a_folder_that_is_not_writable)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "a", "a");
	scratch_write(&s, "d/b", "b");
	scratch_chmod(&s, "d", 0555);
	assert_int_equal(scratch_in_plain_child(&s, commit_in_read_only_folder, &s), 0);
	assert_text(&s, "a", "a");
	assert_text(&s, "d/b", "b");
	scratch_free(&s);
}

TEST(commit_refuses_paths_of_git_and_of_the_journal)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "sub/.git/config", "x");
	struct outcome outcome = try_commit(&s, &(struct wanted){ .path = "sub/.git/config", .after = "y" }, 1);
	assert_refused(&outcome, ERR_IO, "nothing was written: 1 file blocks this run", "sub/.git/config",
		"no run may write there");
	assert_text(&s, "sub/.git/config", "x");
	scratch_free(&s);
}

TEST(commit_refuses_a_journal_that_is_a_link)
{
	struct scratch s = scratch_new();
	scratch_write(&s, "f", "old");
	scratch_mkdir(&s, "elsewhere");
	scratch_symlink(&s, "elsewhere", ".tpatch");
	struct outcome outcome = try_commit(&s, &(struct wanted){ .path = "f", .after = "new" }, 1);
	assert_refused(&outcome, ERR_IO, "'.tpatch' is a symbolic link, not a folder", NULL, NULL);
	assert_false(scratch_exists(&s, "elsewhere/lock"));
	scratch_remove(&s, ".tpatch");
	scratch_free(&s);
}

TEST(commit_of_a_second_tpatch_is_refused_while_the_first_works)
{
	struct scratch s = scratch_new();
	struct err err = ERR_INIT;
	bool busy;
	scratch_write(&s, "f", "1");
	commit_ok(&s, "f", "2");
	struct file_lock *lock = platform_write_ops()->lock(platform_write_ops(), s.root, ".tpatch/lock", &busy, &err);
	assert_non_null(lock);
	struct str message = STR_INIT;
	str_addf(&message, "another tpatch (pid %llu) is running in this tree",
		(unsigned long long)platform_process_id());
	struct outcome outcome = try_commit(&s, &(struct wanted){ .path = "f", .after = "3" }, 1);
	assert_refused(&outcome, ERR_IO, message.ptr, NULL, NULL);
	outcome = try_rollback(&s, 0);
	assert_refused(&outcome, ERR_IO, message.ptr, NULL, NULL);
	platform_write_ops()->unlock(platform_write_ops(), lock);
	str_release(&message);
	assert_text(&s, "f", "2");
	commit_ok(&s, "f", "3");
	scratch_free(&s);
}
