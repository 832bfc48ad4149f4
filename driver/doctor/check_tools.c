/* CMake, Ninja, git, the compiler of Linux, the launcher. */
#include <stdlib.h>
#include <string.h>

#include "data/data.h"
#include "doctor/check.h"

static bool check_cmake(const struct doctor_context *x, struct finding *finding)
{
	static const char *const ask[] = { "cmake", "--version", NULL };
	char *path = x->probe->find(x->probe, "cmake", 0),
	     *version = path ? probe_ask(x->probe, ask, "version ([0-9]+\\.[0-9]+(?:\\.[0-9]+)?)") : NULL;
	char *range = x->profile && x->profile->cmake
			      ? xstrdup(x->profile->cmake)
			      : matrix_cell(matrix_row(x, "torch", "torch", x->target->torch), "cmake");
	const char *policy = build_env(x, "CMAKE_POLICY_VERSION_MINIMUM");
	if (!version) {
		found(finding, STATE_WRONG, path ? "'%s' does not run" : "there is no cmake in PATH", path);
		fix_by(finding, "%s cmake", x->pip_install.ptr);
	} else if (range && !version_in_range(range, slice_of(version))) {
		found(finding, STATE_WRONG, "%s, '%s'; the tree requires %s", version, path, range);
		fix_by(finding, "%s \"cmake%s\"", x->pip_install.ptr, range);
	} else if (version_in_range(">=4", slice_of(version)) && x->target->torch &&
		   version_in_range("<2.8", slice_of(x->target->torch)) && !policy) {
		found(finding, STATE_WARNING, "%s, '%s', which rejects parts of third_party in PyTorch before 2.8",
			version, path);
		fix_by(finding, "--set CMAKE_POLICY_VERSION_MINIMUM=3.5, or patch the tree with tpatch");
	} else if ((range || !torch_is_unknown(x, finding, version)) &&
		   !tool_is_unknown(x, finding, "CMake", version)) {
		found(finding, STATE_OK, "%s, '%s'", version, path);
	}
	free(path);
	free(version);
	free(range);
	return true;
}

static bool check_ninja(const struct doctor_context *x, struct finding *finding)
{
	static const char *const ask[] = { "ninja", "--version", NULL };
	char *path = x->probe->find(x->probe, "ninja", 0),
	     *version = path ? probe_ask(x->probe, ask, "^([0-9]+\\.[0-9.]+)") : NULL;
	if (!version)
		found(finding, STATE_WRONG, path ? "'%s' does not run" : "there is no ninja in PATH", path),
			fix_by(finding, "%s ninja", x->pip_install.ptr);
	else if (!tool_is_unknown(x, finding, "Ninja", version))
		found(finding, STATE_OK, "%s, '%s'", version, path);
	free(path);
	free(version);
	return true;
}

/* Says of `name` which one wins, if there are two of different versions. */
static void add_rivals(const struct doctor_context *x, const char *name, struct str *out)
{
	char *first = x->probe->find(x->probe, name, 0), *second = x->probe->find(x->probe, name, 1);
	const char *const ask_first[] = { first, "--version", NULL }, *const ask_second[] = { second, "--version",
		NULL };
	static const char number[] = "([0-9]+\\.[0-9]+(?:\\.[0-9]+)?)";
	char *one = first && second ? probe_ask(x->probe, ask_first, number) : NULL,
	     *other = one ? probe_ask(x->probe, ask_second, number) : NULL;
	if (other && strcmp(one, other) != 0)
		str_addf(out, "%s%s %s, '%s', comes before %s, '%s'", out->len ? "; " : "", name, one, first, other,
			second);
	free(first);
	free(second);
	free(one);
	free(other);
}

static bool check_rivals(const struct doctor_context *x, struct finding *finding)
{
	struct str rivals = STR_INIT;
	add_rivals(x, "cmake", &rivals);
	add_rivals(x, "ninja", &rivals);
	if (rivals.len)
		found(finding, STATE_WARNING, "%s", rivals.ptr),
			fix_by(finding,
				"if the wrong one comes first, remove it from PATH, or install the right one in the "
				"environment");
	else
		found(finding, STATE_OK, "PATH has one cmake and one ninja");
	str_release(&rivals);
	return true;
}

static bool check_git(const struct doctor_context *x, struct finding *finding)
{
	char *path = x->probe->find(x->probe, "git", 0);
	if (path)
		found(finding, STATE_OK, "'%s'", path);
	else
		found(finding, STATE_WARNING, "there is no git in PATH"),
			fix_by(finding, "%s", x->windows ? "winget install Git.Git" : "apt-get install git");
	free(path);
	return true;
}

/* Where CXX is Clang, or nothing. */
static bool no_gcc(const struct doctor_context *x, struct finding *finding)
{
	const char *const ask[] = { x->cxx, "--version", NULL };
	char *clang = probe_ask(x->probe, ask, "clang version ([0-9]+\\.[0-9.]+)");
	if (clang)
		found(finding, STATE_UNKNOWN,
			"CXX is '%s', Clang %s; tbuild knows which GCC each PyTorch supports, not which Clang", x->cxx,
			clang);
	else if (build_env(x, "CXX"))
		found(finding, STATE_WRONG, "CXX is '%s', which does not run", x->cxx),
			fix_by(finding, "install it, or set CC and CXX to another: --set CC=gcc --set CXX=g++");
	else
		found(finding, STATE_WRONG, "there is no g++ in PATH"), fix_by(finding, "apt-get install g++");
	free(clang);
	return true;
}

static bool check_gcc(const struct doctor_context *x, struct finding *finding)
{
	if (x->windows)
		return false;
	char *version = compiler_gcc_version(x->probe, x->cxx);
	if (!version)
		return no_gcc(x, finding);
	char *range = x->profile && x->profile->gcc
			      ? xstrdup(x->profile->gcc)
			      : matrix_cell(matrix_row(x, "torch", "torch", x->target->torch), "gcc");
	char *tried = matrix_cell(matrix_row(x, "torch", "torch", x->target->torch), "gcc_tried");
	bool unknown = !range && torch_is_unknown(x, finding, version),
	     fits = !range || version_in_range(range, slice_of(version)),
	     is_new = fits && tried && !version_in_range(tried, slice_of(version));
	if (is_new)
		found(finding, STATE_WARNING, "%s %s is newer than PyTorch %s knew (%s)", x->cxx, version,
			x->target->torch, tried);
	else if (!unknown && (!fits || !tool_is_unknown(x, finding, "GCC", version)))
		found(finding, fits ? STATE_OK : STATE_WRONG, "%s %s%s%s", x->cxx, version,
			fits ? "" : "; this PyTorch requires ", fits ? "" : range);
	free(range);
	free(version);
	free(tried);
	if (is_new)
		fix_by(finding,
			"patch the tree with tpatch, which knows what breaks, or set CC and CXX to an older one");
	return fits ||
	       fix_by(finding,
		       "install a g++ in that range, and set CC and CXX to it (--set CC=gcc-12 --set CXX=g++-12)");
}

static bool check_launcher(const struct doctor_context *x, struct finding *finding)
{
	if (!x->profile || !x->profile->launcher)
		return false;
	const char *launcher = x->profile->launcher;
	char *path = x->probe->find(x->probe, launcher, 0);
	bool is_distcc = strcmp(launcher, "distcc") == 0;
	if (!path)
		found(finding, STATE_WRONG, "there is no %s in PATH", launcher),
			fix_by(finding, "install %s, or use another launcher", launcher);
	else if (is_distcc && !build_env(x, "DISTCC_HOSTS"))
		found(finding, STATE_WARNING, "'%s', but DISTCC_HOSTS is not set: everything is compiled here", path),
			fix_by(finding, "--set \"DISTCC_HOSTS=localhost/4 HOST/16\"");
	else
		found(finding, STATE_OK, "'%s'", path);
	free(path);
	return true;
}

static const struct check checks[] = {
	{ "cmake", "each tree accepts only some versions of CMake", check_cmake },
	{ "ninja", "without it, setup.py uses make or MSBuild, which is slower and has no launchers", check_ninja },
	{ "rivals", "CMake records the ninja it finds, and another shell may find a different one", check_rivals },
	{ "git", "setup.py uses it to read the commit and to fetch submodules", check_git },
	{ "gcc", "the tree and the toolkit's headers reject others", check_gcc },
	{ "launcher", "CMake calls it for every file", check_launcher },
};

const struct check_group checks_tools = { checks, COUNT_OF(checks) };
