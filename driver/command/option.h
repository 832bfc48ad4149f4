/*
 * The options of tbuild: a row in OPTIONS and a member of struct options each. A command that takes one names it in its
 * `options`. Help, manual pages and completion have it by that.
 */
#ifndef TBUILD_COMMAND_OPTION_H
#define TBUILD_COMMAND_OPTION_H

#include "cmdline/command.h"
#include "recipe/recipe.h"

/* clang-format off: one row is one option, on as few lines as it takes. */
#define OPTIONS(ROW)                                                                                                   \
	OPTIONS_SHARED_ROWS(ROW, "tbuild")                                                                             \
	ROW(PROFILE, KIND_TEXT, profile, "profile", 'p', "NAME|FILE",                                                  \
		"what to build; `tbuild profiles` lists the "                                                          \
		"profiles",                                                                                            \
		.add_values = option_add_profiles)                                                                     \
	ROW(TORCH, KIND_TEXT, torch, "torch", 0, "VERSION",                                                            \
		"the tree's version, instead of what version.txt "                                                     \
		"says")                                                                                                \
	ROW(PYTHON, KIND_TEXT, python, "python", 0, "FILE", "the Python to build for (default: the active one)")       \
	ROW(CUDA, KIND_TEXT, cuda, "cuda", 0, "DIR", "the CUDA toolkit (default: the first that fits)")                \
	ROW(JOBS, KIND_NUMBER, jobs, "jobs", 'j', "N",                                                                 \
		"compilers at a time (default: by cores and "                                                          \
		"memory)",                                                                                             \
		.least = 1, .most = 4096)                                                                              \
	ROW(SET, KIND_PAIRS, set, "set", 0, "NAME=VALUE", "one more variable of the build; repeatable",                \
		.example = "USE_CUDNN=0", .add_values = option_add_variables)                                          \
	ROW(DRY_RUN, KIND_FLAG, dry_run, "dry-run", 'n', NULL, "print all of it as a script, and run nothing")         \
	ROW(SCRIPT, KIND_TEXT, script, "script", 0, "sh|bat", "with --dry-run: which shell (default: this system's)",  \
		.choices = "sh bat")                                                                                   \
	ROW(MACHINE, KIND_TEXT, machine, "machine", 0, "FILE", "a machine described in YAML, instead of this one")     \
	ROW(UNPATCHED, KIND_FLAG, unpatched, "unpatched", 0, NULL, "build even if the tree is not as tpatch left it")  \
	ROW(UNTIL, KIND_CHOICE, until, "until", 0, "STEP",                                                             \
		"stop after this step: clean, configure, compare, "                                                    \
		"build, stage, wheel or check",                                                                        \
		.choices = STEP_NAMES, .initial = STEP_CHECK)                                                          \
	ROW(TARGET, KIND_TEXT, target, "target", 0, "NAME", "compile only this CMake target, then stop",               \
		.example = "torch_cpu")                                                                                \
	ROW(EDITABLE, KIND_FLAG, editable, "editable", 0, NULL,                                                        \
		"install the tree itself into this Python, and make no "                                               \
		"wheel")                                                                                               \
	ROW(AGAIN, KIND_FLAG, again, "again", 0, NULL, "run all steps, even finished ones")                            \
	ROW(CLEAN, KIND_FLAG, clean, "clean", 0, NULL, "first remove build, dist, *.egg-info, CMakeCache.txt")         \
	ROW(YES, KIND_FLAG, yes, "yes", 'y', NULL, "do not ask for confirmation")                                      \
	ROW(NO_DOCTOR, KIND_FLAG, no_doctor, "no-doctor", 0, NULL,                                                     \
		"build despite problems with the "                                                                     \
		"machine")                                                                                             \
	ROW(LIST, KIND_FLAG, list, "list", 0, NULL, "list the failures that it knows")                                 \
	ROW(OUTPUT, KIND_TEXT, output, "output", 'o', "FILE", "write to this file instead of standard output")         \
	ROW(VERBOSE, KIND_COUNTER, verbose, "verbose", 'v', NULL,                                                      \
		"everything that programs print; why each check "                                                      \
		"is made")                                                                                             \
	ROW(VERSION, KIND_FLAG, version, "version", 'V', NULL, "the version of tbuild")
/* clang-format on */

enum option_id { OPTION_NONE, OPTIONS(OPTION_ID) OPTION_COUNT };

struct options {
	OPTIONS_SHARED; /* root, output, json, verbose, arguments and more: cmdline/option.h */
	const char *profile, *torch, *python, *cuda, *script, *machine, *target;
	const char **set; /* NAME=VALUE, NULL-terminated, or NULL */
	size_t jobs;      /* 0: not given */
	enum step_kind until;
	bool dry_run, editable, unpatched, again, clean, yes, no_doctor, list;
};

/* The rows, by id. */
extern const struct option_row option_rows[OPTION_COUNT];
/* Values for completion, in lines as `add_values` of an option has them: the names of the shipped profiles. */
void option_add_profiles(const struct options *options, struct str *out);

#endif
