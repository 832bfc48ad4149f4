/* Forgetting old runs. */
#include "commit/commit.h"
#include "commit/journal/header.h"
#include "commit/work.h"

static bool is_old(const struct run *run, size_t *keep)
{
	if (run->state != RUN_UNDONE && run->state != RUN_APPLIED && run->state != RUN_KEPT)
		return false;
	if (run->state == RUN_UNDONE || *keep == 0)
		return true;
	(*keep)--;
	return false;
}

/* Writes down the highest number ever given, before the folder goes that shows it. */
static bool note_last_number(struct work *work, struct err *err)
{
	const struct write_ops *ops = work->ops;
	const struct journal *journal = &work->journal;
	unsigned long last = journal->n_runs ? journal->runs[journal->n_runs - 1].number : 0;
	if (last <= journal->last_pruned)
		return true;
	struct str text = STR_INIT;
	str_addf(&text, "%lu\n", last);
	bool ok = ops->remove(ops, work->root, JOURNAL_LAST_TMP, err) &&
		  ops->create(ops, work->root, JOURNAL_LAST_TMP, str_slice(&text), 0644, true, err) &&
		  ops->replace(ops, work->root, JOURNAL_LAST_TMP, JOURNAL_LAST, err) &&
		  ops->flush_dir(ops, work->root, JOURNAL_DIR, err);
	str_release(&text);
	return ok;
}

/* Undone runs, and of those that are applied or keep something all but the newest `keep`; interrupted and broken runs
 * stay. */
static bool prune(struct work *work, size_t keep, struct err *err)
{
	struct journal *journal = &work->journal;
	if (!note_last_number(work, err))
		return false;
	for (size_t i = journal->n_runs; i > 0; i--) {
		const struct run *run = &journal->runs[i - 1];
		if (!is_old(run, &keep))
			continue;
		if (!work_remove_run(work, run->number, err))
			return false;
		work->report->n_files += run->n_files;
		work->report->n_runs++;
	}
	return work_sweep(work, err);
}

bool commit_prune(
	const struct write_ops *ops, struct root *root, size_t keep, struct commit_report *report, struct err *err)
{
	*report = (struct commit_report){ 0 };
	struct work work = { .ops = ops, .root = root, .report = report };
	bool there, ok = work_begin(&work, false, &there, err) && work_refuse_interrupted(&work, err) &&
			 prune(&work, keep, err);
	work_end(&work);
	return ok;
}
