/*
 * A forced rollback: what is in the place of a run's files is first recorded as a separate run, which puts the
 * originals there; then the run is undone as any other. What was recorded is no change in force: it is kept, until
 * it is wanted back.
 */
#include "commit/journal/forced.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mode.h"
#include "commit/journal/foreign.h"
#include "commit/journal/header.h"
#include "commit/built_on.h"
#include "commit/work.h"
#include "text/source.h"

/* A plan of changes from what is there to what is kept, or to the originals. */
struct keeping {
	struct plan plan;
	struct patchset set;
	struct arena arena;
	size_t n_edited; /* files refused for edits of their own, which --force writes over */
};

/* Reads a file as it is; false without `err` where it cannot be had. */
static bool read_now(struct work *work, const char *path, struct arena *arena, struct slice *out, struct file_stat *st)
{
	struct err ignored = ERR_INIT;
	struct str bytes = STR_INIT;
	bool ok = root_stat(work->root, path, st, &ignored) && st->type == FILE_REGULAR &&
		  st->size <= RECORDED_MAX_BYTES && root_read(work->root, path, (size_t)st->size, &bytes, st, &ignored);
	if (ok)
		*out = (struct slice){ arena_dup(arena, str_slice(&bytes)), bytes.len };
	err_release(&ignored);
	str_release(&bytes);
	return ok;
}

/* What is there now, or that nothing is. */
static bool keep_present(struct work *work, struct keeping *keeping, const struct run_file *file, const char *original,
	struct change *change)
{
	if (read_now(work, file->path, &keeping->arena, &change->before, &change->st))
		return true;
	if (change->st.type != FILE_NONE) {
		work_refuse(work, file->path, "is not a readable file: put its original '%s' there", original);
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
	*st = (struct file_stat){
		.type = FILE_REGULAR, .size = file->before_size, .mode = file->mode, .mtime_ns = file->mtime_ns
	};
	return st;
}

/* What is to be as it was before the run; the executable bit alone may be what is otherwise. */
static void become_like(struct change *change, const struct run_file *file, struct arena *arena)
{
	if (file->is_new)
		return;
	change->like = stat_before(file, arena);
	change->mode = file->mode;
	change->changes_mode = !change->is_new && mode_is_executable(change->st.mode) != mode_is_executable(file->mode);
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
	} else if (!read_now(work, original, &keeping->arena, &change->after, &original_st) ||
		   !hash_eq(hash_of(change->after), file->before)) {
		work_refuse(work, file->path, "its original '%s' is not as the run left it", original);
		return;
	}
	become_like(change, file, &keeping->arena);
	change->before_hash = hash_of(change->before);
	change->after_hash = file->is_new ? hash_of(change->after) : file->before;
	keeping->plan.n_changes++;
}

static void begin_keeping(struct keeping *keeping, const struct run *run)
{
	keeping->set = (struct patchset){ .name = "kept" };
	keeping->plan.set = &keeping->set;
	keeping->plan.changes = arena_alloc(&keeping->arena, run->n_files * sizeof(*keeping->plan.changes));
}

static bool gather_files(struct work *work, struct keeping *keeping, const struct run *run, struct err *err)
{
	begin_keeping(keeping, run);
	for (size_t i = 0; i < run->n_files; i++) {
		enum content now;
		if (!work_examine(work, run->files[i].path, &run->files[i], &now, NULL, err))
			return false;
		if (now == CONTENT_OTHER || now == CONTENT_GONE)
			keep_file(work, keeping, run, i);
	}
	return true;
}

bool forced_look(struct work *work, const struct run *run, void (*keeps)(void *ctx, const char *path), void *ctx,
	struct err *err)
{
	struct keeping keeping = { 0 };
	bool ok = gather_files(work, &keeping, run, err);
	for (size_t i = 0; ok && i < keeping.plan.n_changes; i++)
		keeps(ctx, keeping.plan.changes[i].path);
	arena_release(&keeping.arena);
	return ok;
}

static bool gather(struct work *work, struct keeping *keeping, const struct run *run, struct err *err)
{
	if (!gather_files(work, keeping, run, err))
		return false;
	size_t n = work->report->n_refusals;
	if (n == 0)
		return true;
	err_set(err, ERR_UNFIT, "run %lu cannot be undone: %zu file%s it", run->number, n,
		n == 1 ? " blocks" : "s block");
	return err_hint_of(err, ERR_HINT_UNWRITTEN, "nothing was written");
}

static bool look_for_edits(const struct write_ops *ops, struct root *root, unsigned long number,
	struct keeping *keeping, struct commit_report *report, struct err *err)
{
	struct work work = { .ops = ops, .root = root, .report = report };
	bool there, ok = work_begin(&work, false, &there, err) && work_refuse_interrupted(&work, err);
	const struct run *run = ok ? journal_choose(&work.journal, number, err) : NULL;
	ok = run && foreign_refuse(&work, run, "undone", err) && gather(&work, keeping, run, err);
	work_end(&work);
	return ok;
}

/* Makes the run that keeps the edits, or brings them back. */
static bool make_run(const struct write_ops *ops, struct root *root, struct keeping *keeping, unsigned long keeps,
	const char *label, const char *tool, struct commit_report *report, struct err *err)
{
	struct run_origin origin = { .keeps = keeps };
	commit_report_release(report);
	return commit_plan(ops, root, &keeping->plan, label, tool, &origin, report, err);
}

static bool keep_edits(const struct write_ops *ops, struct root *root, struct keeping *keeping, unsigned long number,
	const char *tool, struct commit_report *report, struct err *err)
{
	struct str label = STR_INIT;
	str_addf(&label, "as it was when run %lu was undone", number);
	bool ok = make_run(ops, root, keeping, number, str_slice(&label).ptr, tool, report, err);
	str_release(&label);
	return ok;
}

/* One run, upon which nothing is built. */
static bool force_one(const struct write_ops *ops, struct root *root, struct undone_run *undone, const char *tool,
	struct commit_report *report, struct err *err)
{
	struct keeping keeping = { 0 };
	*report = (struct commit_report){ 0 };
	bool ok = look_for_edits(ops, root, undone->run, &keeping, report, err) &&
		  keep_edits(ops, root, &keeping, undone->run, tool, report, err);
	undone->kept_run = ok ? report->run : 0;
	if (ok) {
		commit_report_release(report);
		ok = commit_rollback_runs(ops, root, &undone->run, 1, report, err);
		undone->n_files = report->n_files + keeping.plan.n_changes;
	}
	if (!ok && undone->kept_run)
		err_hint(err, "the later changes are kept as run %lu; `tpatch rollback %lu` restores them",
			undone->kept_run, undone->kept_run);
	arena_release(&keeping.arena);
	return ok;
}

/* The numbers of all runs that have to be undone. */
static bool choose_runs(
	struct root *root, unsigned long number, unsigned long **numbers, size_t *count, struct err *err)
{
	struct journal journal;
	if (!journal_read(root, &journal, err))
		return false;
	const struct run *run = journal_choose(&journal, number, err);
	if (run)
		*numbers = runs_built_on(&journal, run, count);
	journal_release(&journal);
	return run != NULL;
}

static bool force_all(const struct write_ops *ops, struct root *root, const unsigned long *numbers, size_t count,
	const char *tool, struct commit_report *report, struct err *err)
{
	struct arena arena = ARENA_INIT;
	struct undone_run *undone = arena_alloc(&arena, count * sizeof(*undone));
	const char **warnings = NULL;
	size_t n_files = 0, n_warnings = 0, capacity = 0;
	bool ok = true;
	for (size_t i = 0; ok && i < count; i++) {
		commit_report_release(report);
		undone[i].run = numbers[i];
		ok = force_one(ops, root, &undone[i], tool, report, err);
		if (!ok && i > 0)
			commit_fail_later(i, count, numbers[i - 1], numbers[i], err);
		n_files += undone[i].n_files;
		for (size_t k = 0; ok && k < report->n_warnings; k++)
			VEC_PUSH(warnings, n_warnings, capacity, arena_strdup(&arena, report->warnings[k]));
	}
	if (ok) {
		commit_report_release(report);
		*report = (struct commit_report){ .run = numbers[count - 1],
			.kept_run = undone[count - 1].kept_run,
			.n_files = n_files,
			.undone = undone,
			.n_undone = count,
			.n_warnings = n_warnings,
			.arena = arena };
		report->warnings = arena_alloc(&report->arena, n_warnings * sizeof(*warnings));
		if (n_warnings)
			memcpy(report->warnings, warnings, n_warnings * sizeof(*warnings));
	} else {
		arena_release(&arena);
	}
	free(warnings);
	return ok;
}

/* --- back again --------------------------------------------------------------------------------------------------- */

/* Is run `number` one that keeps something? No, where there is none. False when the journal cannot be read. */
static bool is_kept_run(struct root *root, unsigned long number, bool *is_kept, struct err *err)
{
	struct journal journal;
	if (!journal_read_in_force(root, &journal, err))
		return false;
	const struct run *run = journal_find(&journal, number);
	*is_kept = run && run->state == RUN_KEPT;
	journal_release(&journal);
	return true;
}

/* Did a run find it there, or leave it? Then the journal's records tell where it came from, and nobody's work is
 * lost. */
static bool is_known(const struct journal *journal, const char *path, const struct change *change)
{
	for (size_t i = 0; i < journal->n_runs; i++) {
		const struct run_file *file = run_file_find(&journal->runs[i], path);
		if (!file)
			continue;
		if (change->is_new ? file->is_new || file->is_gone
				   : (!file->is_new && hash_eq(file->before, change->before_hash)) ||
					     (!file->is_gone && hash_eq(file->after, change->before_hash)))
			return true;
	}
	return false;
}

/* The change that makes of what is there now what run `run` keeps; none where that is there. */
static bool bring_file(
	struct work *work, struct keeping *keeping, const struct run *run, size_t slot, bool forced, struct err *err)
{
	const struct run_file *file = &run->files[slot];
	struct change *change = &keeping->plan.changes[keeping->plan.n_changes];
	struct file_stat kept_st;
	*change = (struct change){ .path = arena_strdup(&keeping->arena, file->path) };
	const char *kept = journal_slot_path(&work->from, run->number, "old", slot);
	enum content now;
	if (!work_examine(work, file->path, file, &now, &change->st, err))
		return false;
	if (now == CONTENT_BEFORE)
		return true;
	if (!read_now(work, file->path, &keeping->arena, &change->before, &change->st)) {
		if (change->st.type != FILE_NONE) {
			work_refuse(work, file->path, "is not a readable file: move it away");
			return true;
		}
		change->is_new = true;
		change->before = slice_from("", 0);
	}
	change->before_hash = hash_of(change->before);
	change->is_gone = file->is_new;
	change->after = slice_from("", 0);
	if (!file->is_new && (!read_now(work, kept, &keeping->arena, &change->after, &kept_st) ||
				     !hash_eq(hash_of(change->after), file->before))) {
		work_refuse(work, file->path, "its kept copy, '%s', has changed", kept);
		return true;
	}
	change->after_hash = hash_of(change->after);
	become_like(change, file, &keeping->arena);
	if (forced || is_known(&work->journal, file->path, change)) {
		keeping->plan.n_changes++;
	} else {
		work_refuse(work, file->path, "has changed since, and not by a run");
		keeping->n_edited++;
	}
	return true;
}

static bool gather_back(struct work *work, struct keeping *keeping, unsigned long number, bool forced, struct err *err)
{
	const struct run *run = journal_find(&work->journal, number);
	if (!run || run->state != RUN_KEPT)
		return err_set(err, ERR_USAGE, "run %lu has no kept changes", number);
	if (!foreign_refuse(work, run, "restored", err))
		return false;
	begin_keeping(keeping, run);
	for (size_t i = 0; i < run->n_files; i++)
		if (!bring_file(work, keeping, run, i, forced, err))
			return false;
	size_t n = work->report->n_refusals;
	if (n == 0)
		return true;
	err_set(err, ERR_UNFIT, "the changes that run %lu kept cannot be restored: %zu file%s it", number, n,
		n == 1 ? " blocks" : "s block");
	return err_hint_of(err, ERR_HINT_UNWRITTEN,
		keeping->n_edited == n
			? "nothing was written; --force restores it anyway, and keeps what is there now as another run"
			: "nothing was written");
}

/*
 * Puts what run `number` keeps to its places, as a new run (`report->run`), which can be undone like any other;
 * `report->brought_back` is then `number`. Refuses (ERR_UNFIT) where a file holds what no run found or left, unless
 * `forced`: the new run keeps that too.
 */
static bool bring_back(const struct write_ops *ops, struct root *root, unsigned long number, bool forced,
	const char *tool, struct commit_report *report, struct err *err)
{
	struct keeping keeping = { 0 };
	*report = (struct commit_report){ 0 };
	struct work work = { .ops = ops, .root = root, .report = report };
	bool there, ok = work_begin(&work, false, &there, err) && work_refuse_interrupted(&work, err) &&
			 gather_back(&work, &keeping, number, forced, err);
	work_end(&work);
	if (ok) {
		struct str label = STR_INIT;
		str_addf(&label, "what run %lu kept", number);
		ok = make_run(ops, root, &keeping, 0, str_slice(&label).ptr, tool, report, err);
		str_release(&label);
		report->brought_back = number;
	}
	arena_release(&keeping.arena);
	return ok;
}

bool commit_restore_check(const struct write_ops *ops, struct root *root, unsigned long number, bool forced,
	void (*show)(void *ctx, const struct plan *plan), void *ctx, struct commit_report *report, struct err *err)
{
	struct keeping keeping = { 0 };
	*report = (struct commit_report){ 0 };
	struct work work = { .ops = ops, .root = root, .report = report };
	bool ok = journal_read(root, &work.journal, err) && work_refuse_interrupted(&work, err) &&
		  gather_back(&work, &keeping, number, forced, err);
	work_end(&work);
	if (ok)
		show(ctx, &keeping.plan);
	arena_release(&keeping.arena);
	return ok;
}

/* --- undoing what may be a run that keeps something --------------------------------------------------------------- */

bool commit_rollback(const struct write_ops *ops, struct root *root, unsigned long number, const char *tool,
	struct commit_report *report, struct err *err)
{
	bool is_kept;
	if (number && !is_kept_run(root, number, &is_kept, err))
		return false;
	if (number && is_kept)
		return bring_back(ops, root, number, false, tool, report, err);
	return commit_rollback_runs(ops, root, &number, 1, report, err);
}

bool commit_rollback_forced(const struct write_ops *ops, struct root *root, unsigned long number, const char *tool,
	struct commit_report *report, struct err *err)
{
	unsigned long *numbers;
	size_t count;
	bool is_kept = false;
	*report = (struct commit_report){ 0 };
	if (number && !is_kept_run(root, number, &is_kept, err))
		return false;
	if (is_kept)
		return bring_back(ops, root, number, true, tool, report, err);
	if (!choose_runs(root, number, &numbers, &count, err))
		return false;
	bool ok = force_all(ops, root, numbers, count, tool, report, err);
	free(numbers);
	return ok;
}
