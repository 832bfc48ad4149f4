/* What must be on the disk, and when: see the order at the top of commit.c. */
#include "commit/journal/header.h"
#include "commit/work.h"

/* Up to so many names are flushed one by one; for more, one flush of the whole volume is quicker. */
#define FLUSH_EACH_MAX 16

/* True when the volume was flushed; else false, with `err` set only if that failed. */
static bool flush_volume(struct work *work, size_t n_names, struct err *err)
{
	return n_names > FLUSH_EACH_MAX && work->ops->flush_volume(work->ops, work->root, err);
}

static bool flush_slots(struct work *work, const struct run *run, const char *kind, struct err *err)
{
	const struct write_ops *ops = work->ops;
	for (size_t i = 0; i < run->n_files; i++)
		if (!(kind[0] == 'n' ? run->files[i].is_gone : run->files[i].is_new) &&
			!ops->flush_file(ops, work->root, journal_slot_path(&work->from, run->number, kind, i), err))
			return false;
	return ops->flush_dir(ops, work->root, journal_item_path(&work->from, run->number, kind), err);
}

bool work_flush_run(struct work *work, const struct run *run, struct err *err)
{
	const struct write_ops *ops = work->ops;
	if (flush_volume(work, 2 * run->n_files, err))
		return true;
	return err->kind == ERR_NONE && flush_slots(work, run, "new", err) && flush_slots(work, run, "old", err) &&
	       ops->flush_file(ops, work->root, journal_item_path(&work->from, run->number, ITEM_HEADER), err) &&
	       ops->flush_dir(ops, work->root, journal_run_path(&work->from, run->number), err) &&
	       ops->flush_dir(ops, work->root, JOURNAL_RUNS, err) &&
	       ops->flush_dir(ops, work->root, JOURNAL_DIR, err) && ops->flush_dir(ops, work->root, "", err);
}

/* A folder that the run made is gone once the run is undone. */
static bool flush_if_there(struct work *work, const char *path, struct err *err)
{
	struct file_stat st;
	if (!root_stat(work->root, path, &st, err))
		return false;
	return st.type != FILE_DIRECTORY || work->ops->flush_dir(work->ops, work->root, path, err);
}

/* Has the journal names of files that were at their place before? */
static bool moves_files_away(const struct run *run)
{
	for (size_t i = 0; i < run->n_files; i++)
		if (run->files[i].is_new || run->files[i].is_gone)
			return true;
	return false;
}

/* A file of the run's folder, and its name. */
static bool flush_item(struct work *work, const struct run *run, const char *item, struct err *err)
{
	return work->ops->flush_file(work->ops, work->root, journal_item_path(&work->from, run->number, item), err) &&
	       work->ops->flush_dir(work->ops, work->root, journal_run_path(&work->from, run->number), err);
}

bool work_flush_targets(struct work *work, const struct run *run, const char *item, struct err *err)
{
	const struct folder_times *folders = &run->folders;
	if (flush_volume(work, folders->count + run->n_made, err))
		return true;
	bool ok = err->kind == ERR_NONE && (!item || flush_item(work, run, item, err));
	for (size_t i = 0; ok && i < run->n_made; i++)
		ok = flush_if_there(work, run->made[i], err);
	for (size_t i = 0; ok && i < folders->count; i++)
		ok = work->ops->flush_dir(work->ops, work->root, folders->items[i].path, err);
	return ok &&
	       (!moves_files_away(run) || (work->ops->flush_dir(work->ops, work->root,
						   journal_item_path(&work->from, run->number, "new"), err) &&
						  work->ops->flush_dir(work->ops, work->root,
							  journal_item_path(&work->from, run->number, "old"), err)));
}
