/*
 * Undoing a run: judge all files and folders, rename the header to rolling, put the originals back, then the folders' mtimes, flush,
 * rename the header to undone. Killed anywhere between the two renames, recovery goes on from what the files hold.
 */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "commit/commit.h"
#include "commit/folders.h"
#include "commit/header.h"
#include "commit/work.h"

static bool no_such_run(const struct journal *journal, unsigned long number, struct err *err)
{
	const struct run *run = journal_find(journal, number);
	if (journal->n_runs == 0)
		return err_set(err, ERR_USAGE, "there is no run to undo");
	if (number == 0)
		err_set(err, ERR_USAGE, "there is no applied run to undo");
	else if (!run)
		err_set(err, ERR_USAGE, "there is no run %lu", number);
	else if (run->state == RUN_BROKEN)
		err_set(err, ERR_IO, "run %lu cannot be undone: %s", number, run->trouble);
	else
		err_set(err, ERR_USAGE, "run %lu is %s: only an applied run can be undone", number, run_state_name(run->state));
	struct str runs = STR_INIT;
	work_list_runs(journal, &runs);
	if (run && run->state == RUN_BROKEN)
		err_hint(err, "its originals are in '.tpatch/runs/%06lu/old'", number);
	else
		err_hint(err, "the journal has %s", str_slice(&runs).ptr);
	str_release(&runs);
	return false;
}

static const struct run *choose_run(const struct journal *journal, unsigned long number, struct err *err)
{
	const struct run *run = number ? journal_find(journal, number) : journal_last(journal, RUN_APPLIED);
	if (run && run->state == RUN_APPLIED)
		return run;
	no_such_run(journal, number, err);
	return NULL;
}

/* A later run that changed the same file has to be undone first, even if that file happens to look right. */
static void refuse_overlaid(struct work *work, const struct run *run)
{
	for (size_t i = 0; i < run->n_files; i++) {
		const struct run *last = journal_applied_to(&work->journal, run->files[i].path, NULL);
		if (last && last->number > run->number)
			work_refuse(work, run->files[i].path, "was changed by run %lu later: undo that one first", last->number);
	}
}

static bool is_below(const char *path, const char *folder)
{
	size_t len = strlen(folder);
	return strncmp(path, folder, len) == 0 && path[len] == '/';
}

/* Nor can a folder go in which a later run has put a file. */
static void refuse_settled(struct work *work, const struct run *run)
{
	const struct journal *journal = &work->journal;
	for (const struct run *later = run + 1; later < journal->runs + journal->n_runs; later++)
		for (size_t i = 0; later->state == RUN_APPLIED && i < later->n_files; i++)
			for (size_t m = 0; m < run->n_made; m++)
				if (!later->files[i].is_gone && is_below(later->files[i].path, run->made[m]))
					work_refuse(work, later->files[i].path, "was put by run %lu into the folder '%s': undo that one first", later->number,
						run->made[m]);
}

static bool any_foreign(const enum content *what, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (what[i] == CONTENT_OTHER || what[i] == CONTENT_GONE)
			return true;
	return false;
}

static bool judge(struct work *work, const struct run *run, bool forced, enum content *what, struct err *err)
{
	if (!forced)
		refuse_overlaid(work, run);
	if (!forced && work->report->n_refusals == 0)
		refuse_settled(work, run);
	bool overlaid = work->report->n_refusals > 0;
	if (!overlaid && !work_judge(work, run, what, err))
		return false;
	size_t n = work->report->n_refusals;
	if (n == 0)
		return true;
	err_set(err, work->n_closed == n ? ERR_IO : ERR_UNFIT, "run %lu cannot be undone: %zu file%s in the way", run->number, n, n == 1 ? " stands" : "s stand");
	if (work->n_closed == n)
		return err_hint(err, "the tree is as it was");
	if (overlaid)
		return err_hint(err, "nothing was written; --force puts the originals there all the same, and keeps these files in the journal");
	return err_hint(err, "nothing was written; a file that is put back to the original named in brackets is not in the way any more%s",
		forced || !any_foreign(what, run->n_files) ? "" : "; --force puts the originals there, and keeps what it writes over in the journal");
}

/* The header says rolling. Nothing touched yet: the rollback is called off. Else it has to be ended by recovery. */
static bool call_off(struct work *work, const struct run *run, struct err *err)
{
	struct err trouble = ERR_INIT;
	if (err->kind != ERR_IO_TORN && work->report->n_files == 0 && work_set_state(work, run->number, RUN_ROLLING, RUN_APPLIED, &trouble))
		return false;
	err_release(&trouble);
	err->kind = ERR_IO_TORN;
	err_prefix(err, "run %lu is only half undone", run->number);
	return err_hint(err, "run 'tpatch recover' once the reason is gone");
}

static bool undo(struct work *work, const struct run *run, bool forced, struct err *err)
{
	enum content *what = xcalloc(run->n_files, sizeof(*what));
	bool torn, ok = judge(work, run, forced, what, err);
	if (ok) {
		struct folder_times times = folders_plan_rollback(work, run);
		ok = work_set_state(work, run->number, RUN_APPLIED, RUN_ROLLING, err) &&
			(work_end_undo(work, run, RUN_ROLLING, what, &times, &torn, err) || call_off(work, run, err));
	}
	free(what);
	return ok;
}

static bool roll_back(const struct write_ops *ops, struct root *root, unsigned long number, bool forced, struct commit_report *report,
	struct err *err)
{
	*report = (struct commit_report){ 0 };
	struct work work = { .ops = ops, .root = root, .report = report };
	bool there, ok = work_begin(&work, false, &there, err) && work_refuse_interrupted(&work, err);
	const struct run *run = ok ? choose_run(&work.journal, number, err) : NULL;
	if (run) {
		ok = undo(&work, run, forced, err);
		report->run = run->number;
	}
	work_end(&work);
	return ok && run;
}

bool commit_rollback(const struct write_ops *ops, struct root *root, unsigned long number, struct commit_report *report,
	struct err *err)
{
	return roll_back(ops, root, number, false, report, err);
}

/* --- over later edits -------------------------------------------------------------------------------------------- */

/* The run that keeps later edits: a plan of changes from what is there to the originals. */
struct keeping {
	struct plan plan;
	struct patchset set;
	unsigned long number; /* of the run to be undone */
	struct arena arena;
};

/* Reads a file as it is; false without `err` where it cannot be had. */
static bool read_now(struct work *work, const char *path, struct arena *arena, struct slice *out, struct file_stat *st)
{
	struct err ignored = ERR_INIT;
	struct str bytes = STR_INIT;
	bool ok = root_stat(work->root, path, st, &ignored) && st->type == FILE_REGULAR &&
		root_read(work->root, path, (size_t)st->size, &bytes, st, &ignored);
	if (ok)
		*out = (struct slice){ arena_dup(arena, str_slice(&bytes)), bytes.len };
	err_release(&ignored);
	str_release(&bytes);
	return ok;
}

/* What is there now, or that nothing is. */
static bool keep_present(struct work *work, struct keeping *keeping, const struct run_file *file, const char *original, struct change *change)
{
	if (read_now(work, file->path, &keeping->arena, &change->before, &change->st))
		return true;
	if (change->st.type != FILE_NONE) {
		work_refuse(work, file->path, "is no file that can be read: put its original '%s' there", original);
		return false;
	}
	change->is_new = true;
	change->before = slice_from("", 0);
	return true;
}

/* Mode and mtime that the file had before the run. */
static const struct file_stat *stat_before(const struct run_file *file, struct arena *arena)
{
	struct file_stat *st = arena_alloc(arena, sizeof(*st));
	*st = (struct file_stat){ .type = FILE_REGULAR, .size = file->before_size, .mode = file->mode, .mtime_ns = file->mtime_ns };
	return st;
}

/* Takes one file that somebody changed or removed. */
static void keep_file(struct work *work, struct keeping *keeping, const struct run *run, size_t slot)
{
	const struct run_file *file = &run->files[slot];
	struct change *change = &keeping->plan.changes[keeping->plan.n_changes];
	struct file_stat original_st;
	*change = (struct change){ .path = arena_strdup(&keeping->arena, file->path) };
	const char *original = journal_slot_path(&work->from, run->number, "old", slot);
	if (!keep_present(work, keeping, file, original, change))
		return;
	if (file->is_new) {
		change->is_gone = true;
		change->after = slice_from("", 0);
	} else if (!read_now(work, original, &keeping->arena, &change->after, &original_st) || !hash_eq(hash_of(change->after), file->before)) {
		work_refuse(work, file->path, "its original '%s' is not as the run left it", original);
		return;
	}
	change->like = file->is_new ? NULL : stat_before(file, &keeping->arena);
	change->before_hash = hash_of(change->before);
	change->after_hash = file->is_new ? hash_of(change->after) : file->before;
	keeping->plan.n_changes++;
}

static bool gather(struct work *work, struct keeping *keeping, const struct run *run, struct err *err)
{
	keeping->number = run->number;
	keeping->set = (struct patchset){ .name = "kept" };
	keeping->plan.set = &keeping->set;
	keeping->plan.changes = arena_alloc(&keeping->arena, run->n_files * sizeof(*keeping->plan.changes));
	for (size_t i = 0; i < run->n_files; i++) {
		enum content now;
		if (!work_examine(work, run->files[i].path, &run->files[i], &now, NULL, err))
			return false;
		if (now == CONTENT_OTHER || now == CONTENT_GONE)
			keep_file(work, keeping, run, i);
	}
	size_t n = work->report->n_refusals;
	if (n == 0)
		return true;
	err_set(err, ERR_UNFIT, "run %lu cannot be undone: %zu file%s in the way", run->number, n, n == 1 ? " stands" : "s stand");
	return err_hint(err, "nothing was written");
}

static bool look_for_edits(const struct write_ops *ops, struct root *root, unsigned long number, struct keeping *keeping,
	struct commit_report *report, struct err *err)
{
	struct work work = { .ops = ops, .root = root, .report = report };
	bool there, ok = work_begin(&work, false, &there, err) && work_refuse_interrupted(&work, err);
	const struct run *run = ok ? choose_run(&work.journal, number, err) : NULL;
	ok = run && gather(&work, keeping, run, err);
	work_end(&work);
	return ok;
}

/* Makes the run that keeps the edits. */
static bool keep_edits(const struct write_ops *ops, struct root *root, struct keeping *keeping, const char *tool,
	struct commit_report *report, struct err *err)
{
	struct str label = STR_INIT;
	str_addf(&label, "as it was when run %lu was undone", keeping->number);
	commit_report_release(report);
	bool ok = commit_plan(ops, root, &keeping->plan, str_slice(&label).ptr, tool, NULL, report, err);
	str_release(&label);
	return ok;
}

bool commit_rollback_forced(const struct write_ops *ops, struct root *root, unsigned long number, const char *tool,
	struct commit_report *report, struct err *err)
{
	struct keeping keeping = { 0 };
	*report = (struct commit_report){ 0 };
	bool ok = look_for_edits(ops, root, number, &keeping, report, err) && keep_edits(ops, root, &keeping, tool, report, err);
	unsigned long kept_run = ok ? report->run : 0;
	if (ok) {
		commit_report_release(report);
		ok = roll_back(ops, root, keeping.number, true, report, err);
		report->kept_run = kept_run;
		report->n_files += ok ? keeping.plan.n_changes : 0;
	}
	if (!ok && kept_run)
		err_hint(err, "what was changed since is kept as run %lu; `tpatch rollback %lu` brings it back", kept_run, kept_run);
	arena_release(&keeping.arena);
	return ok;
}
