#include "port/side.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "base/sort.h"
#include "text/source.h"
#include "tree/walk.h"

/* --- where did a file go? By name, and by what is in it ----------------------------------------------------------- */

/* Of 1000: what a file must have of the lines, and by how much it must have more than any other. */
#define ENOUGH 500
#define MARGIN 100

static void add_name(void *ctx, const char *path)
{
	struct side *side = ctx;
	VEC_PUSH(side->names, side->n_names, side->names_capacity, (const char *)arena_strdup(&side->arena, path));
}

bool side_list_names(struct side *side, struct err *err)
{
	if (side->has_names)
		return true;
	if (!walk_all(side->tree, add_name, side, err))
		return false;
	side->has_names = true;
	sort_stable(side->names, side->n_names, sizeof(*side->names), sort_order_texts);
	return true;
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

struct search {
	const uint32_t *lines;
	size_t n;
	size_t *last_in; /* [n_known]: by line, the number of the candidate that had it last */
	size_t n_known, n_tried;
	unsigned best, second;
	const char *path;
};

/* How many of 1000 of the lines, by weight, the file has. */
static bool share_of(struct side *side, const char *path, struct search *search, unsigned *out, struct err *err)
{
	struct side_file *file;
	unsigned long long all = 0, found = 0;
	*out = 0;
	if (!side_get(side, path, &file, err))
		return false;
	if (!file || file->is_binary)
		return true;
	search->n_tried++;
	for (size_t i = 0; i < file->text.n; i++)
		if (file->text.lines[i] < search->n_known)
			search->last_in[file->text.lines[i]] = search->n_tried;
	for (size_t i = 0; i < search->n; i++) {
		unsigned weight = line_weight(side->ids, search->lines[i]);
		all += weight;
		found += search->last_in[search->lines[i]] == search->n_tried ? weight : 0;
	}
	*out = all ? (unsigned)(1000 * found / all) : 0;
	return true;
}

static bool try_all(struct side *side, const char *path, bool (*fits)(struct slice, struct slice),
	struct search *search, struct err *err)
{
	for (size_t i = 0; i < side->n_names && side->n_bytes < SIDE_SEARCH_MAX_BYTES; i++) {
		unsigned share;
		if (strcmp(side->names[i], path) == 0 || !fits(slice_of(side->names[i]), slice_of(path)))
			continue;
		if (!share_of(side, side->names[i], search, &share, err))
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

bool side_find_moved(
	struct side *side, const char *path, const uint32_t *lines, size_t n, struct side_likely *out, struct err *err)
{
	struct search search = { .lines = lines, .n = n, .n_known = side->ids->count };
	search.last_in = xcalloc(search.n_known + 1, sizeof(*search.last_in));
	bool ok = side_list_names(side, err) && try_all(side, path, same_name, &search, err) &&
		  (search.best >= ENOUGH || try_all(side, path, same_folder, &search, err));
	free(search.last_in);
	*out = (struct side_likely){ .share = search.best, .is_only = search.best >= search.second + MARGIN };
	if (search.best >= ENOUGH)
		out->path = search.path;
	return ok;
}

void side_init(struct side *side, const struct tree *tree, struct line_ids *ids)
{
	*side = (struct side){ .tree = tree, .ids = ids };
}

void side_release(struct side *side)
{
	for (size_t i = 0; i < side->n_files; i++)
		port_text_release(&side->files[i]->text);
	free(side->files);
	free(side->by_path);
	free(side->names);
	line_ids_release(&side->paths);
	arena_release(&side->arena);
	*side = (struct side){ 0 };
}

/* The slot of a path; `*is_new` where it was never asked for. */
static size_t *slot_of(struct side *side, const char *path, bool *is_new)
{
	size_t id = line_id(&side->paths, slice_of(path));
	*is_new = id == side->n_paths;
	if (*is_new)
		VEC_PUSH(side->by_path, side->n_paths, side->paths_capacity, SIDE_NONE);
	return &side->by_path[id];
}

static struct side_file *add_file(struct side *side, const char *path, size_t *slot)
{
	struct side_file *file = arena_alloc(&side->arena, sizeof(*file));
	file->path = arena_strdup(&side->arena, path);
	file->made_by = file->removed_by = file->renamed_by = file->moded_by = PORT_NOBODY;
	*slot = side->n_files;
	VEC_PUSH(side->files, side->n_files, side->files_capacity, file);
	return file;
}

static bool count_bytes(struct side *side, const char *path, size_t more, struct err *err)
{
	side->n_bytes += more;
	if (side->n_bytes <= SIDE_MAX_BYTES)
		return true;
	err_set(err, ERR_USAGE, "'%s' and the files before it come to more than %zu MiB", path, SIDE_MAX_BYTES >> 20);
	return err_hint(err, "port holds the files that patches change at once; carry the patches in parts");
}

static bool read_file(struct side *side, const char *path, size_t *slot, struct err *err)
{
	struct file_stat st;
	struct str bytes = STR_INIT;
	if (!path_is_allowed(slice_of(path)))
		return true;
	if (!tree_stat(side->tree, path, &st, err))
		return false;
	if (st.type != FILE_REGULAR)
		return true;
	bool ok = tree_read(side->tree, path, SOURCE_MAX_BYTES, &bytes, &st, err) &&
		  count_bytes(side, path, bytes.len, err);
	if (ok) {
		struct side_file *file = add_file(side, path, slot);
		file->original = file->path;
		file->bytes = slice_from(arena_dup(&side->arena, str_slice(&bytes)), bytes.len);
		file->is_binary = bytes.len && memchr(bytes.ptr, '\0', bytes.len) != NULL;
		file->was_executable = file->executable = (st.mode & 0100) != 0;
		port_text_init(&file->text, side->ids, file->bytes);
	}
	str_release(&bytes);
	return ok;
}

bool side_get(struct side *side, const char *path, struct side_file **out, struct err *err)
{
	bool is_new;
	size_t *slot = slot_of(side, path, &is_new);
	if (is_new && !read_file(side, path, slot, err))
		return false;
	*out = *slot == SIDE_NONE ? NULL : side->files[*slot];
	return true;
}

struct side_file *side_make(
	struct side *side, const char *path, const uint32_t *lines, size_t n, bool is_open, uint32_t owner)
{
	bool is_new;
	struct side_file *file = add_file(side, path, slot_of(side, path, &is_new));
	struct port_splice whole = { .lines = lines, .n_new = n, .end_mark = is_open ? 1 : 0 };
	port_text_init(&file->text, side->ids, slice_from("", 0));
	port_text_splice(&file->text, &whole, 1, owner);
	file->made_by = owner;
	return file;
}

void side_move(struct side *side, struct side_file *file, const char *path, uint32_t owner)
{
	bool is_new;
	size_t *slot = slot_of(side, file->path, &is_new), index = *slot;
	*slot = SIDE_NONE;
	if (path) {
		*slot_of(side, path, &is_new) = index;
		file->path = arena_strdup(&side->arena, path);
		file->renamed_by = owner;
	} else {
		file->path = NULL;
		file->removed_by = owner;
	}
}
