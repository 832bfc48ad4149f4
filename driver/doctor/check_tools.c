/* CMake, Ninja, git, the compiler of Linux, the launcher. */
#include <stdlib.h>
#include <string.h>

#include "data/data.h"
#include "doctor/check.h"

/* The version that a program prints of itself, for free(); NULL: it does not run, or says none. */
static char *own_version(const struct doctor_context *x, const char *path)
{
	const char *const ask[] = { path, "--version", NULL };
	return path ? probe_ask(x->probe, ask, "([0-9]+\\.[0-9]+(?:\\.[0-9]+)?)") : NULL;
}

static bool check_cmake(const struct doctor_context *x, struct finding *finding)
{
	char *path = x->probe->find(x->probe, "cmake", 0), *version = own_version(x, path);
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
	} else {
		found_by(x, finding, STATE_OK, BASED_ON({ "CMake", version }, { "PyTorch", x->target->torch }),
			"%s, '%s'", version, path);
	}
	free(path);
	free(version);
	free(range);
	return true;
}

static bool check_ninja(const struct doctor_context *x, struct finding *finding)
{
	char *path = x->probe->find(x->probe, "ninja", 0), *version = own_version(x, path);
	if (!version)
		found(finding, STATE_WRONG, path ? "'%s' does not run" : "there is no ninja in PATH", path),
			fix_by(finding, "%s ninja", x->pip_install.ptr);
	else
		found_by(x, finding, STATE_OK, BASED_ON({ "Ninja", version }), "%s, '%s'", version, path);
	free(path);
	free(version);
	return true;
}

/* Says of `name` which one wins, if there is another of a different version after it, or one that says none. */
static enum state add_rivals(const struct doctor_context *x, const char *name, struct str *out)
{
	enum state state = STATE_OK;
	char *first = x->probe->find(x->probe, name, 0), *one = own_version(x, first), *next;
	for (size_t skip = 1; one && state == STATE_OK && (next = x->probe->find(x->probe, name, skip)); skip++) {
		char *other = own_version(x, next);
		if (!other || strcmp(one, other) != 0) {
			state = other ? STATE_WARNING : STATE_UNKNOWN;
			str_addf(out, "%s%s %s, '%s', comes before %s, '%s'", out->len ? "; " : "", name, one, first,
				other ? other : "one that does not say its version", next);
		}
		free(other);
		free(next);
	}
	free(first);
	free(one);
	return state;
}

static bool check_rivals(const struct doctor_context *x, struct finding *finding)
{
	struct str rivals = STR_INIT;
	enum state cmake = add_rivals(x, "cmake", &rivals), ninja = add_rivals(x, "ninja", &rivals);
	found(finding, cmake < ninja ? cmake : ninja, "%s",
		rivals.len ? rivals.ptr : "no cmake or ninja of another version is in PATH");
	if (rivals.len)
		fix_by(finding, "if the wrong one comes first, remove it from PATH, or install the right one in the "
				"environment");
	str_release(&rivals);
	return true;
}

static bool check_git(const struct doctor_context *x, struct finding *finding)
{
	char *path = x->probe->find(x->probe, "git", 0), *version = own_version(x, path);
	if (version)
		found(finding, STATE_OK, "%s, '%s'", version, path);
	else
		found(finding, STATE_WARNING, path ? "'%s' does not run" : "there is no git in PATH", path),
			fix_by(finding, "%s", x->windows ? "winget install Git.Git" : "apt-get install git");
	free(path);
	free(version);
	return true;
}

/* Where CXX is Clang, or nothing. */
static bool no_gcc(const struct doctor_context *x, struct finding *finding)
{
	char *clang = compiler_clang_version(x->probe, x->cxx);
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

/* C is compiled by CC, which CMake asks for on its own. True, as found(), where it does not go with CXX. */
static bool check_cc(const struct doctor_context *x, struct finding *finding, const char *version)
{
	const char *cc = build_env(x, "CC");
	char *own = cc ? compiler_gcc_version(x->probe, cc) : NULL,
	     *clang = cc && !own ? compiler_clang_version(x->probe, cc) : NULL;
	bool differs = cc && (!own || strcmp(own, version) != 0);
	if (differs && !own && !clang)
		found(finding, STATE_WRONG, "CC is '%s', which does not run", cc);
	else if (differs)
		found(finding, STATE_WARNING, "CC is '%s', %s%s, and CXX is '%s', GCC %s", cc, own ? "GCC " : "Clang ",
			own ? own : clang, x->cxx, version);
	if (differs)
		fix_by(finding, "set CC to the C compiler of the same GCC: --set CC=gcc-N --set CXX=g++-N");
	free(own);
	free(clang);
	return differs;
}

static bool check_gcc(const struct doctor_context *x, struct finding *finding)
{
	char *version = x->windows ? NULL : compiler_gcc_version(x->probe, x->cxx);
	if (!version)
		return !x->windows && no_gcc(x, finding);
	const struct yaml_node *row = matrix_row(x, "torch", "torch", x->target->torch);
	char *range = x->profile && x->profile->gcc ? xstrdup(x->profile->gcc) : matrix_cell(row, "gcc"),
	     *tried = matrix_cell(row, "gcc_tried");
	if (range && !version_in_range(range, slice_of(version)))
		found(finding, STATE_WRONG, "%s %s; this PyTorch requires %s", x->cxx, version, range),
			fix_by(finding, "install a g++ in that range, and set CC and CXX to it (--set CC=gcc-12 --set "
					"CXX=g++-12)");
	else if (tried && !version_in_range(tried, slice_of(version)))
		found(finding, STATE_WARNING, "%s %s is newer than PyTorch %s knew (%s)", x->cxx, version,
			x->target->torch, tried),
			fix_by(finding, "%sset CC and CXX to an older one",
				x->target->root && tree_is_patched(x->target->root)
					? "if the build fails, "
					: "patch the tree with tpatch, which knows what breaks, or ");
	else if (!check_cc(x, finding, version))
		found_by(x, finding, STATE_OK, BASED_ON({ "GCC", version }, { "PyTorch", x->target->torch }), "%s %s",
			x->cxx, version);
	free(range);
	free(version);
	free(tried);
	return true;
}

static bool check_launcher(const struct doctor_context *x, struct finding *finding)
{
	if (!x->profile || !x->profile->launcher)
		return false;
	const char *launcher = x->profile->launcher;
	char *path = x->probe->find(x->probe, launcher, 0), *version = own_version(x, path);
	bool is_distcc = strcmp(launcher, "distcc") == 0;
	if (!version)
		found(finding, STATE_WRONG, path ? "'%s' does not run" : "there is no %s in PATH",
			path ? path : launcher),
			fix_by(finding, "install %s, or use another launcher", launcher);
	else if (is_distcc && !build_env(x, "DISTCC_HOSTS"))
		found(finding, STATE_WARNING, "'%s', but DISTCC_HOSTS is not set: everything is compiled here", path),
			fix_by(finding, "--set \"DISTCC_HOSTS=localhost/4 HOST/16\"");
	else
		found(finding, STATE_OK, "%s, '%s'", version, path);
	free(path);
	free(version);
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
