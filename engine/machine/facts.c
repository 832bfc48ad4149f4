#include "machine/facts.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/shown.h"
#include "base/version/version.h"
#include "machine/compiler.h"
#include "machine/libraries.h"
#include "machine/msvc.h"
#include "machine/python.h"
#include "machine/toolkit.h"

struct search {
	const struct probe *probe;
	struct probe *own; /* the same, whose environment is the search's own */
	const struct machine_choice *choice;
	struct machine_facts *out;
};

/* Takes `value`, for free(), over; NULL: it is not known. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
static void
add(struct search *search, const char *name, char *value, const char *format, ...)
{
	struct machine_facts *out = search->out;
	struct str about = STR_INIT;
	va_list args;
	va_start(args, format);
	str_addv(&about, format, args);
	va_end(args);
	struct machine_fact fact = { name, value ? arena_strdup(&out->arena, value) : NULL,
		arena_dup(&out->arena, str_slice(&about)) };
	VEC_PUSH(out->items, out->count, out->capacity, fact);
	str_release(&about);
	free(value);
}

/* As messages show it, with its quotes; the arena's. */
static const char *quoted(struct search *search, const char *path)
{
	struct str text = STR_INIT;
	str_add_char(&text, '\'');
	shown_add(slice_of(path), &text);
	str_add_char(&text, '\'');
	const char *kept = arena_dup(&search->out->arena, str_slice(&text));
	str_release(&text);
	return kept;
}

/* Adds that the fact is not known, unless the program `path`, which may be NULL, may be started. */
static bool may_start(struct search *search, const char *fact, const char *program, const char *path)
{
	if (!path)
		add(search, fact, NULL, "there is no %s in PATH", program);
	else if (probe_is_in_tree(search->probe, path))
		add(search, fact, NULL, "%s is in the tree, and tpatch runs no program from there",
			quoted(search, path));
	else
		return true;
	return false;
}

/* The same of each word of a command that is a program's path: after "ccache", it is started as well. */
static bool may_start_words(struct search *search, const char *fact, const char *command)
{
	struct slice rest = slice_of(command), word;
	bool may = true;
	while (may && slice_cut(&rest, ' ', &word)) {
		char *name = slice_dup(word), *path = name[0] ? search->probe->find(search->probe, name, 0) : NULL;
		may = !path || may_start(search, fact, name, path);
		free(path);
		free(name);
	}
	return may;
}

static void find_cmake(struct search *search)
{
	char *path = search->probe->find(search->probe, "cmake", 0);
	const char *const ask[] = { path, "--version", NULL };
	if (may_start(search, "cmake", "cmake", path)) {
		char *version = probe_ask(search->probe, ask, "version ([0-9]+\\.[0-9]+(?:\\.[0-9]+)?)");
		add(search, "cmake", version, version ? "%s" : "%s does not run", quoted(search, path));
	}
	free(path);
}

static void add_package(struct search *search, const char *name, struct slice says, const char *python)
{
	char *version = python_package(says, name);
	add(search, name, version, version ? "a package of %s" : "%s has no such package", python);
}

static void find_python(struct search *search)
{
	struct probe *own = search->own;
	char *path = python_find(own, NULL), *folder = path ? python_environment_folder(own, path) : NULL;
	struct str says = STR_INIT;
	if (folder) /* the build will have the programs of its virtual environment first */
		probe_put_first_in_path(own, folder);
	if (may_start(search, "python", "python", path)) {
		const char *shown = quoted(search, path);
		python_ask(search->probe, path, &says);
		char *version = python_answer(str_slice(&says), "version");
		add(search, "python", version, version ? "%s" : "%s does not run", shown);
		add_package(search, "setuptools", str_slice(&says), shown);
		add_package(search, "numpy", str_slice(&says), shown);
	}
	str_release(&says);
	free(path);
	free(folder);
}

/* The file that the command starts, for free(); NULL where there is none. */
static char *compiler_file(const struct probe *probe, const char *command)
{
	struct slice rest = slice_trim(slice_of(command)), first;
	slice_cut(&rest, ' ', &first);
	char *name = slice_dup(first), *path = probe->find(probe, name, 0);
	free(name);
	return path;
}

static void find_compiler_elsewhere(struct search *search)
{
	const char *cxx = probe_env(search->probe, "CXX"), *command = compiler_command(search->probe, cxx);
	char *path = compiler_file(search->probe, command);
	if (may_start(search, "compiler", command, path) && may_start_words(search, "compiler", command)) {
		const char *shown = quoted(search, path);
		char *clang = compiler_clang_version(search->probe, command),
		     *gcc = clang ? NULL : compiler_gcc_version(search->probe, command);
		const char *from = cxx ? ", by CXX" : "";
		add(search, "compiler", gcc || clang ? xstrdup(gcc ? "gcc" : "clang") : NULL,
			gcc || clang ? "%s%s" : "%s%s is neither GCC nor Clang", shown, from);
		if (gcc)
			add(search, "gcc", gcc, "%s%s", shown, from);
		if (clang)
			add(search, "clang", clang, "%s%s", shown, from);
	}
	free(path);
}

/* A shell in which vcvarsall has run has its own; else what vswhere knows. */
static void find_compiler_on_windows(struct search *search)
{
	const char *active, *cxx = probe_env(search->probe, "CXX");
	struct msvc msvc = { 0 };
	bool is_clang = cxx && slice_find_nocase(slice_of(cxx), SLICE_LITERAL("clang-cl"), 0) != (size_t)-1;
	if (msvc_state_of(search->probe, &active, NULL) == MSVC_ACTIVE) {
		add(search, "msvc", xstrdup(active), "this shell, by VCToolsVersion");
	} else {
		msvc_find(search->probe, search->choice->msvc, search->choice->vcvars_version, &msvc);
		add(search, "msvc", msvc.toolset ? xstrdup(msvc.toolset) : NULL, "%s",
			msvc.toolset ? quoted(search, msvc.visual_studio)
				     : "vswhere found no Visual Studio with a suitable toolset");
		active = msvc.toolset;
	}
	if (is_clang)
		add(search, "compiler", xstrdup("clang-cl"), "CXX");
	else if (cxx && slice_find_nocase(slice_of(cxx), SLICE_LITERAL("cl"), 0) == (size_t)-1)
		add(search, "compiler", NULL, "CXX names neither cl nor clang-cl");
	else
		add(search, "compiler", active ? xstrdup("msvc") : NULL,
			active ? "what CMake takes" : "there is no Visual C++");
	msvc_release(&msvc);
}

static const char *variable(const void *ctx, const char *name)
{
	return probe_env(ctx, name);
}

static void find_cuda(struct search *search)
{
	const struct build_variables variables = { variable, search->probe };
	const char *range = search->choice->cuda;
	struct toolkit toolkit;
	char *folder;
	if (toolkit_find(search->probe, range, NULL, &toolkit))
		add(search, "cuda", xstrdup(toolkit.version), "%s, by %s", quoted(search, toolkit.root),
			toolkit.source);
	else if (toolkit.seen.len)
		add(search, "cuda", NULL, "found only %s; the profile asks for %s", toolkit.seen.ptr, range);
	else
		add(search, "cuda", NULL, "no toolkit by CUDA_HOME, CUDA_PATH or PATH, nor in the usual place");
	char *version = cudnn_find(search->probe, &variables, toolkit.root, &folder);
	add(search, "cudnn", version, "%s",
		version ? quoted(search, folder)
			: "no cudnn_version.h in CUDNN_INCLUDE_DIR, CUDNN_ROOT, the toolkit or the usual place");
	free(folder);
	toolkit_release(&toolkit);
}

/* By capability: NVIDIA's "CUDA Toolkit, Driver, and Architecture Matrix". NULL for one that is not known. */
static const char *family_of(const struct machine_gpu *gpu)
{
	static const char *const families[] = { [3] = "kepler",
		[5] = "maxwell",
		[6] = "pascal",
		[7] = "volta",
		[8] = "ampere",
		[9] = "hopper",
		[10] = "blackwell",
		[11] = "blackwell",
		[12] = "blackwell" };
	if (gpu->major == 7 && gpu->minor >= 5)
		return "turing";
	if (gpu->major == 8 && gpu->minor == 9)
		return "ada";
	return gpu->major >= 0 && (size_t)gpu->major < COUNT_OF(families) ? families[gpu->major] : NULL;
}

/* The oldest is the one that the build must support. */
static void find_gpu(struct search *search)
{
	const struct machine_gpus *gpus = &search->probe->facts.gpus;
	const struct machine_gpu *oldest = NULL;
	for (size_t i = 0; i < gpus->count; i++) {
		const struct machine_gpu *gpu = &gpus->items[i];
		if (!oldest || gpu->major * 100 + gpu->minor < oldest->major * 100 + oldest->minor)
			oldest = gpu;
	}
	const char *family = oldest ? family_of(oldest) : NULL;
	if (oldest)
		add(search, "gpu", family ? xstrdup(family) : NULL, "%s, capability %d.%d%s", oldest->name,
			oldest->major, oldest->minor, gpus->count > 1 ? ", the oldest here" : "");
	else
		add(search, "gpu", NULL,
			gpus->cuda_version ? "the CUDA driver sees no GPU" : "there is no CUDA driver");
}

/* What BLAS names, else what PyTorch's finders come upon first. */
static void find_blas(struct search *search)
{
	const struct build_variables variables = { variable, search->probe };
	const char *wanted = probe_env(search->probe, "BLAS");
	struct header_place place = { 0 };
	const char *name = NULL;
	if (!wanted || strcmp(wanted, "MKL") == 0) {
		place = mkl_find(search->probe, &variables);
		name = place.folder && place.is_seen ? "mkl" : NULL;
	}
	if (!name && (!wanted || strcmp(wanted, "OpenBLAS") == 0)) {
		free(place.folder);
		place = openblas_find(search->probe, &variables, "openblas_config.h");
		name = place.folder && place.is_seen ? "openblas" : NULL;
	}
	if (name)
		add(search, "blas", xstrdup(name), "%s, by %s", quoted(search, place.folder), place.source);
	else if (wanted)
		add(search, "blas", NULL, "BLAS is '%s', which is not in a place where PyTorch looks", wanted);
	else
		add(search, "blas", NULL, "neither MKL nor OpenBLAS is in a place where PyTorch looks");
	free(place.folder);
}

static void find_compiler(struct search *search)
{
	if (probe_is_windows(search->probe))
		find_compiler_on_windows(search);
	else
		find_compiler_elsewhere(search);
}

/* Each adds one fact or several, found or not, in the order in which they are shown. Those after Python look for
 * programs where its virtual environment has them. */
static void (*const finders[])(
	struct search *search) = { find_gpu, find_cuda, find_python, find_cmake, find_compiler, find_blas };

void machine_facts_find(const struct probe *probe, const struct machine_choice *choice, struct machine_facts *out)
{
	struct probe own = *probe;
	struct search search = { &own, &own, choice, out };
	*out = (struct machine_facts){ 0 };
	own.environment = (struct environment){ 0 };
	environment_copy(&own.environment, &probe->environment);
	own.hides_tree = true;
	for (size_t i = 0; i < COUNT_OF(finders); i++)
		finders[i](&search);
	environment_release(&own.environment);
}

void machine_facts_release(struct machine_facts *facts)
{
	free(facts->items);
	arena_release(&facts->arena);
	*facts = (struct machine_facts){ 0 };
}
