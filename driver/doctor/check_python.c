/* The interpreter that builds, and its packages. */
#include <stdlib.h>
#include <string.h>

#include "data/data.h"
#include "doctor/check.h"

/* PyPy, and CPython without its lock, run the same programs and load other extension modules. */
static bool is_another_kind(const struct doctor_context *x, struct finding *finding, const char *version)
{
	char *kind = python_answer(str_slice(&x->python_says), "implementation"),
	     *threads = python_answer(str_slice(&x->python_says), "free-threaded");
	const char *torch = x->target->torch;
	bool another = kind && strcmp(kind, "cpython") != 0, free_threaded = threads && strcmp(threads, "True") == 0;
	if (another)
		found(finding, STATE_WRONG, "%s, '%s' is %s; PyTorch is for CPython", version, x->python, kind);
	else if (free_threaded && (!torch || version_in_range("<2.6", slice_of(torch))))
		found(finding, STATE_WRONG, "%s, '%s' is free-threaded; PyTorch can be built for that from 2.6 on",
			version, x->python);
	else if (free_threaded)
		found(finding, STATE_UNKNOWN, "%s, '%s' is free-threaded, which upstream calls experimental", version,
			x->python);
	free(kind);
	free(threads);
	return another || free_threaded;
}

static bool check_python(const struct doctor_context *x, struct finding *finding)
{
	if (!x->python)
		return found(finding, STATE_WRONG, "there is no Python in PATH") &&
		       fix_by(finding, "install it, or give --python FILE");
	char *version = python_answer(str_slice(&x->python_says), "version");
	if (!version && slice_find_nocase(slice_of(x->python), SLICE_LITERAL("\\WindowsApps\\"), 0) != (size_t)-1)
		return found(finding, STATE_WRONG, "'%s' is an app execution alias that starts no Python", x->python) &&
		       fix_by(finding, "install Python from python.org, or switch the alias off: Settings, Apps, App "
				       "execution aliases");
	if (!version)
		return found(finding, STATE_WRONG, "'%s' does not run", x->python) &&
		       fix_by(finding, "%s --version", x->python_word);
	if (is_another_kind(x, finding, version)) {
		free(version);
		return fix_by(finding, "create an environment with the usual Python");
	}
	char *range = x->profile && x->profile->python_range
			      ? xstrdup(x->profile->python_range)
			      : matrix_cell(matrix_row(x, "torch", "torch", x->target->torch), "python");
	bool fits = !range || version_in_range(range, slice_of(version));
	found_by(x, finding, fits ? STATE_OK : STATE_WRONG,
		BASED_ON({ "Python", version }, { "PyTorch", x->target->torch }), "%s, '%s'%s%s", version, x->python,
		fits ? "" : "; this PyTorch supports ", fits ? "" : range);
	if (!fits)
		fix_by(finding, "create an environment with Python %s", range);
	free(range);
	free(version);
	return true;
}

static bool check_bits(const struct doctor_context *x, struct finding *finding)
{
	char *bits = python_answer(str_slice(&x->python_says), "bits");
	if (!bits)
		return false;
	bool fits = strcmp(bits, "64") == 0;
	found(finding, fits ? STATE_OK : STATE_WRONG, "%s bits", bits);
	free(bits);
	return fits || fix_by(finding, "install the 64-bit Python");
}

/* "arm64" and "aarch64" are one. */
static bool same_processor(struct slice a, struct slice b)
{
	struct slice arm = SLICE_LITERAL("arm64"), other = SLICE_LITERAL("aarch64");
	return slice_eq(slice_eq(a, arm) ? other : a, slice_eq(b, arm) ? other : b);
}

static bool check_processor(const struct doctor_context *x, struct finding *finding)
{
	char *platform = python_answer(str_slice(&x->python_says), "platform"),
	     *target = x->windows ? xstrdup("amd64") : compiler_processor(x->probe, x->cxx);
	const char *processor = platform ? strrchr(platform, '-') : NULL;
	const char *compiler = x->windows ? "Visual C++ as tbuild activates it" : x->cxx;
	if (x->python_says.len == 0)
		found(finding, STATE_UNKNOWN, "Python does not run");
	else if (!processor || !target)
		found(finding, STATE_UNKNOWN, "%s does not say which processor it is for",
			processor ? compiler : "Python");
	else if (strcmp(processor, "-universal2") == 0 || same_processor(slice_of(processor + 1), slice_of(target)))
		found(finding, STATE_OK, "%s", target);
	else
		found(finding, STATE_WRONG, "this Python is for %s, and %s makes code for %s", processor + 1, compiler,
			target),
			fix_by(finding, "use a Python and a compiler for the same processor");
	free(platform);
	free(target);
	return true;
}

static bool check_headers(const struct doctor_context *x, struct finding *finding)
{
	char *header = python_answer(str_slice(&x->python_says), "header"),
	     *libs = python_answer(str_slice(&x->python_says), "libs");
	bool known = header != NULL, there = known && header[0] && (!x->windows || (libs && strcmp(libs, "True") == 0));
	if (there)
		found(finding, STATE_OK, "'%s'", header);
	else if (known)
		found(finding, STATE_WRONG, "this Python has no %s", header[0] ? "libs folder" : "Python.h"),
			fix_by(finding, "%s",
				x->windows ? "install Python from python.org: the embeddable package has no headers "
					     "and libraries"
					   : "apt-get install python3-dev");
	free(header);
	free(libs);
	return known;
}

/* A package as pip takes it: `"numpy>=1.21,<2"`. */
static void add_requirement(const struct setting *setting, struct str *command)
{
	str_addf(command, " \"%s", setting->name);
	for (const char *c = setting->value; *c; c++)
		if (*c != ' ')
			str_add_char(command, *c);
	str_add_char(command, '"');
}

/* What is to be said of all packages of the profile. */
struct packages {
	struct str missing, command; /* their names; what pip is to install */
	size_t count, n_missing;
};

static void merge(struct finding *all, struct finding *one)
{
	if (one->state != STATE_OK)
		str_addf(&all->seen, "%s%s", all->seen.len ? ", " : "", one->seen.ptr);
	all->state = one->state < all->state ? one->state : all->state;
	str_release(&one->seen);
}

static void add_package(
	const struct doctor_context *x, const struct setting *setting, struct packages *packages, struct finding *all)
{
	char *version = python_package(str_slice(&x->python_says), setting->name);
	struct finding one = { .state = STATE_OK };
	packages->count++;
	if (!version)
		str_addf(&packages->missing, "%s%s", packages->n_missing++ ? ", " : "", setting->name);
	else if (!version_in_range(setting->value, slice_of(version)))
		found(&one, STATE_WRONG, "%s %s is not %s", setting->name, version, setting->value);
	else
		found_by(x, &one, STATE_OK, BASED_ON({ setting->name, version }), "%s", "");
	if (one.state == STATE_WRONG || !version)
		add_requirement(setting, &packages->command);
	merge(all, &one);
	free(version);
}

static bool check_packages(const struct doctor_context *x, struct finding *finding)
{
	struct packages packages = { 0 };
	struct finding missing = { .state = STATE_OK };
	if (!x->profile || x->python_says.len == 0)
		return false;
	finding->state = STATE_OK;
	for (size_t i = 0; i < x->profile->pip.count; i++)
		if (x->profile->pip.items[i].value)
			add_package(x, &x->profile->pip.items[i], &packages, finding);
	if (packages.n_missing)
		found_missing(x, &missing, STATE_WRONG, "%s %s missing", packages.missing.ptr,
			packages.n_missing == 1 ? "is" : "are");
	merge(finding, &missing);
	if (finding->state == STATE_OK)
		found(finding, STATE_OK, "%zu package%s the profile", packages.count,
			packages.count == 1 ? " matches" : "s match");
	if (packages.command.len)
		fix_by(finding, "%s%s", x->pip_install.ptr, packages.command.ptr);
	str_release(&packages.missing);
	str_release(&packages.command);
	return true;
}

/* bdist_wheel is part of setuptools since 70.1. */
static bool check_wheel(const struct doctor_context *x, struct finding *finding)
{
	if (x->target->request->no_wheel)
		return false;
	char *wheel = python_package(str_slice(&x->python_says), "wheel"),
	     *setuptools = python_package(str_slice(&x->python_says), "setuptools");
	bool known = x->python_says.len > 0, own = setuptools && version_in_range(">=70.1", slice_of(setuptools));
	if (wheel)
		found(finding, STATE_OK, "wheel %s", wheel);
	else if (own)
		found(finding, STATE_OK, "setuptools %s makes wheels itself", setuptools);
	else if (known)
		found_missing(x, finding, STATE_WRONG, "there is no package wheel, and setuptools %s cannot make one",
			setuptools ? setuptools : "is missing, which"),
			fix_by(finding, "%s wheel", x->pip_install.ptr);
	free(wheel);
	free(setuptools);
	return known;
}

static const struct check checks[] = {
	{ "python", "each PyTorch release supports only some Pythons", check_python },
	{ "python-bits", "PyTorch has no 32-bit build", check_bits },
	{ "processor", "Python loads only modules for its own processor", check_processor },
	{ "python-headers", "the extension modules need them", check_headers },
	{ "packages", "setup.py imports them, and some versions break it", check_packages },
	{ "wheel", "the last step makes a wheel", check_wheel },
};

const struct check_group checks_python = { checks, COUNT_OF(checks) };
