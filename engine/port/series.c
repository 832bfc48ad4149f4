/* A series of diffs, from whatever keeps it. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "platform/read.h"
#include "port/port.h"
#include "port/recount.h"

#define MAX_SERIES_BYTES ((size_t)1 << 20)

void port_series_note(struct port_series *series, const char *format, ...)
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

static const char *join(struct port_series *series, struct slice folder, struct slice name)
{
	struct str path = STR_INIT;
	str_add(&path, folder);
	path_push(&path, name);
	const char *owned = arena_dup(&series->arena, str_slice(&path));
	str_release(&path);
	return owned;
}

/* Reads it with its counts as they are, else, if that is all that is wrong with it, as they should be. */
static bool parse(struct port_series *series, struct port_patch *out, const char *name, struct slice text, size_t strip, struct err *err)
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
		port_series_note(series, "%s:%zu: the counts of %zu hunk%s were not true, and were counted again", name, line, n, n == 1 ? "" : "s");
	}
	if (!ok)
		patch_release(&out->patch);
	err_release(&again);
	str_release(&counted);
	return ok;
}

bool port_series_add(struct port_series *series, const char *name, struct slice text, size_t strip, struct err *err)
{
	struct port_patch patch = { .name = arena_strdup(&series->arena, name) };
	if (!parse(series, &patch, name, text, strip, err))
		return false;
	VEC_PUSH(series->patches, series->n_patches, series->patches_capacity, patch);
	return true;
}

static bool read_diff(struct port_series *series, const char *path, const char *name, size_t strip, struct err *err)
{
	struct str text = STR_INIT;
	struct port_patch patch = { .name = name };
	bool ok = platform_read_file(path, PATCH_MAX_BYTES, &text, err) && parse(series, &patch, strcmp(path, "-") == 0 ? "<stdin>" : path, str_slice(&text), strip, err);
	if (ok)
		VEC_PUSH(series->patches, series->n_patches, series->patches_capacity, patch);
	str_release(&text);
	return ok;
}

/* "NAME -p0 # why": the folder is the one that the names are below. */
static bool read_series_line(struct port_series *series, struct slice folder, struct slice line, size_t strip, struct err *err)
{
	size_t comment = slice_find(line, SLICE_LITERAL("#"), 0);
	struct slice name, rest = slice_trim(slice_sub(line, 0, comment == (size_t)-1 ? line.len : comment)), word;
	if (!rest.len || !slice_cut(&rest, ' ', &name))
		return true;
	while (slice_cut(&rest, ' ', &word))
		if (slice_starts_with(word, "-p") && word.len == 3 && word.ptr[2] >= '0' && word.ptr[2] <= '9')
			strip = (size_t)(word.ptr[2] - '0');
	const char *owned = arena_dup(&series->arena, slice_trim(name));
	return read_diff(series, join(series, folder, slice_of(owned)), owned, strip, err);
}

static bool read_list(struct port_series *series, const char *path, size_t strip, struct err *err)
{
	struct str text = STR_INIT;
	bool ok = platform_read_file(path, MAX_SERIES_BYTES, &text, err);
	struct slice rest = str_slice(&text), line, folder = path_dir(slice_of(path));
	size_t number = 0;
	while (ok && slice_cut(&rest, '\n', &line)) {
		number++;
		ok = read_series_line(series, folder, line, strip, err);
		if (!ok && err->kind == ERR_IO)
			err_prefix(err, "%s:%zu", path, number);
	}
	str_release(&text);
	return ok;
}

static bool is_diff_name(struct slice name)
{
	return slice_ends_with(name, ".patch") || slice_ends_with(name, ".diff");
}

/* A folder without a series: its diffs by name, as git format-patch numbers them. */
static bool read_all(struct port_series *series, const char *folder, size_t strip, struct err *err)
{
	struct dir_list list = { 0 };
	struct root *root = root_open(folder, err);
	bool ok = root && root_list(root, "", &list, err);
	size_t n_before = series->n_patches;
	for (size_t i = 0; i < list.count && ok; i++) {
		const char *name = list.entries[i].name;
		if (list.entries[i].type != FILE_REGULAR || !is_diff_name(slice_of(name)))
			continue;
		name = arena_strdup(&series->arena, name);
		/* The letter in front of a mailed series has no diff. */
		if (slice_starts_with(slice_of(name), "0000-"))
			continue;
		ok = read_diff(series, join(series, slice_of(folder), slice_of(name)), name, strip, err);
	}
	if (ok && series->n_patches == n_before) {
		err_set(err, ERR_USAGE, "there is no series of patches in '%s'", folder);
		ok = err_hint(err, "a folder has a file 'series' (quilt, debian/patches) or files that end in .patch or .diff");
	}
	dir_list_release(&list);
	if (root)
		root_close(root);
	return ok;
}

static bool read_folder(struct port_series *series, const char *folder, size_t strip, struct err *err)
{
	static const char *const lists[] = { "series", "patches/series", "debian/patches/series" };
	for (size_t i = 0; i < COUNT_OF(lists); i++) {
		struct file_stat st;
		const char *path = join(series, slice_of(folder), slice_of(lists[i]));
		if (!platform_stat(path, &st, err))
			return false;
		if (st.type == FILE_REGULAR)
			return read_list(series, path, strip, err);
	}
	return read_all(series, folder, strip, err);
}

bool port_series_read(struct port_series *out, char *const *sources, size_t n_sources, size_t strip, struct err *err)
{
	bool ok = true;
	*out = (struct port_series){ 0 };
	out->name = n_sources && strcmp(sources[0], "-") != 0 ? sources[0] : "<stdin>";
	for (size_t i = 0; i < n_sources && ok; i++) {
		struct file_stat st = { .type = FILE_REGULAR };
		size_t n = strlen(sources[i]);
		while (n > 1 && platform_is_separator(sources[i][n - 1]))
			n--;
		const char *source = arena_dup(&out->arena, slice_from(sources[i], n));
		if (strcmp(source, "-") != 0)
			ok = platform_stat(source, &st, err);
		if (ok && st.type == FILE_NONE)
			ok = err_set(err, ERR_USAGE, "'%s' is not there", source);
		else if (ok && st.type == FILE_DIRECTORY)
			ok = read_folder(out, source, strip, err);
		else if (ok && slice_eq(path_base(slice_of(source)), SLICE_LITERAL("series")))
			ok = read_list(out, source, strip, err);
		else
			ok = ok && read_diff(out, source, strcmp(source, "-") == 0 ? "<stdin>" : source, strip, err);
	}
	if (ok && !out->n_patches)
		ok = err_set(err, ERR_USAGE, "the series '%s' is empty", out->name);
	return ok;
}

void port_series_release(struct port_series *series)
{
	for (size_t i = 0; i < series->n_patches; i++)
		patch_release(&series->patches[i].patch);
	free(series->patches);
	free(series->notes);
	arena_release(&series->arena);
	*series = (struct port_series){ 0 };
}
