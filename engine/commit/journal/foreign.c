#include "commit/journal/foreign.h"

#include <stdlib.h>

#include "base/path.h"
#include "commit/journal/header.h"
#include "commit/journal/seal.h"

#define LISTED_FILES_MAX 100
#define SET_ID_BITS 06000u

void commit_describe_undo(const struct run *run, size_t slot, struct str *out)
{
	const struct run_file *file = &run->files[slot];
	struct str path = STR_INIT;
	if (file->is_new)
		str_add_cstr(out, "would be removed");
	else
		str_addf(out, "would become '%s', %llu bytes, mode %04o",
			journal_slot_path(&path, run->number, "old", slot), (unsigned long long)file->before_size,
			(unsigned)file->mode);
	str_release(&path);
}

bool foreign_refuse(struct work *work, const struct run *run, const char *action, struct err *err)
{
	const char *problem = run_proof_problem(run);
	if (!problem)
		return true;
	size_t listed = run->n_files < LISTED_FILES_MAX ? run->n_files : LISTED_FILES_MAX;
	struct str more = STR_INIT;
	for (size_t i = 0; i < listed; i++) {
		str_clear(&more);
		commit_describe_undo(run, i, &more);
		work_refuse(work, run->files[i].path, "%s", more.ptr);
	}
	str_clear(&more);
	if (listed < run->n_files)
		str_addf(&more, " (the first %zu of %zu files, `tpatch log %lu` lists all:)", listed, run->n_files,
			run->number);
	err_set(err, ERR_IO_TORN, "run %lu cannot be %s: it %s%s", run->number, action, problem,
		more.len ? more.ptr : "");
	str_release(&more);
	return err_hint_of(err, ERR_HINT_UNWRITTEN,
		"nothing was written; if you trust '" JOURNAL_DIR
		"' in this tree, make it yours with `tpatch recover --adopt`; if not, remove it");
}

/* --- taking over -------------------------------------------------------------------------------------------------- */

static bool write_seal(
	struct work *work, const struct run *run, const struct sealing *sealing, struct str *text, struct err *err)
{
	const struct write_ops *ops = work->ops;
	const char *header = journal_header_path(&work->to, run->number, run->named);
	if (!root_read(work->root, header, HEADER_MAX_BYTES, text, NULL, err))
		return false;
	struct slice body = str_slice(text);
	seal_check(sealing, &body);
	text->len = body.len;
	text->ptr[body.len] = '\0';
	seal_add(sealing, text);
	const char *made = journal_item_path(&work->from, run->number, ITEM_HEADER);
	return ops->remove(ops, work->root, made, err) &&
	       ops->create(ops, work->root, made, str_slice(text), 0644, true, err) &&
	       ops->replace(ops, work->root, made, header, err) &&
	       ops->flush_dir(ops, work->root, journal_run_path(&work->from, run->number), err);
}

/* What was harmless where it lay, in the journal, and is not under the name that it would get. */
static const char *danger_of(struct work *work, const struct run *run, size_t slot)
{
	const struct run_file *file = &run->files[slot];
	struct file_stat st = { 0 };
	struct err ignored = ERR_INIT;
	if (path_is_protected(slice_of(file->path)))
		return "programs obey a file of this name";
	if (!file->is_new)
		root_stat(work->root, journal_slot_path(&work->from, run->number, "old", slot), &st, &ignored);
	err_release(&ignored);
	return st.mode & SET_ID_BITS ? "its original has a set-id bit" : NULL;
}

/* Of records that anybody may have written. */
static bool refuse_dangers(struct work *work, struct err *err)
{
	struct str why = STR_INIT;
	for (size_t i = 0; i < work->journal.n_runs; i++) {
		const struct run *run = &work->journal.runs[i];
		for (size_t k = 0; !run_is_users(run) && run->state != RUN_UNDONE && k < run->n_files; k++) {
			const char *danger = danger_of(work, run, k);
			if (!danger)
				continue;
			str_clear(&why);
			commit_describe_undo(run, k, &why);
			work_refuse(work, run->files[k].path, "%s, and %s", why.ptr, danger);
		}
	}
	str_release(&why);
	size_t n = work->report->n_refusals;
	if (!n)
		return true;
	err_set(err, ERR_IO_TORN, "the journal is not adopted: %zu file%s of its runs %s a danger", n, str_plural(n),
		n == 1 ? "is" : "are");
	return err_hint_of(err, ERR_HINT_UNWRITTEN,
		"nothing was written; look at these originals, and use --force if you trust them");
}

static bool adopt(struct work *work, bool forced, struct err *err)
{
	struct sealing sealing;
	struct str text = STR_INIT;
	if (!forced && !refuse_dangers(work, err))
		return false;
	bool ok = sealing_begin(work->root, true, &sealing, err);
	if (ok && !sealing.n_keys) {
		ok = err_set(err, ERR_IO, "there is no folder for the key that would make the journal yours");
		err_hint(err, "set HOME or XDG_STATE_HOME to a writable folder of yours");
	}
	for (size_t i = 0; ok && i < work->journal.n_runs; i++) {
		const struct run *run = &work->journal.runs[i];
		if (run->state == RUN_UNDONE || !run_proof_problem(run))
			continue;
		ok = write_seal(work, run, &sealing, &text, err);
		work->report->n_runs += ok;
	}
	sealing_end(&sealing);
	str_release(&text);
	return ok;
}

bool commit_adopt(
	const struct write_ops *ops, struct root *root, bool forced, struct commit_report *report, struct err *err)
{
	*report = (struct commit_report){ 0 };
	struct work work = { .ops = ops, .root = root, .report = report };
	bool there, ok = work_begin(&work, false, &there, err) && adopt(&work, forced, err);
	work_end(&work);
	return ok;
}
