#include "tree/glob_check.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"
#include "base/path.h"
#include "format/regex.h"
#include "tree/walk.h"

#define MAX_NEAREST 3

struct checker {
	const struct tree *tree;
	const struct user_glob *globs;
	struct glob_set **sets; /* [count] */
	bool *matched;          /* [count] */
	size_t count, n_left;
	struct regex_scratch *scratch;
	char **paths; /* of files and of folders, which end with '/'; collected where a glob matches nothing */
	size_t n_paths, paths_capacity;
	bool collects;
	const struct err_places *places;
};

static const char *bare(const char *glob)
{
	return glob[0] == '!' ? glob + 1 : glob;
}

/* --- what matches ------------------------------------------------------------------------------------------------- */

static void see(struct checker *c, const char *path)
{
	for (size_t i = 0; i < c->count && c->n_left; i++) {
		if (c->matched[i] || !glob_set_match(c->sets[i], c->scratch, slice_of(path)))
			continue;
		c->matched[i] = true;
		c->n_left--;
	}
}

static void keep_path(struct checker *c, const char *path, const char *end)
{
	struct str text = STR_INIT;
	str_addf(&text, "%s%s", path, end);
	VEC_PUSH(c->paths, c->n_paths, c->paths_capacity, str_detach(&text));
}

/* No file is opened. What cannot be listed is reported by the plan, which looks at the same folders. */
static void walk(struct checker *c)
{
	struct walk *walk = walk_new(c->tree);
	struct walker *walker = walker_new(walk);
	struct walk_item item;
	while ((c->collects || c->n_left) && walk_next(walker, &item)) {
		if (item.kind == WALK_FOLDER)
			walk_enter(walker);
		if (item.kind == WALK_PROBLEM)
			continue;
		if (c->collects)
			keep_path(c, item.path, item.kind == WALK_FOLDER ? "/" : "");
		else if (item.kind == WALK_FILE)
			see(c, item.path);
	}
	walker_free(walker);
	walk_free(walk);
}

/* Files that rules name need not be there yet. */
static void see_named(struct checker *c, const struct patchset *set)
{
	for (size_t i = 0; set && i < set->n_rules; i++)
		for (const char *const *file = set->rules[i]->files; file && *file; file++)
			if (glob_is_literal(slice_of(*file)))
				see(c, *file);
}

/* --- what comes near ---------------------------------------------------------------------------------------------- */

struct near_path {
	const char *path;
	size_t distance;
};

static int by_distance(const void *a, const void *b)
{
	const struct near_path *x = a, *y = b;
	if (x->distance != y->distance)
		return x->distance < y->distance ? -1 : 1;
	size_t x_len = strlen(x->path), y_len = strlen(y->path);
	return x_len != y_len ? (x_len < y_len ? -1 : 1) : strcmp(x->path, y->path);
}

/* The parts of the glob up to the first with a wildcard; of a glob that has none, all of it. That it is in any
 * folder is no part. */
static struct slice literal_parts(struct slice glob)
{
	size_t end = 0;
	if (slice_starts_with(glob, "/"))
		glob = slice_sub(glob, 1, glob.len);
	while (slice_starts_with(glob, "**/"))
		glob = slice_sub(glob, 3, glob.len);
	for (size_t at = 0; at < glob.len; at++) {
		if (strchr("*?[]{}\\", glob.ptr[at]))
			return slice_sub(glob, 0, end);
		if (glob.ptr[at] == '/')
			end = at + 1;
	}
	return glob;
}

/* The same without what both begin with, in whole parts. */
static void drop_common_parts(struct slice *a, struct slice *b)
{
	size_t common = 0;
	for (size_t i = 0; i < a->len && i < b->len && a->ptr[i] == b->ptr[i]; i++)
		if (a->ptr[i] == '/')
			common = i + 1;
	*a = slice_sub(*a, common, a->len);
	*b = slice_sub(*b, common, b->len);
}

/* (size_t)-1: not near. A file of the same name elsewhere is. */
static size_t distance_of(struct slice wanted, struct slice path)
{
	bool has_parts = memchr(wanted.ptr, '/', wanted.len ? wanted.len - 1 : 0) != NULL;
	struct slice a = wanted, b = has_parts || slice_ends_with(path, "/") ? path : path_base(path);
	if (slice_ends_with(wanted, "/") && !slice_ends_with(path, "/"))
		return (size_t)-1;
	drop_common_parts(&a, &b);
	size_t distance = nearest_distance(a, b), most = 1 + a.len / 4;
	if (distance <= most)
		return distance;
	return slice_eq(path_base(wanted), path_base(path)) && path_base(wanted).len ? most + 1 : (size_t)-1;
}

/* Keeps the nearest ones, in order. */
static void offer(struct near_path *best, size_t *count, struct near_path here)
{
	size_t at = *count;
	for (; at > 0 && by_distance(&here, &best[at - 1]) < 0; at--)
		if (at < MAX_NEAREST)
			best[at] = best[at - 1];
	if (at < MAX_NEAREST)
		best[at] = here;
	*count += *count < MAX_NEAREST;
}

/* Nothing is appended where nothing comes near. */
static void add_nearest(struct checker *c, const char *glob, struct str *out)
{
	struct slice wanted = literal_parts(slice_of(bare(glob)));
	struct near_path best[MAX_NEAREST];
	size_t count = 0;
	for (size_t i = 0; wanted.len && i < c->n_paths; i++) {
		struct near_path here = { c->paths[i], distance_of(wanted, slice_of(c->paths[i])) };
		if (here.distance != (size_t)-1)
			offer(best, &count, here);
	}
	for (size_t i = 0; i < count; i++) {
		str_add_cstr(out, i ? ", " : "");
		path_quote(slice_of(best[i].path), out);
	}
}

static bool is_folder(struct checker *c, struct slice glob)
{
	struct file_stat st;
	struct err ignored = ERR_INIT;
	if (slice_starts_with(glob, "/"))
		glob = slice_sub(glob, 1, glob.len);
	char *path = slice_dup(slice_sub(glob, 0, glob.len - slice_ends_with(glob, "/")));
	bool yes =
		glob_is_literal(slice_of(path)) && tree_stat(c->tree, path, &st, &ignored) && st.type == FILE_DIRECTORY;
	err_release(&ignored);
	free(path);
	return yes;
}

static bool fail_unmatched(struct checker *c, size_t index, struct err *err)
{
	const struct user_glob *glob = &c->globs[index];
	struct str nearest = STR_INIT;
	if (strcmp(glob->typed, glob->glob) == 0)
		err_set(err, ERR_USAGE, "--globs '%s' matches no file of the tree", glob->typed);
	else
		err_set(err, ERR_USAGE, "--globs '%s' (from the root: '%s') matches no file of the tree", glob->typed,
			glob->glob);
	if (is_folder(c, slice_of(bare(glob->glob)))) {
		if (slice_ends_with(slice_of(glob->glob), "/"))
			err_hint(err, "the folder exists but has no files: is it a submodule that is not checked out?");
		else
			err_hint(err, "it is a folder: '%s/' selects its contents", glob->typed);
	} else {
		c->collects = true;
		walk(c);
		add_nearest(c, glob->glob, &nearest);
		if (nearest.len)
			err_hint(err, "the nearest, from the root: %s", nearest.ptr);
		else
			err_hint(err, "globs are relative to the root, or to the working folder if that is inside it; "
				      "'**/NAME' is in any folder");
	}
	str_release(&nearest);
	return err_about(c->places, "globs", glob->typed, err);
}

/* --- putting it together ------------------------------------------------------------------------------------------ */

static bool compile(struct checker *c, struct err *err)
{
	for (size_t i = 0; i < c->count; i++) {
		const char *glob = bare(c->globs[i].glob);
		if (!(c->sets[i] = glob_set_new(&glob, 1, false, err))) {
			err->kind = ERR_USAGE;
			err_prefix(err, "--globs");
			return err_about(c->places, "globs", c->globs[i].typed, err);
		}
	}
	return true;
}

bool globs_check(const struct tree *tree, const struct patchset *set, const struct user_glob *globs, size_t count,
	const struct err_places *places, struct err *err)
{
	struct checker c = { .tree = tree,
		.globs = globs,
		.count = count,
		.n_left = count,
		.scratch = regex_scratch_new(),
		.places = places };
	c.sets = xcalloc(count + 1, sizeof(struct glob_set *));
	c.matched = xcalloc(count + 1, sizeof(bool));
	bool ok = compile(&c, err);
	if (ok) {
		see_named(&c, set);
		if (c.n_left)
			walk(&c);
	}
	for (size_t i = 0; ok && i < count; i++)
		ok = c.matched[i] || fail_unmatched(&c, i, err);
	for (size_t i = 0; i < count; i++)
		glob_set_free(c.sets[i]);
	for (size_t i = 0; i < c.n_paths; i++)
		free(c.paths[i]);
	free(c.paths);
	free(c.sets);
	free(c.matched);
	regex_scratch_free(c.scratch);
	return ok;
}
