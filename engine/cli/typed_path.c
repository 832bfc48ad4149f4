#include "cli/typed_path.h"

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

char *typed_path_in_tree(const struct root *root, const char *path)
{
	struct str out = STR_INIT;
	char *below = root_path_below(root, path);
	if (below)
		return below;
	while (path[0] == '.' && platform_is_separator(path[1]))
		path += 2;
	for (; *path; path++)
		str_add_char(&out, platform_is_separator(*path) ? '/' : *path);
	return str_detach(&out);
}
