/*
 * Power cuts. A log of all write calls is kept while a run is made; then the disk is rebuilt as a power cut after call
 * k may leave it: what was flushed is there, what was not is there or not, in any mixture, and a file's bytes may be
 * missing although its name is there. This is harsher than any journaling file system. After recovery the tree must be
 * exactly before or exactly after.
 */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "commit_fixture.h"
#include "recorder.h"

/* Above what is flushed file by file, so that the volume's flush is used; and below it. */
#define MANY_FILES 9
#define FEW_FILES 3
/* Mixtures for each k. */
#define MIXTURES 16

static const struct write_ops *real(void)
{
	return platform_write_ops();
}

/* Is the new name, or the folder's time, of entry `i` on the disk for certain when the power goes after `k` calls? */
static bool name_is_flushed(const struct recorder *recorder, size_t i, size_t k)
{
	const struct entry *entry = &recorder->entries[i];
	struct slice path = slice_of(entry->to ? entry->to : entry->path),
		     folder = entry->call == SET_DIR_TIME ? path : path_dir(path);
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

static void redo_create(
	const struct recorder *recorder, size_t i, size_t k, struct dice *dice, struct root *root, struct err *err)
{
	const struct entry *entry = &recorder->entries[i];
	struct slice bytes = entry->bytes;
	if (!bytes_are_flushed(recorder, i, k) && !keeps(dice))
		bytes = slice_sub(bytes, 0, throw_percent(dice) < 50 ? 0 : bytes.len / 2);
	real()->create(real(), root, entry->path, bytes, entry->mode, false, err);
}

/*
 * A rename can reach the disk although the folder that it came from did not: the file is then there under its new name
 * only. Its bytes are as flushed as they ever were.
 */
static bool redo_replace(
	const struct recorder *recorder, size_t i, size_t k, struct dice *dice, struct root *root, struct err *err)
{
	const struct entry *entry = &recorder->entries[i];
	struct file_stat from, to;
	if (real()->replace(real(), root, entry->path, entry->to, err))
		return true;
	if (!root_stat(root, entry->path, &from, err) || from.type != FILE_NONE ||
		!root_stat(root, entry->to, &to, err) || to.type != FILE_REGULAR)
		return false;
	uint32_t mode = 0;
	for (size_t j = i; j > 0; j--) {
		struct entry created = recorder->entries[j - 1];
		if (strcmp(created.path, entry->path) != 0)
			continue;
		if (!mode && (created.call == COPY_OWNER || created.call == CREATE))
			mode = created.mode;
		if (created.call != CREATE)
			continue;
		if (!bytes_are_flushed(recorder, j - 1, k) && !keeps(dice))
			created.bytes.len = 0;
		return real()->remove(real(), root, entry->to, err) &&
		       real()->create(real(), root, entry->to, created.bytes, mode, false, err);
	}
	return false;
}

/*
 * Both names are changed by one transaction of the file system; but the folder of the journal's name may be as it was,
 * if that of the other one alone is on the disk.
 */
static bool redo_exchange(const struct entry *entry, struct dice *dice, struct root *root, struct err *err)
{
	if (!real()->exchange(real(), root, entry->path, entry->to, err))
		return false;
	if (!keeps(dice))
		return real()->remove(real(), root, entry->path, err) &&
		       real()->link(real(), root, entry->to, entry->path, err);
	return true;
}

/* The folder of a name that is on the disk has the mtime that this name gave it. */
static void redo_folder_time(const struct entry *entry, struct root *root)
{
	struct arena arena = ARENA_INIT;
	struct err ignored = ERR_INIT;
	const char *folder = recorder_folder_of(entry, &arena);
	if (strncmp(folder, ".tpatch", 7) != 0)
		real()->set_dir_time(real(), root, folder, entry->folder_mtime_ns, &ignored);
	folder = arena_dup(&arena, path_dir(slice_of(entry->path)));
	if ((entry->call == REPLACE || entry->call == EXCHANGE) && strncmp(folder, ".tpatch", 7) != 0)
		real()->set_dir_time(real(), root, folder, entry->from_mtime_ns, &ignored);
	err_release(&ignored);
	arena_release(&arena);
}

/* Calls whose forerunners are missing fail, and are missing too. */
static void redo(const struct recorder *recorder, size_t i, size_t k, struct dice *dice, struct root *root)
{
	const struct entry *entry = &recorder->entries[i];
	struct err ignored = ERR_INIT;
	bool is_of_file = entry->call == SET_META || entry->call == COPY_OWNER;
	bool is_there = is_of_file ? bytes_are_flushed(recorder, i, k) : name_is_flushed(recorder, i, k);
	if (!is_there && !keeps(dice))
		return;
	bool done = false;
	if (entry->call == MAKE_DIR)
		done = real()->make_dir(real(), root, entry->path, &ignored);
	else if (entry->call == CREATE)
		redo_create(recorder, i, k, dice, root, &ignored);
	else if (entry->call == LINK)
		real()->link(real(), root, entry->path, entry->to, &ignored);
	else if (entry->call == REPLACE)
		done = redo_replace(recorder, i, k, dice, root, &ignored);
	else if (entry->call == EXCHANGE)
		done = redo_exchange(entry, dice, root, &ignored);
	else if (entry->call == REMOVE)
		real()->remove(real(), root, entry->path, &ignored);
	else if (entry->call == REMOVE_DIR)
		real()->remove_dir(real(), root, entry->path, &ignored);
	else if (entry->call == SET_META)
		real()->set_meta(real(), root, entry->path, entry->mode, entry->mtime_ns, &ignored);
	else if (entry->call == COPY_OWNER)
		real()->copy_owner(real(), root, entry->path, entry->path, entry->mode, &ignored);
	else if (entry->call == SET_DIR_TIME)
		real()->set_dir_time(real(), root, entry->path, entry->mtime_ns, &ignored);
	if (done)
		redo_folder_time(entry, root);
	err_release(&ignored);
}

/*
 * Making `.tpatch` changes the root's mtime, and it is put back at once; but if only the first of the two reaches the
 * disk, nothing there tells what it was. Nobody can do better: until the first flush this loss is accepted.
 */
static bool root_time_is_safe(const struct recorder *recorder, size_t k)
{
	bool safe = true;
	for (size_t i = 0; i < k; i++) {
		const struct entry *entry = &recorder->entries[i];
		if (entry->call == MAKE_DIR && strcmp(entry->path, ".tpatch") == 0)
			safe = false;
		else if (entry->call == SET_DIR_TIME && entry->path[0] == '\0')
			safe = safe || name_is_flushed(recorder, i, k);
	}
	return safe;
}

enum action { COMMIT, ROLLBACK, PRUNE };

static void prepare(struct scratch *s, enum action action, size_t count, bool no_links)
{
	struct faulty plain = faulty_new();
	plain.no_links = no_links;
	make_tree(s, count);
	if (action != COMMIT)
		do_commit(&plain.ops, s, count, NULL);
}

static void act(struct scratch *s, enum action action, size_t count, struct recorder *recorder)
{
	struct commit_report report;
	struct err err = ERR_INIT;
	if (action == COMMIT)
		do_commit(&recorder->ops, s, count, NULL);
	else if (action == ROLLBACK)
		do_rollback(&recorder->ops, s, 0, NULL);
	else if (!commit_prune(&recorder->ops, s->root, 0, &report, &err))
		fail_msg("prune: %s", err.message);
}

static void cut_power(struct scratch *s, enum action action, const struct oracle *oracle,
	const struct recorder *recorder, size_t k, struct dice *dice)
{
	struct faulty plain = faulty_new();
	struct commit_report adopted;
	for (size_t i = 0; i < k; i++)
		redo(recorder, i, k, dice, s->root);
	if (!root_time_is_safe(recorder, k))
		scratch_set_mtime(s, "", ROOT_TIME);
	/* What was recorded is played again in another folder, and a copy has to be taken over. */
	if (scratch_exists(s, ".tpatch/runs")) {
		assert_true(commit_adopt(&plain.ops, s->root, false, &adopted, &ERR_INIT));
		commit_report_release(&adopted);
	}
	do_recover(&plain.ops, s, NULL);
	bool applied = journal_is_settled(s);
	assert_int_equal(oracle_ask(oracle, s), applied || action == PRUNE ? TREE_AFTER : TREE_BEFORE);
	if (applied)
		do_rollback(&plain.ops, s, 0, NULL);
	if (applied || action != PRUNE)
		assert_int_equal(oracle_ask(oracle, s), TREE_BEFORE);
}

static void cut_power_everywhere(enum action action, size_t count, bool no_links)
{
	size_t faults = 0;
	struct scratch s = scratch_new_in_memory();
	struct oracle oracle = oracle_new(&s, count);
	struct recorder recorder = recorder_new(no_links);
	struct dice dice = { .state = 20240607 };
	prepare(&s, action, count, no_links);
	act(&s, action, count, &recorder);
	assert_true(recorder.count >= 10);
	for (size_t k = 0; k <= recorder.count; k += scratch_stride()) {
		for (unsigned mixture = 0; mixture < MIXTURES; mixture++) {
			/* Nothing, all, a mixture, and all but a few. */
			static const unsigned percents[] = { 0, 100, 50, 90 };
			dice.keep_percent = percents[mixture % COUNT_OF(percents)];
			prepare(&s, action, count, no_links);
			cut_power(&s, action, &oracle, &recorder, k, &dice);
			faults++;
		}
	}
	recorder_free(&recorder);
	oracle_free(&oracle);
	scratch_free(&s);
	tell_faults(faults);
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

TEST(prune_power_cut)
{
	cut_power_everywhere(PRUNE, FEW_FILES, false);
}

TEST(commit_power_cut_with_files_made_removed_renamed)
{
	cut_power_everywhere(COMMIT, WITH_FILES + 1, false);
}

TEST(rollback_power_cut_with_files_made_removed_renamed)
{
	cut_power_everywhere(ROLLBACK, WITH_FILES + 1, false);
}

TEST(commit_power_cut_with_files_made_removed_renamed_without_hard_links)
{
	cut_power_everywhere(COMMIT, WITH_FILES + 2, true);
}

TEST(prune_power_cut_with_files_made_removed_renamed)
{
	cut_power_everywhere(PRUNE, WITH_FILES + 1, false);
}
