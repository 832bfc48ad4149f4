#include "commit/work.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/digest/hash.h"
#include "base/path.h"
#include "base/shown.h"
#include "commit/folders.h"
#include "commit/journal/foreign.h"
#include "commit/journal/header.h"
#include "platform/identity.h"
#include "text/source.h"

void commit_report_release(struct commit_report *report)
{
	arena_release(&report->arena);
	*report = (struct commit_report){ 0 };
}

bool commit_refuse(const struct commit_report *report, struct err *err)
{
	if (!report->n_refusals)
		return false;
	struct str text = STR_INIT;
	str_addf(&text, "%s", err->message ? err->message : "files block this run");
	for (size_t i = 0; i < report->n_refusals; i++) {
		str_add_cstr(&text, "\n  ");
		path_quote(slice_of(report->refusals[i].path), &text);
		str_addf(&text, ": %s", report->refusals[i].why);
	}
	free(err->message);
	err->message = str_detach(&text);
	return false;
}

/* Room for one more element in an arena: doubled at powers of two, the old part stays behind. */
static void *grow_in_arena(struct arena *arena, const void *items, size_t count, size_t size)
{
	if (count & (count - 1))
		return NULL;
	char *more = arena_alloc(arena, (count ? count * 2 : 1) * size);
	if (count)
		memcpy(more, items, count * size);
	return more;
}

/* On one line, whatever is in the names. */
static char *format_in_arena(struct arena *arena, const char *format, va_list args)
{
	struct str text = STR_INIT, line = STR_INIT;
	str_addv(&text, format, args);
	shown_add_line(str_slice(&text), &line);
	char *copy = arena_dup(arena, str_slice(&line));
	str_release(&text);
	str_release(&line);
	return copy;
}

void work_refuse(struct work *work, const char *path, const char *format, ...)
{
	struct commit_report *report = work->report;
	va_list args;
	va_start(args, format);
	struct refusal refusal = { arena_strdup(&report->arena, path), format_in_arena(&report->arena, format, args),
		false };
	va_end(args);
	struct refusal *more = grow_in_arena(&report->arena, report->refusals, report->n_refusals, sizeof(refusal));
	if (more)
		report->refusals = more;
	report->refusals[report->n_refusals++] = refusal;
}

void work_warn(struct work *work, const char *format, ...)
{
	struct commit_report *report = work->report;
	va_list args;
	va_start(args, format);
	const char *warning = format_in_arena(&report->arena, format, args);
	va_end(args);
	const char **more = grow_in_arena(&report->arena, report->warnings, report->n_warnings, sizeof(warning));
	if (more)
		report->warnings = more;
	report->warnings[report->n_warnings++] = warning;
}

/* The journal hides itself from git. A file that was cut off while it was written is empty, and is made again. */
static bool make_ignore(struct work *work, struct err *err)
{
	struct file_stat st;
	if (!root_stat(work->root, JOURNAL_IGNORE, &st, err))
		return false;
	if (st.type != FILE_NONE && st.size > 0)
		return true;
	return work->ops->remove(work->ops, work->root, JOURNAL_IGNORE, err) &&
	       work->ops->create(work->ops, work->root, JOURNAL_IGNORE, SLICE_LITERAL("*\n"), 0644, false, err);
}

static bool fail_of_another(const struct work *work, uint64_t owner, struct err *err)
{
	if (owner != OWNER_UNKNOWN)
		err_set(err, ERR_IO, "the journal '" JOURNAL_DIR "' in '%s' belongs to another user (uid %llu)",
			root_path(work->root), (unsigned long long)owner);
	else
		err_set(err, ERR_IO, "the journal '" JOURNAL_DIR "' in '%s' belongs to another user",
			root_path(work->root));
	return err_hint_of(err, ERR_HINT_UNWRITTEN, "nothing was written; " JOURNAL_HINT_OF_ANOTHER);
}

static bool has_ours(const struct journal *journal)
{
	for (size_t i = 0; i < journal->n_runs; i++)
		if (journal->runs[i].proof == PROOF_OURS)
			return true;
	return false;
}

/*
 * May this process write into the journal? Not into one of another user in which nothing proves that this one wrote it:
 * whoever owns the folder can change under our hands what we are about to put into the tree. ERR_IO with the reason;
 * root is no exception. Asked before the lock is taken.
 */
static bool may_write_journal(struct work *work, struct err *err)
{
	struct folder_identity id;
	struct journal journal;
	struct err ignored = ERR_INIT;
	if (!root_identify(work->root, JOURNAL_DIR, &id, err))
		return false;
	if (id.is_mine)
		return true;
	/* On some volumes (NFS with squashed users, FUSE) what this user writes belongs to another one: a seal tells
	 * more than the owner. */
	bool ok = journal_read(work->root, &journal, &ignored);
	err_release(&ignored);
	bool may = ok && (has_ours(&journal) || (journal.n_runs == 0 && journal.n_unfinished == 0 &&
							root_can_write_in(work->root, JOURNAL_DIR)));
	if (ok)
		journal_release(&journal);
	return may || fail_of_another(work, id.owner, err);
}

bool work_begin(struct work *work, bool make, bool *there, struct err *err)
{
	const struct write_ops *ops = work->ops;
	if (!journal_is_there(work->root, there, err))
		return false;
	if (!*there && !make)
		return true;
	if (!*there && !folders_make_journal(work, err))
		return false;
	*there = true;
	if (!may_write_journal(work, err))
		return false;
	bool busy;
	work->lock = ops->lock(ops, work->root, JOURNAL_LOCK, &busy, err);
	if (!work->lock)
		return false;
	bool ok = make ? journal_read_in_force(work->root, &work->journal, err)
		       : journal_read(work->root, &work->journal, err);
	if (!ok)
		return false;
	return !make || (make_ignore(work, err) && ops->make_dir(ops, work->root, JOURNAL_RUNS, err));
}

void work_end(struct work *work)
{
	if (work->lock)
		work->ops->unlock(work->ops, work->lock);
	work->lock = NULL;
	journal_release(&work->journal);
	str_release(&work->bytes);
	str_release(&work->from);
	str_release(&work->to);
	str_release(&work->asked);
}

bool work_refuse_interrupted(const struct work *work, struct err *err)
{
	const struct run *run = journal_interrupted(&work->journal);
	if (!run)
		return true;
	err_set(err, ERR_IO_TORN, "run %lu was interrupted", run->number);
	return err_hint(err, "run 'tpatch recover' first");
}

bool work_sweep(struct work *work, struct err *err)
{
	struct journal *journal = &work->journal;
	for (size_t i = 0; i < journal->n_unfinished; i++)
		if (!work_remove_run(work, journal->unfinished[i], err))
			return false;
	for (size_t i = 0; i < journal->n_runs; i++)
		if (journal->runs[i].state == RUN_UNDONE && journal->runs[i].holds_texts &&
			!work_remove_slots(work, journal->runs[i].number, err))
			return false;
	return true;
}

bool work_examine(struct work *work, const char *path, const struct run_file *file, enum content *out,
	struct file_stat *st, struct err *err)
{
	return content_examine(work->root, path, file, &work->bytes, out, st, err);
}

bool work_is_moved(
	struct work *work, const struct run *run, const char *kind, size_t slot, bool *moved, struct err *err)
{
	const struct run_file *file = &run->files[slot];
	bool forth = kind[0] == 'n', takes_away = forth ? file->is_gone : file->is_new;
	enum content kept;
	struct file_stat st;
	if (!work_examine(work, journal_slot_path(&work->from, run->number, kind, slot), file, &kept, &st, err))
		return false;
	bool is_there = st.type != FILE_NONE, exchanged = is_there && kept == (forth ? CONTENT_BEFORE : CONTENT_AFTER);
	*moved = takes_away ? is_there : !is_there || exchanged;
	return true;
}

const char *content_problem(enum content content)
{
	return content == CONTENT_GONE ? "is gone" : "has changed since";
}

/* A call that failed may have done its work all the same: on a network volume only the answer may be lost. */
static bool is_renamed(struct work *work, const char *old_name, const char *new_name)
{
	struct file_stat old_st, new_st;
	struct err ignored = ERR_INIT;
	bool renamed = root_stat(work->root, old_name, &old_st, &ignored) &&
		       root_stat(work->root, new_name, &new_st, &ignored) && old_st.type == FILE_NONE &&
		       new_st.type == FILE_REGULAR;
	err_release(&ignored);
	return renamed;
}

bool work_set_state(struct work *work, unsigned long number, enum run_state from, enum run_state to, struct err *err)
{
	const struct write_ops *ops = work->ops;
	const char *old_name = journal_header_path(&work->from, number, from);
	const char *new_name = journal_header_path(&work->to, number, to);
	if (!ops->replace(ops, work->root, old_name, new_name, err) && !is_renamed(work, old_name, new_name))
		return false;
	err_release(err);
	/* Were the rename lost to a power cut now, the old state would be recovered to where the new one is. */
	struct err ignored = ERR_INIT;
	ops->flush_dir(ops, work->root, journal_run_path(&work->from, number), &ignored);
	err_release(&ignored);
	return true;
}

/* Removes the files of the folder `path` whose names begin with `prefix`. A folder that is not there is fine. */
static bool remove_files(struct work *work, const char *path, const char *prefix, size_t *removed, struct err *err)
{
	struct file_stat st;
	struct dir_list list = { 0 };
	struct str name = STR_INIT;
	*removed = 0;
	if (!root_stat(work->root, path, &st, err))
		return false;
	bool ok = st.type != FILE_DIRECTORY || root_list(work->root, path, &list, err);
	for (size_t i = 0; ok && i < list.count; i++) {
		if (strncmp(list.entries[i].name, prefix, strlen(prefix)) != 0)
			continue;
		str_clear(&name);
		str_addf(&name, "%s/%s", path, list.entries[i].name);
		ok = work->ops->remove(work->ops, work->root, name.ptr, err);
		(*removed)++;
	}
	str_release(&name);
	dir_list_release(&list);
	return ok;
}

bool work_remove_slots(struct work *work, unsigned long number, struct err *err)
{
	static const char *const kinds[] = { "new", "old" };
	for (size_t i = 0; i < COUNT_OF(kinds); i++) {
		size_t removed;
		const char *path = journal_item_path(&work->from, number, kinds[i]);
		if (!remove_files(work, path, "", &removed, err) ||
			!work->ops->remove_dir(work->ops, work->root, path, err))
			return false;
	}
	return work->ops->remove(work->ops, work->root, journal_item_path(&work->from, number, ITEM_BACK), err);
}

bool work_remove_run(struct work *work, unsigned long number, struct err *err)
{
	const struct write_ops *ops = work->ops;
	size_t removed;
	const char *path = journal_run_path(&work->from, number);
	if (!remove_files(work, path, "header.", &removed, err))
		return false;
	/* The header must be gone for good before the originals are: a run without them must not look applied. */
	if (removed && !ops->flush_dir(ops, work->root, path, err))
		return false;
	return work_remove_slots(work, number, err) &&
	       ops->remove(ops, work->root, journal_item_path(&work->from, number, ITEM_LEFT), err) &&
	       ops->remove_dir(ops, work->root, journal_run_path(&work->from, number), err);
}
