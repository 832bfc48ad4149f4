/* Pruning goes wrong at every call: the tree stays as it is, and so does every run that is not pruned. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "commit_fixture.h"

#define COUNT 3

/* Runs 1 (undone), 2 and 3 (applied); run 3 stays. */
static struct scratch new_journal(void)
{
	struct scratch s = scratch_new_in_memory();
	struct faulty plain = faulty_new();
	make_tree(&s, COUNT);
	do_commit(&plain.ops, &s, COUNT, NULL);
	do_rollback(&plain.ops, &s, 0, NULL);
	do_commit(&plain.ops, &s, COUNT, NULL);
	commit_ok(&s, "a/keep.txt", "third");
	return s;
}

static bool prune(const struct scratch *s, const struct write_ops *ops, size_t *n_files)
{
	struct commit_report report;
	struct err err = ERR_INIT;
	bool ok = commit_prune(ops, s->root, 1, &report, &err);
	*n_files = report.n_files;
	assert_true(ok || err.kind == ERR_IO);
	commit_report_release(&report);
	err_release(&err);
	return ok;
}

struct doomed {
	const struct scratch *scratch;
	struct faulty ops;
};

static void prune_to_death(void *ctx)
{
	struct doomed *doomed = ctx;
	size_t n_files;
	prune(doomed->scratch, &doomed->ops.ops, &n_files);
}

static void check_pruned(struct scratch *s, const char *tree)
{
	size_t n_files;
	char *now = scratch_snapshot(s, true);
	assert_string_equal(now, tree);
	do_recover(platform_write_ops(), s, NULL);
	assert_true(journal_is_settled(s));
	assert_true(prune(s, platform_write_ops(), &n_files));
	assert_int_equal(state_of(s, 3), RUN_APPLIED);
	assert_false(scratch_exists(s, ".tpatch/runs/000001"));
	assert_false(scratch_exists(s, ".tpatch/runs/000002"));
	free(now);
	now = scratch_snapshot(s, true);
	assert_string_equal(now, tree);
	free(now);
	assert_true(do_rollback(platform_write_ops(), s, 0, NULL));
	assert_text(s, "a/keep.txt", "untouched");
	assert_text(s, "f000.txt", "AFTER! 0");
}

/* False when it did not come to the call that goes wrong. */
static bool prune_badly(size_t at, size_t offset_in_faulty, bool in_child)
{
	struct scratch s = new_journal();
	struct doomed doomed = { &s, faulty_new() };
	char *tree = scratch_snapshot(&s, true);
	memcpy((char *)&doomed.ops + offset_in_faulty, &at, sizeof(at));
	bool came_to_it;
	if (in_child) {
		came_to_it = scratch_in_child(prune_to_death, &doomed) == 99;
	} else {
		prune_to_death(&doomed);
		came_to_it = doomed.ops.calls >= at;
	}
	check_pruned(&s, tree);
	free(tree);
	scratch_free(&s);
	return came_to_it;
}

static void prune_badly_everywhere(size_t offset_in_faulty, bool in_child)
{
	size_t at = 1;
	while (prune_badly(at, offset_in_faulty, in_child))
		at += scratch_stride();
	assert_true(at > 10);
	tell_faults(at);
}

TEST(prune_faults_one_failing_call)
{
	prune_badly_everywhere(offsetof(struct faulty, fail_at), false);
}

TEST(prune_faults_all_calls_fail_from_one_on)
{
	prune_badly_everywhere(offsetof(struct faulty, fail_from), false);
}

TEST(prune_faults_a_call_that_worked_but_says_it_failed)
{
	prune_badly_everywhere(offsetof(struct faulty, deny_at), false);
}

TEST(prune_faults_killed_at_every_call)
{
	prune_badly_everywhere(offsetof(struct faulty, die_at), true);
}

TEST(prune_counts_the_files_of_the_runs_it_removed)
{
	struct scratch s = new_journal();
	size_t n_files;
	assert_true(prune(&s, platform_write_ops(), &n_files));
	assert_int_equal(n_files, 2 * COUNT);
	assert_true(prune(&s, platform_write_ops(), &n_files));
	assert_int_equal(n_files, 0);
	scratch_free(&s);
}
