/* The linear algebra that the profile asks for: PyTorch's finders fall back to another without an error. */
#include <stdlib.h>
#include <string.h>

#include "doctor/check.h"

/* The folder above `include`, which is what the variables take. */
static struct slice above(const char *include)
{
	struct slice path = slice_of(include);
	return slice_ends_with(path, "/include") ? slice_sub(path, 0, path.len - strlen("/include")) : path;
}

/* The header is where PyTorch looks. What else has cblas.h (libblas-dev, ATLAS) has another library, and maybe no
 * LAPACK. */
static void say_place(const struct doctor_context *x, struct finding *finding, bool mkl, struct header_place place)
{
	const char *header = mkl ? "mkl_cblas.h" : "cblas.h", *library = mkl ? "mkl_" : "openblas";
	if (library_is_beside(x, place.folder, library))
		found(finding, STATE_OK, "%s: %s in '%s' (%s)", mkl ? "MKL" : "OpenBLAS", header, place.folder,
			place.source);
	else
		found(finding, STATE_UNKNOWN, "%s in '%s' (%s), but no library of %s in the lib folders beside it",
			header, place.folder, place.source, mkl ? "MKL" : "OpenBLAS"),
			fix_by(finding, "install %s whole, or see which one CMake finds: tbuild --until compare",
				mkl ? "MKL" : "OpenBLAS");
}

/* The profile names none: CMake takes MKL, else what FindBLAS knows, else Eigen, which has no LAPACK. */
static bool check_any(const struct doctor_context *x, struct finding *finding)
{
	const struct build_variables variables = { build_variable, x };
	if (!x->profile || !settings_find(&x->profile->expect, "USE_LAPACK"))
		return false;
	if (strcmp(x->probe->facts.system, "macos") == 0)
		return found(finding, STATE_OK, "macOS brings Accelerate");
	struct header_place place = mkl_find(x->probe, &variables);
	bool is_mkl = place.folder && place.is_seen;
	if (!is_mkl) {
		free(place.folder);
		place = openblas_find(x->probe, &variables, "cblas.h");
	}
	if (place.folder && place.is_seen)
		say_place(x, finding, is_mkl, place);
	else
		found(finding, STATE_WARNING,
			"neither MKL nor OpenBLAS is where CMake looks: without LAPACK "
			"torch.linalg fails when it runs"),
			fix_by(finding, "%s%s", x->windows ? x->pip_install.ptr : "apt-get install libopenblas-dev",
				x->windows ? " mkl-devel, and --set INTEL_MKL_DIR=ENV\\Library (ENV: the environment)"
					   : ", or --set CMAKE_PREFIX_PATH=DIR, with DIR/include/cblas.h");
	free(place.folder);
	return true;
}

static bool check_blas(const struct doctor_context *x, struct finding *finding)
{
	const char *wanted = build_env(x, "BLAS");
	if (!wanted)
		return check_any(x, finding);
	bool mkl = strcmp(wanted, "MKL") == 0;
	if (!(mkl || strcmp(wanted, "OpenBLAS") == 0))
		return found(finding, STATE_UNKNOWN,
			"BLAS=%s: tbuild knows where PyTorch looks for MKL and OpenBLAS only", wanted);
	const struct build_variables variables = { build_variable, x };
	const char *header = mkl ? "mkl_cblas.h" : "cblas.h", *variable = mkl ? "INTEL_MKL_DIR" : "OpenBLAS_HOME";
	struct header_place place = mkl ? mkl_find(x->probe, &variables) : openblas_find(x->probe, &variables, header);
	if (place.folder && place.is_seen) {
		say_place(x, finding, mkl, place);
	} else if (place.folder) {
		bool conda = strcmp(place.source, "CONDA_PREFIX") == 0;
		found(finding, STATE_WRONG, "BLAS=%s: %s is in '%s' (%s), where PyTorch does not search", wanted,
			header, place.folder, place.source);
		fix_by(finding, "--set \"%s=" SLICE_FMT "\"", conda ? "CMAKE_PREFIX_PATH" : variable,
			SLICE_ARG(above(place.folder)));
	} else {
		found(finding, STATE_WRONG, "BLAS=%s, but there is no %s where PyTorch searches", wanted, header);
		fix_by(finding, "install %s, and say where: --set %s=DIR, with DIR/include/%s",
			mkl ? "MKL (Intel's, conda's mkl-devel or pip's)" : "OpenBLAS with its headers", variable,
			header);
	}
	free(place.folder);
	return true;
}

static const struct check checks[] = {
	{ "blas", "if it is not found, PyTorch silently uses a slower one", check_blas },
};

const struct check_group checks_blas = { checks, COUNT_OF(checks) };
