/* Where a series comes from: diffs, lists of diffs, recipes, folders. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/path.h"
#include "platform/read.h"
#include "series/recipe.h"
#include "series/series_private.h"

#define MAX_LIST_BYTES ((size_t)1 << 20)

struct reading {
	struct series *series;
	const struct series_options *options;
	/* What a list or a recipe names lies below this folder. No link is followed: whoever wrote the series would
	 * choose what is read. A link that would be read is an error, and not left out: the series would lack a patch.
	 */
	struct root *root;
	const char *shown; /* the folder as it was typed; "" is the working directory */
};

static const char *join(struct arena *arena, struct slice folder, struct slice name)
{
	struct str path = STR_INIT;
	str_add(&path, folder);
	path_push(&path, name);
	const char *owned = arena_dup(arena, str_slice(&path));
	str_release(&path);
	return owned;
}

static const char *shown_path(const struct reading *reading, const char *path)
{
	return join(&reading->series->arena, slice_of(reading->shown), slice_of(path));
}

static bool read_below(const struct reading *reading, const char *path, size_t max, struct str *out, struct err *err)
{
	struct file_stat st = { .type = FILE_NONE };
	if (!root_stat(reading->root, path, &st, err))
		return false;
	if (st.type == FILE_REGULAR)
		return root_read(reading->root, path, max, out, NULL, err);
	return err_set(err, ERR_IO, "cannot read '%s': %s", shown_path(reading, path),
		st.type == FILE_NONE      ? "no such file or directory"
		: st.type == FILE_SYMLINK ? "it is a link, which is not followed"
					  : "it is not a regular file");
}

/* `path` is below the folder. */
static bool add_patch(const struct reading *reading, const char *path, const char *name, size_t strip, struct err *err)
{
	struct str text = STR_INIT;
	bool ok = read_below(reading, path, PATCH_MAX_BYTES, &text, err) &&
		  series_add_text(reading->series, shown_path(reading, path), name, str_slice(&text), strip,
			  reading->options, err);
	str_release(&text);
	return ok;
}

static struct slice without_dots(struct slice name)
{
	while (slice_starts_with(name, "./"))
		name = slice_sub(name, 2, name.len);
	return name;
}

/* Of the patch that was added last: the list or recipe at `shown`, in that line, says that it is applied in reverse. */
static void reverse_last(const struct reading *reading, const char *shown, size_t line)
{
	struct series_patch *last = &reading->series->patches[reading->series->n_patches - 1];
	patch_reverse(&last->patch);
	last->is_reversed = true;
	series_note(reading->series, "%s:%zu: '%s' is applied in reverse, and is carried so", shown, line, last->name);
}

/* quilt's "-pab": the paths begin with a/ and b/. */
static bool read_strip(struct slice level, size_t *strip)
{
	return series_read_strip(slice_eq_cstr(level, "ab") ? slice_of("1") : level, strip);
}

/* The options behind a name, up to a comment. */
static bool read_list_options(struct slice rest, size_t *strip, bool *is_reversed, struct err *err)
{
	struct slice word;
	while (slice_cut_word(&rest, &word) && word.ptr[0] != '#') {
		*is_reversed = *is_reversed || slice_eq_cstr(word, "-R") || slice_eq_cstr(word, "--reverse");
		if (slice_starts_with(word, "-p") && !read_strip(slice_sub(word, 2, word.len), strip)) {
			err_set(err, ERR_USAGE, "'" SLICE_FMT "' does not say how many folders to strip",
				SLICE_ARG(word));
			return err_hint(err, "write it as in '-p1'");
		}
	}
	return true;
}

/* "NAME -p0 -R # why", in a line of the list at `path`: the names are below its folder, and may hold a '#'. */
static bool read_list_line(
	const struct reading *reading, const char *path, struct slice line, size_t number, struct err *err)
{
	size_t strip = reading->options->strip;
	bool is_reversed = false;
	struct slice name, rest = slice_trim(line);
	if (!slice_cut_word(&rest, &name) || name.ptr[0] == '#')
		return true;
	if (!read_list_options(rest, &strip, &is_reversed, err))
		return false;
	const char *owned = arena_dup(&reading->series->arena, without_dots(name));
	if (!path_check(slice_of(owned), err)) {
		err->kind = ERR_USAGE;
		return err_hint(err, "a series names patches by their path from its own folder, like sub/fix.patch");
	}
	if (!add_patch(reading, join(&reading->series->arena, path_dir(slice_of(path)), slice_of(owned)), owned, strip,
		    err))
		return false;
	if (is_reversed)
		reverse_last(reading, shown_path(reading, path), number);
	return true;
}

static bool read_lines(const struct reading *reading, const char *path, struct slice text, struct err *err)
{
	struct slice line;
	bool ok = true;
	for (size_t number = 1; ok && slice_cut(&text, '\n', &line); number++) {
		ok = read_list_line(reading, path, line, number, err);
		if (!ok && !err->file)
			err_prefix(err, "%s:%zu", shown_path(reading, path), number);
	}
	return ok;
}

static bool read_list(const struct reading *reading, const char *path, struct err *err)
{
	struct str text = STR_INIT;
	bool ok = read_below(reading, path, MAX_LIST_BYTES, &text, err) &&
		  read_lines(reading, path, str_slice(&text), err);
	str_release(&text);
	return ok;
}

/* The name that a download gets: NAME of `NAME::URL`, else what is between the last '/' and the query. */
static struct slice download_name(struct slice address)
{
	size_t query = slice_find(address, SLICE_LITERAL("?"), 0), colons = slice_find(address, SLICE_LITERAL("::"), 0);
	if (colons != (size_t)-1)
		return slice_sub(address, 0, colons);
	return path_base(slice_sub(address, 0, query == (size_t)-1 ? address.len : query));
}

/* A patch of a recipe, on its way to its file. */
struct wanted {
	const struct reading *reading;
	const struct recipe_patch *patch;
	const char *shown; /* the recipe, as messages call it */
	size_t line;       /* in it */
};

/* `why` may have a name in the middle. */
static void note_unread(const struct wanted *wanted, const char *why, struct slice name, const char *more)
{
	wanted->reading->series->n_unread++;
	series_note(wanted->reading->series, "%s:%zu: '%s' is not carried: %s" SLICE_FMT "%s", wanted->shown,
		wanted->line, wanted->patch->name, why, SLICE_ARG(name), more);
}

/* Without parts that say nothing, as in `sub//a.patch` and `sub/`. */
static struct slice tidy_name(struct arena *arena, struct slice name)
{
	struct str tidy = STR_INIT;
	struct slice part;
	if (slice_starts_with(name, "/"))
		return name;
	while (slice_cut(&name, '/', &part))
		if (part.len && !slice_eq_cstr(part, "."))
			path_push(&tidy, part);
	struct slice owned = slice_from(arena_dup(arena, str_slice(&tidy)), tidy.len);
	str_release(&tidy);
	return owned;
}

/* Has a tree that the patch is for one of its files below the folder? */
static bool fits_below(const struct series_options *options, const struct patch *patch, const char *folder)
{
	bool fits = false;
	for (size_t i = 0; options->has_file && !fits && i < patch->n_files; i++) {
		const char *old = patch->files[i].old_path;
		char *path = path_join(folder, old ? old : "");
		fits = old && options->has_file(options->context, path);
		free(path);
	}
	return fits;
}

/* Of the patch that was added last: its paths are below the folder, and are named from the tree's root. */
static void move_last(const struct reading *reading, const struct recipe_patch *wanted)
{
	struct patch *patch = &reading->series->patches[reading->series->n_patches - 1].patch;
	struct slice folder = tidy_name(&patch->arena, slice_of(wanted->folder));
	if (!folder.len || (wanted->is_folder_asked && !fits_below(reading->options, patch, folder.ptr)))
		return;
	for (size_t i = 0; i < patch->n_files; i++) {
		const char **sides[] = { &patch->files[i].old_path, &patch->files[i].new_path };
		for (size_t k = 0; k < COUNT_OF(sides); k++)
			if (*sides[k])
				*sides[k] = join(&patch->arena, folder, slice_of(*sides[k]));
	}
}

static bool add_wanted(const struct wanted *wanted, const char *path, struct err *err)
{
	const struct recipe_patch *patch = wanted->patch;
	const struct reading *reading = wanted->reading;
	size_t strip = patch->strip == RECIPE_STRIP_UNSAID ? reading->options->strip : patch->strip;
	if (strip == SERIES_STRIP_UNSAID && patch->folder)
		strip = 1;
	if (add_patch(reading, path, path, strip, err)) {
		if (patch->folder)
			move_last(reading, patch);
		if (patch->is_reversed)
			reverse_last(reading, wanted->shown, wanted->line);
		return true;
	}
	if (err->kind == ERR_IO)
		err_prefix(err, "%s:%zu", wanted->shown, wanted->line);
	return false;
}

/* `*` stands for any bytes, `?` for one. */
static bool glob_fits(struct slice glob, struct slice name)
{
	size_t g = 0, n = 0, star = SIZE_MAX, from = 0;
	while (n < name.len) {
		if (g < glob.len && glob.ptr[g] == '*') {
			star = g++;
			from = n;
		} else if (g < glob.len && (glob.ptr[g] == '?' || glob.ptr[g] == name.ptr[n])) {
			g++;
			n++;
		} else if (star != SIZE_MAX) {
			g = star + 1;
			n = ++from;
		} else {
			return false;
		}
	}
	while (g < glob.len && glob.ptr[g] == '*')
		g++;
	return g == glob.len;
}

/* The files of a folder whose names fit the glob, by name. */
static bool add_fitting(const struct wanted *wanted, struct slice name, struct slice glob, struct err *err)
{
	const struct reading *reading = wanted->reading;
	struct series *series = reading->series;
	struct dir_list list = { 0 };
	const char *folder = arena_dup(&series->arena, name);
	bool ok = root_list(reading->root, folder, &list, err), has = false;
	if (!ok && err->kind == ERR_IO)
		err_prefix(err, "%s:%zu", wanted->shown, wanted->line);
	for (size_t i = 0; ok && i < list.count; i++) {
		struct slice entry = slice_of(list.entries[i].name);
		if (list.entries[i].type == FILE_DIRECTORY || !glob_fits(glob, entry) ||
			!(slice_ends_with(entry, ".patch") || slice_ends_with(entry, ".diff")))
			continue;
		has = true;
		ok = add_wanted(wanted, join(&series->arena, name, entry), err);
	}
	if (ok && !has)
		note_unread(wanted, "no patch in '", slice_of(shown_path(reading, folder)), "' has such a name");
	dir_list_release(&list);
	return ok;
}

/* A file, a folder of patches, or a name with `*`, beside the recipe. */
static bool add_beside(const struct wanted *wanted, struct slice name, struct err *err)
{
	const char *owned = arena_dup(&wanted->reading->series->arena, name);
	struct file_stat st;
	if (strpbrk(owned, "*?"))
		return add_fitting(wanted, path_dir(name), path_base(name), err);
	if (!root_stat(wanted->reading->root, owned, &st, err))
		return false;
	return st.type == FILE_DIRECTORY ? add_fitting(wanted, name, SLICE_LITERAL("*"), err)
					 : add_wanted(wanted, owned, err);
}

/* Where the download of an address would be, if it is there; else says what to do. */
static bool find_download(const struct wanted *wanted, struct slice *name)
{
	struct file_stat st;
	struct err ignored = ERR_INIT;
	bool is_known = !strpbrk(wanted->patch->name, "${}()%");
	*name = download_name(slice_of(wanted->patch->name));
	bool has = is_known && path_leads_into_tree(*name) &&
		   root_stat(wanted->reading->root, arena_dup(&wanted->reading->series->arena, *name), &st, &ignored) &&
		   st.type == FILE_REGULAR;
	err_release(&ignored);
	if (!has && is_known && name->len)
		note_unread(wanted, "it is a URL: download it to '", *name,
			"' beside the recipe, or pass it as another source");
	else if (!has)
		note_unread(wanted, "it is a URL: download it, and pass it as another source", slice_of(""), "");
	return has;
}

static bool read_recipe_patch(
	const struct reading *reading, struct source *source, const struct recipe_patch *patch, struct err *err)
{
	struct wanted wanted = { reading, patch, shown_path(reading, source->path),
		source_line_index(source, patch->offset) + 1 };
	struct slice name = tidy_name(&reading->series->arena, slice_of(patch->name));
	if (!patch->is_made && strstr(patch->name, "://")) {
		if (!find_download(&wanted, &name))
			return true;
	} else if (patch->is_made) {
		note_unread(&wanted, "it is no file beside the recipe: pass what it applies as another source",
			slice_of(""), "");
		return true;
	} else if (!name.len || strpbrk(patch->name, "${}()%")) {
		note_unread(&wanted, "its name is known only when the recipe is run: pass it as another source",
			slice_of(""), "");
		return true;
	} else if (!path_leads_into_tree(name)) {
		note_unread(&wanted, "it is outside the recipe's folder: pass it as another source", slice_of(""), "");
		return true;
	}
	if (patch->condition)
		series_note(reading->series, "%s:%zu: '%s' is conditional, and is carried regardless: %s", wanted.shown,
			wanted.line, patch->name, patch->condition);
	return add_beside(&wanted, name, err);
}

/* `path` is that of the recipe in its folder. */
static bool read_recipe_text(const struct reading *reading, const char *path, struct slice text, struct err *err)
{
	struct recipe recipe = { .path = path, .version = reading->options->version, .text = text };
	struct source source;
	size_t n_other = 0;
	bool ok = true;
	source_init(&source, path, text);
	recipe_reader_of(slice_of(path))(&recipe);
	if (recipe.bloat) {
		err_set(err, ERR_USAGE, "%s comes to more than %zu MiB", recipe.bloat, RECIPE_MAX_MADE >> 20);
		err_at(err, shown_path(reading, path), source_line_index(&source, recipe.at) + 1, 0);
		ok = err_hint(err, "pass the patches themselves as sources");
	}
	for (size_t i = 0; ok && i < recipe.n_patches; i++) {
		if (recipe.patches[i].is_other_version)
			n_other++;
		else
			ok = read_recipe_patch(reading, &source, &recipe.patches[i], err);
	}
	if (ok && n_other) {
		struct str version = STR_INIT;
		version_format(reading->options->version, &version);
		series_note(reading->series, "%s: %zu patch%s left out, not for %s", shown_path(reading, path), n_other,
			n_other == 1 ? "" : "es", version.ptr);
		str_release(&version);
	}
	source_release(&source);
	recipe_release(&recipe);
	return ok;
}

static bool read_recipe(const struct reading *reading, const char *path, struct err *err)
{
	struct str text = STR_INIT;
	bool ok = read_below(reading, path, MAX_LIST_BYTES, &text, err) &&
		  read_recipe_text(reading, path, str_slice(&text), err);
	str_release(&text);
	return ok;
}

bool series_is_diff_name(struct slice name)
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
static bool find_recipe(const char *folder, const struct dir_list *list, const char **out, struct err *err)
{
	const char *found = NULL;
	for (size_t i = 0; i < list->count; i++) {
		const char *name = list->entries[i].name;
		if (list->entries[i].type == FILE_DIRECTORY || !recipe_reader_of(slice_of(name)))
			continue;
		if (found) {
			err_set(err, ERR_USAGE, "'%s' has several recipes: '%s', '%s'", folder, found, name);
			return err_hint(err, "name the one you mean");
		}
		found = name;
	}
	*out = found;
	return true;
}

/* What FreeBSD's ports leave out of `patch-*`. */
static bool is_backup(struct slice name)
{
	static const char *const ends[] = { ".orig", ".rej", "~", ",v" };
	for (size_t i = 0; i < COUNT_OF(ends); i++)
		if (slice_ends_with(name, ends[i]))
			return true;
	return false;
}

/* The letter in front of a mailed series has no diff: `0000-cover-letter.patch`, `v2-0000-cover-letter.patch`. */
static bool is_letter(struct slice name)
{
	size_t n = 1;
	while (n < name.len && ascii_is_digit(name.ptr[n]))
		n++;
	bool has_version = name.len && name.ptr[0] == 'v' && n > 1 && n < name.len && name.ptr[n] == '-';
	return slice_starts_with(has_version ? slice_sub(name, n + 1, name.len) : name, "0000-");
}

/* A folder without a list: its diffs by name, as git format-patch numbers them, or as FreeBSD names them after the file
 * that they change. */
static bool read_all(const struct reading *reading, const struct dir_list *list, struct err *err)
{
	struct series *series = reading->series;
	size_t n_before = series->n_patches;
	bool ok = true;
	for (size_t i = 0; i < list->count && ok; i++) {
		struct slice name = slice_of(list->entries[i].name);
		bool is_port = slice_starts_with(name, "patch-") && !series_is_diff_name(name) && !is_backup(name);
		if (list->entries[i].type == FILE_DIRECTORY || !(is_port || series_is_diff_name(name)) ||
			is_letter(name))
			continue;
		const char *owned = arena_dup(&series->arena, name);
		ok = add_patch(reading, owned, owned, is_port ? 0 : reading->options->strip, err);
	}
	return ok && (series->n_patches > n_before || none_in(reading->shown, err));
}

static bool read_folder(const struct reading *reading, struct err *err)
{
	static const char *const lists[] = { "series", "patches/series", "debian/patches/series" };
	for (size_t i = 0; i < COUNT_OF(lists); i++) {
		struct file_stat st;
		if (!root_stat(reading->root, lists[i], &st, err))
			return false;
		if (st.type != FILE_NONE && st.type != FILE_DIRECTORY)
			return read_list(reading, lists[i], err);
	}
	struct dir_list list = { 0 };
	const char *recipe = NULL;
	bool ok = root_list(reading->root, "", &list, err) && find_recipe(reading->shown, &list, &recipe, err);
	if (ok)
		ok = recipe ? read_recipe(reading, recipe, err) : read_all(reading, &list, err);
	dir_list_release(&list);
	return ok;
}

/* A file that was typed is read whatever it is: a link, a pipe. */
static bool read_typed(const struct reading *reading, const char *source, struct err *err)
{
	struct slice name = path_base(slice_of(source));
	bool is_list = slice_eq(name, SLICE_LITERAL("series")), is_recipe = recipe_reader_of(name) != NULL;
	const char *base = arena_dup(&reading->series->arena, name);
	struct str text = STR_INIT;
	bool ok = platform_read_file(source, is_list || is_recipe ? MAX_LIST_BYTES : PATCH_MAX_BYTES, &text, err);
	if (ok && is_list)
		ok = read_lines(reading, base, str_slice(&text), err);
	else if (ok && is_recipe)
		ok = read_recipe_text(reading, base, str_slice(&text), err);
	else if (ok)
		ok = series_add_text(reading->series, source, source, str_slice(&text), reading->options->strip,
			reading->options, err);
	str_release(&text);
	return ok;
}

static bool read_source(struct reading *reading, const char *source, struct err *err)
{
	struct file_stat st;
	if (strcmp(source, "-") == 0) {
		struct str text = STR_INIT;
		bool ok = platform_read_file(source, PATCH_MAX_BYTES, &text, err) &&
			  series_add_text(reading->series, "<stdin>", "<stdin>", str_slice(&text),
				  reading->options->strip, reading->options, err);
		str_release(&text);
		return ok;
	}
	if (!platform_stat(source, &st, err))
		return false;
	if (st.type == FILE_NONE)
		return err_set(err, ERR_USAGE, "'%s' is not there", source);
	bool is_folder = st.type == FILE_DIRECTORY;
	reading->shown = is_folder ? source : arena_dup(&reading->series->arena, path_dir(slice_of(source)));
	if (!is_folder && source[0] == '/' && !reading->shown[0])
		reading->shown = "/";
	reading->root = root_open(reading->shown[0] ? reading->shown : ".", err);
	if (!reading->root)
		return false;
	bool ok = is_folder ? read_folder(reading, err) : read_typed(reading, source, err);
	root_close(reading->root);
	return ok;
}

bool series_read(struct series *out, char *const *sources, size_t n_sources, const struct series_options *options,
	struct err *err)
{
	bool ok = true;
	*out = (struct series){ 0 };
	out->name = n_sources && strcmp(sources[0], "-") != 0 ? sources[0] : "<stdin>";
	struct reading reading = { .series = out, .options = options };
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
