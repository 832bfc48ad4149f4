/*
 * Libraries that the wheel carries along: what PyTorch loads at import and other machines do not have. The same that
 * PyTorch's own builds copy (.ci/pytorch/windows/internal/copy.bat).
 */
#include <stdlib.h>
#include <string.h>

#include "build/work.h"

static bool is_there_already(const char *from, const char *to)
{
	struct file_stat a, b;
	struct err err = ERR_INIT;
	bool same = platform_stat(from, &a, &err) && platform_stat(to, &b, &err) && b.type == FILE_REGULAR &&
		    a.size == b.size && a.mtime_ns == b.mtime_ns;
	err_release(&err);
	return same;
}

static bool stage_file(struct work *work, const char *folder, const char *name, struct err *err)
{
	const struct recipe *recipe = work->request->recipe;
	struct str from = STR_INIT, to = STR_INIT, line = STR_INIT;
	str_addf(&from, "%s/%s", folder, name);
	str_addf(&to, "%s/%s/%s", recipe->root, recipe->stage_into, name);
	bool there = is_there_already(from.ptr, to.ptr), ok = there || system_copy_file(from.ptr, to.ptr, err);
	str_addf(&line, "%s %s", there ? "there already:" : "+ copy", from.ptr);
	log_line(work, str_slice(&line));
	str_release(&from);
	str_release(&to);
	str_release(&line);
	return ok;
}

/* Files of the folder `path` that the glob takes. A folder that is not there has none. */
static bool stage_folder(
	struct work *work, const char *path, const struct glob_set *set, size_t *count, struct err *err)
{
	struct regex_scratch *scratch = regex_scratch_new();
	struct dir_list list = { 0 };
	bool ok = true;
	if (work->request->probe->list(work->request->probe, path, &list)) {
		for (size_t i = 0; ok && i < list.count; i++) {
			if (list.entries[i].type == FILE_DIRECTORY ||
				!glob_set_match(set, scratch, slice_of(list.entries[i].name)))
				continue;
			ok = stage_file(work, path, list.entries[i].name, err);
			(*count)++;
		}
	}
	dir_list_release(&list);
	regex_scratch_free(scratch);
	return ok;
}

static bool stage_pattern(struct work *work, const char *pattern, size_t *count, struct err *err)
{
	char *name = slice_dup(path_base(slice_of(pattern))), *path = slice_dup(path_dir(slice_of(pattern)));
	const char *const globs[] = { name };
	struct glob_set *set = glob_set_new(globs, 1, work->request->recipe->windows, err);
	bool ok = set && stage_folder(work, path, set, count, err);
	glob_set_free(set);
	free(name);
	free(path);
	return ok;
}

bool stage_libraries(struct work *work, struct err *err)
{
	const struct recipe *recipe = work->request->recipe;
	struct file_stat st;
	struct str line = STR_INIT;
	size_t all = 0;
	bool ok = root_stat(work->request->root, recipe->stage_into, &st, err);
	if (ok && st.type != FILE_DIRECTORY)
		ok = err_set(
			err, ERR_UNFIT, "the build did not make the folder '%s' for the libraries", recipe->stage_into);
	for (size_t i = 0; ok && i < recipe->n_stage; i++) {
		size_t count = 0;
		ok = stage_pattern(work, recipe->stage[i], &count, err);
		all += count;
		str_clear(&line);
		str_addf(&line, "there is no %s", recipe->stage[i]);
		if (ok && !count)
			log_line(work, str_slice(&line));
	}
	str_clear(&line);
	str_addf(&line, "%zu librar%s in '%s'", all, all == 1 ? "y" : "ies", recipe->stage_into);
	if (ok)
		log_line(work, str_slice(&line));
	if (ok && recipe->windows)
		check_imports(work);
	str_release(&line);
	return ok;
}
