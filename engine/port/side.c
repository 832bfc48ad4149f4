#include "port/side.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "text/source.h"

void side_init(struct side *side, const struct tree *tree, struct line_ids *ids, size_t n_patches)
{
	*side = (struct side){ .tree = tree, .ids = ids, .n_patches = n_patches };
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
	bool ok = tree_read(side->tree, path, SOURCE_MAX_BYTES, &bytes, &st, err);
	if (ok) {
		struct side_file *file = add_file(side, path, slot);
		file->original = file->path;
		file->bytes = slice_from(arena_dup(&side->arena, str_slice(&bytes)), bytes.len);
		file->is_binary = bytes.len && memchr(bytes.ptr, '\0', bytes.len) != NULL;
		file->was_executable = file->executable = (st.mode & 0100) != 0;
		port_text_init(&file->text, side->ids, file->bytes, side->n_patches);
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
	port_text_init(&file->text, side->ids, slice_from("", 0), side->n_patches);
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

bool side_has_folder(struct side *side, const char *path)
{
	struct slice folder = path_dir(slice_of(path));
	struct file_stat st;
	struct err err = ERR_INIT;
	if (!folder.len)
		return true;
	char *name = slice_dup(folder);
	bool ok = tree_stat(side->tree, name, &st, &err) && st.type != FILE_NONE;
	free(name);
	err_release(&err);
	return ok;
}
