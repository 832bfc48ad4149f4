/*
 * Power cuts. A log of all write calls is kept while a run is made; then the disk is rebuilt as a power cut after call k may leave it:
 * what was flushed is there, what was not is there or not, in any mixture, and a file's bytes may be missing although its name is there.
 * This is harsher than any journaling file system. After recovery the tree must be exactly before or exactly after.
 */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "commit_fixture.h"

/* Above what is flushed file by file, so that the volume's flush is used; and below it. */
#define MANY_FILES 9
#define FEW_FILES 3
/* Mixtures for each k. */
#define MIXTURES 16

enum call { MAKE_DIR, CREATE, LINK, REPLACE, REMOVE, REMOVE_DIR, SET_META, FLUSH_FILE, FLUSH_DIR, FLUSH_VOLUME };

struct entry {
	enum call call;
	const char *path, *to;
	struct slice bytes;
	uint32_t mode;
	int64_t mtime_ns;
	bool flush;
};

struct recorder {
	struct write_ops ops; /* first: the table is how the functions find this struct */
	bool no_links;
	struct entry *entries;
	size_t count, capacity;
	struct arena arena;
};

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

static bool record_make_dir(const struct write_ops *ops, struct root *root, const char *path, struct err *err)
{
	record(ops, MAKE_DIR, path, NULL);
	return real()->make_dir(real(), root, path, err);
}

static bool record_create(const struct write_ops *ops, struct root *root, const char *path, struct slice bytes, uint32_t mode, bool flush,
	struct err *err)
{
	struct entry *entry = record(ops, CREATE, path, NULL);
	entry->bytes = slice_from(arena_dup(&((struct recorder *)(uintptr_t)ops)->arena, bytes), bytes.len);
	entry->mode = mode;
	entry->flush = flush;
	return real()->create(real(), root, path, bytes, mode, false, err);
}

static bool record_link(const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	if (((struct recorder *)(uintptr_t)ops)->no_links)
		return err_set(err, ERR_IO, "no hard links here");
	record(ops, LINK, from, to);
	return real()->link(real(), root, from, to, err);
}

static bool record_replace(const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	record(ops, REPLACE, from, to);
	return real()->replace(real(), root, from, to, err);
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

static bool record_set_meta(const struct write_ops *ops, struct root *root, const char *path, uint32_t mode, int64_t mtime_ns,
	struct err *err)
{
	struct entry *entry = record(ops, SET_META, path, NULL);
	entry->mode = mode;
	entry->mtime_ns = mtime_ns;
	return real()->set_meta(real(), root, path, mode, mtime_ns, err);
}

static bool record_copy_owner(const struct write_ops *ops, struct root *root, const char *from, const char *to, struct err *err)
{
	(void)ops, (void)root, (void)from, (void)to, (void)err;
	return true; /* everything here has one owner */
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

static struct file_lock *record_lock(const struct write_ops *ops, struct root *root, const char *path, bool *busy, struct err *err)
{
	(void)ops;
	return real()->lock(real(), root, path, busy, err);
}

static void record_unlock(const struct write_ops *ops, struct file_lock *lock)
{
	(void)ops;
	real()->unlock(real(), lock);
}

static struct recorder recorder_new(bool no_links)
{
	return (struct recorder){ .no_links = no_links, .ops = {
		.make_dir = record_make_dir,
		.create = record_create,
		.link = record_link,
		.replace = record_replace,
		.remove = record_remove,
		.remove_dir = record_remove_dir,
		.set_meta = record_set_meta,
		.copy_owner = record_copy_owner,
		.flush_file = record_flush_file,
		.flush_dir = record_flush_dir,
		.flush_volume = record_flush_volume,
		.lock = record_lock,
		.unlock = record_unlock,
	} };
}

static void recorder_free(struct recorder *recorder)
{
	free(recorder->entries);
	arena_release(&recorder->arena);
}

/* Is entry `i` on the disk for certain when the power goes after `k` calls? */
static bool name_is_flushed(const struct recorder *recorder, size_t i, size_t k)
{
	const struct entry *entry = &recorder->entries[i];
	struct slice folder = path_dir(slice_of(entry->to ? entry->to : entry->path));
	for (size_t j = i + 1; j < k; j++) {
		const struct entry *later = &recorder->entries[j];
		if (later->call == FLUSH_VOLUME || (later->call == FLUSH_DIR && slice_eq_cstr(folder, later->path)))
			return true;
	}
	return false;
}

static bool bytes_are_flushed(const struct recorder *recorder, size_t i, size_t k)
{
	const struct entry *entry = &recorder->entries[i];
	for (size_t j = i + 1; j < k; j++) {
		const struct entry *later = &recorder->entries[j];
		if (later->call == FLUSH_VOLUME || (later->call == FLUSH_FILE && strcmp(later->path, entry->path) == 0))
			return true;
	}
	return entry->flush;
}

struct dice {
	uint64_t state;
	unsigned keep_percent; /* 0: nothing that was not flushed is there; 100: all of it */
};

/* xorshift64* (Vigna 2016): the same mixtures on every machine. */
static unsigned throw_percent(struct dice *dice)
{
	dice->state ^= dice->state >> 12;
	dice->state ^= dice->state << 25;
	dice->state ^= dice->state >> 27;
	return (unsigned)((dice->state * 2685821657736338717ULL >> 33) % 100);
}

static bool keeps(struct dice *dice)
{
	return throw_percent(dice) < dice->keep_percent;
}

static void redo_create(const struct recorder *recorder, size_t i, size_t k, struct dice *dice, struct root *root, struct err *err)
{
	const struct entry *entry = &recorder->entries[i];
	struct slice bytes = entry->bytes;
	if (!bytes_are_flushed(recorder, i, k) && !keeps(dice))
		bytes = slice_sub(bytes, 0, throw_percent(dice) < 50 ? 0 : bytes.len / 2);
	real()->create(real(), root, entry->path, bytes, entry->mode, false, err);
}

/*
 * A rename can reach the disk although the folder that it came from did not: the file is then there under its new name only. Its bytes
 * are as flushed as they ever were.
 */
static void redo_replace(const struct recorder *recorder, size_t i, size_t k, struct dice *dice, struct root *root, struct err *err)
{
	const struct entry *entry = &recorder->entries[i];
	struct file_stat from, to;
	if (real()->replace(real(), root, entry->path, entry->to, err))
		return;
	if (!root_stat(root, entry->path, &from, err) || from.type != FILE_NONE || !root_stat(root, entry->to, &to, err) ||
	    to.type != FILE_REGULAR)
		return;
	for (size_t j = i; j > 0; j--) {
		struct entry created = recorder->entries[j - 1];
		if (created.call != CREATE || strcmp(created.path, entry->path) != 0)
			continue;
		if (!bytes_are_flushed(recorder, j - 1, k) && !keeps(dice))
			created.bytes.len = 0;
		real()->remove(real(), root, entry->to, err);
		real()->create(real(), root, entry->to, created.bytes, created.mode, false, err);
		return;
	}
}

/* Calls whose forerunners are missing fail, and are missing too. */
static void redo(const struct recorder *recorder, size_t i, size_t k, struct dice *dice, struct root *root)
{
	const struct entry *entry = &recorder->entries[i];
	struct err ignored = ERR_INIT;
	bool is_there = entry->call == SET_META ? bytes_are_flushed(recorder, i, k) : name_is_flushed(recorder, i, k);
	if (!is_there && !keeps(dice))
		return;
	if (entry->call == MAKE_DIR)
		real()->make_dir(real(), root, entry->path, &ignored);
	else if (entry->call == CREATE)
		redo_create(recorder, i, k, dice, root, &ignored);
	else if (entry->call == LINK)
		real()->link(real(), root, entry->path, entry->to, &ignored);
	else if (entry->call == REPLACE)
		redo_replace(recorder, i, k, dice, root, &ignored);
	else if (entry->call == REMOVE)
		real()->remove(real(), root, entry->path, &ignored);
	else if (entry->call == REMOVE_DIR)
		real()->remove_dir(real(), root, entry->path, &ignored);
	else if (entry->call == SET_META)
		real()->set_meta(real(), root, entry->path, entry->mode, entry->mtime_ns, &ignored);
	err_release(&ignored);
}

enum action { COMMIT, ROLLBACK };

static void prepare(struct scratch *s, enum action action, size_t count, bool no_links)
{
	struct faulty plain = faulty_new();
	plain.no_links = no_links;
	make_tree(s, count);
	if (action == ROLLBACK)
		do_commit(&plain.ops, s, count, NULL);
}

static void cut_power(struct scratch *s, const struct oracle *oracle, const struct recorder *recorder, size_t k, struct dice *dice)
{
	struct faulty plain = faulty_new();
	for (size_t i = 0; i < k; i++)
		redo(recorder, i, k, dice, s->root);
	do_recover(&plain.ops, s, NULL);
	bool applied = journal_is_settled(s);
	enum tree_is now = oracle_ask(oracle, s);
	assert_int_equal(now, applied ? TREE_AFTER : TREE_BEFORE);
	if (applied)
		do_rollback(&plain.ops, s, 0, NULL);
	assert_int_equal(oracle_ask(oracle, s), TREE_BEFORE);
}

static void cut_power_everywhere(enum action action, size_t count, bool no_links)
{
	struct scratch s = scratch_new_in_memory();
	struct oracle oracle = oracle_new(&s, count);
	struct recorder recorder = recorder_new(no_links);
	struct dice dice = { .state = 20240607 };
	prepare(&s, action, count, no_links);
	if (action == COMMIT)
		do_commit(&recorder.ops, &s, count, NULL);
	else
		do_rollback(&recorder.ops, &s, 0, NULL);
	assert_true(recorder.count > 10);
	for (size_t k = 0; k <= recorder.count; k++) {
		for (unsigned mixture = 0; mixture < MIXTURES; mixture++) {
			/* Nothing, all, a mixture, and all but a few. */
			static const unsigned percents[] = { 0, 100, 50, 90 };
			dice.keep_percent = percents[mixture % COUNT_OF(percents)];
			prepare(&s, action, count, no_links);
			cut_power(&s, &oracle, &recorder, k, &dice);
		}
	}
	recorder_free(&recorder);
	oracle_free(&oracle);
	scratch_free(&s);
}

TEST(commit_power_cut_with_few_files)
{
	cut_power_everywhere(COMMIT, FEW_FILES, false);
}

TEST(commit_power_cut_with_many_files)
{
	cut_power_everywhere(COMMIT, MANY_FILES, false);
}

TEST(commit_power_cut_on_a_volume_without_hard_links)
{
	cut_power_everywhere(COMMIT, FEW_FILES, true);
}

TEST(rollback_power_cut_with_few_files)
{
	cut_power_everywhere(ROLLBACK, FEW_FILES, false);
}

TEST(rollback_power_cut_with_many_files)
{
	cut_power_everywhere(ROLLBACK, MANY_FILES, false);
}

TEST(rollback_power_cut_on_a_volume_without_hard_links)
{
	cut_power_everywhere(ROLLBACK, FEW_FILES, true);
}
