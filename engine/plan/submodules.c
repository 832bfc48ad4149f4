#include "plan/submodules.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "platform/shell_word.h"

#define GITMODULES ".gitmodules"
#define GITMODULES_MAX_BYTES (1 << 20)

struct submodules {
	const char **paths; /* in the planner's arena */
	size_t n_paths, capacity;
};

/* The value of a line `path = VALUE`, or an empty slice. */
static struct slice path_of_line(struct slice line)
{
	struct slice key, value = line;
	if (!slice_cut(&value, '=', &key) || !slice_eq_nocase(slice_trim(key), SLICE_LITERAL("path")))
		return (struct slice){ 0 };
	value = slice_trim(value);
	if (value.len >= 2 && value.ptr[0] == '"' && value.ptr[value.len - 1] == '"')
		value = slice_sub(value, 1, value.len - 1);
	return value;
}

/* Could a rule in force look into the folder? */
static bool is_wanted(const struct planner *p, const char *folder)
{
	size_t len = strlen(folder);
	bool wanted = false;
	for (size_t i = 0; i < p->n_globbed && !wanted; i++)
		wanted = p->plan->rules[p->active[p->globbed[i]].index].in_force;
	for (size_t i = 0; i < p->n_named_rules && !wanted; i++) {
		const struct named_rule *named = &p->named_rules[i];
		wanted = strncmp(named->path, folder, len) == 0 && named->path[len] == '/' &&
			 p->plan->rules[p->active[named->position].index].in_force;
	}
	return wanted;
}

/* Nothing there, or an empty folder, as `git clone` without --recursive leaves it. */
static bool is_absent(struct root *root, const char *folder)
{
	struct err unknown = ERR_INIT;
	struct file_stat st;
	struct dir_list list = { 0 };
	bool absent = root_stat(root, folder, &st, &unknown) && st.type == FILE_NONE;
	if (!absent && unknown.kind == ERR_NONE && st.type == FILE_DIRECTORY)
		absent = root_list(root, folder, &list, &unknown) && list.count == 0;
	dir_list_release(&list);
	err_release(&unknown);
	return absent;
}

static void collect_absent(struct planner *p, struct slice text, struct submodules *out)
{
	struct slice line;
	while (slice_cut(&text, '\n', &line)) {
		struct slice path = path_of_line(line);
		if (path.len && path_is_allowed(path)) {
			const char *folder = arena_dup(&p->workers[0].arena, path);
			if (is_wanted(p, folder) && is_absent(p->tree->root, folder))
				VEC_PUSH(out->paths, out->n_paths, out->capacity, folder);
		}
	}
}

/* The same words for all of them, so that a report tells them once. */
static const char *advice(struct planner *p, const struct submodules *absent)
{
	struct err unknown = ERR_INIT;
	struct file_stat st;
	struct str text = STR_INIT;
	bool is_repository = root_stat(p->tree->root, ".git", &st, &unknown) && st.type != FILE_NONE;
	err_release(&unknown);
	str_add_cstr(&text, "this submodule is not checked out, so its files were not searched: ");
	if (!is_repository)
		str_add_cstr(&text, "`git clone --recursive` includes it");
	else
		str_add_cstr(&text, "git submodule update --init --recursive");
	if (is_repository && absent->n_paths == 1 && absent->paths[0][0] != '-') {
		str_add_char(&text, ' ');
		shell_word(absent->paths[0], &text);
	}
	const char *kept = arena_dup(&p->workers[0].arena, str_slice(&text));
	str_release(&text);
	return kept;
}

void submodules_note(struct planner *p)
{
	struct err unknown = ERR_INIT;
	struct str text = STR_INIT;
	struct submodules absent = { 0 };
	struct worker *worker = &p->workers[0];
	if (p->tree->root && root_read(p->tree->root, GITMODULES, GITMODULES_MAX_BYTES, &text, NULL, &unknown))
		collect_absent(p, str_slice(&text), &absent);
	const char *words = absent.n_paths ? advice(p, &absent) : NULL;
	for (size_t i = 0; i < absent.n_paths; i++) {
		struct plan_note note = { (size_t)-1, absent.paths[i], 0, 0, words };
		VEC_PUSH(worker->notes, worker->n_notes, worker->notes_capacity, note);
	}
	free(absent.paths);
	str_release(&text);
	err_release(&unknown);
}
