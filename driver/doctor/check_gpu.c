/* The GPU that is here, and its driver. */
#include <stdlib.h>
#include <string.h>

#include "doctor/check.h"

static bool check_driver(const struct doctor_context *x, struct finding *finding)
{
	const struct machine_gpus *gpus = &x->probe->facts.gpus;
	if (!x->profile || !x->profile->cuda)
		return false;
	if (gpus->cuda_version == 0)
		return found(finding, STATE_UNKNOWN, "no CUDA driver here: you can build, but not run") &&
		       fix_by(finding, "install the driver%s%s", x->profile->driver_branch ? " of branch " : "",
			       x->profile->driver_branch ? x->profile->driver_branch : "");
	struct version version = { 0 };
	int major = gpus->cuda_version / 1000, minor = gpus->cuda_version % 1000 / 10;
	/* Within a major version newer toolkits run on older drivers (CUDA Compatibility, "minor version
	 * compatibility"). */
	if (!x->toolkit.version || !version_parse(&version, slice_of(x->toolkit.version), NULL))
		return found(finding, STATE_UNKNOWN,
			"the driver supports CUDA %d.%d, and there is no toolkit to compare", major, minor);
	bool fits = version.part[0] <= (unsigned long)major;
	found(finding, fits ? STATE_OK : STATE_WARNING, "the driver supports CUDA %d.%d", major, minor);
	return fits ||
	       fix_by(finding,
		       "programs built with CUDA %s do not run on it; install a newer driver, or build with an older "
		       "CUDA",
		       x->toolkit.version);
}

/* 470 of "R470"; 0: it is none. */
static unsigned long branch_number(const char *branch)
{
	return branch[0] == 'R' ? strtoul(branch + 1, NULL, 10) : 0;
}

/* The branch of the driver that is here, by the newest CUDA that it supports. */
struct driver {
	unsigned long number;
	struct str name; /* "R550 (CUDA 12.4)" */
};

static struct driver driver_of(const struct doctor_context *x)
{
	const struct yaml_node *rows = yaml_find(x->matrix.root, "driver")->value;
	struct driver driver = { 0, STR_INIT };
	struct str cuda = STR_INIT;
	int version = x->probe->facts.gpus.cuda_version;
	str_addf(&cuda, "%d.%d", version / 1000, version % 1000 / 10);
	const struct yaml_node *row = matrix_row(x, "driver", "cuda", cuda.ptr);
	char *branch = matrix_cell(row ? row : rows->items[rows->count - 1], "branch");
	driver.number = branch_number(branch) + (row ? 0 : 1);
	str_addf(&driver.name, "%s%s (CUDA %s)", row ? "" : "one newer than ", branch, cuda.ptr);
	free(branch);
	str_release(&cuda);
	return driver;
}

/* The last branch that serves all GPUs here, for free(), and the name of the one that needs it. NULL: any branch. */
static char *branch_needed(const struct doctor_context *x, const char **who)
{
	const struct machine_gpus *gpus = &x->probe->facts.gpus;
	char *last = NULL;
	for (size_t i = 0; i < gpus->count; i++) {
		struct str arch = STR_INIT;
		str_addf(&arch, "%d.%d", gpus->items[i].major, gpus->items[i].minor);
		char *branch = matrix_cell(matrix_arch(x, str_slice(&arch)), "driver_branch");
		str_release(&arch);
		if (branch && (!last || branch_number(branch) < branch_number(last))) {
			free(last);
			last = branch;
			*who = gpus->items[i].name;
		} else {
			free(branch);
		}
	}
	/* A driver does not list the GPUs that it no longer serves: the profile tells for which it is. */
	if (!gpus->count && x->profile->driver_branch) {
		last = xstrdup(x->profile->driver_branch);
		*who = "a GPU of the profile";
	}
	return last;
}

static bool check_driver_branch(const struct doctor_context *x, struct finding *finding)
{
	const struct machine_gpus *gpus = &x->probe->facts.gpus;
	const char *who = NULL;
	char *last = x->profile && x->profile->cuda ? branch_needed(x, &who) : NULL;
	if (!last)
		return false;
	struct driver driver = driver_of(x);
	bool is_known = branch_number(last) > 0, is_over = is_known && driver.number > branch_number(last);
	if (!is_known)
		found(finding, STATE_UNKNOWN, "driver_branch in the profile is %s, which is no branch such as R470",
			last);
	else if (gpus->cuda_version == 0)
		found(finding, STATE_UNKNOWN, "no CUDA driver here; %s needs %s or older", who, last);
	else
		found(finding,
			!is_over      ? STATE_OK
			: gpus->count ? STATE_WRONG
				      : STATE_WARNING,
			"%s%s; %s needs %s or older", driver.name.ptr, is_over && !gpus->count ? " lists no GPU" : "",
			who, last);
	if (is_over && gpus->cuda_version)
		fix_by(finding,
			"to run what is built, install a driver of branch %s, and no newer one with the toolkit", last);
	free(last);
	str_release(&driver.name);
	return true;
}

/*
 * Code for a capability runs on GPUs of the same major and a minor that is not lower; PTX on all later ones. With 'a'
 * after the number ("architecture-specific") both run on that GPU only; with 'f' ("family") as code does. PTX ISA,
 * ".target".
 */
static bool runs_on(const char *arch, const struct machine_gpu *gpu)
{
	struct slice text = slice_of(arch);
	struct version version;
	bool ptx = slice_ends_with(text, "+PTX");
	if (ptx)
		text.len -= 4;
	bool is_family = slice_ends_with(text, "f"), is_specific = slice_ends_with(text, "a");
	if (is_family || is_specific)
		text.len--;
	if (!version_parse(&version, text, NULL))
		return false;
	unsigned long major = (unsigned long)gpu->major, minor = (unsigned long)gpu->minor;
	if (is_specific)
		return version.part[0] == major && version.part[1] == minor;
	ptx = ptx && !is_family;
	return (version.part[0] == major && version.part[1] <= minor) || (ptx && version.part[0] < major);
}

/* Not a name, such as "Ampere", for which each release has numbers of its own. */
static bool is_number(const char *arch)
{
	return arch[0] >= '0' && arch[0] <= '9';
}

static bool check_gpu(const struct doctor_context *x, struct finding *finding)
{
	const struct machine_gpus *gpus = &x->probe->facts.gpus;
	if (!x->arch)
		return false;
	if (gpus->count == 0)
		return found(finding, STATE_UNKNOWN, "no CUDA GPU here: you can build, but not run");
	for (size_t i = 0; i < gpus->count; i++) {
		const struct machine_gpu *gpu = &gpus->items[i];
		const char *named = NULL;
		bool served = false;
		for (size_t k = 0; x->arch[k]; k++) {
			served = served || runs_on(x->arch[k], gpu);
			named = is_number(x->arch[k]) ? named : x->arch[k];
		}
		if (served)
			continue;
		if (named)
			return found(finding, STATE_UNKNOWN,
				"%s is %d.%d, and tbuild does not know which numbers the tree takes for '%s'",
				gpu->name, gpu->major, gpu->minor, named);
		found(finding, STATE_WRONG, "%s is %d.%d, and no arch of %s runs on it", gpu->name, gpu->major,
			gpu->minor, x->arch_owner);
		return fix_by(
			finding, "use a profile for it, or add \"%d.%d\" to %s", gpu->major, gpu->minor, x->arch_place);
	}
	return found(finding, STATE_OK, "%s, %d.%d%s", gpus->items[0].name, gpus->items[0].major, gpus->items[0].minor,
		gpus->count > 1 ? ", and others" : "");
}

static const struct check checks[] = {
	{ "driver", "an old driver cannot run what a new toolkit compiles", check_driver },
	{ "driver-branch", "each driver drops the oldest GPUs that its predecessor served", check_driver_branch },
	{ "gpu", "a GPU runs only code that was compiled for it", check_gpu },
};

const struct check_group checks_gpu = { checks, COUNT_OF(checks) };
