#include "tree/tree.h"

static const char *trouble_of(struct root *root, const struct run_file *file, struct str *bytes, struct err *err)
{
	static const struct hash nothing;
	struct file_stat st;
	if (!root_stat(root, file->path, &st, err))
		return NULL;
	/* A file that the run took away has no hash afterwards. */
	bool is_to_be_gone = hash_eq(file->after, nothing);
	if (st.type == FILE_NONE)
		return is_to_be_gone ? NULL : "is gone";
	if (is_to_be_gone)
		return "is there again";
	if (st.type != FILE_REGULAR)
		return "is no file any more";
	if (!root_read(root, file->path, SOURCE_MAX_BYTES, bytes, NULL, err))
		return NULL;
	struct hash now = hash_of(str_slice(bytes));
	if (hash_eq(now, file->after))
		return NULL;
	return hash_eq(now, file->before) ? "is as before tpatch changed it" : "has changed since tpatch changed it";
}

static bool look_at_run(struct root *root, const struct journal *journal, const struct run *run, struct tree_drift *out, struct err *err)
{
	struct str bytes = STR_INIT;
	for (size_t i = 0; i < run->n_files && err->kind == ERR_NONE; i++) {
		const struct run_file *file = &run->files[i], *newest;
		if (journal_applied_to(journal, file->path, &newest) != run)
			continue;
		const char *trouble = trouble_of(root, file, &bytes, err);
		out->files++;
		if (!trouble)
			continue;
		out->count++;
		path_quote(slice_of(file->path), &out->text);
		str_addf(&out->text, ": %s\n", trouble);
	}
	str_release(&bytes);
	return err->kind == ERR_NONE;
}

bool tree_drift_read(struct root *root, struct tree_drift *out, struct err *err)
{
	struct journal journal;
	*out = (struct tree_drift){ 0 };
	if (!journal_read(root, &journal, err))
		return false;
	bool ok = true;
	if (journal_needs_recovery(&journal)) {
		ok = err_set(err, ERR_IO, "a run of tpatch in '%s' was cut off", root_path(root));
		err_hint(err, "`tpatch recover --root %s` puts the tree in order", root_path(root));
	}
	for (size_t i = 0; ok && i < journal.n_runs; i++) {
		if (journal.runs[i].state != RUN_APPLIED)
			continue;
		out->runs++;
		ok = look_at_run(root, &journal, &journal.runs[i], out, err);
	}
	journal_release(&journal);
	return ok;
}
