/* torch.compile on Windows, with what was built: none of it stops the build, so nothing here is wrong. Source:
 * triton-windows' README. */
#include <stdlib.h>
#include <string.h>

#include "data/data.h"
#include "doctor/check.h"

static bool applies(const struct doctor_context *x)
{
	return x->windows && x->target->torch && version_in_range(">=2.4", slice_of(x->target->torch));
}

static bool check_gpu(const struct doctor_context *x, struct finding *finding)
{
	const struct machine_gpus *gpus = &x->probe->facts.gpus;
	if (!applies(x) || gpus->count == 0)
		return false;
	const struct machine_gpu *gpu = &gpus->items[0];
	struct str capability = STR_INIT;
	str_addf(&capability, "%d.%d", gpu->major, gpu->minor);
	char *range = matrix_cell(matrix_row(x, "triton_gpu", "capability", capability.ptr), "torch");
	bool fits = range && version_in_range(range, slice_of(x->target->torch));
	if (!range)
		found(finding, STATE_UNKNOWN, "%s, %s: tbuild does not know whether Triton supports it", gpu->name,
			capability.ptr);
	else if (fits)
		found_by(x, finding, STATE_OK, BASED_ON({ "PyTorch", x->target->torch }), "%s, %s: Triton supports it",
			gpu->name, capability.ptr);
	else if (version_in_range(">=7.5", str_slice(&capability)))
		found(finding, STATE_WARNING, "%s, %s: Triton supports it with PyTorch %s, and this is %s", gpu->name,
			capability.ptr, range, x->target->torch),
			fix_by(finding, "use eager mode on this GPU, or another PyTorch");
	else
		found(finding, STATE_WARNING, "%s, %s: Triton does not support GPUs below 7.5", gpu->name,
			capability.ptr),
			fix_by(finding, "use eager mode on this GPU");
	free(range);
	str_release(&capability);
	return true;
}

static bool check_cl(const struct doctor_context *x, struct finding *finding)
{
	if (!applies(x))
		return false;
	const char *other = probe_env(x->probe, "CXX");
	char *first = x->probe->find(x->probe, other ? other : "cl", 0);
	if (first)
		found(finding, STATE_OK, "'%s'", first);
	else if (other)
		found(finding, STATE_WARNING, "CXX is '%s', and that is not in PATH", other),
			fix_by(finding, "unset CXX, or add the compiler to PATH");
	else
		found(finding, STATE_WARNING, "there is no cl in this shell"),
			fix_by(finding,
				"start Python from the \"x64 Native Tools Command Prompt\", or call vcvars64.bat "
				"first");
	free(first);
	return true;
}

static bool check_triton(const struct doctor_context *x, struct finding *finding)
{
	if (!applies(x) || x->python_says.len == 0)
		return false;
	char *range = matrix_cell(matrix_row(x, "triton", "torch", x->target->torch), "triton");
	char *plain = python_package(str_slice(&x->python_says), "triton"),
	     *version = python_package(str_slice(&x->python_says), "triton-windows");
	bool fits = range && version && !plain && version_in_range(range, slice_of(version));
	if (fits)
		found(finding, STATE_OK, "triton-windows %s", version);
	else if (!range)
		found(finding, STATE_UNKNOWN, "tbuild does not know which triton-windows PyTorch %s works with",
			x->target->torch);
	else if (plain)
		found(finding, STATE_WARNING, "the package triton %s is installed, which is not for Windows", plain),
			fix_by(finding, "%s -m pip uninstall -y triton && %s -m pip install \"triton-windows%s\"",
				x->python_word, x->python_word, range);
	else if (version)
		found(finding, STATE_WARNING, "triton-windows %s; PyTorch %s wants %s", version, x->target->torch,
			range);
	else
		found_missing(x, finding, STATE_WARNING, "there is no triton-windows");
	if (range && !fits && !plain)
		fix_by(finding, "%s -m pip install \"triton-windows%s\"", x->python_word, range);
	free(range);
	free(plain);
	free(version);
	return true;
}

static const struct check checks[] = {
	{ "compile-gpu", "torch.compile generates its GPU code with Triton", check_gpu },
	{ "compile-cl", "torch.compile compiles its CPU code at run time", check_cl },
	{ "compile-triton", "each PyTorch release works with one Triton series", check_triton },
};

const struct check_group checks_compile = { checks, COUNT_OF(checks) };
