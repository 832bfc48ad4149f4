#include "tree/deeper.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "platform/read.h"
#include "tree/above.h"

/* How many of the paths are there, below `folder`. */
static size_t count_below(struct root *root, const char *folder, const char *const *paths, size_t n_paths)
{
	struct str path = STR_INIT;
	size_t n = 0;
	for (size_t i = 0; i < n_paths; i++) {
		struct file_stat st;
		struct err ignored = ERR_INIT;
		str_clear(&path);
		str_add_cstr(&path, folder);
		path_push(&path, slice_of(paths[i]));
		n += root_stat(root, path.ptr, &st, &ignored) && st.type != FILE_NONE;
		err_release(&ignored);
	}
	str_release(&path);
	return n;
}

size_t tree_find_deeper(const struct tree *tree, const char *const *paths, size_t n_paths, struct str *out)
{
	struct dir_list list = { 0 };
	struct err ignored = ERR_INIT;
	size_t most = 0, best = 0, equal = 0;
	if (tree->root && n_paths && !count_below(tree->root, "", paths, n_paths) &&
		root_list(tree->root, "", &list, &ignored)) {
		for (size_t i = 0; i < list.count; i++) {
			size_t n = list.entries[i].type == FILE_DIRECTORY
					   ? count_below(tree->root, list.entries[i].name, paths, n_paths)
					   : 0;
			equal = n > most ? 1 : equal + (n == most);
			best = n > most ? i : best;
			most = n > most ? n : most;
		}
		if (most && 2 * most >= n_paths)
			str_add_cstr(out, list.entries[best].name);
	}
	dir_list_release(&list);
	err_release(&ignored);
	return most && 2 * most >= n_paths ? equal : 0;
}

struct wanted {
	const char *const *paths;
	size_t n_paths;
};

static bool has_all(void *ctx, struct root *folder)
{
	const struct wanted *wanted = ctx;
	return count_below(folder, "", wanted->paths, wanted->n_paths) == wanted->n_paths;
}

char *tree_find_higher(const struct tree *tree, const char *const *paths, size_t n_paths)
{
	struct wanted wanted = { paths, n_paths };
	struct root *root = tree->root && n_paths ? folder_above(tree->root, has_all, &wanted) : NULL;
	char *path = root ? xstrdup(root_path(root)) : NULL;
	if (root)
		root_close(root);
	return path;
}
