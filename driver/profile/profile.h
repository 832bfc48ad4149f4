/*
 * Profiles: what is to be built, for which GPU, with which tools. The format is described in driver/README.md.
 */
#ifndef TBUILD_PROFILE_PROFILE_H
#define TBUILD_PROFILE_PROFILE_H

#include "engine.h"

struct setting {
	const char *name;
	const char *value;  /* NULL: it must not be set */
	const char *origin; /* file that it was last set in, and line */
	size_t line;
};

struct settings {
	struct setting *items; /* in the order they were first set */
	size_t count, capacity;
};

struct profile {
	const char *name, *summary, *why;
	const char *given;                                            /* what --profile was: a name or a file */
	const char *origin;                                           /* the file, as it was named */
	const char *torch;                                            /* range of versions of the tree, or NULL: any */
	struct settings env;                                          /* what the build's environment gets */
	struct settings expect;                                       /* what the configuration must be */
	struct settings pip;                                          /* ranges of versions of Python packages */
	const char *cuda, *cudnn, *python_range, *cmake, *msvc, *gcc; /* ranges, or NULL: not wanted, any */
	const char *vcvars_version;                                   /* for vcvarsall's -vcvars_ver, or NULL */
	const char *driver_branch;  /* "R470": no newer one serves the GPU; NULL: any */
	const char *const *arch;    /* compute capabilities, NULL-terminated, or NULL */
	const char *launcher;       /* ccache, sccache, distcc, icecc, or NULL */
	uint64_t mib_per_job;       /* memory that one compiler may take, in MiB */
	uint64_t jobs;              /* 0: chosen */
	const char *const *heavy;   /* targets of CMake whose compilers take more, NULL-terminated, or NULL */
	uint64_t mib_per_heavy_job; /* that much, in MiB */
	/* commands; {python} in them is the interpreter. `editable` makes no wheel, but hands Python the tree itself */
	const char *const *configure, *const *build, *const *wheel, *const *editable;
	/* names, and patterns of libraries that the wheel carries along: "{cuda}/bin/cudart64_*.dll" */
	struct settings stage;
	const char *stage_into; /* the folder of the tree that they go to, or NULL */
	const char *wheel_glob; /* what the wheel is called: "dist/torch-*.whl" */
	const char *check;      /* Python that must run with the wheel, or NULL */
	struct arena arena;
};

/*
 * Loads the profile `name` (embedded) or, if it has a '/' or '\\' in it or ends in .yaml, the file `name`, with all
 * that it extends; of its `when` entries those for `system` and `torch` (NULL: not known; then only entries that ask
 * for no version). ERR_PATCHSET with place and hint, ERR_USAGE where there is no such profile, naming the nearest.
 * Release with profile_release().
 */
bool profile_load(const char *name, const char *system, const char *torch, struct profile *out, struct err *err);
void profile_release(struct profile *profile);
/* Names of the shipped profiles, NULL-terminated, for free() of the array; the texts are the arena's. */
const char **profile_names(struct arena *arena);

/* Fails with ERR_PATCHSET unless the profile is for trees of version `torch`. */
bool profile_check_version(const struct profile *profile, const char *torch, struct err *err);

/* NULL if it is not set. */
const struct setting *settings_find(const struct settings *settings, const char *name);

#endif
