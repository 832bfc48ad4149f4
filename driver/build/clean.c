/* What earlier builds left, removed: of a link the link, and never what it points to. */
#include <stdlib.h>
#include <string.h>

#include "build/work.h"

static bool is_left(const char *name)
{
	for (size_t i = 0; recipe_clean_names[i]; i++) {
		const char *known = recipe_clean_names[i];
		if (known[0] == '*' ? slice_ends_with(slice_of(name), known + 1) : strcmp(name, known) == 0)
			return true;
	}
	return false;
}

bool clean_tree(struct work *work, struct err *err)
{
	struct dir_list list = { 0 };
	struct str path = STR_INIT, removed = STR_INIT;
	bool ok = stamp_drop_from(work, STEP_CONFIGURE, err) && root_list(work->request->root, "", &list, err);
	for (size_t i = 0; ok && i < list.count; i++) {
		const char *name = list.entries[i].name;
		if (!is_left(name))
			continue;
		str_clear(&path);
		str_addf(&path, "%s/%s", root_path(work->request->root), name);
		ok = system_remove_tree(path.ptr, err);
		str_addf(&removed, "%s%s%s", removed.len ? ", " : "removed ", name,
			list.entries[i].type == FILE_SYMLINK ? " (a link; its target is untouched)" : "");
	}
	work_note(work, removed.len ? removed.ptr : "there was nothing to remove");
	dir_list_release(&list);
	str_release(&path);
	str_release(&removed);
	return ok;
}
