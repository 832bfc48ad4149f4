/*
 * A stack of folders under one lock; each thread takes one folder, lists it, reads its files, and puts its subfolders back all at once.
 * The lock is taken twice per folder, which is nothing beside the system calls in between.
 */
#include "tree/walk.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "platform/thread.h"

/* A folder that was listed, and is held while subfolders of it wait to be opened. */
struct listed {
	struct dir *dir;
	atomic_size_t waiting; /* subfolders, and one while it is being listed */
};

struct folder {
	char *path; /* owned */
	struct listed *parent; /* NULL: to be opened by its path from the root */
};

struct folder_stack {
	struct folder *folders;
	size_t count, capacity;
};

/* A folder is opened in its parent, which is one step however deep it is. More than these are opened by their path. */
#define MAX_HELD ((size_t)256)

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
	atomic_size_t n_held; /* struct listed */
	atomic_bool stopped;  /* a visitor ended the walk */
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

/* Most names are none by their first byte: what is reserved begins with a dot, a short name's letter, or what some file system does not see. */
static bool is_private_name(const char *name)
{
	return ((unsigned char)name[0] >= 0x80 || strchr(".gGtT", name[0])) && path_part_is_reserved(slice_of(name));
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

static void visit_subfolder(struct walker *w, struct listed *parent)
{
	const struct walk_visitor *visitor = w->walk->visitor;
	if (visitor->skips_dir && visitor->skips_dir(visitor->ctx, w->thread, w->path.ptr))
		return;
	struct folder folder = { .path = slice_dup(str_slice(&w->path)), .parent = parent };
	if (parent)
		atomic_fetch_add_explicit(&parent->waiting, 1, memory_order_relaxed);
	VEC_PUSH(w->found.folders, w->found.count, w->found.capacity, folder);
}

static void let_go(struct walk *walk, struct listed *listed)
{
	/* Not "!= 1": of that gcc 12 makes an instruction that ThreadSanitizer does not see. */
	if (!listed || atomic_fetch_sub(&listed->waiting, 1) > 1)
		return;
	dir_close(listed->dir);
	free(listed);
	atomic_fetch_sub_explicit(&walk->n_held, 1, memory_order_relaxed);
}

/* NULL where so many are held already that the process might run out of handles. */
static struct listed *hold(struct walk *walk, struct dir *dir)
{
	if (atomic_fetch_add_explicit(&walk->n_held, 1, memory_order_relaxed) >= MAX_HELD) {
		atomic_fetch_sub_explicit(&walk->n_held, 1, memory_order_relaxed);
		return NULL;
	}
	struct listed *listed = xmalloc(sizeof(*listed));
	listed->dir = dir;
	atomic_init(&listed->waiting, 1);
	return listed;
}

static void visit_entries(struct walker *w, struct dir *dir, struct listed *listed, const char *folder)
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
			visit_subfolder(w, listed);
		else if (entry->type == FILE_REGULAR)
			visit_file(w, dir, entry->name);
	}
}

static struct dir *open_folder(struct walk *walk, const struct folder *folder, struct err *err)
{
	const char *slash = strrchr(folder->path, '/');
	return folder->parent ? dir_open_dir(folder->parent->dir, slash ? slash + 1 : folder->path, err)
			      : root_open_dir(walk->root, folder->path, err);
}

static void visit_folder(struct walker *w, const struct folder *folder)
{
	struct err err = ERR_INIT;
	struct dir *dir = open_folder(w->walk, folder, &err);
	struct listed *listed = NULL;
	if (dir && dir_list(dir, &w->list, &err)) {
		w->counts.folders++;
		listed = hold(w->walk, dir);
		visit_entries(w, dir, listed, folder->path);
	} else {
		report_trouble(w, folder->path, &err);
	}
	if (listed)
		let_go(w->walk, listed);
	else
		dir_close(dir);
}

/* Takes a folder, waiting while others may still find some. False: there will be none. Called with the mutex held. */
static bool take_folder(struct walk *walk, struct folder *out)
{
	while (!walk->todo.count && walk->n_busy && !is_stopped(walk)) {
		walk->n_waiting++;
		condition_wait(walk->changed, walk->mutex);
		walk->n_waiting--;
	}
	if (!walk->todo.count || is_stopped(walk))
		return false;
	walk->n_busy++;
	*out = walk->todo.folders[--walk->todo.count];
	return true;
}

static void drop_folder(struct walk *walk, struct folder *folder)
{
	free(folder->path);
	let_go(walk, folder->parent);
}

/* Gives back the subfolders that were found, the first on top. Called with the mutex held. */
static void finish_folder(struct walk *walk, struct folder_stack *found)
{
	walk->n_busy--;
	while (found->count)
		VEC_PUSH(walk->todo.folders, walk->todo.count, walk->todo.capacity, found->folders[--found->count]);
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
	struct folder folder;
	if (walk->visitor->begin && !walk->visitor->begin(walk->visitor->ctx, thread))
		stop(walk);
	mutex_lock(walk->mutex);
	while (take_folder(walk, &folder)) {
		mutex_unlock(walk->mutex);
		visit_folder(&w, &folder);
		drop_folder(walk, &folder);
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
	free(w.found.folders);
}

bool walk_tree(struct root *root, size_t n_threads, size_t max_bytes, const struct walk_visitor *visitor, struct walk_counts *counts)
{
	struct walk walk = { .root = root, .visitor = visitor, .max_bytes = max_bytes };
	walk.mutex = mutex_new();
	walk.changed = condition_new();
	atomic_init(&walk.stopped, false);
	atomic_init(&walk.n_held, 0);
	VEC_PUSH(walk.todo.folders, walk.todo.count, walk.todo.capacity, ((struct folder){ .path = xstrdup("") }));
	thread_run(n_threads ? n_threads : 1, work, &walk);
	while (walk.todo.count)
		drop_folder(&walk, &walk.todo.folders[--walk.todo.count]);
	free(walk.todo.folders);
	condition_free(walk.changed);
	mutex_free(walk.mutex);
	if (counts)
		*counts = walk.counts;
	return !is_stopped(&walk);
}
