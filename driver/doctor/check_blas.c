/* The linear algebra that the profile asks for: PyTorch's finders fall back to another without an error. */
#include <stdlib.h>
#include <string.h>

#include "doctor/check.h"

struct header_place {
	char *path;         /* a folder to look for headers in */
	const char *source; /* where it comes from */
};

struct header_places {
	struct header_place *items;
	size_t count, capacity;
};

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static void
add_place(struct header_places *places, const char *source, const char *format, ...)
{
	va_list args;
	struct str path = STR_INIT;
	va_start(args, format);
	str_addv(&path, format, args);
	va_end(args);
	struct header_place place = { str_detach(&path), source };
	VEC_PUSH(places->items, places->count, places->capacity, place);
}

static void places_release(struct header_places *places)
{
	for (size_t i = 0; i < places->count; i++)
		free(places->items[i].path);
	free(places->items);
	*places = (struct header_places){ 0 };
}

/* The first place where `header` is, or NULL. */
static const struct header_place *place_of(
	const struct examination *x, const struct header_places *places, const char *header)
{
	for (size_t i = 0; i < places->count; i++) {
		struct str path = STR_INIT;
		str_addf(&path, "%s/%s", places->items[i].path, header);
		bool there = x->probe->type(x->probe, path.ptr) == FILE_REGULAR;
		str_release(&path);
		if (there)
			return &places->items[i];
	}
	return NULL;
}

/* cmake/Modules/FindMKL.cmake: INTEL_MKL_DIR, which setup.py hands on, and what CMake itself looks through. MKLROOT is
 * not among it. */
static void mkl_places(const struct examination *x, struct header_places *seen, struct header_places *unseen)
{
	const char *own = build_env(x, "INTEL_MKL_DIR"), *include = build_env(x, "CMAKE_INCLUDE_PATH"),
		   *prefix = build_env(x, "CMAKE_PREFIX_PATH");
	const char *product = probe_env(x->probe, "MKLProductDir"), *root = probe_env(x->probe, "MKLROOT"),
		   *conda = probe_env(x->probe, "CONDA_PREFIX");
	if (own)
		add_place(seen, "INTEL_MKL_DIR", "%s/include", own);
	if (include)
		add_place(seen, "CMAKE_INCLUDE_PATH", "%s", include);
	if (prefix)
		add_place(seen, "CMAKE_PREFIX_PATH", "%s/include", prefix);
	if (!own && x->windows && product)
		add_place(seen, "MKLProductDir", "%s/mkl/include", product);
	if (!own && x->windows && !product)
		add_place(seen, "the usual place",
			"C:\\Program Files (x86)\\IntelSWTools\\compilers_and_libraries\\windows\\mkl/include");
	if (!x->windows) {
		add_place(seen, "the usual place", "/opt/intel/oneapi/mkl/latest/include");
		add_place(seen, "the usual place", "/opt/intel/mkl/include");
		add_place(seen, "the usual place", "/usr/include/mkl");
	}
	if (root)
		add_place(unseen, "MKLROOT", "%s/include", root);
	if (conda)
		add_place(unseen, "CONDA_PREFIX", x->windows ? "%s\\Library/include" : "%s/include", conda);
	if (x->windows)
		add_place(
			unseen, "oneAPI's usual place", "C:\\Program Files (x86)\\Intel\\oneAPI\\mkl\\latest/include");
}

/* cmake/Modules/FindOpenBLAS.cmake. */
static void openblas_places(const struct examination *x, struct header_places *seen, struct header_places *unseen)
{
	static const char *const usual[] = { "/usr/include/x86_64-linux-gnu", "/usr/include", "/usr/include/openblas",
		"/usr/local/include", "/usr/local/include/openblas", "/opt/OpenBLAS/include" };
	const char *home = build_env(x, "OpenBLAS_HOME"), *prefix = build_env(x, "CMAKE_PREFIX_PATH"),
		   *conda = probe_env(x->probe, "CONDA_PREFIX");
	if (home) {
		add_place(seen, "OpenBLAS_HOME", "%s/include", home);
		add_place(seen, "OpenBLAS_HOME", "%s/include/openblas", home);
		add_place(seen, "OpenBLAS_HOME", "%s", home);
	}
	if (prefix)
		add_place(seen, "CMAKE_PREFIX_PATH", "%s/include", prefix);
	for (size_t i = 0; !x->windows && i < COUNT_OF(usual); i++)
		add_place(seen, "the usual place", "%s", usual[i]);
	if (conda)
		add_place(unseen, "CONDA_PREFIX", x->windows ? "%s\\Library/include" : "%s/include", conda);
}

/* The folder above `include`, which is what the variables take. */
static struct slice above(const char *include)
{
	struct slice path = slice_of(include);
	return slice_ends_with(path, "/include") ? slice_sub(path, 0, path.len - strlen("/include")) : path;
}

/* The profile names none: CMake takes MKL, else what FindBLAS knows, else Eigen, which has no LAPACK. */
static bool check_any(const struct examination *x, struct finding *finding)
{
	struct header_places mkl = { 0 }, openblas = { 0 }, unseen = { 0 };
	if (!x->profile || !settings_find(&x->profile->expect, "USE_LAPACK"))
		return false;
	mkl_places(x, &mkl, &unseen);
	openblas_places(x, &openblas, &unseen);
	const struct header_place *place = place_of(x, &mkl, "mkl_cblas.h");
	bool is_mkl = place != NULL;
	place = place ? place : place_of(x, &openblas, "cblas.h");
	if (place)
		found(finding, STATE_OK, "%s in '%s' (%s)", is_mkl ? "mkl_cblas.h" : "cblas.h", place->path,
			place->source);
	else
		found(finding, STATE_WARNING,
			"neither MKL nor OpenBLAS is where CMake looks: without LAPACK "
			"torch.linalg fails when it runs"),
			mend_by(finding, "%s",
				x->windows ? "pip install mkl-devel, and --set INTEL_MKL_DIR=DIR"
					   : "apt-get install libopenblas-dev, or --set CMAKE_PREFIX_PATH=DIR, "
					     "with DIR/include/cblas.h");
	places_release(&mkl);
	places_release(&openblas);
	places_release(&unseen);
	return true;
}

static bool check_blas(const struct examination *x, struct finding *finding)
{
	const char *wanted = build_env(x, "BLAS");
	if (!wanted)
		return check_any(x, finding);
	bool mkl = strcmp(wanted, "MKL") == 0;
	if (!(mkl || strcmp(wanted, "OpenBLAS") == 0))
		return false;
	struct header_places seen = { 0 }, unseen = { 0 };
	const char *header = mkl ? "mkl_cblas.h" : "cblas.h", *variable = mkl ? "INTEL_MKL_DIR" : "OpenBLAS_HOME";
	if (mkl)
		mkl_places(x, &seen, &unseen);
	else
		openblas_places(x, &seen, &unseen);
	const struct header_place *found_in = place_of(x, &seen, header),
				  *hidden_in = found_in ? NULL : place_of(x, &unseen, header);
	if (found_in) {
		found(finding, STATE_OK, "BLAS=%s: %s in '%s' (%s)", wanted, header, found_in->path, found_in->source);
	} else if (hidden_in) {
		bool conda = strcmp(hidden_in->source, "CONDA_PREFIX") == 0;
		found(finding, STATE_WRONG, "BLAS=%s: %s is in '%s' (%s), where PyTorch does not search", wanted,
			header, hidden_in->path, hidden_in->source);
		mend_by(finding, "--set \"%s=" SLICE_FMT "\"", conda ? "CMAKE_PREFIX_PATH" : variable,
			SLICE_ARG(above(hidden_in->path)));
	} else {
		found(finding, STATE_WRONG, "BLAS=%s, but there is no %s where PyTorch searches", wanted, header);
		mend_by(finding, "install %s, and say where: --set %s=DIR, with DIR/include/%s",
			mkl ? "MKL (Intel's, conda's mkl-devel or pip's)" : "OpenBLAS with its headers", variable,
			header);
	}
	places_release(&seen);
	places_release(&unseen);
	return true;
}

static const struct check checks[] = {
	{ "blas", "if it is not found, PyTorch silently uses a slower one", check_blas },
};

const struct check_group checks_blas = { checks, COUNT_OF(checks) };
