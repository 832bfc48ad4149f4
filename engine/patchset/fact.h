/*
 * Facts: what the tree does not tell and the build depends on, like the version of CUDA. A project declares them, the
 * caller gives them (`--fact`, `--facts`, `--profile`), and the conditions of patchset/when.h ask for them.
 */
#ifndef TPATCH_PATCHSET_FACT_H
#define TPATCH_PATCHSET_FACT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/table.h"
#include "base/version/version.h"

struct project;

enum fact_type { FACT_VERSION, FACT_CHOICE, FACT_TEXT };

/* One that a project declares. */
struct fact {
	const char *name; /* "cuda" */
	const char *help; /* one line */
	enum fact_type type;
	const char *const *choices;           /* of FACT_CHOICE, NULL-terminated; else NULL */
	const struct version_range *versions; /* of FACT_VERSION: what it can be; NULL: any version */
};

/* NAME and VALUE, as written. */
struct setting {
	const char *name, *value;
};

/* What a profile says always, or for some trees and systems only. */
struct profile_part {
	const struct version_range *versions; /* NULL: all */
	const char *system;                   /* NULL: every */
	struct setting *facts;                /* of declared facts, and of their types */
	size_t n_facts;
	const char *cuda, *msvc, *vcvars_version; /* what to choose from on a machine: ranges, a version; or NULL */
};

/* What `--profile NAME` means: facts, variables, and how to build, which is tbuild's to read. */
struct profile {
	const char *name, *summary;
	const struct version_range *versions; /* the trees that it is for; NULL: all */
	struct profile_part *parts;           /* later ones go before earlier ones; those that it extends come first */
	size_t n_parts;
	struct setting *variables; /* the same */
	size_t n_variables;
};

/* One that was given. */
struct fact_value {
	const struct fact *fact;
	const char *text;       /* the value, as given */
	struct version version; /* of FACT_VERSION */
	const char *given_by;   /* "--fact", "facts.yaml", "profile 'kepler'", "'/usr/bin/cmake'" */
	const char *doubt; /* the profile gave it, and why --facts auto found no such thing on the machine; or NULL */
};

/* One that was looked for on the machine, and not found. */
struct fact_gap {
	const struct fact *fact;
	const char *why; /* "there is no cmake in PATH" */
};

/* All that were given or found, each once, in the order of the project. Zeroed: none. */
struct fact_values {
	const struct profile *profile; /* --profile, or NULL */
	struct fact_value *items;
	size_t count;
	struct setting *implied; /* what the profile and the program's own system say: they need not be given besides */
	size_t n_implied, implied_capacity;
	struct fact_gap *gaps; /* of `--facts auto` */
	size_t n_gaps;
	struct table by_name; /* of each item, plus 1 */
	struct arena arena;
};

/* What the command line says of facts, and of what tree. Whatever is not known is NULL or 0. */
struct fact_request {
	const char *profile;           /* a name, or the path of a YAML file: it has a separator, or ends in ".yaml" */
	const char *file;              /* of --facts: a YAML map; "auto": this machine's; "none": not even its system */
	const char *const *pairs;      /* of --fact: "cuda=12.8", NULL-terminated */
	const char *machine;           /* the file that describes the machine to ask instead of this one */
	const char *tree;              /* the absolute path of the tree, in which no program is started */
	const struct version *version; /* of the tree, for the profile */
	size_t n_known;                /* numbers of it to be trusted */
	struct err_places places;      /* of what is given here */
};

/*
 * Gathers and checks what is known for `project`. --fact goes before the file, that before what is found on the
 * machine, that before the profile; but of what is a choice (the GPU, the compiler), the profile says what is wanted.
 * The fact `platform` is known where it is not given: the system that this program runs on.
 *
 * ERR_USAGE for a name that is not declared, a value that is not of its type, a profile that is not there or not for
 * this tree, and for "auto" where the tree is for another system, each with a hint; ERR_IO for a file that cannot be
 * read, ERR_PATCHSET for a profile's file that is wrong. Release with fact_values_release(), also after a failure.
 */
bool fact_values_gather(
	struct fact_values *out, const struct project *project, const struct fact_request *request, struct err *err);
void fact_values_release(struct fact_values *values);
/* The value of the fact, or NULL where it was not given. `values` may be NULL. */
const struct fact_value *fact_values_find(const struct fact_values *values, const char *name);

/* The fact of that name, or NULL. */
const struct fact *fact_find(const struct project *project, struct slice name);
/* Is `value` of the fact's type? ERR_USAGE with a hint if not. */
bool fact_check(const struct fact *fact, struct slice value, struct err *err);
/* Appends how to give it: "--fact cuda=VERSION", "--fact platform=windows|linux|macos"; where there are many choices,
 * "--fact gpu=GPU". */
void fact_format_option(const struct fact *fact, struct str *out);
/* ERR_USAGE for a name that no fact of the project has, with the nearest one. Returns false. */
bool fact_fail_unknown(const struct project *project, struct slice name, struct err *err);

#endif
