#include "tree/typed_globs.h"

#include <stdlib.h>
#include <string.h>

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

/* The working folder as a path from the root, or NULL where it is the root or elsewhere; for free(). */
static char *typed_working_folder(const struct root *root)
{
	struct err ignored = ERR_INIT;
	struct root *here = root_open(".", &ignored);
	char *path = here ? root_path_below(root, root_path(here)) : NULL;
	if (here)
		root_close(here);
	err_release(&ignored);
	return path;
}

static void add_escaped(const char *folder, struct str *out)
{
	for (; *folder; folder++) {
		if (strchr("*?[]{}\\!", *folder))
			str_add_char(out, '\\');
		str_add_char(out, *folder);
	}
	str_add_char(out, '/');
}

static void with_slashes(const char *typed, struct str *out)
{
	for (; *typed; typed++)
		str_add_char(out, platform_is_separator(*typed) ? '/' : *typed);
}

/* Only from the working folder on can it be meant. */
static bool is_tied(struct slice path)
{
	return slice_starts_with(path, "./") || slice_starts_with(path, "../");
}

/* Takes off `./` and `../` in front; for each `../` a folder of `base`, which ends with '/'. False where there is none
 * left. */
static bool go_up(struct slice *glob, struct str *base)
{
	for (;;) {
		if (slice_starts_with(*glob, "./")) {
			*glob = slice_sub(*glob, 2, glob->len);
		} else if (slice_starts_with(*glob, "../")) {
			if (!base->len)
				return false;
			struct slice left = slice_sub(str_slice(base), 0, base->len - 1);
			while (left.len && left.ptr[left.len - 1] != '/')
				left.len--;
			base->len = left.len;
			base->ptr[base->len] = '\0';
			*glob = slice_sub(*glob, 3, glob->len);
		} else {
			return true;
		}
	}
}

/* For free(), or NULL: typed from the working folder on, it does not lead below the root. */
static char *from_working_folder(const struct root *root, struct slice path)
{
	struct str full = STR_INIT;
	struct err ignored = ERR_INIT;
	struct root *here = root_open(".", &ignored);
	if (here) {
		with_slashes(root_path(here), &full);
		str_add_char(&full, '/');
		root_close(here);
	}
	bool ok = go_up(&path, &full);
	str_add(&full, path);
	char *below = ok ? root_path_below(root, full.ptr) : NULL;
	err_release(&ignored);
	str_release(&full);
	return below;
}

static bool is_there(const struct root *root, const char *path)
{
	struct file_stat st = { .type = FILE_NONE };
	struct err ignored = ERR_INIT;
	bool there = root_stat((struct root *)root, path, &st, &ignored) && st.type != FILE_NONE;
	err_release(&ignored);
	return there;
}

static char *path_in_tree(const struct root *root, const char *path)
{
	struct str text = STR_INIT;
	char *below = root_path_below(root, path);
	with_slashes(below ? below : path, &text);
	if (!below && (below = from_working_folder(root, str_slice(&text))) && !is_tied(str_slice(&text)) &&
		!is_there(root, below)) {
		free(below);
		below = NULL;
	}
	struct slice rest = str_slice(&text);
	while (!below && slice_starts_with(rest, "./"))
		rest = slice_sub(rest, 2, rest.len);
	char *found = below ? below : slice_dup(rest);
	str_release(&text);
	return found;
}

char *typed_path_in_tree(const struct root *root, const char *path)
{
	char *typed = path_in_tree(root, path), *spelled = root_spelling(root, typed);
	free(typed);
	return spelled;
}

/* Appends the glob from the root, in which `folder` (may be NULL) is the working folder. */
static bool add_glob(const struct root *root, const char *folder, const char *typed, struct str *out)
{
	struct str text = STR_INIT, base = STR_INIT;
	char *below = root_path_below(root, typed);
	if (!below && folder)
		add_escaped(folder, &base);
	with_slashes(below ? below : typed, &text);
	free(below);
	struct slice glob = str_slice(&text);
	bool tied = below || is_tied(glob);
	bool has_parts = glob.len && memchr(glob.ptr, '/', glob.len - 1) != NULL;
	bool ok = true;
	if (slice_starts_with(glob, "/")) {
		str_add(out, glob);
	} else if ((ok = go_up(&glob, &base))) {
		if (tied)
			str_add_char(out, '/');
		str_add(out, str_slice(&base));
		if (base.len && !tied && !has_parts)
			str_add_cstr(out, "**/");
		str_add(out, glob);
	}
	str_release(&text);
	str_release(&base);
	return ok;
}

bool typed_globs(const struct root *root, const char *const *typed, struct arena *arena, struct user_glob **out,
	size_t *count, struct err *err)
{
	char *folder = typed_working_folder(root);
	bool ok = true;
	for (*count = 0; typed && typed[*count];)
		++*count;
	*out = arena_alloc(arena, (*count + 1) * sizeof(**out));
	for (size_t i = 0; ok && i < *count; i++) {
		struct str glob = STR_INIT;
		bool excludes = typed[i][0] == '!';
		str_add_cstr(&glob, excludes ? "!" : "");
		ok = add_glob(root, folder, typed[i] + excludes, &glob) ||
		     err_set(err, ERR_USAGE, "--globs '%s' is outside the tree", typed[i]);
		(*out)[i] = (struct user_glob){ typed[i], arena_dup(arena, str_slice(&glob)) };
		str_release(&glob);
	}
	free(folder);
	return ok;
}
