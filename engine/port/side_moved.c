/* Where did a file go? By name, and by what is in it. */
#include "port/side.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "base/sort.h"
#include "text/source.h"
#include "tree/walk.h"

#define MAX_CANDIDATES 400
/* Of 1000: what a file must have of the lines, and by how much it must have more than any other. */
#define ENOUGH 500
#define MARGIN 100

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void side_list_names(struct side *side)
{
	if (side->has_names)
		return;
	side->has_names = true;
	struct walk *walk = walk_new(side->tree);
	struct walker *walker = walker_new(walk);
	struct walk_item item;
	while (walk_next(walker, &item))
		if (item.kind == WALK_FOLDER)
			walk_enter(walker);
		else if (item.kind == WALK_FILE)
			VEC_PUSH(side->names, side->n_names, side->names_capacity,
				(const char *)arena_strdup(&side->arena, item.path));
	walker_free(walker);
	walk_free(walk);
	sort_stable(side->names, side->n_names, sizeof(*side->names), by_name);
}

struct slice side_ending(struct slice path)
{
	struct slice base = path_base(path);
	size_t dot = base.len;
	while (dot && base.ptr[dot - 1] != '.')
		dot--;
	return dot ? slice_sub(base, dot, base.len) : base;
}

static bool same_name(struct slice a, struct slice b)
{
	return slice_eq(path_base(a), path_base(b));
}

static bool same_folder(struct slice a, struct slice b)
{
	return slice_eq(side_ending(a), side_ending(b)) && slice_eq(path_dir(a), path_dir(b));
}

/* How many of 1000 of the lines, by weight, the file has. */
static bool share_of(
	struct side *side, const char *path, const uint32_t *lines, size_t n, unsigned *out, struct err *err)
{
	struct side_file *file;
	unsigned long long all = 0, found = 0;
	*out = 0;
	if (!side_get(side, path, &file, err))
		return false;
	if (!file || file->is_binary)
		return true;
	unsigned char *is_there = xcalloc(side->ids->count, 1);
	for (size_t i = 0; i < file->text.n; i++)
		is_there[file->text.lines[i]] = 1;
	for (size_t i = 0; i < n; i++) {
		unsigned weight = line_weight(side->ids, lines[i]);
		all += weight;
		found += is_there[lines[i]] ? weight : 0;
	}
	free(is_there);
	*out = all ? (unsigned)(1000 * found / all) : 0;
	return true;
}

struct search {
	unsigned best, second;
	const char *path;
};

static bool try_all(struct side *side, const char *path, bool (*fits)(struct slice, struct slice),
	const uint32_t *lines, size_t n, struct search *search, struct err *err)
{
	size_t tried = 0;
	for (size_t i = 0; i < side->n_names && tried < MAX_CANDIDATES; i++) {
		unsigned share;
		if (strcmp(side->names[i], path) == 0 || !fits(slice_of(side->names[i]), slice_of(path)))
			continue;
		tried++;
		if (!share_of(side, side->names[i], lines, n, &share, err))
			return false;
		if (share > search->best) {
			search->second = search->best;
			search->best = share;
			search->path = side->names[i];
		} else if (share > search->second) {
			search->second = share;
		}
	}
	return true;
}

bool side_find_moved(struct side *side, const char *path, const uint32_t *lines, size_t n, const char **out,
	unsigned *share, struct err *err)
{
	struct search search = { 0 };
	side_list_names(side);
	*out = NULL;
	if (!try_all(side, path, same_name, lines, n, &search, err))
		return false;
	if (search.best < ENOUGH && !try_all(side, path, same_folder, lines, n, &search, err))
		return false;
	*share = search.best;
	if (search.best >= ENOUGH && search.best >= search.second + MARGIN)
		*out = search.path;
	return true;
}
