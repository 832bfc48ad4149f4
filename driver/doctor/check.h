/* What the groups of checks share. Private to doctor/. */
#ifndef TBUILD_DOCTOR_CHECK_H
#define TBUILD_DOCTOR_CHECK_H

#include "doctor/doctor.h"

#define GIB ((uint64_t)1 << 30)

/* What several checks ask for, found out once. */
struct doctor_context {
	const struct doctor_target *target;
	/* target->probe, with the PATH that the build will have of the virtual environment */
	const struct probe *probe;
	const struct profile *profile; /* target->profile */
	const char *root;              /* the tree's path, or NULL */
	bool windows;
	char *python;                  /* NULL: there is none */
	char *python_word, *root_word; /* the same ("python" where there is none) and the root, as words for a shell */
	struct str patch; /* the command that patches this tree for this profile: "tpatch --root DIR --profile NAME" */
	struct str
		pip_install; /* the command to which the packages to install are appended: "python3 -m pip install" */
	/* lines "name value": version, bits, header, libs, package.NAME; empty if it does not run */
	struct str python_says;
	struct toolkit toolkit; /* the one that fits the profile, else any; zeroed where there is none */
	bool toolkit_fits;
	/* the compiler of C++ as the build calls it: CXX, else g++; may have more words; not on Windows */
	const char *cxx;
	struct msvc msvc; /* Visual Studio and the toolset of it that would be used */
	struct yaml_file matrix;
};

struct check {
	const char *id, *why;
	/* Fills state, seen and fix. False where it does not apply: it is then not listed. */
	bool (*run)(const struct doctor_context *x, struct finding *finding);
};

struct check_group {
	const struct check *checks;
	size_t count;
};

extern const struct check_group checks_machine, checks_environment, checks_python, checks_tools, checks_msvc,
	checks_cuda, checks_library, checks_tree, checks_blas, checks_compile;

/* Sets the state and what was seen. Returns true. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool found(struct finding *finding, enum state state, const char *format, ...);
/* Adds the remedy. Returns true. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool fix_by(struct finding *finding, const char *format, ...);

/* The first row of the matrix' list `table` whose range under `column` holds for `version`, or NULL. */
const struct yaml_node *matrix_row(
	const struct doctor_context *x, const char *table, const char *column, const char *version);
/*
 * For a check that found no row of the table `torch` for the tree: says that, with the newest release that is known.
 * True, as found() is; false where there is a row, or no version to look for.
 */
bool torch_is_unknown(const struct doctor_context *x, struct finding *finding, const char *seen);
/*
 * The same for a tool of the table `known`, for a check whose rows have no upper end: is this version newer than those
 * that the tables were made with?
 */
bool tool_is_unknown(const struct doctor_context *x, struct finding *finding, const char *tool, const char *version);
/* The text of a cell, for free(); NULL if the row (which may be NULL) has none. */
char *matrix_cell(const struct yaml_node *row, const char *column);
/* Is there nothing in this folder of the tree, or no such folder? */
bool folder_is_empty(const struct doctor_context *x, const char *path);
/* Is `path` the folder, or below it? As the machine's system compares paths: on Windows neither case nor the kind of
 * slash counts. */
bool is_within(const struct doctor_context *x, const char *path, const char *folder);
/* The value that a variable will have in the build: --set, the profile, else the environment unless tbuild unsets it
 * there. NULL: none. Borrowed. */
const char *build_env(const struct doctor_context *x, const char *name);
/* The same, for struct build_variables: `context` is the struct doctor_context. */
const char *build_variable(const void *context, const char *name);

#endif
