/* Putting originals back. It can be cut off anywhere and done again. */
#include "commit/work.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "commit/folders.h"
#include "commit/journal/header.h"

/* The files of a run are sorted by path: of those in one folder, the first asks for all. */
static bool may_write_in(struct work *work, const char *folder)
{
	if (!work->asked.ptr || strcmp(work->asked.ptr, folder) != 0) {
		str_clear(&work->asked);
		str_add_cstr(&work->asked, folder);
		work->asked_is_writable = root_can_write_in(work->root, folder);
	}
	return work->asked_is_writable;
}

static bool is_gone(struct work *work, const char *folder)
{
	struct file_stat st;
	struct err ignored = ERR_INIT;
	bool gone = root_stat(work->root, folder, &st, &ignored) && st.type == FILE_NONE;
	err_release(&ignored);
	return gone;
}

void work_check_folder(struct work *work, struct slice above, const struct run_file *file, bool is_there)
{
	char *folder = slice_dup(above);
	struct err err = ERR_INIT;
	size_t n_refusals = work->report->n_refusals;
	if (!may_write_in(work, folder))
		work_refuse(work, file->path,
			is_gone(work, folder) ? "its folder is gone: make it again" : "its folder is not writable");
	else if (is_there && !work->ops->can_replace(work->ops, work->root, file->path, &err))
		work_refuse(work, file->path, "%s", err.message);
	work->n_closed += work->report->n_refusals - n_refusals;
	err_release(&err);
	free(folder);
}

/* A file that is neither before nor after. The names in the journal tell whether the run ever touched it; if not, it is
 * left alone. */
static bool judge_foreign(struct work *work, const struct run *run, size_t slot, enum content found, struct err *err)
{
	const struct run_file *file = &run->files[slot];
	bool done = true, undone;
	if (run->state == RUN_PENDING && !work_is_moved(work, run, "new", slot, &done, err))
		return false;
	if (!work_is_moved(work, run, "old", slot, &undone, err))
		return false;
	if (run->state != RUN_APPLIED && (undone || !done)) {
		work_warn(work, "'%s' %s; it was left as it is", file->path, content_problem(found));
		return true;
	}
	if (file->is_new) {
		work_refuse(
			work, file->path, "%s: it is not what run %lu created", content_problem(found), run->number);
		return true;
	}
	work_refuse(work, file->path, "%s: it is neither what run %lu found ('%s') nor what it left",
		content_problem(found), run->number, work->from.ptr);
	work->report->refusals[work->report->n_refusals - 1].names_original = true;
	return true;
}

/* The same for the kept original, old/K, by its content alone: BEFORE, OTHER or GONE. */
static bool work_examine_original(struct work *work, const char *path, const struct run_file *file, enum content *out,
	struct file_stat *st, struct err *err)
{
	if (!root_stat(work->root, path, st, err))
		return false;
	*out = st->type == FILE_NONE ? CONTENT_GONE : CONTENT_OTHER;
	if (st->type != FILE_REGULAR || st->size != file->before_size || st->size > RECORDED_MAX_BYTES)
		return true;
	if (!root_read(work->root, path, (size_t)st->size, &work->bytes, st, err))
		return false;
	if (hash_eq(hash_of(str_slice(&work->bytes)), file->before))
		*out = CONTENT_BEFORE;
	return true;
}

static bool judge_original(struct work *work, const struct run *run, size_t slot, struct err *err)
{
	const struct run_file *file = &run->files[slot];
	enum content original = CONTENT_BEFORE;
	struct file_stat st;
	const char *path = journal_slot_path(&work->from, run->number, "old", slot);
	if (!file->is_new && !work_examine_original(work, path, file, &original, &st, err))
		return false;
	if (original != CONTENT_BEFORE)
		work_refuse(work, file->path, "its original '%s' %s", path, content_problem(original));
	else
		work_check_folder(work, run_folder_of(run, file->path), file, !file->is_gone);
	return true;
}

bool work_judge(struct work *work, const struct run *run, enum content *what, struct err *err)
{
	for (size_t i = 0; i < run->n_files; i++)
		if (!work_examine(work, run->files[i].path, &run->files[i], &what[i], NULL, err))
			return false;
	for (size_t i = 0; i < run->n_files; i++) {
		if (what[i] == CONTENT_AFTER && !judge_original(work, run, i, err))
			return false;
		if (what[i] != CONTENT_AFTER && what[i] != CONTENT_BEFORE && !judge_foreign(work, run, i, what[i], err))
			return false;
	}
	return true;
}

/* A hard link has the original's own mode and time, a copy was given them: unless somebody changed them through another
 * name. */
static bool restore_meta(
	struct work *work, const char *path, const struct run_file *file, const struct file_stat *st, struct err *err)
{
	const struct write_ops *ops = work->ops;
	if ((st->mode & MODE_BITS) == (file->mode & MODE_BITS) && st->mtime_ns == file->mtime_ns)
		return true;
	return ops->set_meta(ops, work->root, path, file->mode, file->mtime_ns, err) &&
	       ops->flush_file(ops, work->root, path, err);
}

/* The original is whole, with its mode and time. */
static bool ready_original(struct work *work, const struct run *run, size_t slot, struct err *err)
{
	const struct run_file *file = &run->files[slot];
	enum content now;
	struct file_stat st;
	const char *original = journal_slot_path(&work->from, run->number, "old", slot);
	if (file->is_new)
		return true;
	if (!work_examine_original(work, original, file, &now, &st, err))
		return false;
	if (now != CONTENT_BEFORE)
		return err_set(err, ERR_IO, "cannot put '%s' back: its original '%s' %s", file->path, original,
			content_problem(now));
	return restore_meta(work, original, file, &st, err);
}

static bool put_back_file(struct work *work, const struct run *run, size_t slot, struct err *err)
{
	const struct run_file *file = &run->files[slot];
	enum content now;
	if (!ready_original(work, run, slot, err))
		return false;
	/* Last of all: what is about to be replaced must still be the run's own text. */
	if (!work_examine(work, file->path, file, &now, NULL, err))
		return false;
	enum move move = now == CONTENT_AFTER ? work_undo_file(work, run, slot, err) : MOVE_FOREIGN;
	if (move == MOVE_FOREIGN)
		return err_set(err, ERR_IO, "cannot put '%s' back: it %s", file->path, content_problem(now));
	if (move != MOVE_DONE)
		return false;
	work->report->n_files++;
	return true;
}

/* Every file whose what[i] is AFTER. */
static bool put_back(struct work *work, const struct run *run, const enum content *what, struct err *err)
{
	for (size_t i = 0; i < run->n_files; i++)
		if (what[i] == CONTENT_AFTER && !put_back_file(work, run, i, err))
			return false;
	return true;
}

/* True, with a warning, where somebody else keeps something in the folder. */
static bool is_in_use(struct work *work, const char *path)
{
	struct dir_list list = { 0 };
	struct err ignored = ERR_INIT;
	bool in_use = root_list(work->root, path, &list, &ignored) && list.count > 0;
	if (in_use)
		work_warn(work, "the folder '%s' was made by the run and now has other files in it: it stays", path);
	err_release(&ignored);
	dir_list_release(&list);
	return in_use;
}

/* Removes a folder that is empty. Only what is there counts, as with files. */
static bool remove_folder(struct work *work, const char *path, struct err *err)
{
	if (work->ops->remove_dir(work->ops, work->root, path, err))
		return true;
	bool gone = is_gone(work, path);
	if (gone)
		err_release(err);
	return gone;
}

/* Inner ones first. One that holds another is flushed before it goes: nobody can flush it later. */
static bool remove_made(struct work *work, const struct run *run, struct err *err)
{
	for (size_t i = run->n_made; i-- > 0;) {
		struct file_stat st;
		const char *path = run->made[i];
		if (!root_stat(work->root, path, &st, err))
			return false;
		if (st.type != FILE_DIRECTORY || is_in_use(work, path))
			continue;
		bool holds_made = i + 1 < run->n_made && slice_eq_cstr(path_dir(slice_of(run->made[i + 1])), path);
		if ((holds_made && !work->ops->flush_dir(work->ops, work->root, path, err)) ||
			!remove_folder(work, path, err))
			return false;
	}
	return true;
}

bool work_end_undo(struct work *work, const struct run *run, enum run_state from, const enum content *what,
	const struct folder_times *times, bool *torn, struct err *err)
{
	*torn = !put_back(work, run, what, err) || !remove_made(work, run, err);
	if (*torn)
		return false;
	folders_set_times(work, times);
	if (!work_flush_targets(work, run, NULL, err) || !work_set_state(work, run->number, from, RUN_UNDONE, err))
		return false;
	/* What stays behind is swept by the next run. */
	struct err ignored = ERR_INIT;
	work_remove_slots(work, run->number, &ignored);
	err_release(&ignored);
	return true;
}
