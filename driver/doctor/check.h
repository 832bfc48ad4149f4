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
	/* what is built for, NULL-terminated, or NULL: --set TORCH_CUDA_ARCH_LIST, else arch in the profile */
	const char *const *arch;
	const char *arch_owner, *arch_place; /* in words: "the profile", "arch in the profile" */
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
	struct arena arena;
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
	checks_cuda, checks_gpu, checks_library, checks_tree, checks_blas, checks_compile;

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

/* What an answer rests on: a tool of the table `known` and its version, or "PyTorch" and the tree's. */
struct basis {
	const char *tool, *version; /* NULL: nothing is asked */
};
#define BASED_ON(...)                                                                                                  \
	(const struct basis[])                                                                                         \
	{                                                                                                              \
		__VA_ARGS__,                                                                                           \
		{                                                                                                      \
			NULL, NULL                                                                                     \
		}                                                                                                      \
	}

/*
 * As found(), but what would be ok is unknown where the tables do not go as far as one of `basis`: a PyTorch without a
 * row (or none at all), a tool newer than those that the tables were made with. Only so may a check whose rows have no
 * upper end say ok.
 */
#if defined(__GNUC__)
__attribute__((format(printf, 5, 6)))
#endif
bool found_by(const struct doctor_context *x, struct finding *finding, enum state state, const struct basis *basis,
	const char *format, ...);

/* The first row of the matrix' list `table` whose range under `column` holds for `version`, or NULL. */
const struct yaml_node *matrix_row(
	const struct doctor_context *x, const char *table, const char *column, const char *version);
/* The row of the table `arch` for a compute capability, whose "+PTX" does not count; or NULL. */
const struct yaml_node *matrix_arch(const struct doctor_context *x, struct slice arch);
/* The text of a cell, for free(); NULL if the row (which may be NULL) has none. */
char *matrix_cell(const struct yaml_node *row, const char *column);
/*
 * Is a library whose name begins with `name` (after "lib") in one of the lib folders that belong to the folder
 * `include` of headers? Headers alone, and a library that another package brings, do not make a build.
 */
bool library_is_beside(const struct doctor_context *x, const char *include, const char *name);
/* Is `path` the folder, or below it? As the machine's system compares paths: on Windows neither case nor the kind of
 * slash counts. */
bool is_within(const struct doctor_context *x, const char *path, const char *folder);
/* Is `path` in the toolkit, by whichever name: a folder with spaces has an 8.3 name, and links lead to toolkits. */
bool is_of_toolkit(const struct doctor_context *x, const char *path);
/*
 * As found(), of a package that Python does not name. It is unknown whether it is there, and that is added, where a
 * .pth file runs code: tbuild does not run it, and it may add folders.
 */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool found_missing(
	const struct doctor_context *x, struct finding *finding, enum state state, const char *format, ...);
/* The value that a variable will have in the build: --set, the profile, else the environment unless tbuild unsets it
 * there. NULL: none. Borrowed. */
const char *build_env(const struct doctor_context *x, const char *name);
/* The same, for struct build_variables: `context` is the struct doctor_context. */
const char *build_variable(const void *context, const char *name);

#endif
