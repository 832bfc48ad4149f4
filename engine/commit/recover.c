/* Ending what a killed commit or rollback left. */
#include <stdlib.h>

#include "base/alloc.h"
#include "commit/commit.h"
#include "commit/folders.h"
#include "commit/journal/foreign.h"
#include "commit/work.h"

static bool all_are(const enum content *what, size_t count, enum content wanted)
{
	for (size_t i = 0; i < count; i++)
		if (what[i] != wanted)
			return false;
	return true;
}

/* The commit had replaced everything and only its last rename is missing. */
static bool all_replaced(struct work *work, const struct run *run, enum content *what, struct err *err)
{
	if (run->state != RUN_PENDING)
		return false;
	for (size_t i = 0; i < run->n_files; i++)
		if (!work_examine(work, run->files[i].path, &run->files[i], &what[i], NULL, err))
			return false;
	return all_are(what, run->n_files, CONTENT_AFTER);
}

static bool go_on(struct work *work, const struct run *run, struct err *err)
{
	folders_complete_left(work, run);
	return work_flush_targets(work, run, NULL, err) &&
	       work_set_state(work, run->number, RUN_PENDING, RUN_APPLIED, err);
}

static bool refuse(struct work *work, const struct run *run, struct err *err)
{
	size_t n = work->report->n_refusals;
	err_set(err, ERR_IO_TORN, "run %lu cannot be recovered: %zu file%s it", run->number, n,
		n == 1 ? " blocks" : "s block");
	if (work->n_closed == n)
		return err_hint_of(err, ERR_HINT_UNWRITTEN,
			"nothing was written; run 'tpatch recover' again once the cause is fixed");
	return err_hint_of(err, ERR_HINT_UNWRITTEN,
		"nothing was written; move your version of the file away, put the original in its place, and run "
		"'tpatch recover' again");
}

static bool go_back(struct work *work, const struct run *run, enum content *what, struct err *err)
{
	if (!work_judge(work, run, what, err))
		return false;
	if (work->report->n_refusals)
		return refuse(work, run, err);
	bool torn;
	struct folder_times times = folders_plan_recovery(work, run, what);
	return work_end_undo(work, run, run->state, what, &times, &torn, err);
}

/* What blocks it is refused, and nothing else is written. */
static bool settle(struct work *work, const struct run *run, struct err *err)
{
	for (size_t i = 0; i < run->n_files; i++)
		if (!work_settle_file(work, run, i, err))
			return false;
	return work->report->n_refusals == 0 || refuse(work, run, err);
}

static bool recover_run(struct work *work, const struct run *run, struct err *err)
{
	if (run->state == RUN_BROKEN) {
		err_set(err, ERR_IO_TORN, "run %lu was interrupted and cannot be recovered: %s", run->number,
			run->problem);
		return err_hint(err, "the originals are in '.tpatch/runs/%06lu/old'", run->number);
	}
	if (!foreign_refuse(work, run, "recovered", err) || !settle(work, run, err))
		return false;
	enum content *what = xcalloc(run->n_files, sizeof(*what));
	bool ok;
	if (all_replaced(work, run, what, err))
		ok = go_on(work, run, err);
	else
		ok = err->kind == ERR_NONE && go_back(work, run, what, err);
	free(what);
	return ok;
}

static bool recover_all(struct work *work, struct err *err)
{
	struct journal *journal = &work->journal;
	for (size_t i = journal->n_runs; i > 0; i--) {
		const struct run *run = &journal->runs[i - 1];
		if (run->named != RUN_PENDING && run->named != RUN_ROLLING)
			continue;
		work->report->run = run->number;
		if (recover_run(work, run, err))
			continue;
		err->kind = ERR_IO_TORN;
		return false;
	}
	return work_sweep(work, err);
}

bool commit_recover(const struct write_ops *ops, struct root *root, struct commit_report *report, struct err *err)
{
	*report = (struct commit_report){ 0 };
	struct work work = { .ops = ops, .root = root, .report = report };
	struct journal before;
	if (!journal_read_in_force(root, &before, err))
		return false;
	bool idle = before.n_unfinished == 0 && !journal_needs_recovery(&before), there;
	journal_release(&before);
	if (idle)
		return true;
	bool ok = work_begin(&work, false, &there, err) && recover_all(&work, err);
	work_end(&work);
	return ok;
}
