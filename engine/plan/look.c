/* What is at a path that a run would make: a place_probe of the tree. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "plan/planner.h"

/* "'name' `rest`" */
static const char *quote_why(struct arena *arena, const char *name, const char *rest)
{
	struct str text = STR_INIT;
	str_addf(&text, "'%s' %s", name, rest);
	const char *why = arena_dup(arena, str_slice(&text));
	str_release(&text);
	return why;
}

/* A name of the folder that differs from `name` in case only, or NULL; borrowed from `list`. */
static const char *same_but_case(const struct dir_list *list, struct slice name)
{
	const char *there = NULL;
	for (size_t i = 0; i < list->count; i++) {
		if (slice_eq_cstr(name, list->entries[i].name))
			return NULL;
		if (slice_eq_nocase(slice_of(list->entries[i].name), name))
			there = list->entries[i].name;
	}
	return there;
}

/* Is `path`, of which nothing is there beyond the folder `folder`, the twin of a name there? Of a commit nobody
 * asks. */
static bool look_for_other_case(struct planner *p, const char *folder, struct slice name, struct arena *arena,
	enum place_state *state, const char **why, struct err *err)
{
	struct dir_list list = { 0 };
	if (!p->tree->root)
		return true;
	bool ok = root_list(p->tree->root, folder, &list, err);
	const char *there = ok ? same_but_case(&list, name) : NULL;
	if (there) {
		*state = PLACE_BLOCKED;
		*why = quote_why(arena, there, "exists, and has the same name where case is ignored");
	}
	dir_list_release(&list);
	return ok;
}

/* Nothing is at `path`. Could a file be made there? */
static bool look_above(struct planner *p, const char *path, struct arena *arena, enum place_state *state,
	const char **why, struct err *err)
{
	const char *folder = "";
	for (struct slice rest = slice_of(path), part; slice_cut(&rest, '/', &part);) {
		struct file_stat st;
		const char *here = arena_dup(arena, slice_from(path, (size_t)(part.ptr + part.len - path)));
		if (!rest.ptr)
			return look_for_other_case(p, folder, part, arena, state, why, err);
		if (!tree_stat(p->tree, here, &st, err))
			return false;
		if (st.type == FILE_NONE)
			return look_for_other_case(p, folder, part, arena, state, why, err);
		if (st.type != FILE_DIRECTORY) {
			*state = PLACE_BLOCKED;
			*why = quote_why(arena, here,
				st.type == FILE_SYMLINK ? "is a symbolic link" : "is a file, not a folder");
			return true;
		}
		folder = here;
	}
	return true;
}

bool planner_link_above(
	const struct planner *p, const char *path, struct arena *arena, const char **why, struct err *err)
{
	struct file_stat st = { .type = FILE_DIRECTORY };
	*why = NULL;
	for (const char *end = strchr(path, '/'); end && st.type == FILE_DIRECTORY; end = strchr(end + 1, '/')) {
		const char *folder = arena_dup(arena, slice_from(path, (size_t)(end - path)));
		if (!tree_stat(p->tree, folder, &st, err))
			return false;
		if (st.type == FILE_SYMLINK)
			*why = quote_why(arena, folder, "is a symbolic link");
	}
	return true;
}

bool planner_look(
	void *ctx, const char *path, struct arena *arena, enum place_state *state, const char **why, struct err *err)
{
	struct planner *p = ctx;
	struct file_stat st;
	*why = NULL;
	*state = PLACE_FREE;
	if (!tree_stat(p->tree, path, &st, err))
		return false;
	if (st.type == FILE_NONE)
		return look_above(p, path, arena, state, why, err);
	*state = st.type == FILE_REGULAR ? PLACE_TAKEN : PLACE_BLOCKED;
	if (st.type != FILE_REGULAR)
		*why = st.type == FILE_DIRECTORY ? "a folder is there"
		       : st.type == FILE_SYMLINK ? "a symbolic link is there"
						 : "it is not a regular file";
	return true;
}
