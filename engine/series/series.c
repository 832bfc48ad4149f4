/* A series of diffs: its patches and notes. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "series/recount.h"
#include "series/series_private.h"

void series_note(struct series *series, const char *format, ...)
{
	struct str text = STR_INIT;
	va_list args;
	va_start(args, format);
	str_addv(&text, format, args);
	va_end(args);
	const char *owned = arena_dup(&series->arena, str_slice(&text));
	VEC_PUSH(series->notes, series->n_notes, series->notes_capacity, owned);
	str_release(&text);
}

/* Reads it with its counts as they are, else, if that is all that is wrong with it, as they should be. */
static bool parse(struct series *series, struct series_patch *out, const char *name, struct slice text, size_t strip,
	struct err *err)
{
	struct str counted = STR_INIT;
	struct err again = ERR_INIT;
	size_t line = 0, n;
	if (patch_read(&out->patch, name, text, strip, err))
		return true;
	patch_release(&out->patch);
	bool ok = err->kind == ERR_USAGE && text.len <= PATCH_MAX_BYTES && (n = diff_recount(text, &counted, &line)) &&
		  patch_read(&out->patch, name, str_slice(&counted), strip, &again);
	if (ok) {
		err_release(err);
		series_note(series, "%s:%zu: the counts of %zu hunk%s were wrong, and were counted again", name, line,
			n, n == 1 ? "" : "s");
	}
	if (!ok)
		patch_release(&out->patch);
	err_release(&again);
	str_release(&counted);
	return ok;
}

bool series_add(struct series *series, const char *name, struct slice text, size_t strip, struct err *err)
{
	struct series_patch patch = { .name = arena_strdup(&series->arena, name) };
	if (!parse(series, &patch, name, text, strip, err))
		return false;
	VEC_PUSH(series->patches, series->n_patches, series->patches_capacity, patch);
	return true;
}

/* Paths of a patch that is for a folder of the tree, from the tree's root. */
static void move_below(struct patch *patch, const char *folder)
{
	struct str path = STR_INIT;
	for (size_t i = 0; i < patch->n_files; i++) {
		const char **sides[] = { &patch->files[i].old_path, &patch->files[i].new_path };
		for (size_t k = 0; k < COUNT_OF(sides); k++) {
			if (!*sides[k])
				continue;
			str_clear(&path);
			str_add_cstr(&path, folder);
			path_push(&path, slice_of(*sides[k]));
			*sides[k] = arena_dup(&patch->arena, str_slice(&path));
		}
	}
	str_release(&path);
}

bool series_add_text(struct series *series, const char *path, const char *name, struct slice text, size_t strip,
	const char *folder, struct err *err)
{
	struct series_patch patch = { .name = name };
	if (!parse(series, &patch, path, text, strip, err))
		return false;
	if (folder)
		move_below(&patch.patch, folder);
	VEC_PUSH(series->patches, series->n_patches, series->patches_capacity, patch);
	return true;
}

void series_release(struct series *series)
{
	for (size_t i = 0; i < series->n_patches; i++)
		patch_release(&series->patches[i].patch);
	free(series->patches);
	free(series->notes);
	arena_release(&series->arena);
	*series = (struct series){ 0 };
}
