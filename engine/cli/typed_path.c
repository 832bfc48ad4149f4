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

static char folded(char c)
{
	if (platform_is_separator(c))
		return '/';
	/* Where \ parts a path, case tells no two files apart. */
	return platform_is_separator('\\') && c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* What follows the root in an absolute path below it; else `path`. */
static const char *behind_root(const char *root, const char *path)
{
	const char *rest = path;
	for (; *root && folded(*root) == folded(*rest); root++)
		rest++;
	return !*root && platform_is_separator(*rest) ? rest + 1 : path;
}

char *typed_path_in_tree(const char *root, const char *path)
{
	struct str out = STR_INIT;
	path = behind_root(root, path);
	while (path[0] == '.' && platform_is_separator(path[1]))
		path += 2;
	for (; *path; path++)
		str_add_char(&out, platform_is_separator(*path) ? '/' : *path);
	return str_detach(&out);
}
