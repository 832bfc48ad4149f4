/* The shell that tbuild was started from. */
#include <stdlib.h>
#include <string.h>

#include "data/data.h"
#include "doctor/check.h"

static bool check_cmake_args(const struct doctor_context *x, struct finding *finding)
{
	const char *value = probe_env(x->probe, "CMAKE_ARGS");
	if (!value)
		return found(finding, STATE_OK, "CMAKE_ARGS is not set");
	found(finding, STATE_WARNING, "CMAKE_ARGS is set, to '%s'", value);
	return fix_by(finding, "set each option as a variable of its own: --set NAME=VALUE");
}

static bool check_strays(const struct doctor_context *x, struct finding *finding)
{
	struct str names = STR_INIT;
	for (size_t i = 0; i < x->probe->environment.count; i++) {
		const char *item = x->probe->environment.items[i];
		char *name = xstrndup(item, environment_name_length(item));
		if (recipe_is_stray(name, x->windows) && strcmp(name, "CMAKE_ARGS") != 0)
			str_addf(&names, "%s%s", names.len ? ", " : "", item);
		free(name);
	}
	if (names.len) {
		found(finding, STATE_WARNING, "%s", names.ptr);
		fix_by(finding, "tbuild unsets them; put what you need into the profile or --set");
	} else {
		found(finding, STATE_OK,
			"no USE_…, BUILD_…, CMAKE_… or other variable is set that would change the build");
	}
	str_release(&names);
	return true;
}

static bool check_flags(const struct doctor_context *x, struct finding *finding)
{
	const struct yaml_pair *rows = yaml_find(x->matrix.root, "flags");
	struct str seen = STR_INIT, names = STR_INIT;
	for (size_t i = 0; rows && i < rows->value->count; i++) {
		char *name = matrix_cell(rows->value->items[i], "name"),
		     *does = matrix_cell(rows->value->items[i], "does");
		const char *value = probe_env(x->probe, name), *ours = build_env(x, name);
		/* What the profile sets instead is meant. */
		if (value && ours && strcmp(value, ours) != 0)
			value = NULL;
		if (value) {
			str_addf(&seen, "%s%s=%s (%s)", seen.len ? "; " : "", name, value, does);
			/* Without quotation marks the space before '&' would be a value. */
			if (x->windows)
				str_addf(&names, "%sset \"%s=\"", names.len ? " & " : "", name);
			else
				str_addf(&names, "%s%s", names.len ? " " : "unset ", name);
		}
		free(name);
		free(does);
	}
	if (seen.len)
		found(finding, STATE_WARNING, "%s", seen.ptr), fix_by(finding, "%s", names.ptr);
	else
		found(finding, STATE_OK, "no CXXFLAGS, LD_LIBRARY_PATH, PYTHONPATH or other such variable is set");
	str_release(&seen);
	str_release(&names);
	return true;
}

static bool check_activation(const struct doctor_context *x, struct finding *finding)
{
	const char *venv = probe_env(x->probe, "VIRTUAL_ENV"), *conda = probe_env(x->probe, "CONDA_PREFIX"),
		   *level = probe_env(x->probe, "CONDA_SHLVL");
	const char *environment = venv ? venv : conda;
	char *own = x->python ? python_environment_folder(x->target->probe, x->python) : NULL;
	/* Which the build's programs then find first, activated or not. */
	if (own && (x->target->request->python || !environment)) {
		found(finding, STATE_OK, "'%s' (%s)", own,
			x->target->request->python ? "--python" : "of python3 in PATH");
		free(own);
		return true;
	}
	free(own);
	if (!environment)
		return found(finding, STATE_WARNING, "no virtual environment is active") &&
		       fix_by(finding, "run python -m venv ENV, and activate it");
	if (venv && conda && !(level && strcmp(level, "1") == 0)) {
		found(finding, STATE_WARNING, "two environments are active: '%s' and '%s'", venv, conda);
		return fix_by(finding, "run conda deactivate until one is left");
	}
	/* What the shell finds: in the build's PATH it would come first in any case. */
	char *first = x->target->probe->find(x->target->probe, x->windows ? "python" : "python3", 0);
	bool inside = first && is_within(x, first, environment);
	if (inside)
		found(finding, STATE_OK, "'%s'", environment);
	else if (first)
		found(finding, STATE_WRONG, "'%s' is active, but python is '%s'", environment, first);
	else
		found(finding, STATE_WRONG, "'%s' is active, but there is no python in PATH", environment);
	if (!inside)
		fix_by(finding, "activate it again in a new shell");
	free(first);
	return true;
}

/* A kind of GPU that tbuild knows nothing about, and that PyTorch builds for where it finds the tools: their folder,
 * or NULL. */
static bool check_other_gpu(const struct doctor_context *x, struct finding *finding, const char *option,
	const char *tools, const char *folder)
{
	if (!x->profile || !x->target->tree_options || !tree_option_find(x->target->tree_options, option))
		return false;
	const char *value = build_env(x, option);
	if (value && tree_same_value(value, "ON"))
		return found(finding, STATE_UNKNOWN, "the build has %s=%s; tbuild has no checks for %s", option, value,
			tools);
	if (value || !folder)
		return found(finding, STATE_OK, value ? "the build has %s=%s" : "there is no %s",
			value ? option : tools, value);
	found(finding, STATE_WARNING, "%s is in '%s', and the profile does not say %s", tools, folder, option);
	return fix_by(finding, "--set %s=0", option);
}

static bool check_oneapi(const struct doctor_context *x, struct finding *finding)
{
	return check_other_gpu(x, finding, "USE_XPU", "oneAPI", probe_env(x->probe, "ONEAPI_ROOT"));
}

static bool check_rocm(const struct doctor_context *x, struct finding *finding)
{
	const char *given = probe_env(x->probe, "ROCM_PATH"), *usual = x->windows ? NULL : "/opt/rocm";
	bool there = usual && x->probe->type(x->probe, usual) == FILE_DIRECTORY;
	return check_other_gpu(x, finding, "USE_ROCM", "ROCm", given ? given : there ? usual : NULL);
}

static bool check_code_page(const struct doctor_context *x, struct finding *finding)
{
	if (!x->windows || x->probe->facts.code_page == 0)
		return false;
	if (x->probe->facts.code_page == 65001)
		return found(finding, STATE_OK, "65001 (UTF-8)");
	return found(finding, STATE_WARNING, "%u", x->probe->facts.code_page) && fix_by(finding, "chcp 65001");
}

/* https://learn.microsoft.com/troubleshoot/windows-client/shell-experience/command-line-string-limitation */
#define COMMAND_LINE_MOST 8191
/* Folders of a compiler, an SDK and MSBuild, of about 100 characters each, with room. */
#define VCVARS_ADDS 2000
/* https://learn.microsoft.com/windows/win32/procthread/environment-variables */
#define ENVIRONMENT_MOST 32767

static bool check_environment_size(const struct doctor_context *x, struct finding *finding)
{
	size_t all = 0, largest = 0, at = 0;
	if (!x->windows)
		return false;
	for (size_t i = 0; i < x->probe->environment.count; i++) {
		size_t len = strlen(x->probe->environment.items[i]) + 1;
		all += len;
		at = len > largest ? i : at;
		largest = len > largest ? len : largest;
	}
	if (all <= ENVIRONMENT_MOST)
		return found(finding, STATE_OK, "%zu characters", all);
	const char *name = x->probe->environment.items[at];
	found(finding, STATE_WRONG,
		"all variables together have %zu characters; older programs take %d, and %.*s alone has %zu", all,
		ENVIRONMENT_MOST, (int)environment_name_length(name), name, largest - 1);
	return fix_by(finding, "start tbuild from a plain cmd.exe, and set fewer variables");
}

static bool check_search_path(const struct doctor_context *x, struct finding *finding)
{
	const char *path = probe_env(x->probe, "PATH");
	if (!x->windows || !path)
		return false;
	if (strchr(path, '"'))
		return found(finding, STATE_WRONG, "PATH contains a quotation mark") &&
		       fix_by(finding, "remove it: folders in PATH need none");
	struct slice all = slice_of(path);
	if (all.len > COMMAND_LINE_MOST - VCVARS_ADDS) {
		bool over = all.len > COMMAND_LINE_MOST;
		found(finding, over ? STATE_WRONG : STATE_WARNING,
			"PATH has %zu characters, and a line of cmd.exe at most %d%s", all.len, COMMAND_LINE_MOST,
			over ? "" : ": vcvarsall adds some");
		return fix_by(finding, "take folders out of PATH in the shell that starts tbuild");
	}
	size_t git = slice_find_nocase(all, SLICE_LITERAL("\\git\\usr\\bin"), 0),
	       system = slice_find_nocase(all, SLICE_LITERAL("\\windows\\system32"), 0);
	if (git == (size_t)-1 || system == (size_t)-1 || system < git)
		return found(finding, STATE_OK, "nothing in PATH breaks vcvarsall");
	found(finding, STATE_WRONG, "Git's usr\\bin comes before Windows' own folder");
	return fix_by(finding, "remove Git\\usr\\bin from PATH");
}

static bool check_long_paths(const struct doctor_context *x, struct finding *finding)
{
	static const char key[] = "HKLM\\SYSTEM\\CurrentControlSet\\Control\\FileSystem";
	static const char *const query[] = { "reg", "query", key, "/v", "LongPathsEnabled", NULL };
	if (!x->windows)
		return false;
	struct str out = STR_INIT;
	int code = 0;
	if (!x->probe->run(x->probe, query, &out, &code)) {
		str_release(&out);
		return found(finding, STATE_UNKNOWN, "the registry cannot be read");
	}
	char *value = probe_extract(str_slice(&out), "LongPathsEnabled\\s+REG_DWORD\\s+0x([0-9a-fA-F]+)");
	bool on = value && strtoul(value, NULL, 16) != 0;
	found(finding, on ? STATE_OK : STATE_WARNING,
		on ? "Windows takes paths of more than 260 characters"
		   : "Windows refuses paths of more than 260 characters");
	if (!on)
		fix_by(finding,
			"as administrator: reg add %s /v LongPathsEnabled /t REG_DWORD /d 1 /f && git config --system "
			"core.longpaths true",
			key);
	free(value);
	str_release(&out);
	return true;
}

static const struct check checks[] = {
	{ "cmake-args", "PyTorch's setup.py passes it on as an option of that name, which CMake ignores",
		check_cmake_args },
	{ "strays", "setup.py, cl and nvcc read such variables, so the build is no longer the profile's",
		check_strays },
	{ "flags", "compilers, linkers and Python read such variables on their own, past the profile", check_flags },
	{ "activation", "a half-activated environment builds for one Python and installs into another",
		check_activation },
	{ "oneapi", "where oneAPI is active, even only for MKL, PyTorch also builds for Intel GPUs", check_oneapi },
	{ "rocm", "where ROCm is found, PyTorch builds for AMD's GPUs", check_rocm },
	{ "code-page", "output that is not ASCII makes Python fail with UnicodeEncodeError", check_code_page },
	{ "long-paths", "third_party has paths that exceed the old limit once the tree's own path is added",
		check_long_paths },
	{ "environment-size", "cmd.exe and older tools fail with an environment that is too large",
		check_environment_size },
	{ "search-path", "vcvarsall calls sort and find, and nvcc calls vcvarsall", check_search_path },
};

const struct check_group checks_environment = { checks, COUNT_OF(checks) };
