#include "recipe/recipe.h"

#include <stdlib.h>
#include <string.h>

#include "data/data.h"

#define ROW(id, name) [STEP_##id] = (name),
static const char *const step_names[] = { STEPS(ROW, ROW) };

const char *const recipe_clean_names[] = { "build", "dist", "*.egg-info", "CMakeCache.txt", NULL };

const char *step_name(enum step_kind kind)
{
	return step_names[kind];
}

static void add_change(
	struct recipe *recipe, enum change_kind kind, const char *name, const char *value, const char *why)
{
	struct change change = { kind, arena_strdup(&recipe->arena, name),
		value ? arena_strdup(&recipe->arena, value) : NULL, why };
	for (size_t i = 0; kind != CHANGE_PREPEND && i < recipe->n_changes; i++) {
		if (strcmp(recipe->changes[i].name, name) == 0) {
			recipe->changes[i] = change;
			return;
		}
	}
	VEC_PUSH(recipe->changes, recipe->n_changes, recipe->changes_capacity, change);
}

static bool begins_with(const char *name, const char *beginning, bool any_case)
{
	struct slice begin = slice_sub(slice_of(name), 0, strlen(beginning));
	return any_case ? slice_eq_nocase(begin, slice_of(beginning)) : slice_eq_cstr(begin, beginning);
}

bool recipe_is_stray(const char *name, bool windows)
{
	static const char *const prefixes[] = { "USE_", "BUILD_", "CMAKE_" };
	static const char *const names[] = { "CL", "_CL_", "MAX_JOBS", "CUDA_BIN_PATH", "TORCH_CUDA_ARCH_LIST",
		"CUDAHOSTCXX", "DEBUG", "REL_WITH_DEB_INFO" };
	for (size_t i = 0; i < COUNT_OF(prefixes); i++)
		if (begins_with(name, prefixes[i], windows))
			return true;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		if (strlen(name) == strlen(names[i]) && begins_with(name, names[i], windows))
			return true;
	return false;
}

static void drop_strays(struct recipe *recipe, const struct probe *probe)
{
	for (size_t i = 0; i < probe->environment.count; i++) {
		const char *item = probe->environment.items[i];
		char *name = xstrndup(item, environment_name_length(item));
		if (data_is_name(name) && recipe_is_stray(name, recipe->windows))
			add_change(recipe, CHANGE_UNSET, name, NULL, "set outside; it would change the build");
		free(name);
	}
}

/* Where the interpreter's environment is: above its bin or Scripts; of conda's on Windows, beside it. */
static const char *prefix_of(struct recipe *recipe)
{
	static const char *const folders[] = { "bin", "Scripts" };
	struct slice folder = probe_dir(slice_of(recipe->python)), above = probe_dir(folder);
	for (size_t i = 0; i < COUNT_OF(folders); i++)
		if (above.len && slice_eq_nocase(slice_sub(folder, above.len + 1, folder.len), slice_of(folders[i])))
			return arena_dup(&recipe->arena, above);
	return arena_dup(&recipe->arena, folder);
}

/* A word of a command or a path, and what it stands for; NULL: it is left as it is. */
struct placeholder {
	const char *name, *value;
};

/* `text` with the placeholders of `known`, which a name of NULL ends, filled in. */
static const char *fill(const char *text, const struct placeholder *known, struct arena *arena)
{
	struct str out = STR_INIT;
	while (*text) {
		const struct placeholder *p = known;
		while (p->name && !(p->value && slice_starts_with(slice_of(text), p->name)))
			p++;
		str_add(&out, p->name ? slice_of(p->value) : slice_from(text, 1));
		text += p->name ? strlen(p->name) : 1;
	}
	const char *filled = arena_dup(arena, str_slice(&out));
	str_release(&out);
	return filled;
}

/* A list ended by NULL; NULL for one that is empty. */
static const char *const *fill_list(const char *const *list, const struct placeholder *known, struct arena *arena)
{
	size_t count = 0;
	while (list && list[count])
		count++;
	const char **filled = count ? arena_alloc(arena, (count + 1) * sizeof(*filled)) : NULL;
	for (size_t i = 0; i < count; i++)
		filled[i] = fill(list[i], known, arena);
	return filled;
}

/* All but {jobs}, which recipe_command() fills in. */
static const char *const *fill_in_all(struct recipe *recipe, const char *const *list)
{
	const struct placeholder known[] = { { "{python}", recipe->python }, { "{prefix}", prefix_of(recipe) },
		{ "{cuda}", recipe->cuda_root }, { "{openblas}", recipe->openblas }, { "{root}", recipe->root },
		{ NULL, NULL } };
	return fill_list(list, known, &recipe->arena);
}

static const char *fill_in(struct recipe *recipe, const char *text)
{
	const char *const one[] = { text, NULL };
	return fill_in_all(recipe, one)[0];
}

const char *const *recipe_command(const struct recipe *recipe, enum step_kind kind, size_t jobs, struct arena *arena)
{
	struct str number = STR_INIT;
	str_addf(&number, "%zu", jobs);
	const struct placeholder known[] = { { "{jobs}", number.ptr }, { NULL, NULL } };
	const char *const *words = fill_list(recipe->commands[kind], known, arena);
	str_release(&number);
	return words;
}

static void add_cuda(struct recipe *recipe)
{
	static const char *const names[] = { "CUDA_HOME", "CUDA_PATH", "CUDAToolkit_ROOT" };
	const char *slash = recipe->windows ? "\\" : "/";
	struct str path = STR_INIT;
	if (recipe->cuda_root) {
		for (size_t i = 0; i < COUNT_OF(names); i++)
			add_change(recipe, CHANGE_SET, names[i], recipe->cuda_root, "the same toolkit for every tool");
		str_addf(&path, "%s%sbin%snvcc%s", recipe->cuda_root, slash, slash, recipe->windows ? ".exe" : "");
		add_change(recipe, CHANGE_SET, "CUDACXX", path.ptr, "the same toolkit for every tool");
		str_clear(&path);
		str_addf(&path, "%s%sbin", recipe->cuda_root, slash);
		if (recipe->windows) {
			/* From CUDA 13 on the DLLs are there. Where there is no such folder, nothing is found in it. */
			struct str dlls = STR_INIT;
			str_addf(&dlls, "%s\\x64", path.ptr);
			add_change(recipe, CHANGE_PREPEND, "PATH", dlls.ptr, "the DLLs of CUDA 13");
			str_release(&dlls);
		}
		add_change(recipe, CHANGE_PREPEND, "PATH", path.ptr, "so that the profile's nvcc comes first");
	}
	str_clear(&path);
	for (size_t i = 0; recipe->profile->arch && recipe->profile->arch[i]; i++)
		str_addf(&path, "%s%s", i ? ";" : "", recipe->profile->arch[i]);
	if (path.len)
		add_change(recipe, CHANGE_SET, "TORCH_CUDA_ARCH_LIST", path.ptr, "the profile's arch");
	str_release(&path);
}

static void add_launcher(struct recipe *recipe)
{
	static const char *const names[] = { "CMAKE_C_COMPILER_LAUNCHER", "CMAKE_CXX_COMPILER_LAUNCHER",
		"CMAKE_CUDA_COMPILER_LAUNCHER" };
	const char *launcher = recipe->profile->launcher;
	if (!launcher)
		return;
	/* distcc and icecc know C and C++ only. */
	size_t count = strcmp(launcher, "distcc") == 0 || strcmp(launcher, "icecc") == 0 ? 2 : 3;
	for (size_t i = 0; i < count; i++)
		add_change(recipe, CHANGE_SET, names[i], launcher, "the profile's launcher");
}

/* Programs of a virtual environment (its cmake, its ninja) come before others. */
static void add_python(struct recipe *recipe, const struct probe *probe)
{
	char *folder = python_environment_folder(probe, recipe->python);
	if (folder)
		add_change(recipe, CHANGE_PREPEND, "PATH", folder, "the virtual environment of this Python");
	free(folder);
}

/* Only USE_… and BUILD_… must be options of the tree: of the others many are read elsewhere. */
static bool knows_option(const struct tree_options *options, const char *name)
{
	bool is_option = slice_starts_with(slice_of(name), "USE_") || slice_starts_with(slice_of(name), "BUILD_");
	return !is_option || tree_option_find(options, name);
}

static bool fail_option(const struct tree_options *options, const char *name, enum err_kind kind, struct err *err)
{
	const char *near = tree_option_nearest(options, name);
	err_set(err, kind, "this tree has no option '%s'", name);
	return near ? err_hint(err, "did you mean '%s'?", near) : false;
}

const char *request_setting(const struct recipe_request *request, const char *name)
{
	const char *value = NULL;
	size_t length = strlen(name);
	for (size_t i = 0; request->set && request->set[i]; i++)
		if (slice_starts_with(slice_of(request->set[i]), name) && request->set[i][length] == '=')
			value = request->set[i] + length + 1;
	return value;
}

static void add_settings(struct recipe *recipe, const struct recipe_request *request)
{
	for (size_t i = 0; request->set && request->set[i]; i++) {
		size_t length = strcspn(request->set[i], "=");
		char *name = xstrndup(request->set[i], length);
		add_change(recipe, CHANGE_SET, name, request->set[i] + length + 1, "--set");
		free(name);
	}
}

/* "NAME=VALUE" of --set: as a profile may have it, and of this tree. */
static bool check_setting(const struct tree_options *options, const char *text, struct err *err)
{
	char *name = xstrndup(text, strcspn(text, "="));
	bool ok = true;
	if (!data_is_name(name))
		ok = err_set(err, ERR_USAGE, "a name in --set may have letters, digits and '_': '%s'", name);
	else if (text[strcspn(text, "\r\n")])
		ok = err_set(err, ERR_USAGE, "the value of '%s' in --set must not contain line ends", name);
	else if (!knows_option(options, name))
		ok = fail_option(options, name, ERR_USAGE, err);
	free(name);
	return ok;
}

bool recipe_check_options(const struct profile *profile, const struct recipe_request *request,
	const struct tree_options *options, struct err *err)
{
	for (size_t i = 0; request->set && request->set[i]; i++)
		if (!check_setting(options, request->set[i], err))
			return false;
	for (size_t i = 0; i < profile->env.count; i++) {
		const struct setting *setting = &profile->env.items[i];
		if (!setting->value || knows_option(options, setting->name))
			continue;
		fail_option(options, setting->name, ERR_PATCHSET, err);
		return err_at(err, setting->origin, setting->line, 0);
	}
	return true;
}

/* Where OpenBLAS is: as FindOpenBLAS.cmake of the tree reads it. */
static const char *openblas_of(const struct probe *probe, const struct recipe_request *request)
{
	const char *given = request_setting(request, "OpenBLAS_HOME");
	return given ? given : probe_env(probe, "OpenBLAS_HOME");
}

/* Parts of the build call nvcc without quoting its path. */
static void choose_cuda_root(struct recipe *recipe, const struct probe *probe)
{
	char *root = recipe->toolkit.root && strchr(recipe->toolkit.root, ' ')
			     ? probe->short_path(probe, recipe->toolkit.root)
			     : NULL;
	if (root && !strchr(root, ' '))
		recipe->cuda_root = arena_strdup(&recipe->arena, root);
	else if (recipe->toolkit.root)
		recipe->cuda_root = arena_strdup(&recipe->arena, recipe->toolkit.root);
	free(root);
}

static void find_msvc(struct recipe *recipe, const struct probe *probe)
{
	const struct profile *profile = recipe->profile;
	if (!recipe->windows || !profile->msvc)
		return;
	msvc_find(probe, profile->msvc, profile->vcvars_version, &recipe->msvc);
	const char *version = profile->vcvars_version ? profile->vcvars_version : recipe->msvc.toolset;
	recipe->vcvars_version = version ? arena_strdup(&recipe->arena, version) : NULL;
}

/* On Windows, what a toolkit has in "bin" up to CUDA 12 is in "bin/x64" from CUDA 13 on. */
static void add_stage_of_cuda_13(struct recipe *recipe, const char *pattern)
{
	struct slice folder = path_dir(slice_of(pattern));
	struct str other = STR_INIT;
	if (!recipe->windows || !recipe->cuda_root || !slice_starts_with(folder, recipe->cuda_root) ||
		!slice_eq_cstr(path_base(folder), "bin"))
		return;
	str_addf(&other, SLICE_FMT "/x64/" SLICE_FMT, SLICE_ARG(folder), SLICE_ARG(path_base(slice_of(pattern))));
	recipe->stage[recipe->n_stage++] = arena_strdup(&recipe->arena, other.ptr);
	str_release(&other);
}

static void choose_stage(struct recipe *recipe)
{
	const struct settings *stage = &recipe->profile->stage;
	recipe->stage_into = recipe->profile->stage_into;
	recipe->stage = arena_alloc(&recipe->arena, 2 * (stage->count + 1) * sizeof(*recipe->stage));
	for (size_t i = 0; recipe->stage_into && i < stage->count; i++) {
		const char *pattern = stage->items[i].value ? fill_in(recipe, stage->items[i].value) : NULL;
		/* Of a folder that there is none of. */
		if (!pattern || strchr(pattern, '{'))
			continue;
		recipe->stage[recipe->n_stage++] = pattern;
		add_stage_of_cuda_13(recipe, pattern);
	}
}

static void choose_expect(struct recipe *recipe, const struct recipe_request *request)
{
	const struct settings *expect = &recipe->profile->expect;
	recipe->expect = arena_alloc(&recipe->arena, (expect->count + 1) * sizeof(*recipe->expect));
	for (size_t i = 0; i < expect->count; i++) {
		struct setting setting = expect->items[i];
		const char *given = setting.value ? request_setting(request, setting.name) : NULL;
		if (given)
			setting.value = given;
		if (setting.value)
			recipe->expect[recipe->n_expect++] = setting;
	}
}

static bool find_tools(
	struct recipe *recipe, const struct probe *probe, const struct recipe_request *request, struct err *err)
{
	const struct profile *profile = recipe->profile;
	char *python = python_find(probe, request->python);
	recipe->python = python ? arena_strdup(&recipe->arena, python) : NULL;
	free(python);
	if (!recipe->python) {
		err_set(err, ERR_UNFIT, "there is no Python in PATH");
		return err_hint(err, "activate the environment to build with, or give --python FILE");
	}
	if (!profile->cuda || toolkit_find(probe, profile->cuda, request->cuda, &recipe->toolkit))
		return true;
	if (request->cuda && !recipe->toolkit.seen.len) {
		err_set(err, ERR_UNFIT, "there is no CUDA toolkit in '%s' (--cuda)", request->cuda);
		return err_hint(err, "--cuda DIR is the folder that has include/cuda.h and bin/nvcc");
	}
	err_set(err, ERR_UNFIT, "the profile '%s' requires a CUDA toolkit %s, and none was found", profile->name,
		profile->cuda);
	if (recipe->toolkit.seen.len)
		return err_hint(err,
			"found %s; --cuda DIR names another, `tbuild profiles` lists profiles for other versions",
			recipe->toolkit.seen.ptr);
	return err_hint(err, "install it, or give --cuda DIR");
}

/* Relative to the root; the build keeps its own things there. */
#define POOLS_FILE ".tbuild/pools.cmake"

/* setup.py passes the variable on; CMake reads the file after each project(). */
static void add_pools(struct recipe *recipe)
{
	struct str path = STR_INIT;
	str_addf(&path, "%s/" POOLS_FILE, recipe->root);
	for (size_t i = 0; i < path.len; i++)
		if (path.ptr[i] == '\\')
			path.ptr[i] = '/';
	add_change(recipe, CHANGE_SET, "CMAKE_PROJECT_INCLUDE", path.ptr,
		"fewer compilers at a time where they are heavy");
	str_release(&path);
}

static void choose_jobs(struct recipe *recipe, const struct probe *probe, const struct recipe_request *request)
{
	struct str why = STR_INIT, number = STR_INIT;
	struct jobs jobs;
	jobs_choose(&probe->facts, recipe->profile, &jobs, &why);
	recipe->jobs = request->jobs ? request->jobs : (size_t)recipe->profile->jobs;
	if (recipe->jobs) {
		str_clear(&why);
		str_add_cstr(&why, request->jobs ? "--jobs" : "the profile's jobs");
	} else {
		recipe->jobs = jobs.all;
	}
	recipe->heavy_jobs = jobs.heavy < recipe->jobs ? jobs.heavy : 0;
	recipe->jobs_why = arena_dup(&recipe->arena, str_slice(&why));
	str_addf(&number, "%zu", recipe->jobs);
	add_change(recipe, CHANGE_SET, "MAX_JOBS", number.ptr, recipe->jobs_why);
	if (recipe->heavy_jobs)
		add_pools(recipe);
	str_release(&why);
	str_release(&number);
}

static void choose_editable(struct recipe *recipe)
{
	recipe->commands[STEP_WHEEL] = NULL;
	recipe->commands[STEP_INSTALL] = fill_in_all(recipe, recipe->profile->editable);
}

/* setup.py builds all there is; CMake, which it called, takes a target. */
static void choose_target(struct recipe *recipe, const char *target)
{
	const char *const command[] = { "cmake", "--build", "build", "--parallel", "{jobs}", "--target", NULL };
	const char **words = arena_alloc(&recipe->arena, (COUNT_OF(command) + 1) * sizeof(*words));
	for (size_t i = 0; command[i]; i++)
		words[i] = fill_in(recipe, command[i]);
	words[COUNT_OF(command) - 1] = arena_dup(&recipe->arena, slice_of(target));
	words[COUNT_OF(command)] = NULL;
	recipe->commands[STEP_BUILD] = words;
	recipe->commands[STEP_WHEEL] = recipe->commands[STEP_INSTALL] = NULL;
	recipe->n_stage = 0;
}

bool recipe_make(const struct probe *probe, const struct profile *profile, const char *root, const char *torch,
	const struct tree_options *options, const struct recipe_request *request, struct recipe *out, struct err *err)
{
	*out = (struct recipe){ .profile = profile,
		.options = options,
		.root = root,
		.torch = torch,
		.windows = probe_is_windows(probe),
		.clean = request->clean };
	if (request->target && (request->target[0] == '-' || !request->target[0]))
		return err_set(err, ERR_USAGE, "'%s' is not the name of a target", request->target);
	if (request->editable && !profile->editable)
		return err_set(err, ERR_USAGE, "the profile '%s' has no command 'editable'", profile->name);
	if (!recipe_check_options(profile, request, options, err) || !find_tools(out, probe, request, err))
		return false;
	choose_cuda_root(out, probe);
	out->openblas = openblas_of(probe, request);
	find_msvc(out, probe);
	drop_strays(out, probe);
	choose_jobs(out, probe, request);
	for (size_t i = 0; i < profile->env.count; i++) {
		const struct setting *setting = &profile->env.items[i];
		if (setting->value)
			add_change(out, CHANGE_SET, setting->name, fill_in(out, setting->value), "the profile");
		else
			add_change(out, CHANGE_UNSET, setting->name, NULL, "the profile");
	}
	add_cuda(out);
	add_launcher(out);
	add_python(out, probe);
	choose_stage(out);
	choose_expect(out, request);
	out->commands[STEP_CONFIGURE] = fill_in_all(out, profile->configure);
	out->commands[STEP_BUILD] = fill_in_all(out, profile->build);
	out->commands[STEP_WHEEL] = fill_in_all(out, profile->wheel);
	if (request->editable)
		choose_editable(out);
	if (request->target)
		choose_target(out, request->target);
	add_settings(out, request);
	return true;
}

bool recipe_has_server(const struct recipe *recipe)
{
	return recipe->profile->launcher && strcmp(recipe->profile->launcher, "sccache") == 0;
}

bool recipe_has_step(const struct recipe *recipe, enum step_kind kind)
{
	if (kind == STEP_CLEAN)
		return recipe->clean;
	if (kind == STEP_COMPARE)
		return recipe->n_expect > 0;
	if (kind == STEP_STAGE)
		return recipe->n_stage > 0;
	if (kind == STEP_CHECK)
		return recipe->profile->check && (recipe->commands[STEP_INSTALL] ||
							 (recipe->profile->wheel_glob && recipe->commands[STEP_WHEEL]));
	return recipe->commands[kind] != NULL;
}

void recipe_apply(const struct recipe *recipe, struct environment *environment)
{
	char separator = recipe->windows ? ';' : ':';
	for (size_t i = 0; i < recipe->n_changes; i++) {
		const struct change *change = &recipe->changes[i];
		const char *old = environment_get(environment, change->name);
		struct str value = STR_INIT;
		if (change->kind == CHANGE_UNSET) {
			environment_unset(environment, change->name);
			continue;
		}
		str_add_cstr(&value, change->value);
		if (change->kind == CHANGE_PREPEND && old && old[0])
			str_addf(&value, "%c%s", separator, old);
		environment_set(environment, change->name, value.ptr);
		str_release(&value);
	}
}

void build_recipe_release(struct recipe *recipe)
{
	free(recipe->changes);
	toolkit_release(&recipe->toolkit);
	msvc_release(&recipe->msvc);
	arena_release(&recipe->arena);
	*recipe = (struct recipe){ 0 };
}
