#include "commit/journal/history.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mode.h"
#include "base/sort.h"
#include "commit/content.h"
#include "commit/journal/header.h"

bool history_before(struct root *root, const struct run *run, size_t slot, struct str *out, struct err *err)
{
	const struct run_file *file = &run->files[slot];
	struct str path = STR_INIT;
	struct file_stat st;
	bool ok = true;
	str_clear(out);
	if (!file->is_new) {
		journal_slot_path(&path, run->number, "old", slot);
		ok = root_stat(root, path.ptr, &st, err);
		bool is_other = ok && st.type == FILE_REGULAR && st.size != file->before_size;
		ok = ok && (is_other || root_read(root, path.ptr, (size_t)file->before_size, out, NULL, err));
		if (ok && (is_other || !hash_eq(hash_of(str_slice(out)), file->before)))
			ok = err_set(err, ERR_IO, "'%s', the original of '%s', is not what run %lu found", path.ptr,
				file->path, run->number);
	}
	str_reserve(out, 1);
	str_release(&path);
	return ok;
}

bool history_after(struct root *root, const struct journal *journal, const struct run *run, size_t slot,
	struct str *out, struct file_stat *st, bool *is_drifted, struct err *err)
{
	const struct run_file *file = &run->files[slot];
	const struct run_file *found;
	const struct run *later = journal_applied_next(journal, run, slot, &found);
	str_clear(out);
	if (later) {
		*st = (struct file_stat){ .type = found->is_new ? FILE_NONE : FILE_REGULAR, .mode = found->mode };
		if (!history_before(root, later, (size_t)(found - later->files), out, err))
			return false;
	} else if (!root_stat(root, file->path, st, err) ||
		   (st->type == FILE_REGULAR && !root_read(root, file->path, RECORDED_MAX_BYTES, out, st, err))) {
		return false;
	}
	str_reserve(out, 1);
	struct slice text = str_slice(out);
	*is_drifted = content_by_record(file, st, &text) != CONTENT_AFTER;
	return true;
}

/* --- runs as changes ---------------------------------------------------------------------------------------------- */

/* A file, the run that changed it first and the one that changed it last. */
struct span {
	const char *path;
	const struct run *first, *last;
	size_t first_slot, last_slot;
};

struct spans {
	struct span *items;
	size_t count, capacity;
};

static int compare_paths(const void *a, const void *b)
{
	return strcmp(((const struct span *)a)->path, ((const struct span *)b)->path);
}

static void add_run(struct spans *spans, const struct run *run)
{
	for (size_t i = 0; i < run->n_files; i++) {
		struct span span = { run->files[i].path, run, run, i, i };
		VEC_PUSH(spans->items, spans->count, spans->capacity, span);
	}
}

/* Runs were added oldest first, and the sort is stable: spans of one path become one. */
static void join(struct spans *spans)
{
	size_t kept = 0;
	sort_stable(spans->items, spans->count, sizeof(*spans->items), compare_paths);
	for (size_t i = 0; i < spans->count; i++) {
		struct span *before = kept ? &spans->items[kept - 1] : NULL;
		if (before && strcmp(before->path, spans->items[i].path) == 0) {
			before->last = spans->items[i].last;
			before->last_slot = spans->items[i].last_slot;
		} else {
			spans->items[kept++] = spans->items[i];
		}
	}
	spans->count = kept;
}

static bool add_change(
	struct root *root, const struct journal *journal, const struct span *span, struct history *out, struct err *err)
{
	const struct run_file *first = &span->first->files[span->first_slot],
			      *last = &span->last->files[span->last_slot];
	struct arena *arena = &out->plan.arena;
	struct str before = STR_INIT, after = STR_INIT;
	struct file_stat st;
	bool is_drifted;
	bool ok = history_before(root, span->first, span->first_slot, &before, err) &&
		  history_after(root, journal, span->last, span->last_slot, &after, &st, &is_drifted, err);
	bool is_gone = ok && st.type != FILE_REGULAR, was_executable = mode_is_executable(first->mode);
	/* Where no run has set or cleared the bit, what the file has now is its own business. */
	uint32_t mode = ok && !is_gone && (last->is_gone || is_drifted) ? st.mode : last->after_mode;
	bool is_same = ok && first->is_new == is_gone && slice_eq(str_slice(&before), str_slice(&after)) &&
		       (is_gone || was_executable == mode_is_executable(mode));
	if (ok && is_drifted)
		out->drifts[out->n_drifts++] =
			(struct history_drift){ arena_strdup(arena, span->path), span->last->number };
	if (ok && !is_same) {
		struct change change = {
			.path = arena_strdup(arena, span->path),
			.is_new = first->is_new,
			.is_gone = is_gone,
			.before = slice_from(arena_dup(arena, str_slice(&before)), before.len),
			.after = slice_from(arena_dup(arena, str_slice(&after)), after.len),
			.st = { .type = first->is_new ? FILE_NONE : FILE_REGULAR, .mode = first->mode },
			.changes_mode = first->is_new ? mode_is_executable(mode)
						      : !is_gone && was_executable != mode_is_executable(mode),
			.mode = mode,
		};
		out->plan.changes[out->plan.n_changes++] = change;
	}
	str_release(&before);
	str_release(&after);
	return ok;
}

static bool is_wanted(const struct run *run, const unsigned long *numbers, size_t count)
{
	for (size_t i = 0; numbers && i < count; i++)
		if (numbers[i] == run->number)
			return true;
	return !numbers && run->state == RUN_APPLIED;
}

bool history_make(struct root *root, const struct journal *journal, const unsigned long *numbers, size_t count,
	struct history *out, struct err *err)
{
	struct spans spans = { 0 };
	*out = (struct history){ 0 };
	for (size_t i = 0; i < journal->n_runs; i++) {
		const struct run *run = &journal->runs[i];
		if (!is_wanted(run, numbers, count))
			continue;
		if (run->state != RUN_APPLIED) {
			free(spans.items);
			if (run->state == RUN_KEPT) {
				err_set(err, ERR_USAGE, "run %lu changed nothing: it keeps what a rollback wrote over",
					run->number);
				return err_hint(err, "`tpatch rollback %lu --dry-run` shows it", run->number);
			}
			err_set(err, ERR_USAGE, "run %lu is %s: its file contents are not kept", run->number,
				run_state_name(run->state));
			return err_hint(err, "`tpatch log %lu` has the files and rules", run->number);
		}
		add_run(&spans, run);
	}
	join(&spans);
	out->plan.changes = xcalloc(spans.count + 1, sizeof(*out->plan.changes));
	out->drifts = arena_alloc(&out->plan.arena, (spans.count + 1) * sizeof(*out->drifts));
	bool ok = true;
	for (size_t i = 0; ok && i < spans.count; i++)
		ok = add_change(root, journal, &spans.items[i], out, err);
	free(spans.items);
	return ok;
}

void history_reverse(struct history *history)
{
	for (size_t i = 0; i < history->plan.n_changes; i++) {
		struct change *change = &history->plan.changes[i];
		struct change back = *change;
		back.is_new = change->is_gone;
		back.is_gone = change->is_new;
		back.before = change->after;
		back.after = change->before;
		back.st.mode = change->mode;
		back.mode = change->st.mode;
		back.changes_mode =
			back.is_new ? mode_is_executable(back.mode) : change->changes_mode && !change->is_new;
		*change = back;
	}
}

void history_release(struct history *history)
{
	plan_release(&history->plan);
	*history = (struct history){ 0 };
}
