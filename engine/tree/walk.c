/*
 * A stack of folders under one lock; each walker takes one folder, lists it, goes through its names, and puts its
 * subfolders back all at once. The lock is taken once per folder, which is nothing beside the system calls in between.
 */
#include "tree/walk.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "platform/thread.h"
#include "tree/git_commit.h"

/* A folder that was listed, and is held while subfolders of it wait to be opened. */
struct listed {
	struct dir *dir;
	atomic_size_t waiting; /* subfolders, and one while it is being listed */
};

struct folder {
	char *path;            /* owned */
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
	struct git_commit *commit; /* instead */
	size_t next_in_commit;
	struct mutex *mutex;
	struct condition *changed; /* folders were added, or the walk is over */
	/* Under the mutex: */
	struct folder_stack todo;
	size_t n_busy, n_waiting; /* walkers that have a folder, and that wait for one */
	struct walk_counts counts;
	atomic_size_t n_held; /* struct listed */
	atomic_bool stopped;
};

/* What one thread has at hand, and uses again for every folder. */
struct walker {
	struct walk *walk;
	struct folder folder; /* path NULL: none */
	struct dir *dir;      /* NULL: the folder could not be opened */
	struct listed *listed;
	struct dir_list list;
	size_t next;       /* entry of the list */
	size_t prefix_len; /* of `path`: the folder and its slash */
	struct str path;   /* of the entry at hand */
	struct str bytes;  /* of the file at hand */
	struct err why;
	struct folder_stack found;
	struct walk_counts counts;
};

/* Most names are none by their first byte: what is reserved begins with a dot, a short name's letter, or what some file
 * system does not see. */
static bool is_private_name(const char *name)
{
	return ((unsigned char)name[0] >= 0x80 || strchr(".gGtT", name[0])) && path_part_is_reserved(slice_of(name));
}

static bool is_stopped(struct walk *walk)
{
	return atomic_load_explicit(&walk->stopped, memory_order_relaxed);
}

/* --- folders that are held ---------------------------------------------------------------------------------------- */

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

static void drop_folder(struct walk *walk, struct folder *folder)
{
	free(folder->path);
	folder->path = NULL;
	let_go(walk, folder->parent);
}

/* --- one folder after the other ----------------------------------------------------------------------------------- */

static struct dir *open_folder(struct walk *walk, const struct folder *folder, struct err *err)
{
	const char *slash = strrchr(folder->path, '/');
	return folder->parent ? dir_open_dir(folder->parent->dir, slash ? slash + 1 : folder->path, err)
			      : root_open_dir(walk->root, folder->path, err);
}

/* Opens and lists the folder at hand. False with w->why. */
static bool begin_folder(struct walker *w)
{
	w->next = w->list.count = 0;
	w->dir = open_folder(w->walk, &w->folder, &w->why);
	if (!w->dir || !dir_list(w->dir, &w->list, &w->why)) {
		w->list.count = 0;
		return false;
	}
	w->counts.folders++;
	w->listed = hold(w->walk, w->dir);
	str_clear(&w->path);
	str_add_cstr(&w->path, w->folder.path);
	if (w->path.len)
		str_add_char(&w->path, '/');
	w->prefix_len = w->path.len;
	return true;
}

static void close_folder(struct walker *w)
{
	if (w->listed)
		let_go(w->walk, w->listed);
	else
		dir_close(w->dir);
	w->dir = NULL;
	w->listed = NULL;
	drop_folder(w->walk, &w->folder);
}

/* Gives back the subfolders that were found, the first on top. Called with the mutex held. */
static void give_back(struct walk *walk, struct folder_stack *found)
{
	walk->n_busy--;
	while (found->count)
		VEC_PUSH(walk->todo.folders, walk->todo.count, walk->todo.capacity, found->folders[--found->count]);
	if (walk->n_waiting && (walk->todo.count || !walk->n_busy || is_stopped(walk)))
		condition_wake_all(walk->changed);
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

/* Puts the next folder in the place of the one at hand, if there is one. */
static bool change_folder(struct walker *w, bool takes)
{
	bool was_busy = w->folder.path != NULL;
	if (was_busy)
		close_folder(w);
	mutex_lock(w->walk->mutex);
	if (was_busy)
		give_back(w->walk, &w->found);
	bool taken = takes && take_folder(w->walk, &w->folder);
	mutex_unlock(w->walk->mutex);
	return taken;
}

/* --- what is in it ------------------------------------------------------------------------------------------------ */

static bool next_entry(struct walker *w, struct walk_item *out)
{
	while (w->next < w->list.count) {
		const struct dir_entry *entry = &w->list.entries[w->next++];
		bool is_folder = entry->type == FILE_DIRECTORY;
		if ((!is_folder && entry->type != FILE_REGULAR) || is_private_name(entry->name))
			continue;
		w->path.len = w->prefix_len;
		str_add_cstr(&w->path, entry->name);
		w->counts.files_seen += !is_folder;
		*out = (struct walk_item){ is_folder ? WALK_FOLDER : WALK_FILE, w->path.ptr, NULL };
		return true;
	}
	return false;
}

static bool next_in_commit(struct walker *w, struct walk_item *out)
{
	const char *path = git_commit_next(w->walk->commit, &w->walk->next_in_commit);
	if (!path)
		return false;
	str_clear(&w->path);
	str_add_cstr(&w->path, path);
	w->counts.files_seen++;
	*out = (struct walk_item){ WALK_FILE, path, NULL };
	return true;
}

bool walk_next(struct walker *w, struct walk_item *out)
{
	if (w->why.kind != ERR_NONE)
		err_release(&w->why);
	if (w->walk->commit)
		return !is_stopped(w->walk) && next_in_commit(w, out);
	while (!is_stopped(w->walk)) {
		if (next_entry(w, out))
			return true;
		if (!change_folder(w, true))
			return false;
		if (begin_folder(w))
			continue;
		*out = (struct walk_item){ WALK_PROBLEM, w->folder.path, &w->why };
		return true;
	}
	return false;
}

void walk_enter(struct walker *w)
{
	struct folder folder = { .path = slice_dup(str_slice(&w->path)), .parent = w->listed };
	if (w->listed)
		atomic_fetch_add_explicit(&w->listed->waiting, 1, memory_order_relaxed);
	VEC_PUSH(w->found.folders, w->found.count, w->found.capacity, folder);
}

bool walk_read(struct walker *w, size_t max_bytes, struct slice *bytes, struct file_stat *st, struct err *err)
{
	const char *name = w->path.ptr + w->prefix_len;
	bool ok = w->walk->commit ? git_commit_read(w->walk->commit, w->path.ptr, max_bytes, &w->bytes, st, err)
				  : dir_read(w->dir, name, max_bytes, &w->bytes, st, err);
	if (!ok)
		return false;
	w->counts.files_read++;
	w->counts.bytes_read += w->bytes.len;
	*bytes = str_slice(&w->bytes);
	return true;
}

/* --- the walk ----------------------------------------------------------------------------------------------------- */

struct walk *walk_new(const struct tree *tree)
{
	struct walk *walk = xmalloc(sizeof(*walk));
	*walk = (struct walk){
		.root = tree->root, .commit = tree->commit, .mutex = mutex_new(), .changed = condition_new()
	};
	atomic_init(&walk->stopped, false);
	atomic_init(&walk->n_held, 0);
	if (walk->root)
		VEC_PUSH(walk->todo.folders, walk->todo.count, walk->todo.capacity,
			((struct folder){ .path = xstrdup("") }));
	return walk;
}

void walk_free(struct walk *walk)
{
	while (walk->todo.count)
		drop_folder(walk, &walk->todo.folders[--walk->todo.count]);
	free(walk->todo.folders);
	condition_free(walk->changed);
	mutex_free(walk->mutex);
	free(walk);
}

void walk_stop(struct walk *walk)
{
	atomic_store_explicit(&walk->stopped, true, memory_order_relaxed);
}

struct walk_counts walk_count(const struct walk *walk)
{
	return walk->counts;
}

struct walker *walker_new(struct walk *walk)
{
	struct walker *w = xcalloc(1, sizeof(*w));
	w->walk = walk;
	return w;
}

void walker_free(struct walker *w)
{
	struct walk_counts *sum = &w->walk->counts;
	change_folder(w, false);
	mutex_lock(w->walk->mutex);
	sum->folders += w->counts.folders;
	sum->files_seen += w->counts.files_seen;
	sum->files_read += w->counts.files_read;
	sum->bytes_read += w->counts.bytes_read;
	mutex_unlock(w->walk->mutex);
	dir_list_release(&w->list);
	str_release(&w->path);
	str_release(&w->bytes);
	err_release(&w->why);
	free(w->found.folders);
	free(w);
}

bool walk_all(const struct tree *tree, void (*see)(void *ctx, const char *path), void *ctx, struct err *err)
{
	struct walk *walk = walk_new(tree);
	struct walker *walker = walker_new(walk);
	struct walk_item item;
	bool ok = true;
	while (ok && walk_next(walker, &item))
		if (item.kind == WALK_FOLDER)
			walk_enter(walker);
		else if (item.kind == WALK_FILE)
			see(ctx, item.path);
		else
			ok = err_set(err, item.why->kind, "%s", item.why->message);
	walker_free(walker);
	walk_free(walk);
	return ok;
}
