/* The source tree, and what earlier builds left in it. */
#include <stdlib.h>
#include <string.h>

#include "data/data.h"
#include "doctor/check.h"

#define MODULES_MAX_BYTES ((size_t)1 << 20)
#define MODULE_PATH_MOST 400

static bool check_version(const struct doctor_context *x, struct finding *finding)
{
	const char *torch = x->target->torch;
	if (!x->root || !x->profile)
		return false;
	if (!torch)
		return found(finding, STATE_UNKNOWN, "no version.txt says which PyTorch this is") &&
		       fix_by(finding, "give --torch VERSION");
	if (!x->profile->torch || version_in_range(x->profile->torch, slice_of(torch)))
		return found_by(x, finding, STATE_OK, BASED_ON({ "PyTorch", torch }), "PyTorch %s", torch);
	found(finding, STATE_WRONG, "the tree is PyTorch %s, the profile is for %s", torch, x->profile->torch);
	return fix_by(finding, "use another profile: `tbuild profiles`");
}

static bool check_options(const struct doctor_context *x, struct finding *finding)
{
	struct err err = ERR_INIT;
	if (!x->root || !x->profile)
		return false;
	if (recipe_check_options(x->profile, x->target->request, x->target->tree_options, &err))
		return found(finding, STATE_OK, "the tree has all options of the profile (which has %zu)",
			x->target->tree_options->count);
	found(finding, STATE_WRONG, "%s", err.message);
	if (err.file)
		fix_by(finding, "%s line %zu: %s", err.file, err.line,
			err.hint ? err.hint : "remove it from the profile");
	else
		fix_by(finding, "--set: %s", err.hint ? err.hint : "leave it out");
	err_release(&err);
	return true;
}

static bool check_patched(const struct doctor_context *x, struct finding *finding)
{
	struct tree_drift drift;
	struct err err = ERR_INIT;
	if (!x->root || x->target->request->unpatched)
		return false;
	if (!tree_drift_read(x->target->root, &drift, &err)) {
		found(finding, STATE_WRONG, "%s", err.message);
		fix_by(finding, "%s", err.hint ? err.hint : "tpatch status");
	} else if (drift.count) {
		found(finding, STATE_WRONG, "%zu file%s not as tpatch left %s, the first: " SLICE_FMT, drift.count,
			drift.count == 1 ? " is" : "s are", drift.count == 1 ? "it" : "them",
			SLICE_ARG(slice_sub(str_slice(&drift.text), 0,
				slice_find(str_slice(&drift.text), SLICE_LITERAL("\n"), 0))));
		fix_by(finding, "tpatch status --root %s", x->root_word);
	} else if (drift.runs == 0) {
		found(finding, STATE_WARNING, "tpatch has not changed this tree");
		fix_by(finding, "%s", x->patch.ptr);
	} else {
		found(finding, STATE_OK, "%zu file%s as tpatch left %s", drift.files, str_plural(drift.files),
			drift.files == 1 ? "it" : "them");
	}
	str_release(&drift.text);
	err_release(&err);
	return true;
}

/* A worktree, and a submodule itself, has a file there. */
static bool is_clone(const struct doctor_context *x)
{
	struct file_stat st = { 0 };
	struct err ignored = ERR_INIT;
	bool there = root_stat(x->target->root, ".git", &st, &ignored) && st.type != FILE_NONE;
	err_release(&ignored);
	return there;
}

/* Is there nothing in this folder of the tree, or no such folder? */
static bool folder_is_empty(const struct doctor_context *x, const char *path)
{
	struct dir_list list = { 0 };
	struct err err = ERR_INIT;
	bool empty = !root_list(x->target->root, path, &list, &err) || list.count == 0;
	dir_list_release(&list);
	err_release(&err);
	return empty;
}

struct modules {
	struct str empty; /* the first three of them that are */
	size_t count, n_empty;
	bool all_nested; /* those that are empty belong to other submodules */
	struct table seen;
	const char **folders; /* of all, each once, in the order in which they were found */
	size_t n_folders, capacity;
	struct arena arena;
};

static void modules_release(struct modules *modules)
{
	str_release(&modules->empty);
	table_release(&modules->seen);
	free(modules->folders);
	arena_release(&modules->arena);
}

static void add_module(const struct doctor_context *x, const char *path, bool nested, struct modules *modules)
{
	const char *copy = arena_strdup(&modules->arena, path);
	size_t *seen = table_at(&modules->seen, slice_of(copy));
	if (*seen)
		return;
	*seen = 1;
	VEC_PUSH(modules->folders, modules->n_folders, modules->capacity, copy);
	modules->count++;
	if (!folder_is_empty(x, path))
		return;
	if (modules->n_empty++ < 3)
		str_addf(&modules->empty, "%s'%s'", modules->empty.len ? ", " : "", path);
	modules->all_nested = nested && (modules->all_nested || modules->n_empty == 1);
}

/* Those that `folder`/.gitmodules lists; the tree's own where it is "". False where there is no such file. */
static bool add_listed(const struct doctor_context *x, const char *folder, struct modules *modules)
{
	struct str path = STR_INIT, text = STR_INIT;
	struct err err = ERR_INIT;
	str_addf(&path, "%s%s.gitmodules", folder, folder[0] ? "/" : "");
	bool there = root_read(x->target->root, path.ptr, MODULES_MAX_BYTES, &text, NULL, &err);
	struct slice rest = there ? str_slice(&text) : SLICE_LITERAL(""), line;
	while (slice_cut(&rest, '\n', &line)) {
		line = slice_trim(line);
		size_t equals = slice_find(line, SLICE_LITERAL("="), 0);
		if (equals == (size_t)-1 || !slice_eq_cstr(slice_trim(slice_sub(line, 0, equals)), "path"))
			continue;
		str_clear(&path);
		str_addf(&path, "%s%s" SLICE_FMT, folder, folder[0] ? "/" : "",
			SLICE_ARG(slice_trim(slice_sub(line, equals + 1, line.len))));
		/* git has none that long. */
		if (path.len < MODULE_PATH_MOST)
			add_module(x, path.ptr, folder[0] != '\0', modules);
	}
	err_release(&err);
	str_release(&path);
	str_release(&text);
	return there;
}

/* Those that .gitmodules lists, and theirs. Each counts once, however often it is listed: else few small files would be
 * an endless list. False where there is no such file. */
static bool add_modules(const struct doctor_context *x, struct modules *modules)
{
	if (!add_listed(x, "", modules))
		return false;
	for (size_t i = 0; i < modules->n_folders; i++)
		add_listed(x, modules->folders[i], modules);
	return true;
}

/* An archive may lack .gitmodules: what is empty in third_party was a submodule, and some are in every release. */
static void add_third_party(const struct doctor_context *x, struct modules *modules)
{
	struct dir_list list = { 0 };
	struct err err = ERR_INIT;
	struct str path = STR_INIT;
	struct file_stat st = { 0 };
	bool there = root_list(x->target->root, "third_party", &list, &err);
	char *names = there ? matrix_cell(matrix_row(x, "submodules", "torch", x->target->torch), "names") : NULL;
	struct slice rest = slice_of(names ? names : ""), name;
	while (names && slice_cut(&rest, ',', &name)) {
		str_clear(&path);
		str_addf(&path, "third_party/" SLICE_FMT, SLICE_ARG(slice_trim(name)));
		if (!root_stat(x->target->root, path.ptr, &st, &err) || st.type != FILE_DIRECTORY)
			add_module(x, path.ptr, false, modules);
	}
	free(names);
	for (size_t i = 0; i < list.count; i++) {
		str_clear(&path);
		str_addf(&path, "third_party/%s", list.entries[i].name);
		if (list.entries[i].type == FILE_DIRECTORY)
			add_module(x, path.ptr, false, modules);
	}
	str_release(&path);
	dir_list_release(&list);
	err_release(&err);
}

static bool check_submodules(const struct doctor_context *x, struct finding *finding)
{
	struct modules modules = { 0 };
	if (!x->root)
		return false;
	bool there = add_modules(x, &modules);
	if (!there)
		add_third_party(x, &modules);
	if (modules.n_empty) {
		found(finding, modules.all_nested ? STATE_WARNING : STATE_WRONG, "%zu of %zu submodules %s empty: %s%s",
			modules.n_empty, modules.count, modules.n_empty == 1 ? "is" : "are", modules.empty.ptr,
			modules.n_empty > 3 ? " …" : "");
		if (is_clone(x))
			fix_by(finding, "git -C %s submodule sync && git -C %s submodule update --init --recursive",
				x->root_word, x->root_word);
		else
			fix_by(finding,
				"this tree is not a git clone: use one (git clone --recursive --branch v%s "
				"https://github.com/pytorch/pytorch), or unpack each into its folder",
				x->target->torch ? x->target->torch : "VERSION");
	} else if (there) {
		found(finding, STATE_OK, "%zu submodule%s, none is empty", modules.count, str_plural(modules.count));
	} else if (!modules.count) {
		found(finding, STATE_UNKNOWN, "the tree has neither .gitmodules nor third_party");
	} else {
		found(finding, STATE_UNKNOWN,
			"no .gitmodules says which submodules there are; of the %zu folder%s in third_party none is "
			"empty",
			modules.count, str_plural(modules.count));
	}
	modules_release(&modules);
	return true;
}

static bool stat_build(const char *root, struct file_stat *st)
{
	struct str path = STR_INIT;
	struct err ignored = ERR_INIT;
	str_addf(&path, "%s/build", root);
	bool there = platform_stat(path.ptr, st, &ignored) && st->type != FILE_NONE;
	err_release(&ignored);
	str_release(&path);
	return there;
}

/* Also by another name: through a link, of which CMake writes down where it leads. */
static bool is_root(const struct doctor_context *x, const char *path)
{
	struct file_stat ours, theirs;
	if (is_within(x, path, x->root) && is_within(x, x->root, path))
		return true;
	return stat_build(x->root, &ours) && stat_build(path, &theirs) && ours.file_id == theirs.file_id &&
	       ours.volume_id == theirs.volume_id;
}

static bool check_stale(const struct doctor_context *x, struct finding *finding)
{
	struct tree_cache cache;
	struct err err = ERR_INIT;
	if (!x->root || x->target->request->clean)
		return false;
	bool there = tree_cache_read(x->target->root, "build/CMakeCache.txt", &cache, &err);
	const struct cache_entry *home = tree_cache_find(&cache, "CMAKE_HOME_DIRECTORY"),
				 *nvcc = tree_cache_find(&cache, "CMAKE_CUDA_COMPILER");
	static const char fix[] = "build with --clean, which removes it";
	if (!there)
		found(finding, STATE_OK, "no build folder with a CMakeCache.txt yet");
	else if (home && !is_root(x, home->value))
		found(finding, STATE_WRONG, "build/CMakeCache.txt was made for '%s'", home->value),
			fix_by(finding, "%s", fix);
	else if (nvcc && x->toolkit_fits && !is_of_toolkit(x, nvcc->value))
		found(finding, STATE_WARNING, "build/CMakeCache.txt has the nvcc '%s'", nvcc->value),
			fix_by(finding, "%s", fix);
	else
		found(finding, STATE_OK, "build/CMakeCache.txt is of this tree");
	tree_cache_release(&cache);
	err_release(&err);
	return true;
}

static const struct check checks[] = {
	{ "version", "a profile's pins and options are for some versions only", check_version },
	{ "options", "CMake silently accepts any name", check_options },
	{ "patched", "what is built must be what was reviewed", check_patched },
	{ "submodules", "setup.py notices only if all of them are empty", check_submodules },
	{ "stale", "CMake remembers what it found, and setup.py does not run it again", check_stale },
};

const struct check_group checks_tree = { checks, COUNT_OF(checks) };
