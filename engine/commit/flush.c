/* What must be on the disk, and when: see the order at the top of commit.c. */
#include "commit/work.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "commit/header.h"

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
		if (!ops->flush_file(ops, work->root, journal_slot_path(&work->from, run->number, kind, i), err))
			return false;
	return ops->flush_dir(ops, work->root, journal_item_path(&work->from, run->number, kind), err);
}

bool work_flush_run(struct work *work, const struct run *run, struct err *err)
{
	const struct write_ops *ops = work->ops;
	if (flush_volume(work, 2 * run->n_files, err))
		return true;
	return err->kind == ERR_NONE && flush_slots(work, run, "new", err) && flush_slots(work, run, "old", err) &&
		ops->flush_dir(ops, work->root, journal_run_path(&work->from, run->number), err) &&
		ops->flush_dir(ops, work->root, JOURNAL_RUNS, err) && ops->flush_dir(ops, work->root, JOURNAL_DIR, err) &&
		ops->flush_dir(ops, work->root, "", err);
}

static int compare_paths(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The folders of the run's files, each once, in an array that the caller frees with its strings. */
static char **folders_of(const struct run *run, size_t *count)
{
	char **folders = xcalloc(run->n_files, sizeof(*folders));
	for (size_t i = 0; i < run->n_files; i++)
		folders[i] = slice_dup(path_dir(slice_of(run->files[i].path)));
	if (run->n_files)
		qsort(folders, run->n_files, sizeof(*folders), compare_paths);
	*count = 0;
	for (size_t i = 0; i < run->n_files; i++) {
		if (*count && strcmp(folders[*count - 1], folders[i]) == 0)
			free(folders[i]);
		else
			folders[(*count)++] = folders[i];
	}
	return folders;
}

bool work_flush_targets(struct work *work, const struct run *run, struct err *err)
{
	size_t count;
	char **folders = folders_of(run, &count);
	bool done = flush_volume(work, count, err), ok = done || err->kind == ERR_NONE;
	for (size_t i = 0; i < count; i++) {
		ok = ok && (done || work->ops->flush_dir(work->ops, work->root, folders[i], err));
		free(folders[i]);
	}
	free(folders);
	return ok;
}
