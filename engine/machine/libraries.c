#include "machine/libraries.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

static const char *get(const struct build_variables *variables, const char *name)
{
	return variables->get(variables->ctx, name);
}

char *cudnn_version_in(const struct probe *probe, const char *folder)
{
	struct str path = STR_INIT, version = STR_INIT;
	static const char *const headers[] = { "cudnn_version.h", "cudnn.h" };
	for (size_t i = 0; folder && i < COUNT_OF(headers) && version.len == 0; i++) {
		str_clear(&path);
		str_addf(&path, "%s/%s", folder, headers[i]);
		char *major = probe_extract_file(probe, path.ptr, "#define CUDNN_MAJOR ([0-9]+)");
		char *minor = probe_extract_file(probe, path.ptr, "#define CUDNN_MINOR ([0-9]+)");
		char *level = probe_extract_file(probe, path.ptr, "#define CUDNN_PATCHLEVEL ([0-9]+)");
		if (major && minor && level)
			str_addf(&version, "%s.%s.%s", major, minor, level);
		free(major);
		free(minor);
		free(level);
	}
	str_release(&path);
	char *text = version.len ? xstrdup(version.ptr) : NULL;
	str_release(&version);
	return text;
}

char *cudnn_find(
	const struct probe *probe, const struct build_variables *variables, const char *toolkit_root, char **folder)
{
	struct str own = STR_INIT, rooted = STR_INIT;
	const char *root = get(variables, "CUDNN_ROOT");
	bool windows = probe_is_windows(probe);
	str_addf(&own, "%s/include", toolkit_root ? toolkit_root : "");
	str_addf(&rooted, "%s/include", root ? root : "");
	const char *const folders[] = { get(variables, "CUDNN_INCLUDE_DIR"), root ? rooted.ptr : NULL,
		toolkit_root ? own.ptr : NULL, windows ? NULL : "/usr/include",
		windows ? NULL : "/usr/include/x86_64-linux-gnu", windows ? NULL : "/usr/include/aarch64-linux-gnu" };
	char *version = NULL;
	*folder = NULL;
	for (size_t i = 0; i < COUNT_OF(folders) && !version; i++) {
		version = cudnn_version_in(probe, folders[i]);
		*folder = version ? xstrdup(folders[i]) : NULL;
	}
	str_release(&own);
	str_release(&rooted);
	return version;
}

/* The first place that has the header is taken. */
struct header_search {
	const struct probe *probe;
	const char *header;
	bool is_seen; /* PyTorch looks in the places that are tried now */
	struct header_place found;
};

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static void
try_place(struct header_search *search, const char *source, const char *format, ...)
{
	va_list args;
	struct str folder = STR_INIT, path = STR_INIT;
	va_start(args, format);
	str_addv(&folder, format, args);
	va_end(args);
	str_addf(&path, "%s/%s", folder.ptr, search->header);
	if (!search->found.folder && search->probe->type(search->probe, path.ptr) == FILE_REGULAR)
		search->found = (struct header_place){ str_detach(&folder), source, search->is_seen };
	str_release(&folder);
	str_release(&path);
}

/* A list of folders, as CMake takes it from a variable of its own, or from one of the environment. */
static void try_list(
	struct header_search *search, const struct build_variables *variables, const char *name, const char *below)
{
	const char *list = get(variables, name), *ends = probe_is_windows(search->probe) ? ";" : ";:";
	while (list && *list) {
		size_t length = strcspn(list, ends);
		if (length)
			try_place(search, name, "%.*s%s", (int)length, list, below);
		list += length + (list[length] != '\0');
	}
}

/* cmake/Modules/FindMKL.cmake: INTEL_MKL_DIR, which setup.py hands on, and what CMake itself looks through. MKLROOT is
 * not among it. */
static void try_where_mkl_is_seen(struct header_search *search, const struct build_variables *variables)
{
	const char *own = get(variables, "INTEL_MKL_DIR"), *product = probe_env(search->probe, "MKLProductDir");
	bool windows = probe_is_windows(search->probe);
	if (own)
		try_place(search, "INTEL_MKL_DIR", "%s/include", own);
	try_list(search, variables, "CMAKE_INCLUDE_PATH", "");
	try_list(search, variables, "CMAKE_PREFIX_PATH", "/include");
	if (!own && windows && product)
		try_place(search, "MKLProductDir", "%s/mkl/include", product);
	if (!own && windows && !product)
		try_place(search, "the usual place",
			"C:\\Program Files (x86)\\IntelSWTools\\compilers_and_libraries\\windows\\mkl/include");
	if (!windows) {
		try_place(search, "the usual place", "/opt/intel/oneapi/mkl/latest/include");
		try_place(search, "the usual place", "/opt/intel/mkl/include");
		try_place(search, "the usual place", "/usr/include/mkl");
	}
}

static void try_conda(struct header_search *search)
{
	const char *conda = probe_env(search->probe, "CONDA_PREFIX");
	if (conda)
		try_place(search, "CONDA_PREFIX",
			probe_is_windows(search->probe) ? "%s\\Library/include" : "%s/include", conda);
}

struct header_place mkl_find(const struct probe *probe, const struct build_variables *variables)
{
	struct header_search search = { .probe = probe, .header = "mkl_cblas.h", .is_seen = true };
	const char *root = probe_env(probe, "MKLROOT");
	try_where_mkl_is_seen(&search, variables);
	search.is_seen = false;
	if (root)
		try_place(&search, "MKLROOT", "%s/include", root);
	try_conda(&search);
	if (probe_is_windows(probe))
		try_place(
			&search, "oneAPI's usual place", "C:\\Program Files (x86)\\Intel\\oneAPI\\mkl\\latest/include");
	return search.found;
}

/* cmake/Modules/FindOpenBLAS.cmake. */
struct header_place openblas_find(
	const struct probe *probe, const struct build_variables *variables, const char *header)
{
	static const char *const usual[] = { "/usr/include/x86_64-linux-gnu", "/usr/include/aarch64-linux-gnu",
		"/usr/include", "/usr/include/openblas", "/usr/local/include", "/usr/local/include/openblas",
		"/opt/OpenBLAS/include" };
	struct header_search search = { .probe = probe, .header = header, .is_seen = true };
	const char *home = get(variables, "OpenBLAS_HOME");
	if (home) {
		try_place(&search, "OpenBLAS_HOME", "%s/include", home);
		try_place(&search, "OpenBLAS_HOME", "%s/include/openblas", home);
		try_place(&search, "OpenBLAS_HOME", "%s", home);
	}
	try_list(&search, variables, "CMAKE_PREFIX_PATH", "/include");
	for (size_t i = 0; !probe_is_windows(probe) && i < COUNT_OF(usual); i++)
		try_place(&search, "the usual place", "%s", usual[i]);
	search.is_seen = false;
	try_conda(&search);
	return search.found;
}
