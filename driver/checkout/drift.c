#include "checkout/checkout.h"

#include <string.h>

/* NULL: it is as the run left it. */
static const char *difference_of(struct root *root, const struct run_file *file, struct str *bytes, struct err *err)
{
	enum content now;
	struct file_stat st;
	if (!content_examine(root, file->path, file, bytes, &now, &st, err) || now == CONTENT_AFTER)
		return NULL;
	if (now == CONTENT_BEFORE)
		return "is as before tpatch changed it";
	if (now == CONTENT_GONE)
		return "is gone";
	if (file->is_gone)
		return "exists again";
	return st.type == FILE_REGULAR ? "has changed since tpatch changed it" : "is no longer a file";
}

static bool look_at_run(struct root *root, const struct journal *journal, const struct run *run, struct tree_drift *out,
	struct err *err)
{
	struct str bytes = STR_INIT;
	for (size_t i = 0; i < run->n_files && err->kind == ERR_NONE; i++) {
		const struct run_file *file = &run->files[i], *newest;
		if (journal_applied_to(journal, file->path, &newest) != run)
			continue;
		const char *difference = difference_of(root, file, &bytes, err);
		out->files++;
		if (!difference)
			continue;
		out->count++;
		path_quote(slice_of(file->path), &out->text);
		str_addf(&out->text, ": %s\n", difference);
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
		struct str word = STR_INIT;
		shell_word(root_path(root), &word);
		ok = err_set(err, ERR_IO, "a run of tpatch in '%s' was interrupted", root_path(root));
		err_hint(err, "`tpatch recover --root %s` repairs the tree", word.ptr);
		str_release(&word);
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

bool tree_is_patched(struct root *root)
{
	struct journal journal;
	struct err ignored = ERR_INIT;
	bool is_patched = false, ok = journal_read(root, &journal, &ignored);
	for (size_t i = 0; ok && i < journal.n_runs; i++)
		is_patched = is_patched || journal.runs[i].state == RUN_APPLIED;
	journal_release(&journal);
	err_release(&ignored);
	return is_patched;
}

char *tree_patched_for(struct root *root, const char *fact)
{
	struct journal journal;
	struct arena arena = ARENA_INIT;
	struct err ignored = ERR_INIT;
	char *value = NULL;
	size_t length = strlen(fact);
	bool ok = journal_read(root, &journal, &ignored);
	for (size_t i = ok ? journal.n_runs : 0; i-- > 0 && !value;) {
		const struct run *run = &journal.runs[i];
		const char **pairs =
			run->state == RUN_APPLIED ? run_origin_texts(&run->origin, ORIGIN_FACT, &arena) : NULL;
		for (; pairs && *pairs && !value; pairs++)
			if (slice_starts_with(slice_of(*pairs), fact) && (*pairs)[length] == '=')
				value = xstrdup(*pairs + length + 1);
	}
	journal_release(&journal);
	arena_release(&arena);
	err_release(&ignored);
	return value;
}
