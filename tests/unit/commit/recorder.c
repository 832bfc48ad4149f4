#include "recorder.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/path.h"

static const struct write_ops *real(void)
{
	return platform_write_ops();
}

static struct entry *record(const struct write_ops *ops, enum call call, const char *path, const char *to)
{
	struct recorder *recorder = (struct recorder *)(uintptr_t)ops;
	struct entry entry = { .call = call, .path = arena_strdup(&recorder->arena, path) };
	if (to)
		entry.to = arena_strdup(&recorder->arena, to);
	VEC_PUSH(recorder->entries, recorder->count, recorder->capacity, entry);
	return &recorder->entries[recorder->count - 1];
}

const char *recorder_folder_of(const struct entry *entry, struct arena *arena)
{
	return arena_dup(arena, path_dir(slice_of(entry->to ? entry->to : entry->path)));
}

/* A new name changes its folder's mtime. */
static bool record_folder_time(const struct write_ops *ops, struct root *root, struct entry *entry, struct err *err)
{
	struct file_stat st;
	if (!root_stat(root, recorder_folder_of(entry, &((struct recorder *)(uintptr_t)ops)->arena), &st, err))
		return false;
	entry->folder_mtime_ns = st.mtime_ns;
	if (entry->call != REPLACE && entry->call != EXCHANGE)
		return true;
	char *from = slice_dup(path_dir(slice_of(entry->path)));
	bool ok = root_stat(root, from, &st, err);
	entry->from_mtime_ns = st.mtime_ns;
	free(from);
	return ok;
}

static bool record_make_dir(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	struct entry *entry = record(ops, MAKE_DIR, path, NULL);
	return real()->make_dir(real(), root, path, err) && record_folder_time(ops, root, entry, err);
}

static bool record_create(const struct write_ops *ops, struct root *root, const char *path, struct slice bytes,
	uint32_t mode, bool flush, struct err *err)
{
	struct entry *entry = record(ops, CREATE, path, NULL);
	entry->bytes = slice_from(arena_dup(&((struct recorder *)(uintptr_t)ops)->arena, bytes), bytes.len);
	entry->mode = mode;
	entry->flush = flush;
	return real()->create(real(), root, path, bytes, mode, false, err);
}

static bool record_link(
	const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	if (((struct recorder *)(uintptr_t)ops)->no_links)
		return err_set(err, ERR_IO, "no hard links here");
	record(ops, LINK, from, to);
	return real()->link(real(), root, from, to, err);
}

static bool record_can_replace(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	(void)ops;
	return real()->can_replace(real(), root, path, err);
}

static bool record_replace(
	const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	struct entry *entry = record(ops, REPLACE, from, to);
	return real()->replace(real(), root, from, to, err) && record_folder_time(ops, root, entry, err);
}

static bool record_exchange(
	const struct write_ops *ops, struct root *root, const char *a, const char *b, struct err *err)
{
	if (!real()->exchange || ((struct recorder *)(uintptr_t)ops)->no_exchange)
		return false;
	struct entry *entry = record(ops, EXCHANGE, a, b);
	return real()->exchange(real(), root, a, b, err) && record_folder_time(ops, root, entry, err);
}

/* The names are what counts: on a disk, nobody else is at work. */
static bool record_place(
	const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	struct entry *entry = record(ops, REPLACE, from, to);
	return real()->place(real(), root, from, to, err) && record_folder_time(ops, root, entry, err);
}

static bool record_remove(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	record(ops, REMOVE, path, NULL);
	return real()->remove(real(), root, path, err);
}

static bool record_remove_dir(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	record(ops, REMOVE_DIR, path, NULL);
	return real()->remove_dir(real(), root, path, err);
}

static bool record_set_meta(const struct write_ops *ops, struct root *root, const char *path, uint32_t mode,
	int64_t mtime_ns, struct err *err)
{
	struct entry *entry = record(ops, SET_META, path, NULL);
	entry->mode = mode;
	entry->mtime_ns = mtime_ns;
	return real()->set_meta(real(), root, path, mode, mtime_ns, err);
}

static bool record_set_dir_time(
	const struct write_ops *ops, struct root *root, const char *path, int64_t mtime_ns, struct err *err)
{
	struct entry *entry = record(ops, SET_DIR_TIME, path, NULL);
	entry->mtime_ns = mtime_ns;
	return real()->set_dir_time(real(), root, path, mtime_ns, err);
}

/* Everything here has one owner: only the mode changes. */
static bool record_copy_owner(const struct write_ops *ops, struct root *root, const char *from, const char *to,
	uint32_t mode, struct err *err)
{
	record(ops, COPY_OWNER, to, NULL)->mode = mode;
	return real()->copy_owner(real(), root, from, to, mode, err);
}

static bool record_flush_file(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	(void)root, (void)err;
	record(ops, FLUSH_FILE, path, NULL);
	return true;
}

static bool record_flush_dir(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	(void)root, (void)err;
	record(ops, FLUSH_DIR, path, NULL);
	return true;
}

static bool record_flush_volume(const struct write_ops *ops, struct root *root, struct err *err)
{
	(void)root, (void)err;
	record(ops, FLUSH_VOLUME, "", NULL);
	return true;
}

static struct file_lock *record_lock(
	const struct write_ops *ops, struct root *root, const char *path, bool *busy, struct err *err)
{
	(void)ops;
	return real()->lock(real(), root, path, busy, err);
}

static void record_unlock(const struct write_ops *ops, struct file_lock *lock)
{
	(void)ops;
	real()->unlock(real(), lock);
}

struct recorder recorder_new(bool no_links)
{
	return (struct recorder){ .no_links = no_links,
		.no_exchange = no_links,
		.ops = {
			.make_dir = record_make_dir,
			.create = record_create,
			.link = record_link,
			.can_replace = record_can_replace,
			.replace = record_replace,
			.exchange = record_exchange,
			.place = record_place,
			.remove = record_remove,
			.remove_dir = record_remove_dir,
			.set_meta = record_set_meta,
			.set_dir_time = record_set_dir_time,
			.copy_owner = record_copy_owner,
			.flush_file = record_flush_file,
			.flush_dir = record_flush_dir,
			.flush_volume = record_flush_volume,
			.lock = record_lock,
			.unlock = record_unlock,
		} };
}

void recorder_free(struct recorder *recorder)
{
	free(recorder->entries);
	arena_release(&recorder->arena);
}
