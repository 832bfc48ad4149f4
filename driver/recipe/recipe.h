/*
 * From a profile, a tree and a machine to what is run: the environment's changes and the commands, as values. The build
 * runs them, and script.c prints them: both have only this.
 */
#ifndef TBUILD_RECIPE_RECIPE_H
#define TBUILD_RECIPE_RECIPE_H

#include "checkout/checkout.h"
#include "profile/profile.h"

/* What the user asked for; NULL or 0: nothing. */
struct recipe_request {
	const char *python, *cuda;
	const char *target; /* of CMake's: only this is compiled, and no later step runs */
	size_t jobs;
	const char **set; /* NAME=VALUE, each with its '=', NULL-terminated */
	bool clean;       /* what earlier builds left is removed first */
	bool unpatched;   /* the tree need not be as tpatch left it */
	bool no_wheel;    /* no wheel is made, or the plan ends before it */
	bool editable;    /* Python gets the tree itself instead of a wheel */
};

enum change_kind { CHANGE_SET, CHANGE_UNSET, CHANGE_PREPEND };

struct change {
	enum change_kind kind;
	const char *name, *value;
	const char *why; /* where it comes from */
};

/* The steps in their order. */
#define STEPS(FIRST, NEXT)                                                                                             \
	FIRST(CLEAN, "clean")                                                                                          \
	NEXT(CONFIGURE, "configure")                                                                                   \
	NEXT(COMPARE, "compare")                                                                                       \
	NEXT(BUILD, "build") NEXT(STAGE, "stage") NEXT(WHEEL, "wheel") NEXT(INSTALL, "install") NEXT(CHECK, "check")
#define STEP_ID(id, name) STEP_##id,
#define STEP_NAME(id, name) name
#define STEP_NAME_AFTER(id, name) " " name
/* Their names, separated by spaces. */
#define STEP_NAMES STEPS(STEP_NAME, STEP_NAME_AFTER)
enum step_kind { STEPS(STEP_ID, STEP_ID) STEP_COUNT };

struct recipe {
	const struct profile *profile; /* borrowed, as is what follows */
	const struct tree_options *options;
	const char *root, *python, *torch;
	bool windows, clean;
	struct toolkit toolkit;
	/* the toolkit's folder as the build gets it: in its 8.3 form where it has spaces; NULL: none */
	const char *cuda_root;
	const char *openblas;       /* OpenBLAS' folder, or NULL */
	struct msvc msvc;           /* zeroed where the profile wants none */
	const char *vcvars_version; /* for vcvarsall's -vcvars_ver, or NULL */
	const char **stage;         /* patterns of files to copy before the wheel is made: "FOLDER/NAME*.dll" */
	size_t n_stage;
	const char *stage_into; /* below the root */
	/* what the configuration must be: the profile's `expect`, but for what --set says of the same names */
	struct setting *expect;
	size_t n_expect;
	struct change *changes;
	size_t n_changes, changes_capacity;
	/* with {python} and others filled in, but for {jobs}; NULL for those that are no command */
	const char *const *commands[STEP_COUNT];
	size_t jobs, heavy_jobs; /* compilers at a time, and of those of the heavy targets; 0: as many as of others */
	const char *jobs_why;
	struct arena arena;
};

/*
 * `root` is the tree's absolute path, `torch` its version or NULL. `options` are those of the tree. Errors:
 * ERR_PATCHSET for an option that the tree does not have, with the nearest; ERR_UNFIT where the profile wants a CUDA
 * toolkit that is not here, or no Python is found; ERR_USAGE for a request that makes no sense. Release with
 * build_recipe_release() in any case.
 */
bool recipe_make(const struct probe *probe, const struct profile *profile, const char *root, const char *torch,
	const struct tree_options *options, const struct recipe_request *request, struct recipe *out, struct err *err);
void build_recipe_release(struct recipe *recipe);
/* The value that --set gives the variable; NULL: none. Borrowed. */
const char *request_setting(const struct recipe_request *request, const char *name);
/*
 * Does the variable reach PyTorch's build by itself? Such are unset, unless the profile or --set sets them. Windows
 * does not tell "use_cuda" from "USE_CUDA", and Python there calls all of them by capitals.
 */
bool recipe_is_stray(const char *name, bool windows);
struct jobs {
	size_t all, heavy; /* at least 1; `heavy` 0: no fewer than of others */
	uint64_t mib;      /* what one compiler takes at most */
};

/* Compilers at a time for `profile` (NULL: for any build), by cores and memory; `why` gets the sum. */
void jobs_choose(const struct probe_facts *facts, const struct profile *profile, struct jobs *out, struct str *why);
/* The words of the command of a step with {jobs} filled in, NULL-terminated; NULL where the step has none. */
const char *const *recipe_command(const struct recipe *recipe, enum step_kind kind, size_t jobs, struct arena *arena);
/* What CMake is to read so that Ninja runs `heavy_jobs` of them at most: the text of .tbuild/pools.cmake. */
void recipe_print_pools(const struct recipe *recipe, struct str *out);
/*
 * Fails unless every USE_… and BUILD_… that --set or the profile's environment sets is an option of the tree, naming
 * the nearest. ERR_USAGE for one of
 * --set, ERR_PATCHSET, with file and line, for one of the profile.
 */
bool recipe_check_options(const struct profile *profile, const struct recipe_request *request,
	const struct tree_options *options, struct err *err);
/* Applies the changes to `environment`. */
void recipe_apply(const struct recipe *recipe, struct environment *environment);
/* Has the profile's launcher a server, sccache's, that is to run before the build? */
bool recipe_has_server(const struct recipe *recipe);
/* Is there anything to do in that step? */
bool recipe_has_step(const struct recipe *recipe, enum step_kind kind);
/* "clean", "configure", "compare", "build", "stage", "wheel", "install", "check". */
const char *step_name(enum step_kind kind);

/* What cleaning removes in the tree: names in its root, NULL-terminated; one that begins with '*' stands for all that
 * end so. Links are not followed. */
extern const char *const recipe_clean_names[];

/* One word for a POSIX shell, in single quotes where it must be. In script.c. */
void quote_sh(const char *text, struct str *out);
/* Appends a script that does it all by itself, as far as the step `until`: for cmd.exe (`batch`) or a POSIX shell. */
void script_print(const struct recipe *recipe, bool batch, enum step_kind until, struct str *out);

#endif
