/*
 * A stack of folders under one lock; each thread takes one folder, lists it, reads its files, and puts its subfolders back all at once.
 * The lock is taken twice per folder, which is nothing beside the system calls in between.
 */
#include "plan/walk.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "platform/thread.h"

struct folder_stack {
	char **paths; /* owned */
	size_t count, capacity;
};

struct walk {
	struct root *root;
	const struct walk_visitor *visitor;
	size_t max_bytes;
	struct mutex *mutex;
	struct condition *changed; /* folders were added, or the walk is over */
	/* Under the mutex: */
	struct folder_stack todo;
	size_t n_busy, n_waiting; /* threads that have a folder, and that wait for one */
	struct walk_counts counts;
	atomic_bool stopped; /* a visitor ended the walk */
};

/* What one thread uses again for every folder. */
struct walker {
	struct walk *walk;
	size_t thread;
	struct dir_list list;
	struct str path;  /* of the entry at hand */
	struct str bytes; /* of the file at hand */
	struct folder_stack found;
	struct walk_counts counts;
};

/* git refuses these names in any case, since some file systems fold it. */
static bool is_private_name(const char *name)
{
	return name[0] == '.' && (slice_eq_nocase(slice_of(name), SLICE_LITERAL(".git")) ||
		slice_eq_nocase(slice_of(name), SLICE_LITERAL(".tpatch")));
}

static void stop(struct walk *walk)
{
	atomic_store_explicit(&walk->stopped, true, memory_order_relaxed);
}

static bool is_stopped(struct walk *walk)
{
	return atomic_load_explicit(&walk->stopped, memory_order_relaxed);
}

static void report_trouble(struct walker *w, const char *path, struct err *why)
{
	const struct walk_visitor *visitor = w->walk->visitor;
	if (!visitor->trouble(visitor->ctx, w->thread, path, why))
		stop(w->walk);
	err_release(why);
}

static void visit_file(struct walker *w, struct dir *dir, const char *name)
{
	const struct walk_visitor *visitor = w->walk->visitor;
	w->counts.files_seen++;
	if (!visitor->wants(visitor->ctx, w->thread, w->path.ptr))
		return;
	struct err err = ERR_INIT;
	struct file_stat st;
	if (!dir_read(dir, name, w->walk->max_bytes, &w->bytes, &st, &err)) {
		report_trouble(w, w->path.ptr, &err);
		return;
	}
	w->counts.files_read++;
	w->counts.bytes_read += w->bytes.len;
	if (!visitor->file(visitor->ctx, w->thread, w->path.ptr, str_slice(&w->bytes), &st))
		stop(w->walk);
}

static void visit_subfolder(struct walker *w)
{
	const struct walk_visitor *visitor = w->walk->visitor;
	if (!visitor->skips_dir || !visitor->skips_dir(visitor->ctx, w->thread, w->path.ptr))
		VEC_PUSH(w->found.paths, w->found.count, w->found.capacity, slice_dup(str_slice(&w->path)));
}

static void visit_entries(struct walker *w, struct dir *dir, const char *folder)
{
	str_clear(&w->path);
	str_add_cstr(&w->path, folder);
	if (folder[0])
		str_add_char(&w->path, '/');
	size_t prefix_len = w->path.len;
	for (size_t i = 0; i < w->list.count && !is_stopped(w->walk); i++) {
		const struct dir_entry *entry = &w->list.entries[i];
		if (is_private_name(entry->name))
			continue;
		w->path.len = prefix_len;
		str_add_cstr(&w->path, entry->name);
		if (entry->type == FILE_DIRECTORY)
			visit_subfolder(w);
		else if (entry->type == FILE_REGULAR)
			visit_file(w, dir, entry->name);
	}
}

static void visit_folder(struct walker *w, const char *folder)
{
	struct err err = ERR_INIT;
	struct dir *dir = root_open_dir(w->walk->root, folder, &err);
	if (dir && dir_list(dir, &w->list, &err)) {
		w->counts.folders++;
		visit_entries(w, dir, folder);
	} else {
		report_trouble(w, folder, &err);
	}
	dir_close(dir);
}

/* Takes a folder, waiting while others may still find some. NULL: there will be none. Called with the mutex held. */
static char *take_folder(struct walk *walk)
{
	while (!walk->todo.count && walk->n_busy && !is_stopped(walk)) {
		walk->n_waiting++;
		condition_wait(walk->changed, walk->mutex);
		walk->n_waiting--;
	}
	if (!walk->todo.count || is_stopped(walk))
		return NULL;
	walk->n_busy++;
	return walk->todo.paths[--walk->todo.count];
}

/* Gives back the subfolders that were found, the first on top. Called with the mutex held. */
static void finish_folder(struct walk *walk, struct folder_stack *found)
{
	walk->n_busy--;
	while (found->count)
		VEC_PUSH(walk->todo.paths, walk->todo.count, walk->todo.capacity, found->paths[--found->count]);
	if (walk->n_waiting && (walk->todo.count || !walk->n_busy || is_stopped(walk)))
		condition_wake_all(walk->changed);
}

static void add_counts(struct walk_counts *sum, const struct walk_counts *part)
{
	sum->folders += part->folders;
	sum->files_seen += part->files_seen;
	sum->files_read += part->files_read;
	sum->bytes_read += part->bytes_read;
}

static void work(void *ctx, size_t thread)
{
	struct walk *walk = ctx;
	struct walker w = { .walk = walk, .thread = thread };
	char *folder;
	if (walk->visitor->begin && !walk->visitor->begin(walk->visitor->ctx, thread))
		stop(walk);
	mutex_lock(walk->mutex);
	while ((folder = take_folder(walk)) != NULL) {
		mutex_unlock(walk->mutex);
		visit_folder(&w, folder);
		free(folder);
		mutex_lock(walk->mutex);
		finish_folder(walk, &w.found);
	}
	if (is_stopped(walk))
		condition_wake_all(walk->changed);
	add_counts(&walk->counts, &w.counts);
	mutex_unlock(walk->mutex);
	dir_list_release(&w.list);
	str_release(&w.path);
	str_release(&w.bytes);
	free(w.found.paths);
}

bool walk_tree(struct root *root, size_t n_threads, size_t max_bytes, const struct walk_visitor *visitor, struct walk_counts *counts)
{
	struct walk walk = { .root = root, .visitor = visitor, .max_bytes = max_bytes };
	walk.mutex = mutex_new();
	walk.changed = condition_new();
	atomic_init(&walk.stopped, false);
	VEC_PUSH(walk.todo.paths, walk.todo.count, walk.todo.capacity, xstrdup(""));
	thread_run(n_threads ? n_threads : 1, work, &walk);
	while (walk.todo.count)
		free(walk.todo.paths[--walk.todo.count]);
	free(walk.todo.paths);
	condition_free(walk.changed);
	mutex_free(walk.mutex);
	if (counts)
		*counts = walk.counts;
	return !is_stopped(&walk);
}
