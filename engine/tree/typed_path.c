#include "tree/typed_path.h"

#include <stdlib.h>

#include "platform/read.h"

struct slice typed_path_trim(struct slice path)
{
	while (path.len > 1 && platform_is_separator(path.ptr[path.len - 1]))
		path.len--;
	return path;
}

struct slice typed_path_base(struct slice path)
{
	struct slice whole = typed_path_trim(path);
	size_t at = whole.len;
	while (at && !platform_is_separator(whole.ptr[at - 1]))
		at--;
	return slice_sub(whole, at, whole.len);
}

char *typed_working_folder(const struct root *root)
{
	struct err ignored = ERR_INIT;
	struct root *here = root_open(".", &ignored);
	char *path = here ? root_path_below(root, root_path(here)) : NULL;
	if (here)
		root_close(here);
	err_release(&ignored);
	return path;
}

static char *path_in_tree(const struct root *root, const char *path)
{
	struct str out = STR_INIT;
	char *below = root_path_below(root, path);
	char *folder = below ? NULL : typed_working_folder(root);
	struct str out_of_folder = STR_INIT;
	if (below)
		return below;
	if (folder) {
		struct file_stat st = { .type = FILE_NONE };
		struct err ignored = ERR_INIT;
		str_addf(&out_of_folder, "%s/%s", folder, path);
		bool is_there =
			root_stat((struct root *)root, out_of_folder.ptr, &st, &ignored) && st.type != FILE_NONE;
		err_release(&ignored);
		free(folder);
		if (is_there)
			return str_detach(&out_of_folder);
		str_release(&out_of_folder);
	}
	while (path[0] == '.' && platform_is_separator(path[1]))
		path += 2;
	for (; *path; path++)
		str_add_char(&out, platform_is_separator(*path) ? '/' : *path);
	return str_detach(&out);
}

char *typed_path_in_tree(const struct root *root, const char *path)
{
	char *typed = path_in_tree(root, path), *spelled = root_spelling(root, typed);
	free(typed);
	return spelled;
}
