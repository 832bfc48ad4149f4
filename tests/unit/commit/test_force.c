/*
 * A forced rollback goes wrong at every call: no edit is ever lost, for it is in the tree or in a run that brings it
 * back. A removed file is an edit too.
 */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "commit_fixture.h"

#define COUNT 3
#define EDITED "f000.txt"
#define EDIT "somebody's own text"
#define REMOVED "a/b/f002.txt"
#define REMOVED_FOLDER "a/b"

/* Run 1 is applied; since then one of its files was edited, another one removed together with its folder. */
static struct scratch new_edited(void)
{
	struct scratch s = scratch_new_in_memory();
	struct faulty plain = faulty_new();
	make_tree(&s, COUNT);
	do_commit(&plain.ops, &s, COUNT, NULL);
	scratch_write(&s, EDITED, EDIT);
	scratch_remove(&s, REMOVED);
	assert_true(plain.ops.remove_dir(&plain.ops, s.root, REMOVED_FOLDER, &ERR_INIT));
	return s;
}

static bool force(const struct scratch *s, const struct write_ops *ops, struct outcome *out)
{
	*out = (struct outcome){ 0 };
	out->ok = commit_rollback_forced(ops, s->root, 1, "0", &out->report, &out->err);
	return out->ok;
}

struct doomed {
	const struct scratch *scratch;
	struct faulty ops;
};

static void force_to_death(void *ctx)
{
	struct doomed *doomed = ctx;
	struct outcome outcome;
	if (!force(doomed->scratch, &doomed->ops.ops, &outcome))
		assert_true(outcome.err.kind == ERR_IO || outcome.err.kind == ERR_IO_TORN || outcome.report.n_refusals);
	outcome_free(&outcome);
}

static unsigned long kept_run_of(const struct scratch *s)
{
	struct journal journal;
	struct err err = ERR_INIT;
	assert_true(journal_read(s->root, &journal, &err));
	const struct run *run = journal_last(&journal, RUN_KEPT);
	unsigned long number = run ? run->number : 0;
	journal_release(&journal);
	assert_int_not_equal(number, 0);
	return number;
}

/* Whatever happened: after recovery it can be done (again), the originals are there, and undoing what was kept gives
 * the edits back. */
static void check_forced(struct scratch *s, char *before)
{
	struct outcome outcome;
	do_recover(platform_write_ops(), s, NULL);
	journal_is_settled(s);
	if (state_of(s, 1) == RUN_APPLIED) {
		assert_true(force(s, platform_write_ops(), &outcome));
		outcome_free(&outcome);
	}
	char *now = scratch_snapshot(s, false);
	assert_string_equal(now, before);
	free(now);
	assert_true(do_rollback(platform_write_ops(), s, kept_run_of(s), NULL));
	assert_text(s, EDITED, EDIT);
	assert_false(scratch_exists(s, REMOVED));
}

/* False when it did not come to the call that goes wrong. */
static bool force_badly(size_t at, size_t offset_in_faulty, bool in_child)
{
	struct scratch s = scratch_new_in_memory();
	make_tree(&s, COUNT);
	char *before = scratch_snapshot(&s, false);
	scratch_free(&s);
	s = new_edited();
	struct doomed doomed = { &s, faulty_new() };
	memcpy((char *)&doomed.ops + offset_in_faulty, &at, sizeof(at));
	bool came_to_it;
	if (in_child) {
		came_to_it = scratch_in_child(force_to_death, &doomed) == 99;
	} else {
		force_to_death(&doomed);
		came_to_it = doomed.ops.calls >= at;
	}
	check_forced(&s, before);
	free(before);
	scratch_free(&s);
	return came_to_it;
}

static void force_badly_everywhere(size_t offset_in_faulty, bool in_child)
{
	size_t at = 1;
	while (force_badly(at, offset_in_faulty, in_child))
		at += scratch_stride();
	assert_true(at > 20);
	tell_faults(at);
}

TEST(force_faults_one_failing_call)
{
	force_badly_everywhere(offsetof(struct faulty, fail_at), false);
}

TEST(force_faults_all_calls_fail_from_one_on)
{
	force_badly_everywhere(offsetof(struct faulty, fail_from), false);
}

TEST(force_faults_killed_at_every_call)
{
	force_badly_everywhere(offsetof(struct faulty, die_at), true);
}

TEST(force_tells_the_run_that_keeps_the_edit)
{
	struct scratch s = new_edited();
	struct outcome outcome;
	assert_true(force(&s, platform_write_ops(), &outcome));
	assert_int_equal(outcome.report.run, 1);
	assert_int_equal(outcome.report.kept_run, 2);
	assert_int_equal(outcome.report.n_files, COUNT);
	outcome_free(&outcome);
	scratch_free(&s);
}

/* Not the mode that the edited file had, nor the time at which it was written. */
TEST(force_gives_mode_and_mtime_back)
{
	struct scratch s = new_edited(), wanted = scratch_new_in_memory();
	struct outcome outcome;
	struct file_stat before, now;
	const char *const paths[] = { EDITED, REMOVED };
	make_tree(&wanted, COUNT);
	scratch_chmod(&s, EDITED, 0600);
	assert_true(force(&s, platform_write_ops(), &outcome));
	outcome_free(&outcome);
	for (size_t i = 0; i < 2; i++) {
		assert_true(root_stat(wanted.root, paths[i], &before, &ERR_INIT) &&
			    root_stat(s.root, paths[i], &now, &ERR_INIT));
		assert_int_equal(now.mode, before.mode);
		assert_int_equal(now.mtime_ns, before.mtime_ns);
	}
	/* And the edit comes back with the mode that it had. */
	assert_true(do_rollback(platform_write_ops(), &s, 2, NULL));
	assert_text(&s, EDITED, EDIT);
	assert_true(root_stat(s.root, EDITED, &now, &ERR_INIT));
	assert_int_equal(now.mode, scratch_mode(0600));
	scratch_free(&s), scratch_free(&wanted);
}
