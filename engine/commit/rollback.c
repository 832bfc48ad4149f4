/*
 * Undoing a run: judge all files and folders, rename the header to rolling, put the originals back, then the folders'
 * mtimes, flush, rename the header to undone. Killed anywhere between the two renames, recovery goes on from what the
 * files hold.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "commit/commit.h"
#include "commit/folders.h"
#include "commit/journal/foreign.h"
#include "commit/journal/header.h"
#include "commit/journal/forced.h"
#include "commit/built_on.h"
#include "commit/work.h"

/* A later run that changed the same file has to be undone first, even if that file happens to look right. */
static void refuse_overlaid(struct work *work, const struct run *run)
{
	for (size_t i = 0; i < run->n_files; i++) {
		const struct run *last = journal_applied_to(&work->journal, run->files[i].path, NULL);
		if (last && last->number > run->number)
			work_refuse(work, run->files[i].path, "was changed by run %lu later: undo that one first",
				last->number);
	}
}

/* Nor can a folder go in which a later run has put a file. */
static void refuse_settled(struct work *work, const struct run *run)
{
	const struct journal *journal = &work->journal;
	for (const struct run *later = run + 1; run->n_made && later < journal->runs + journal->n_in_force; later++)
		for (size_t i = 0; later->state == RUN_APPLIED && i < later->n_files; i++) {
			const char *folder = later->files[i].is_gone ? NULL : run_made_above(run, later->files[i].path);
			if (folder)
				work_refuse(work, later->files[i].path,
					"was created by run %lu in the folder '%s': undo that one first", later->number,
					folder);
		}
}

static bool any_foreign(const enum content *what, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (what[i] == CONTENT_OTHER || what[i] == CONTENT_GONE)
			return true;
	return false;
}

/* Judges the files of a run that is to be undone: sets what[i] and refuses those in the way. False only when something
 * could not be read. */
static bool work_judge_undo(struct work *work, const struct run *run, enum content *what, struct err *err)
{
	size_t n_refusals = work->report->n_refusals;
	refuse_overlaid(work, run);
	if (work->report->n_refusals == n_refusals)
		refuse_settled(work, run);
	work->n_overlaid += work->report->n_refusals - n_refusals;
	return work->report->n_refusals > n_refusals || work_judge(work, run, what, err);
}

static bool names_original(const struct commit_report *report)
{
	for (size_t i = 0; i < report->n_refusals; i++)
		if (report->refusals[i].names_original)
			return true;
	return false;
}

/* Fails when a file was refused. `runs` are those that it blocks, as "run 2" or "runs 4, 3"; `has_foreign`: somebody
 * changed a file. */
static bool work_may_undo(const struct work *work, const char *runs, bool has_foreign, struct err *err)
{
	size_t n = work->report->n_refusals;
	if (n == 0)
		return true;
	bool several = slice_starts_with(slice_of(runs), "runs");
	err_set(err, work->n_closed == n ? ERR_IO : ERR_UNFIT, "%s cannot be undone: %zu file%s %s", runs, n,
		n == 1 ? " blocks" : "s block", several ? "them" : "it");
	if (work->n_closed == n)
		return err_hint_of(err, ERR_HINT_AS_IT_WAS, "the tree is as it was");
	if (work->n_overlaid)
		return err_hint_of(err, ERR_HINT_UNWRITTEN,
			"nothing was written; --force undoes the later runs too, newest first");
	if (!has_foreign)
		return err_hint_of(err, ERR_HINT_UNWRITTEN, "nothing was written; %s applied",
			several ? "the runs stay" : "the run stays");
	return err_hint_of(err, ERR_HINT_UNWRITTEN,
		"nothing was written; %skeep your edit and leave the run%s applied; --force restores the originals, "
		"and keeps what it overwrites as a separate run",
		names_original(work->report) ? "copy the original named in parentheses over the file, or " : "",
		several ? "s" : "");
}

/* The header says rolling. Nothing touched yet: the rollback is called off. Else it has to be ended by recovery. */
static bool call_off(struct work *work, const struct run *run, struct err *err)
{
	struct err problem = ERR_INIT;
	if (err->kind != ERR_IO_TORN && work->report->n_files == 0 &&
		work_set_state(work, run->number, RUN_ROLLING, RUN_APPLIED, &problem))
		return false;
	err_release(&problem);
	err->kind = ERR_IO_TORN;
	err_prefix(err, "run %lu is only half undone", run->number);
	return err_hint(err, "run 'tpatch recover' once the cause is fixed");
}

static bool undo(struct work *work, const struct run *run, struct err *err)
{
	enum content *what = xcalloc(run->n_files, sizeof(*what));
	struct str name = STR_INIT;
	str_addf(&name, "run %lu", run->number);
	bool torn, ok = foreign_refuse(work, run, "undone", err) && work_judge_undo(work, run, what, err) &&
			work_may_undo(work, name.ptr, any_foreign(what, run->n_files), err);
	if (ok) {
		struct folder_times times = folders_plan_rollback(work, run);
		ok = work_set_state(work, run->number, RUN_APPLIED, RUN_ROLLING, err) &&
		     (work_end_undo(work, run, RUN_ROLLING, what, &times, &torn, err) || call_off(work, run, err));
	}
	str_release(&name);
	free(what);
	return ok;
}

bool commit_rollback_runs(const struct write_ops *ops, struct root *root, const unsigned long *numbers, size_t count,
	struct commit_report *report, struct err *err)
{
	*report = (struct commit_report){ 0 };
	struct work work = { .ops = ops, .root = root, .report = report };
	struct undone_run *undone = arena_alloc(&report->arena, (count + 1) * sizeof(*undone));
	bool there, ok = work_begin(&work, false, &there, err) && work_refuse_interrupted(&work, err);
	for (size_t i = 0; ok && i < count; i++) {
		const struct run *run = journal_choose(&work.journal, numbers[i], err);
		report->n_files = 0;
		ok = run && undo(&work, run, err);
		report->run = run ? run->number : report->run;
		if (!ok)
			break;
		journal_set_undone(&work.journal, run);
		undone[report->n_undone++] = (struct undone_run){ .run = run->number, .n_files = report->n_files };
	}
	report->undone = undone;
	work_end(&work);
	return ok;
}

/* What a hint says of this run does not hold for those before it. */
void commit_fail_later(size_t n_undone, size_t count, unsigned long last, unsigned long number, struct err *err)
{
	err_prefix(err, "%zu of %zu runs undone, down to run %lu; then", n_undone, count, last);
	if (err->hint_kind == ERR_HINT_UNWRITTEN)
		err_hint(err, "of run %lu %s", number, err->hint);
	else if (err->hint_kind == ERR_HINT_AS_IT_WAS)
		err_hint(err, "of run %lu nothing was written", number);
}

/* What a rollback would do, on paper: the runs newest first, each as if the newer ones were undone already. */

struct checking {
	struct work work;
	const struct rollback_request *request;
	struct table left; /* by path, what the newer runs would leave there: an index into `files`, plus 1 */
	const struct run_file **files;
	size_t n_files, files_capacity;
	struct undone_run *now; /* the one at hand */
	struct str blocked;     /* the numbers of those that something is in the way of */
	size_t n_blocked;
	bool has_foreign;
};

/* What the newer of the runs would leave there; NULL: none of them has the file. */
static const struct run_file *left_by(const struct checking *c, const char *path)
{
	size_t at = table_get(&c->left, slice_of(path));
	return at ? c->files[at - 1] : NULL;
}

static void leave(struct checking *c, const struct run *run)
{
	for (size_t i = 0; i < run->n_files; i++) {
		VEC_PUSH(c->files, c->n_files, c->files_capacity, &run->files[i]);
		*table_at(&c->left, slice_of(run->files[i].path)) = c->n_files;
	}
}

/* Refusals, from the `first` on, of files that a newer run puts back first say nothing: it is not what is there now
 * that counts. */
static void drop_refusals(struct checking *c, size_t first)
{
	struct commit_report *report = c->work.report;
	size_t kept = first;
	for (size_t i = first; i < report->n_refusals; i++)
		if (!left_by(c, report->refusals[i].path))
			report->refusals[kept++] = report->refusals[i];
	report->n_refusals = kept;
}

/* Is what a newer run found there what this one left? */
static bool is_as_left(const struct run_file *newer, const struct run_file *file)
{
	return file->is_gone ? newer->is_new : !newer->is_new && hash_eq(newer->before, file->after);
}

static void judge_left(struct checking *c, const struct run_file *newer, const struct run_file *file)
{
	c->now->n_files++;
	if (is_as_left(newer, file))
		return;
	if (c->request->forced) {
		c->now->n_kept++;
		return;
	}
	work_refuse(&c->work, file->path, "was changed between run %lu and the next, by something else", c->now->run);
	c->has_foreign = true;
}

static void count_kept(void *ctx, const char *path)
{
	struct checking *c = ctx;
	if (left_by(c, path))
		return;
	c->now->n_kept++;
	c->now->n_files++;
}

/* False only when something could not be read. */
static bool check_run(struct checking *c, const struct run *run, struct err *err)
{
	enum content *what = xcalloc(run->n_files + 1, sizeof(*what));
	size_t n_refusals = c->work.report->n_refusals;
	c->now->run = run->number;
	bool ok = foreign_refuse(&c->work, run, "undone", err) && work_judge_undo(&c->work, run, what, err);
	if (ok && c->request->forced) {
		c->work.report->n_refusals = n_refusals;
		ok = forced_look(&c->work, run, count_kept, c, err);
	}
	drop_refusals(c, n_refusals);
	for (size_t i = 0; ok && i < run->n_files; i++) {
		const struct run_file *newer = left_by(c, run->files[i].path);
		if (newer)
			judge_left(c, newer, &run->files[i]);
		else
			c->now->n_files += what[i] == CONTENT_AFTER;
	}
	if (c->work.report->n_refusals > n_refusals) {
		str_addf(&c->blocked, "%s%lu", c->n_blocked++ ? ", " : " ", run->number);
		c->has_foreign |= any_foreign(what, run->n_files);
	}
	free(what);
	return ok;
}

static bool may_undo_all(const struct checking *c, struct err *err)
{
	struct str runs = STR_INIT;
	str_addf(&runs, "%s%s", c->n_blocked == 1 ? "run" : "runs", c->n_blocked ? c->blocked.ptr : "");
	bool ok = work_may_undo(&c->work, runs.ptr, c->has_foreign, err);
	str_release(&runs);
	return ok;
}

/* The newest `count`; fewer, where there are not as many. */
static unsigned long *newest_runs(const struct journal *journal, size_t *count)
{
	unsigned long *numbers = xcalloc(journal->n_runs + 1, sizeof(*numbers));
	size_t wanted = *count;
	*count = 0;
	for (size_t i = journal->n_runs; i-- > 0 && *count < wanted;)
		if (journal->runs[i].state == RUN_APPLIED)
			numbers[(*count)++] = journal->runs[i].number;
	return numbers;
}

/* NULL with `err` where there is no such run. */
static unsigned long *choose(const struct checking *c, size_t *count, struct err *err)
{
	const struct journal *journal = &c->work.journal;
	*count = c->request->n_last;
	if (*count)
		return newest_runs(journal, count);
	const struct run *run = journal_choose(journal, c->request->number, err);
	if (run && c->request->forced)
		return runs_built_on(journal, run, count);
	*count = 1;
	unsigned long *numbers = run ? xcalloc(1, sizeof(*numbers)) : NULL;
	if (run)
		numbers[0] = run->number;
	return numbers;
}

bool commit_rollback_check(const struct write_ops *ops, struct root *root, const struct rollback_request *request,
	struct commit_report *report, struct err *err)
{
	*report = (struct commit_report){ 0 };
	struct checking c = { .work = { .ops = ops, .root = root, .report = report }, .request = request };
	size_t count = 0;
	bool ok = journal_read(root, &c.work.journal, err) && work_refuse_interrupted(&c.work, err);
	unsigned long *numbers = ok ? choose(&c, &count, err) : NULL;
	ok = numbers != NULL;
	struct undone_run *undone = arena_alloc(&report->arena, (count + 1) * sizeof(*undone));
	for (size_t i = 0; ok && i < count; i++) {
		const struct run *run = journal_find(&c.work.journal, numbers[i]);
		c.now = &undone[i];
		*c.now = (struct undone_run){ 0 };
		ok = check_run(&c, run, err);
		journal_set_undone(&c.work.journal, run);
		leave(&c, run);
		report->n_files += c.now->n_files;
	}
	ok = ok && may_undo_all(&c, err);
	report->undone = undone;
	report->n_undone = ok ? count : 0;
	free(numbers);
	free(c.files);
	str_release(&c.blocked);
	table_release(&c.left);
	work_end(&c.work);
	return ok;
}
