#include "commit/folders.h"

#include <stdlib.h>
#include <string.h>

#include "base/path.h"
#include "base/sort.h"
#include "commit/journal/header.h"

#define TIMES_MAX_BYTES ((size_t)64 << 20)

static bool time_now(struct work *work, const char *path, int64_t *mtime_ns)
{
	struct file_stat st;
	struct err ignored = ERR_INIT;
	bool is_folder = root_stat(work->root, path, &st, &ignored) && st.type == FILE_DIRECTORY;
	err_release(&ignored);
	*mtime_ns = st.mtime_ns;
	return is_folder;
}

static int compare_path_to_time(const void *path, const void *time)
{
	return strcmp(path, ((const struct folder_time *)time)->path);
}

static const struct folder_time *find_time(const struct folder_times *times, const char *path)
{
	size_t at = sort_lower_bound(times->items, times->count, sizeof(*times->items), path, compare_path_to_time);
	return at < times->count && strcmp(times->items[at].path, path) == 0 ? &times->items[at] : NULL;
}

static bool is_time(const struct folder_times *times, const char *path, int64_t mtime_ns)
{
	const struct folder_time *found = find_time(times, path);
	return found && found->mtime_ns == mtime_ns;
}

/* Sets the time unless it is that already. A call that failed may have done its work all the same: only the result
 * counts. */
static bool set_time(struct work *work, const struct folder_time *wanted, struct err *err)
{
	int64_t now;
	if (time_now(work, wanted->path, &now) && now == wanted->mtime_ns)
		return true;
	if (work->ops->set_dir_time(work->ops, work->root, wanted->path, wanted->mtime_ns, err))
		return true;
	return time_now(work, wanted->path, &now) && now == wanted->mtime_ns;
}

void folders_set_times(struct work *work, const struct folder_times *times)
{
	for (size_t i = 0; i < times->count; i++) {
		struct err problem = ERR_INIT;
		if (!set_time(work, &times->items[i], &problem))
			work_warn(work, "%s", problem.message);
		err_release(&problem);
	}
}

bool folders_make_journal(struct work *work, struct err *err)
{
	struct file_stat st;
	if (!root_stat(work->root, "", &st, err))
		return false;
	work->made_journal = true;
	work->root_time = (struct folder_time){ "", st.mtime_ns };
	bool made = work->ops->make_dir(work->ops, work->root, JOURNAL_DIR, err);
	/* At once: a run that is cut off in between leaves nothing that tells what the root's mtime was. */
	struct err ignored = ERR_INIT;
	set_time(work, &work->root_time, &ignored);
	err_release(&ignored);
	return made;
}

static int compare_paths(const void *a, const void *b)
{
	return strcmp(((const struct folder_time *)a)->path, ((const struct folder_time *)b)->path);
}

bool folders_record(struct work *work, struct run *run, struct arena *arena, struct err *err)
{
	struct folder_times *folders = &run->folders;
	*folders = (struct folder_times){ .items = arena_alloc(arena, run->n_files * sizeof(*folders->items)) };
	for (size_t i = 0; i < run->n_files; i++)
		folders->items[i].path = arena_dup(arena, run_folder_of(run, run->files[i].path));
	sort_stable(folders->items, run->n_files, sizeof(*folders->items), compare_paths);
	for (size_t i = 0; i < run->n_files; i++)
		if (i == 0 || strcmp(folders->items[folders->count - 1].path, folders->items[i].path) != 0)
			folders->items[folders->count++] = folders->items[i];
	for (size_t i = 0; i < folders->count; i++) {
		struct folder_time *folder = &folders->items[i];
		struct file_stat st;
		if (!root_stat(work->root, folder->path, &st, err))
			return false;
		folder->mtime_ns = work->made_journal && !folder->path[0] ? work->root_time.mtime_ns : st.mtime_ns;
	}
	return true;
}

/* Writes `times` to a new file in the run's folder. */
static bool write_times(struct work *work, const struct run *run, const char *name, const struct folder_times *times,
	bool flush, struct err *err)
{
	struct str text = STR_INIT;
	folder_times_format(times, &text);
	bool ok = work->ops->create(work->ops, work->root, journal_item_path(&work->to, run->number, name),
		str_slice(&text), 0644, flush, err);
	str_release(&text);
	return ok;
}

/* The same, and flushes the file and its name. */
static bool save(
	struct work *work, const struct run *run, const char *name, const struct folder_times *times, struct err *err)
{
	return write_times(work, run, name, times, true, err) &&
	       work->ops->flush_dir(work->ops, work->root, journal_run_path(&work->to, run->number), err);
}

/* The same in the place of a file that may be there already. What cannot be done is left. */
static void save_again(struct work *work, const struct run *run, const char *name, const struct folder_times *times)
{
	struct err ignored = ERR_INIT;
	if (work->ops->remove(work->ops, work->root, journal_item_path(&work->to, run->number, name), &ignored))
		save(work, run, name, times, &ignored);
	err_release(&ignored);
}

/* False, with nothing in `out`, unless the file is there and whole. */
static bool load(struct work *work, const struct run *run, const char *name, struct folder_times *out)
{
	struct err ignored = ERR_INIT;
	const char *path = journal_item_path(&work->from, run->number, name);
	*out = (struct folder_times){ 0 };
	bool ok = root_read(work->root, path, TIMES_MAX_BYTES, &work->bytes, NULL, &ignored) &&
		  folder_times_parse(str_slice(&work->bytes), &work->journal.arena, out);
	err_release(&ignored);
	return ok;
}

static struct folder_times new_times(struct work *work, size_t capacity)
{
	return (struct folder_times){ .items = arena_alloc(
					      &work->journal.arena, capacity * sizeof(struct folder_time)) };
}

static void add_time(struct folder_times *times, const char *path, int64_t mtime_ns)
{
	times->items[times->count++] = (struct folder_time){ path, mtime_ns };
}

/* The run's folders as they are now. */
static struct folder_times look(struct work *work, const struct run *run)
{
	struct folder_times times = new_times(work, run->folders.count);
	for (size_t i = 0; i < run->folders.count; i++) {
		int64_t now;
		if (time_now(work, run->folders.items[i].path, &now))
			add_time(&times, run->folders.items[i].path, now);
	}
	return times;
}

bool folders_write_left(struct work *work, const struct run *run, struct err *err)
{
	struct folder_times left = look(work, run);
	return write_times(work, run, ITEM_LEFT, &left, false, err);
}

void folders_complete_left(struct work *work, const struct run *run)
{
	struct folder_times left;
	if (load(work, run, ITEM_LEFT, &left))
		return;
	left = look(work, run);
	save_again(work, run, ITEM_LEFT, &left);
}

/*
 * What the folder was before runs[at]. Where the run found what an earlier run had left, and that one is undone by now,
 * it is what the earlier one found: so that runs can be undone in any order.
 */
static int64_t time_before(const struct journal *journal, const struct folder_times *left, size_t at, const char *path)
{
	int64_t before = find_time(&journal->runs[at].folders, path)->mtime_ns;
	for (size_t i = at; i-- > journal->n_applied_first;) {
		const struct run *run = &journal->runs[i];
		const struct folder_time *found = find_time(&run->folders, path);
		if (run->state == RUN_UNDONE && found && is_time(&left[i], path, before))
			before = found->mtime_ns;
	}
	return before;
}

static bool choose_time(const struct journal *journal, const struct folder_times *left, size_t at, const char *path,
	int64_t now, int64_t *wanted)
{
	*wanted = now;
	for (size_t i = at + 1; i < journal->n_in_force; i++)
		if (journal->runs[i].state == RUN_APPLIED && is_time(&left[i], path, now))
			return true;
	*wanted = time_before(journal, left, at, path);
	return is_time(&left[at], path, now);
}

/* What each run that is or was applied left. */
static void load_left(struct work *work)
{
	struct journal *journal = &work->journal;
	if (work->left)
		return;
	work->left = arena_alloc(&journal->arena, journal->n_runs * sizeof(*work->left));
	for (size_t i = 0; i < journal->n_runs; i++)
		if (journal->runs[i].state == RUN_APPLIED || journal->runs[i].state == RUN_UNDONE)
			load(work, &journal->runs[i], ITEM_LEFT, &work->left[i]);
}

struct folder_times folders_plan_rollback(struct work *work, const struct run *run)
{
	struct journal *journal = &work->journal;
	struct folder_times now = look(work, run), back = new_times(work, now.count);
	size_t at = (size_t)(run - journal->runs);
	load_left(work);
	for (size_t i = 0; i < now.count; i++) {
		int64_t wanted;
		const char *path = now.items[i].path;
		if (choose_time(journal, work->left, at, path, now.items[i].mtime_ns, &wanted))
			add_time(&back, path, wanted);
	}
	save_again(work, run, ITEM_BACK, &back);
	return back;
}

/* A folder of a run that goes back: did the run change a name in it, or somebody else a file? */
struct judged {
	const struct folder_time *folder;
	bool touched, foreign;
};

static int compare_judged(const void *a, const void *b)
{
	return strcmp(((const struct judged *)a)->folder->path, ((const struct judged *)b)->folder->path);
}

static int compare_path_to_judged(const void *path, const void *judged)
{
	return slice_cmp(*(const struct slice *)path, slice_of(((const struct judged *)judged)->folder->path));
}

/* NULL where the folder is none of them. */
static struct judged *find_judged(struct judged *sorted, size_t count, struct slice path)
{
	size_t at = sort_lower_bound(sorted, count, sizeof(*sorted), &path, compare_path_to_judged);
	return at < count && slice_eq_cstr(path, sorted[at].folder->path) ? &sorted[at] : NULL;
}

static void judge_file(struct work *work, const struct run *run, size_t slot, enum content what, struct judged *folder)
{
	struct err ignored = ERR_INIT;
	bool moved;
	folder->foreign = folder->foreign || (what != CONTENT_BEFORE && what != CONTENT_AFTER);
	folder->touched = folder->touched || what == CONTENT_AFTER ||
			  (work_is_moved(work, run, "new", slot, &moved, &ignored) && moved);
	err_release(&ignored);
}

struct folder_times folders_plan_recovery(struct work *work, const struct run *run, const enum content *what)
{
	bool rolling = run->state == RUN_ROLLING;
	struct folder_times candidates = run->folders;
	if (rolling)
		load(work, run, ITEM_BACK, &candidates);
	struct judged *judged = arena_alloc(&work->journal.arena, candidates.count * sizeof(*judged));
	for (size_t i = 0; i < candidates.count; i++)
		judged[i] = (struct judged){ .folder = &candidates.items[i] };
	sort_stable(judged, candidates.count, sizeof(*judged), compare_judged);
	/* Whether the run had come to make a folder in it, nothing tells: its time is put back in any case. */
	for (size_t i = 0; i < run->n_made; i++) {
		struct judged *folder = find_judged(judged, candidates.count, path_dir(slice_of(run->made[i])));
		if (folder)
			folder->touched = true;
	}
	for (size_t i = 0; i < run->n_files; i++) {
		struct judged *folder = find_judged(judged, candidates.count, run_folder_of(run, run->files[i].path));
		if (folder)
			judge_file(work, run, i, what[i], folder);
	}
	struct folder_times back = new_times(work, candidates.count);
	for (size_t i = 0; i < candidates.count; i++)
		if (!judged[i].foreign && (judged[i].touched || rolling))
			add_time(&back, judged[i].folder->path, judged[i].folder->mtime_ns);
	return back;
}
