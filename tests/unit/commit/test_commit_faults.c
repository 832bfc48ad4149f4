/*
 * Every call that writes goes wrong once, in every way: the tree must be exactly before or exactly after, at the latest
 * when the next command has recovered it. Before and after are compared with the mtimes of all files and folders.
 */
#include "unit.h"

#include <string.h>

#include "base/alloc.h"
#include "commit_fixture.h"

/* More than what is flushed file by file, so that the volume's flush is used. */
#define MANY_FILES 9

struct scenario {
	size_t count;
	bool no_links, no_volume_flush, no_exchange;
};

static const struct scenario scenarios[] = {
	{ .count = 3 },
	{ .count = 3, .no_links = true, .no_exchange = true },
	{ .count = WITH_FILES + 1 },
	{ .count = MANY_FILES },
	{ .count = MANY_FILES, .no_links = true, .no_volume_flush = true },
	{ .count = WITH_FILES + 1, .no_links = true, .no_volume_flush = true, .no_exchange = true },
};

static struct faulty ops_for(const struct scenario *scenario)
{
	struct faulty ops = faulty_new();
	ops.no_links = scenario->no_links;
	ops.no_volume_flush = scenario->no_volume_flush;
	ops.no_exchange = scenario->no_exchange;
	return ops;
}

struct bench {
	struct scratch scratch;
	struct oracle oracle;
	const struct scenario *scenario;
};

static struct bench bench_new(const struct scenario *scenario)
{
	struct bench bench = { .scratch = scratch_new_in_memory(), .scenario = scenario };
	bench.oracle = oracle_new(&bench.scratch, scenario->count);
	return bench;
}

static void bench_free(struct bench *bench)
{
	oracle_free(&bench->oracle);
	scratch_free(&bench->scratch);
}

/* What is done with operations that go wrong. */
enum action { COMMIT, ROLLBACK };

static void prepare(struct bench *bench, enum action action)
{
	make_tree(&bench->scratch, bench->scenario->count);
	if (action == COMMIT)
		return;
	struct faulty plain = ops_for(bench->scenario);
	do_commit(&plain.ops, &bench->scratch, bench->scenario->count, NULL);
}

/* The mtime of a folder that could not be set is no reason to fail, but to warn. */
static void check_lost_times(struct bench *bench, const struct faulty *ops, const struct commit_report *report)
{
	assert_int_equal(report->n_refusals, 0);
	assert_int_equal(report->n_warnings, ops->lost_times);
	for (size_t i = 0; i < report->n_warnings; i++)
		assert_non_null(strstr(report->warnings[i], "was made to fail"));
	if (ops->lost_times)
		give_folders_their_times(&bench->scratch);
}

static bool act(struct bench *bench, enum action action, struct faulty *ops, struct err *err)
{
	if (action == COMMIT)
		return do_commit(&ops->ops, &bench->scratch, bench->scenario->count, err);
	struct commit_report report;
	bool ok = commit_rollback(&ops->ops, bench->scratch.root, 0, "0", &report, err);
	if (ok)
		check_lost_times(bench, ops, &report);
	commit_report_release(&report);
	return ok;
}

static bool recover(struct bench *bench, struct faulty *ops, struct err *err)
{
	struct commit_report report;
	bool ok = commit_recover(&ops->ops, bench->scratch.root, &report, err);
	if (ok)
		check_lost_times(bench, ops, &report);
	commit_report_release(&report);
	return ok;
}

static size_t calls_of(struct bench *bench, enum action action)
{
	struct faulty plain = ops_for(bench->scenario);
	struct err err = ERR_INIT;
	prepare(bench, action);
	assert_true(act(bench, action, &plain, &err));
	return plain.calls;
}

/* The tree is whole, the journal says the same, and both can be used as if nothing had been. */
static void check_settled(struct bench *bench)
{
	struct faulty plain = ops_for(bench->scenario);
	forgive_root_time(&bench->scratch);
	enum tree_is now = oracle_ask(&bench->oracle, &bench->scratch);
	assert_int_not_equal(now, TREE_TORN);
	assert_int_equal(now, journal_is_settled(&bench->scratch) ? TREE_AFTER : TREE_BEFORE);
	if (now == TREE_BEFORE)
		do_commit(&plain.ops, &bench->scratch, bench->scenario->count, NULL);
	assert_int_equal(oracle_ask(&bench->oracle, &bench->scratch), TREE_AFTER);
	do_rollback(&plain.ops, &bench->scratch, 0, NULL);
	assert_int_equal(oracle_ask(&bench->oracle, &bench->scratch), TREE_BEFORE);
}

static void check_recovers(struct bench *bench)
{
	struct faulty plain = ops_for(bench->scenario);
	do_recover(&plain.ops, &bench->scratch, NULL);
	check_settled(bench);
}

/* After an action that came back: does the tree keep what the answer promises? */
static void check_answer(
	struct bench *bench, enum action action, const struct faulty *ops, bool ok, const struct err *err)
{
	enum tree_is now = oracle_ask(&bench->oracle, &bench->scratch);
	if (ops->lost_times && now == TREE_TORN)
		now = oracle_ask_but_folder_times(&bench->oracle, &bench->scratch);
	if (ok)
		assert_int_equal(now, action == COMMIT ? TREE_AFTER : TREE_BEFORE);
	else if (err->kind == ERR_IO || err->kind == ERR_UNFIT)
		assert_int_equal(now, action == COMMIT ? TREE_BEFORE : TREE_AFTER);
	else
		assert_int_equal(err->kind, ERR_IO_TORN);
}

static void fail_everywhere(enum action action, size_t offset_in_faulty)
{
	size_t faults = 0;
	for (size_t s = 0; s < COUNT_OF(scenarios); s++) {
		struct bench bench = bench_new(&scenarios[s]);
		size_t calls = calls_of(&bench, action);
		assert_true(calls > 10);
		for (size_t k = 1; k <= calls; k += scratch_stride()) {
			struct faulty ops = ops_for(&scenarios[s]);
			struct err err = ERR_INIT;
			memcpy((char *)&ops + offset_in_faulty, &k, sizeof(k));
			prepare(&bench, action);
			bool ok = act(&bench, action, &ops, &err);
			check_answer(&bench, action, &ops, ok, &err);
			err_release(&err);
			check_recovers(&bench);
			faults++;
		}
		bench_free(&bench);
	}
	tell_faults(faults);
}

TEST(commit_faults_one_failing_call)
{
	fail_everywhere(COMMIT, offsetof(struct faulty, fail_at));
}

TEST(commit_faults_all_calls_fail_from_one_on)
{
	fail_everywhere(COMMIT, offsetof(struct faulty, fail_from));
}

TEST(commit_faults_a_call_that_worked_but_says_it_failed)
{
	fail_everywhere(COMMIT, offsetof(struct faulty, deny_at));
}

TEST(rollback_faults_one_failing_call)
{
	fail_everywhere(ROLLBACK, offsetof(struct faulty, fail_at));
}

TEST(rollback_faults_all_calls_fail_from_one_on)
{
	fail_everywhere(ROLLBACK, offsetof(struct faulty, fail_from));
}

TEST(rollback_faults_a_call_that_worked_but_says_it_failed)
{
	fail_everywhere(ROLLBACK, offsetof(struct faulty, deny_at));
}

struct doomed {
	struct bench *bench;
	enum action action;
	struct faulty ops;
};

static void run_doomed(void *ctx)
{
	struct doomed *doomed = ctx;
	struct err err = ERR_INIT;
	act(doomed->bench, doomed->action, &doomed->ops, &err);
}

static void die_everywhere(enum action action)
{
	size_t faults = 0;
	for (size_t s = 0; s < COUNT_OF(scenarios); s++) {
		struct bench bench = bench_new(&scenarios[s]);
		size_t calls = calls_of(&bench, action);
		for (size_t k = 1; k <= 2 * calls; k += scratch_stride()) {
			struct doomed doomed = { &bench, action, ops_for(&scenarios[s]) };
			*(k > calls ? &doomed.ops.die_half_at : &doomed.ops.die_at) = k > calls ? k - calls : k;
			prepare(&bench, action);
			assert_int_equal(scratch_in_child(run_doomed, &doomed), 99);
			check_recovers(&bench);
			faults++;
		}
		bench_free(&bench);
	}
	tell_faults(faults);
}

TEST(commit_faults_killed_at_every_call)
{
	die_everywhere(COMMIT);
}

TEST(rollback_faults_killed_at_every_call)
{
	die_everywhere(ROLLBACK);
}

/* The commit fails at one call, and is killed at a later one, while it puts things back. */
TEST(commit_faults_killed_while_putting_back)
{
	size_t faults = 0;
	for (size_t s = 0; s < 3; s++) {
		struct bench bench = bench_new(&scenarios[s]);
		size_t calls = calls_of(&bench, COMMIT);
		for (size_t k = 1; k <= calls; k += scratch_stride()) {
			for (size_t later = k + 1;; later += scratch_stride()) {
				struct faulty ops = ops_for(&scenarios[s]), plain = ops;
				struct err err = ERR_INIT;
				ops.fail_at = k;
				ops.fail_from = later;
				prepare(&bench, COMMIT);
				bool ok = act(&bench, COMMIT, &ops, &err);
				check_answer(&bench, COMMIT, &ops, ok, &err);
				err_release(&err);
				do_recover(&plain.ops, &bench.scratch, NULL);
				/* Two failures, one of them that of putting the root's mtime back after `.tpatch` was
				 * made: that is lost. */
				if (!journal_is_settled(&bench.scratch) && k == ops.first_time_at)
					scratch_set_mtime(&bench.scratch, "", ROOT_TIME);
				check_settled(&bench);
				faults++;
				if (ops.calls < later)
					break;
			}
		}
		bench_free(&bench);
	}
	tell_faults(faults);
}

/*
 * Recovery of a state goes wrong at each of its calls, and is then done to the end. What the folders' mtimes were after
 * the run is worth a try, and no reason not to recover. Returns how often it was tried.
 */
static size_t recover_badly(struct bench *bench, enum action action, size_t died_at, size_t offset_in_faulty)
{
	for (size_t k = 1;; k += scratch_stride()) {
		struct faulty first = ops_for(bench->scenario), second = ops_for(bench->scenario),
			      plain = ops_for(bench->scenario);
		struct err err = ERR_INIT;
		first.fail_from = died_at;
		memcpy((char *)&second + offset_in_faulty, &k, sizeof(k));
		prepare(bench, action);
		act(bench, action, &first, &err);
		err_release(&err);
		bool ok = recover(bench, &second, &err);
		if (!ok)
			assert_true(err.kind == ERR_IO || err.kind == ERR_IO_TORN);
		err_release(&err);
		do_recover(&plain.ops, &bench->scratch, NULL);
		if (journal_is_settled(&bench->scratch) &&
			!scratch_exists(&bench->scratch, ".tpatch/runs/000001/folders.left")) {
			assert_int_equal(offset_in_faulty, offsetof(struct faulty, fail_at));
			assert_int_equal(oracle_ask(&bench->oracle, &bench->scratch), TREE_AFTER);
		} else {
			check_settled(bench);
		}
		if (second.calls < k)
			return k;
	}
}

static void recover_badly_everywhere(enum action action, size_t offset_in_faulty)
{
	size_t faults = 0;
	for (size_t s = 0; s < 3; s++) {
		struct bench bench = bench_new(&scenarios[s]);
		size_t calls = calls_of(&bench, action);
		for (size_t k = 1; k <= calls; k += scratch_stride())
			faults += recover_badly(&bench, action, k, offset_in_faulty);
		bench_free(&bench);
	}
	tell_faults(faults);
}

TEST(recover_faults_killed_at_every_call_after_a_commit_killed_at_every_call)
{
	recover_badly_everywhere(COMMIT, offsetof(struct faulty, fail_from));
}

TEST(recover_faults_killed_at_every_call_after_a_rollback_killed_at_every_call)
{
	recover_badly_everywhere(ROLLBACK, offsetof(struct faulty, fail_from));
}

TEST(recover_faults_one_failing_call_after_a_commit_killed_at_every_call)
{
	recover_badly_everywhere(COMMIT, offsetof(struct faulty, fail_at));
}

TEST(recover_faults_one_failing_call_after_a_rollback_killed_at_every_call)
{
	recover_badly_everywhere(ROLLBACK, offsetof(struct faulty, fail_at));
}
