/* What the compilers bring with them or look for elsewhere: libc, the assembler, NVTX, and what is fetched while it
 * builds. */
#include <stdlib.h>
#include <string.h>

#include "data/data.h"
#include "doctor/check.h"

#define CUDA_CMAKE_MAX_BYTES ((size_t)1 << 20)

static bool check_glibc(const struct doctor_context *x, struct finding *finding)
{
	static const char *const ask[] = { "getconf", "GNU_LIBC_VERSION", NULL };
	if (x->windows || !x->toolkit.version)
		return false;
	char *version = probe_ask(x->probe, ask, "glibc ([0-9.]+)");
	char *range = matrix_cell(matrix_row(x, "glibc", "glibc", version), "cuda");
	bool fits = range && version_in_range(range, slice_of(x->toolkit.version));
	if (!version)
		found(finding, STATE_UNKNOWN, "getconf does not say which glibc this is");
	else if (!range)
		found(finding, STATE_UNKNOWN, "tbuild knows nothing about glibc %s", version);
	else if (!fits || !tool_is_unknown(x, finding, "glibc", version))
		found(finding, fits ? STATE_OK : STATE_WRONG, "glibc %s and CUDA %s%s", version, x->toolkit.version,
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
	else if (!fits || !tool_is_unknown(x, finding, "GCC", gcc))
		found(finding, fits ? STATE_OK : STATE_WARNING, "binutils %s with GCC %s%s%s", version, gcc,
			fits ? "" : ", which can write instructions of ", fits ? "" : range);
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
		else
			fix_by(finding, x->windows ? "install NVTX of the CUDA 11.8 installer, and set NVTOOLSEXT_PATH"
						   : "install cuda-nvtx of this toolkit, or use CUDA 12.8 or older");
	}
	str_release(&path);
	return true;
}

static bool is_off(const struct doctor_context *x, const char *option)
{
	const char *value = option ? build_env(x, option) : NULL;
	return value && (strcmp(value, "0") == 0 || strcmp(value, "OFF") == 0);
}

static bool check_fetched(const struct doctor_context *x, struct finding *finding)
{
	const struct yaml_pair *rows = yaml_find(x->matrix.root, "fetched");
	struct str names = STR_INIT;
	size_t n_options = 0;
	struct str options = STR_INIT;
	if (!x->root || torch_is_unknown(x, finding, "what the build downloads"))
		return x->root != NULL;
	for (size_t i = 0; rows && i < rows->value->count; i++) {
		const struct yaml_node *row = rows->value->items[i];
		char *range = matrix_cell(row, "torch"), *path = matrix_cell(row, "path"),
		     *option = matrix_cell(row, "option"), *what = matrix_cell(row, "what");
		if (version_in_range(range, slice_of(x->target->torch)) && !is_off(x, option) &&
			!is_off(x, "USE_DISTRIBUTED") && !is_off(x, "USE_CUDA") && folder_is_empty(x, path)) {
			str_addf(&names, "%s%s", names.len ? ", " : "", what);
			str_addf(&options, " --set %s=0", option);
			n_options++;
		}
		free(range);
		free(path);
		free(option);
		free(what);
	}
	if (n_options)
		found(finding, STATE_WARNING, "the build downloads %s", names.ptr),
			fix_by(finding, "without network: put it there before, or%s", options.ptr);
	else
		found(finding, STATE_OK, "the build downloads nothing that tbuild knows of");
	str_release(&names);
	str_release(&options);
	return true;
}

static const struct check checks[] = {
	{ "glibc", "its headers and those of older toolkits contradict each other", check_glibc },
	{ "assembler", "the compiler emits instructions that an older assembler does not know", check_assembler },
	{ "nvtx", "PyTorch up to 2.4 links it, and newer toolkits do not include it", check_nvtx },
	{ "fetched", "without network, the build fails when it needs this", check_fetched },
};

const struct check_group checks_library = { checks, COUNT_OF(checks) };
