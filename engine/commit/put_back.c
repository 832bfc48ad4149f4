/* Putting originals back. It can be cut off anywhere and done again. */
#include "commit/work.h"

#include <stdlib.h>

#include "base/path.h"
#include "commit/folders.h"
#include "commit/header.h"

void work_check_folder(struct work *work, const char *path)
{
	char *folder = slice_dup(path_dir(slice_of(path)));
	struct err err = ERR_INIT;
	if (!root_can_write_in(work->root, folder))
		work_refuse(work, path, "its folder is not writable");
	else if (!work->ops->can_replace(work->ops, work->root, path, &err))
		work_refuse(work, path, "%s", err.message);
	err_release(&err);
	free(folder);
}

bool work_replace(struct work *work, const char *from, const struct run_file *file, enum content wanted, struct err *err)
{
	if (work->ops->replace(work->ops, work->root, from, file->path, err))
		return true;
	/* A call that failed may have done its work all the same: on a network volume only the answer may be lost. */
	struct err ignored = ERR_INIT;
	enum content now;
	bool done = work_examine(work, file->path, file, &now, NULL, &ignored) && now == wanted;
	err_release(&ignored);
	if (done)
		err_release(err);
	return done;
}

/* A file that is neither before nor after. The names in the journal tell whether the run ever touched it; if not, it is left alone. */
static bool judge_foreign(struct work *work, const struct run *run, size_t slot, enum content found, struct err *err)
{
	const struct run_file *file = &run->files[slot];
	struct file_stat old_st, new_st = { .type = FILE_NONE };
	if (!root_stat(work->root, journal_slot_path(&work->from, run->number, "old", slot), &old_st, err))
		return false;
	if (run->state == RUN_PENDING &&
	    !root_stat(work->root, journal_slot_path(&work->to, run->number, "new", slot), &new_st, err))
		return false;
	if (run->state != RUN_APPLIED && (old_st.type == FILE_NONE || new_st.type != FILE_NONE)) {
		work_warn(work, "'%s' %s; it was left as it is", file->path, content_trouble(found));
		return true;
	}
	work_refuse(work, file->path, "%s: it is neither what run %lu found ('%s') nor what it left", content_trouble(found), run->number,
		work->from.ptr);
	return true;
}

static bool judge_original(struct work *work, const struct run *run, size_t slot, struct err *err)
{
	const struct run_file *file = &run->files[slot];
	enum content original;
	const char *path = journal_slot_path(&work->from, run->number, "old", slot);
	if (!work_examine(work, path, file, &original, NULL, err))
		return false;
	if (original != CONTENT_BEFORE)
		work_refuse(work, file->path, "its original '%s' %s", path, content_trouble(original));
	else
		work_check_folder(work, file->path);
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

/* A hard link has the original's own mode and time, a copy was given them: unless somebody changed them through another name. */
static bool mend_meta(struct work *work, const char *path, const struct run_file *file, const struct file_stat *st, struct err *err)
{
	const struct write_ops *ops = work->ops;
	if (st->mode == file->mode && st->mtime_ns == file->mtime_ns)
		return true;
	return ops->set_meta(ops, work->root, path, file->mode, file->mtime_ns, err) && ops->flush_file(ops, work->root, path, err);
}

static bool put_back_file(struct work *work, const struct run *run, size_t slot, struct err *err)
{
	const struct run_file *file = &run->files[slot];
	enum content now;
	struct file_stat st;
	const char *original = journal_slot_path(&work->from, run->number, "old", slot);
	if (!work_examine(work, original, file, &now, &st, err))
		return false;
	if (now != CONTENT_BEFORE)
		return err_set(err, ERR_IO, "cannot put '%s' back: its original '%s' %s", file->path, original, content_trouble(now));
	if (!mend_meta(work, original, file, &st, err))
		return false;
	/* Last of all: what is about to be replaced must still be the run's own text. */
	if (!work_examine(work, file->path, file, &now, NULL, err))
		return false;
	if (now != CONTENT_AFTER)
		return err_set(err, ERR_IO, "cannot put '%s' back: it %s", file->path, content_trouble(now));
	if (!work_replace(work, original, file, CONTENT_BEFORE, err))
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

bool work_end_undo(struct work *work, const struct run *run, enum run_state from, const enum content *what,
	const struct folder_times *times, bool *torn, struct err *err)
{
	*torn = !put_back(work, run, what, err);
	if (*torn)
		return false;
	folders_set_times(work, times);
	if (!work_flush_targets(work, run, err) || !work_set_state(work, run->number, from, RUN_UNDONE, err))
		return false;
	/* What stays behind is swept by the next run. */
	struct err ignored = ERR_INIT;
	work_remove_slots(work, run->number, &ignored);
	err_release(&ignored);
	return true;
}
