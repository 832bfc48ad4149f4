/* Where a series comes from: diffs, lists of diffs, recipes, folders. */
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "platform/read.h"
#include "series/recipe.h"
#include "series/series_private.h"

#define MAX_LIST_BYTES ((size_t)1 << 20)

struct reading {
	struct series *series;
	size_t strip;
	const struct version *version; /* of the tree that the patches are for, or NULL */
};

static const char *join(struct series *series, struct slice folder, struct slice name)
{
	struct str path = STR_INIT;
	str_add(&path, folder);
	path_push(&path, name);
	const char *owned = arena_dup(&series->arena, str_slice(&path));
	str_release(&path);
	return owned;
}

/* "NAME -p0 # why": the folder is the one that the names are below. */
static bool read_list_line(const struct reading *reading, struct slice folder, struct slice line, struct err *err)
{
	size_t comment = slice_find(line, SLICE_LITERAL("#"), 0), strip = reading->strip;
	struct slice name, rest = slice_trim(slice_sub(line, 0, comment == (size_t)-1 ? line.len : comment)), word;
	if (!rest.len || !slice_cut(&rest, ' ', &name))
		return true;
	while (slice_cut(&rest, ' ', &word))
		if (slice_starts_with(word, "-p") && word.len == 3 && word.ptr[2] >= '0' && word.ptr[2] <= '9')
			strip = (size_t)(word.ptr[2] - '0');
	const char *owned = arena_dup(&reading->series->arena, slice_trim(name));
	return series_add_file(
		reading->series, join(reading->series, folder, slice_of(owned)), owned, strip, NULL, err);
}

static bool read_list(const struct reading *reading, const char *path, struct err *err)
{
	struct str text = STR_INIT;
	bool ok = platform_read_file(path, MAX_LIST_BYTES, &text, err);
	struct slice rest = str_slice(&text), line, folder = path_dir(slice_of(path));
	size_t number = 0;
	while (ok && slice_cut(&rest, '\n', &line)) {
		number++;
		ok = read_list_line(reading, folder, line, err);
		if (!ok && err->kind == ERR_IO)
			err_prefix(err, "%s:%zu", path, number);
	}
	str_release(&text);
	return ok;
}

static size_t line_of(struct slice text, size_t offset)
{
	size_t line = 1;
	for (size_t i = 0; i < offset && i < text.len; i++)
		line += text.ptr[i] == '\n';
	return line;
}

/* Why the patch cannot be read from beside the recipe; NULL where it can. */
static const char *why_unread(const char *name)
{
	if (strstr(name, "://"))
		return "it is a URL: download it, and pass it as another source";
	if (strpbrk(name, "${}()"))
		return "its name is known only when the recipe is run";
	return path_leads_into_tree(slice_of(name)) ? NULL : "it is outside the recipe's folder";
}

static bool read_recipe_patch(
	const struct reading *reading, const struct recipe *recipe, const struct recipe_patch *patch, struct err *err)
{
	struct series *series = reading->series;
	size_t line = line_of(recipe->text, patch->offset);
	struct slice name = slice_of(patch->name);
	while (slice_starts_with(name, "./"))
		name = slice_sub(name, 2, name.len);
	const char *owned = arena_dup(&series->arena, name), *why = why_unread(owned);
	if (why) {
		series->n_unread++;
		series_note(series, "%s:%zu: '%s' is not carried: %s", recipe->path, line, patch->name, why);
		return true;
	}
	if (patch->condition)
		series_note(series, "%s:%zu: '%s' is conditional, and carried in any case: %s", recipe->path, line,
			patch->name, patch->condition);
	if (series_add_file(series, join(series, path_dir(slice_of(recipe->path)), name), owned,
		    patch->strip == RECIPE_STRIP_UNSAID ? reading->strip : patch->strip, patch->folder, err))
		return true;
	if (err->kind == ERR_IO)
		err_prefix(err, "%s:%zu", recipe->path, line);
	return false;
}

static bool read_recipe(const struct reading *reading, const char *path, recipe_reader *read, struct err *err)
{
	struct str text = STR_INIT;
	struct recipe recipe = { .path = path, .version = reading->version };
	bool ok = platform_read_file(path, MAX_LIST_BYTES, &text, err);
	recipe.text = str_slice(&text);
	if (ok)
		read(&recipe);
	size_t n_other = 0;
	for (size_t i = 0; ok && i < recipe.n_patches; i++) {
		if (recipe.patches[i].is_other_version)
			n_other++;
		else
			ok = read_recipe_patch(reading, &recipe, &recipe.patches[i], err);
	}
	if (ok && n_other) {
		struct str version = STR_INIT;
		version_format(reading->version, &version);
		series_note(reading->series, "%s: %zu patch%s left out, not for %s", path, n_other,
			n_other == 1 ? "" : "es", version.ptr);
		str_release(&version);
	}
	recipe_release(&recipe);
	str_release(&text);
	return ok;
}

static bool is_diff_name(struct slice name)
{
	return slice_ends_with(name, ".patch") || slice_ends_with(name, ".diff");
}

static bool none_in(const char *folder, struct err *err)
{
	err_set(err, ERR_USAGE, "no series of patches in '%s'", folder);
	return err_hint(err,
		"a folder has a file 'series' (quilt, debian/patches), a recipe (meta.yaml, portfile.cmake, …), or "
		"files that end in .patch or .diff");
}

/* The one recipe of the folder as *`out`; NULL where there is none. False where several are. */
static bool find_recipe(const struct reading *reading, const char *folder, const struct dir_list *list,
	const char **out, struct err *err)
{
	const char *found = NULL;
	for (size_t i = 0; i < list->count; i++) {
		const char *name = list->entries[i].name;
		if (list->entries[i].type != FILE_REGULAR || !recipe_reader_of(slice_of(name)))
			continue;
		if (found) {
			err_set(err, ERR_USAGE, "'%s' has several recipes: '%s', '%s'", folder, found, name);
			return err_hint(err, "name the one you mean");
		}
		found = name;
	}
	*out = found ? join(reading->series, slice_of(folder), slice_of(found)) : NULL;
	return true;
}

/* A folder without a list: its diffs by name, as git format-patch numbers them, or as FreeBSD names them after the file
 * that they change. */
static bool read_all(const struct reading *reading, const char *folder, const struct dir_list *list, struct err *err)
{
	struct series *series = reading->series;
	size_t n_before = series->n_patches;
	bool ok = true;
	for (size_t i = 0; i < list->count && ok; i++) {
		struct slice name = slice_of(list->entries[i].name);
		bool is_port = slice_starts_with(name, "patch-") && !is_diff_name(name);
		/* The letter in front of a mailed series has no diff. */
		if (list->entries[i].type != FILE_REGULAR || !(is_port || is_diff_name(name)) ||
			slice_starts_with(name, "0000-"))
			continue;
		const char *owned = arena_dup(&series->arena, name);
		ok = series_add_file(
			series, join(series, slice_of(folder), name), owned, is_port ? 0 : reading->strip, NULL, err);
	}
	return ok && (series->n_patches > n_before || none_in(folder, err));
}

static bool read_folder(const struct reading *reading, const char *folder, struct err *err)
{
	static const char *const lists[] = { "series", "patches/series", "debian/patches/series" };
	for (size_t i = 0; i < COUNT_OF(lists); i++) {
		struct file_stat st;
		const char *path = join(reading->series, slice_of(folder), slice_of(lists[i]));
		if (!platform_stat(path, &st, err))
			return false;
		if (st.type == FILE_REGULAR)
			return read_list(reading, path, err);
	}
	struct dir_list list = { 0 };
	const char *recipe = NULL;
	struct root *root = root_open(folder, err);
	bool ok = root && root_list(root, "", &list, err) && find_recipe(reading, folder, &list, &recipe, err);
	if (ok)
		ok = recipe ? read_recipe(reading, recipe, recipe_reader_of(slice_of(recipe)), err)
			    : read_all(reading, folder, &list, err);
	dir_list_release(&list);
	if (root)
		root_close(root);
	return ok;
}

static bool read_source(const struct reading *reading, const char *source, struct err *err)
{
	if (strcmp(source, "-") == 0)
		return series_add_file(reading->series, source, "<stdin>", reading->strip, NULL, err);
	struct file_stat st;
	if (!platform_stat(source, &st, err))
		return false;
	if (st.type == FILE_NONE)
		return err_set(err, ERR_USAGE, "'%s' is not there", source);
	if (st.type == FILE_DIRECTORY)
		return read_folder(reading, source, err);
	if (slice_eq(path_base(slice_of(source)), SLICE_LITERAL("series")))
		return read_list(reading, source, err);
	recipe_reader *read = recipe_reader_of(slice_of(source));
	return read ? read_recipe(reading, source, read, err)
		    : series_add_file(reading->series, source, source, reading->strip, NULL, err);
}

bool series_read(struct series *out, char *const *sources, size_t n_sources, size_t strip,
	const struct version *version, struct err *err)
{
	bool ok = true;
	*out = (struct series){ 0 };
	out->name = n_sources && strcmp(sources[0], "-") != 0 ? sources[0] : "<stdin>";
	struct reading reading = { out, strip, version };
	for (size_t i = 0; i < n_sources && ok; i++) {
		size_t n = strlen(sources[i]);
		while (n > 1 && platform_is_separator(sources[i][n - 1]))
			n--;
		ok = read_source(&reading, arena_dup(&out->arena, slice_from(sources[i], n)), err);
	}
	if (ok && !out->n_patches && !out->n_unread)
		ok = err_set(err, ERR_USAGE, "the series '%s' is empty", out->name);
	return ok;
}
