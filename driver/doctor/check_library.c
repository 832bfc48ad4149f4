/* What the compilers bring with them or look for elsewhere: libc, the assembler, NVTX, and what is fetched while it
 * builds. */
#include <stdlib.h>
#include <string.h>

#include "data/data.h"
#include "doctor/check.h"

#define CUDA_CMAKE_MAX_BYTES ((size_t)1 << 20)

static bool has_library(const struct doctor_context *x, const char *folder, const char *name)
{
	struct dir_list list = { 0 };
	bool found = false;
	x->probe->list(x->probe, folder, &list);
	for (size_t i = 0; i < list.count && !found; i++) {
		struct slice each = slice_of(list.entries[i].name);
		if (slice_starts_with(each, "lib"))
			each = slice_sub(each, 3, each.len);
		found = slice_starts_with(each, name) &&
			(slice_ends_with(each, ".a") || slice_ends_with(each, ".lib") ||
				slice_ends_with(each, ".dylib") ||
				slice_find(each, SLICE_LITERAL(".so"), 0) != (size_t)-1);
	}
	dir_list_release(&list);
	return found;
}

bool library_is_beside(const struct doctor_context *x, const char *include, const char *name)
{
	static const char *const folders[] = { "lib", "lib64", "lib/x64", "lib/intel64", "lib/x86_64-linux-gnu",
		"lib/aarch64-linux-gnu" };
	struct slice above = slice_of(include);
	size_t at = slice_find(above, SLICE_LITERAL("/include"), 0);
	if (at != (size_t)-1)
		above = slice_sub(above, 0, at);
	bool found = false;
	for (size_t i = 0; i < COUNT_OF(folders) && !found; i++) {
		struct str folder = STR_INIT;
		str_addf(&folder, SLICE_FMT "/%s", SLICE_ARG(above), folders[i]);
		found = has_library(x, folder.ptr, name);
		str_release(&folder);
	}
	return found;
}

static bool check_glibc(const struct doctor_context *x, struct finding *finding)
{
	static const char *const ask[] = { "getconf", "GNU_LIBC_VERSION", NULL };
	if (x->windows || !x->toolkit.version)
		return false;
	char *version = probe_ask(x->probe, ask, "glibc ([0-9.]+)");
	char *range = matrix_cell(matrix_row(x, "glibc", "glibc", version), "cuda");
	bool fits = range && version_in_range(range, slice_of(x->toolkit.version));
	if (!range)
		found(finding, STATE_UNKNOWN, "getconf does not say which glibc this is");
	else
		found_by(x, finding, fits ? STATE_OK : STATE_WRONG,
			BASED_ON({ "glibc", version }, { "CUDA", x->toolkit.version }), "glibc %s and CUDA %s%s",
			version, x->toolkit.version,
			fits ? "" : ": both declare cospi, sinpi and rsqrt, in different ways");
	if (range && !fits)
		fix_by(finding,
			"use CUDA %s, build in an older distribution, or add noexcept(true) to those "
			"functions in '%s/include/crt/math_functions.h'",
			range, x->toolkit.root);
	free(version);
	free(range);
	return true;
}

static bool check_assembler(const struct doctor_context *x, struct finding *finding)
{
	static const char *const ask[] = { "as", "--version", NULL };
	if (x->windows)
		return false;
	char *gcc = compiler_gcc_version(x->probe, x->cxx),
	     *version = probe_ask(x->probe, ask, "GNU assembler.* ([0-9]+\\.[0-9.]+)");
	char *range = matrix_cell(matrix_row(x, "assembler", "gcc", gcc), "binutils");
	bool fits = range && version && version_in_range(range, slice_of(version));
	if (!version)
		found(finding, STATE_UNKNOWN, "`as --version` does not say which assembler this is");
	else if (!range)
		found(finding, STATE_UNKNOWN, "binutils %s; tbuild does not know what the compiler needs", version);
	else
		found_by(x, finding, fits ? STATE_OK : STATE_WARNING, BASED_ON({ "GCC", gcc }),
			"binutils %s with GCC %s%s%s", version, gcc, fits ? "" : ", which can write instructions of ",
			fits ? "" : range);
	if (version && range && !fits)
		fix_by(finding, "install newer binutils (conda: binutils_linux-64), first in PATH");
	free(gcc);
	free(version);
	free(range);
	return true;
}

/* Does the tree still ask for the library? tpatch's rules for 2.0 to 2.4 let it do with the headers of NVTX 3. */
static bool tree_needs_nvtx(const struct doctor_context *x)
{
	struct str text = STR_INIT;
	struct err ignored = ERR_INIT;
	bool needs = true;
	if (x->target->root &&
		root_read(x->target->root, "cmake/public/cuda.cmake", CUDA_CMAKE_MAX_BYTES, &text, NULL, &ignored)) {
		char *guard = probe_extract(str_slice(&text), "(NOT LIBNVTOOLSEXT|only the headers of NVTX 3)");
		needs = !guard;
		free(guard);
	}
	err_release(&ignored);
	str_release(&text);
	return needs;
}

/* Up to 2.4 it is linked; later releases have its headers in third_party. */
static bool check_nvtx(const struct doctor_context *x, struct finding *finding)
{
	static const char *const below[] = { "lib64/libnvToolsExt.so", "targets/x86_64-linux/lib/libnvToolsExt.so",
		"targets/sbsa-linux/lib/libnvToolsExt.so", "lib/libnvToolsExt.so" };
	const char *torch = x->target->torch;
	if (!x->toolkit_fits || !torch || !version_in_range("<2.5", slice_of(torch)))
		return false;
	const char *given = probe_env(x->probe, "NVTOOLSEXT_PATH");
	struct str path = STR_INIT;
	bool there = false;
	for (size_t i = 0; !there && i < (x->windows ? 1 : COUNT_OF(below)); i++) {
		str_clear(&path);
		if (x->windows)
			str_addf(&path, "%s\\lib/x64/nvToolsExt64_1.lib",
				given ? given : "C:\\Program Files\\NVIDIA Corporation\\NvToolsExt");
		else
			str_addf(&path, "%s/%s", x->toolkit.root, below[i]);
		there = x->probe->type(x->probe, path.ptr) == FILE_REGULAR;
	}
	if (there) {
		found(finding, STATE_OK, "'%s'", path.ptr);
	} else if (!tree_needs_nvtx(x)) {
		found(finding, STATE_OK, "CUDA %s has no nvToolsExt, and this tree builds without it",
			x->toolkit.version);
	} else {
		found(finding, STATE_WRONG, "PyTorch %s links nvToolsExt, which CUDA %s in '%s' does not have", torch,
			x->toolkit.version, x->toolkit.root);
		if (x->root && version_in_range(">=2.0", slice_of(torch)))
			fix_by(finding, "%s, whose group nvtx lets PyTorch 2.0 to 2.4 build without it", x->patch.ptr);
		else if (x->windows)
			fix_by(finding, "install NVTX of the CUDA 11.8 installer, and set NVTOOLSEXT_PATH");
		else
			fix_by(finding, version_in_range("<12.9", slice_of(x->toolkit.version))
						? "install cuda-nvtx of this toolkit"
						: "use CUDA 12.8 or older");
	}
	str_release(&path);
	return true;
}

/* Is one of the options, whose names a cell lists, off in the build? */
static bool is_off(const struct doctor_context *x, const char *options)
{
	struct slice rest = slice_of(options ? options : ""), each;
	bool off = false;
	while (!off && slice_cut(&rest, ',', &each)) {
		char *option = slice_dup(slice_trim(each));
		const char *value = build_env(x, option);
		off = value && tree_same_value(value, "OFF");
		free(option);
	}
	return off;
}

/* A folder of the tree, which is not cloned again even if it is empty, or a package of Python. */
static bool is_there(const struct doctor_context *x, const struct yaml_node *row)
{
	struct file_stat st = { 0 };
	struct err ignored = ERR_INIT;
	char *path = matrix_cell(row, "path"), *package = matrix_cell(row, "package"),
	     *version = package ? python_package(str_slice(&x->python_says), package) : NULL;
	bool there = version || (path && root_stat(x->target->root, path, &st, &ignored) && st.type == FILE_DIRECTORY);
	err_release(&ignored);
	free(path);
	free(package);
	free(version);
	return there;
}

static bool check_fetched(const struct doctor_context *x, struct finding *finding)
{
	const struct yaml_node *rows = yaml_find(x->matrix.root, "fetched")->value;
	struct str names = STR_INIT, fixes = STR_INIT;
	bool only_packages = true;
	for (size_t i = 0; x->root && x->target->torch && i < rows->count; i++) {
		const struct yaml_node *row = rows->items[i];
		char *range = matrix_cell(row, "torch"), *system = matrix_cell(row, "system"),
		     *options = matrix_cell(row, "options"), *what = matrix_cell(row, "what"),
		     *fix = matrix_cell(row, "fix");
		if (version_in_range(range, slice_of(x->target->torch)) &&
			(!system || strcmp(system, x->probe->facts.system) == 0) && !is_off(x, options) &&
			!is_there(x, row)) {
			str_addf(&names, "%s%s", names.len ? ", " : "", what);
			str_addf(&fixes, "%s%s", fixes.len ? "; " : "", fix);
			only_packages = only_packages && yaml_find(row, "package");
		}
		free(range);
		free(system);
		free(options);
		free(what);
		free(fix);
	}
	if (names.len && only_packages)
		found_missing(x, finding, STATE_WARNING, "the build downloads %s", names.ptr);
	else if (names.len)
		found(finding, STATE_WARNING, "the build downloads %s", names.ptr);
	else
		found_by(x, finding, STATE_OK, BASED_ON({ "PyTorch", x->target->torch }),
			"the build downloads nothing that tbuild knows of");
	if (names.len)
		fix_by(finding, "without network: %s", fixes.ptr);
	str_release(&names);
	str_release(&fixes);
	return x->root != NULL;
}

static const struct check checks[] = {
	{ "glibc", "its headers and those of older toolkits contradict each other", check_glibc },
	{ "assembler", "the compiler emits instructions that an older assembler does not know", check_assembler },
	{ "nvtx", "PyTorch up to 2.4 links it, and newer toolkits do not include it", check_nvtx },
	{ "fetched", "without network, the build fails when it needs this", check_fetched },
};

const struct check_group checks_library = { checks, COUNT_OF(checks) };
