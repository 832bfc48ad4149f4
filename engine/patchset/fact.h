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
#include "base/version.h"

struct project;

enum fact_type { FACT_VERSION, FACT_CHOICE, FACT_TEXT };

/* One that a project declares. */
struct fact {
	const char *name; /* "cuda" */
	const char *help; /* one line */
	enum fact_type type;
	const char *const *choices; /* of FACT_CHOICE, NULL-terminated; else NULL */
};

/* NAME and VALUE, as written. */
struct setting {
	const char *name, *value;
};

/* Facts and values of variables under one name, declared by a project. */
struct profile {
	const char *name, *summary;
	struct setting *facts; /* of declared facts, and of their types */
	size_t n_facts;
	struct setting *variables;
	size_t n_variables;
};

/* One that was given. */
struct fact_value {
	const struct fact *fact;
	const char *text;       /* the value, as given */
	struct version version; /* of FACT_VERSION */
	const char *given_by;   /* "--fact", "facts.yaml", "profile 'kepler'" */
};

/* All that were given, each once, in the order of the project. Zeroed: none. */
struct fact_values {
	const struct profile *profile; /* --profile, or NULL */
	struct fact_value *items;
	size_t count;
	struct arena arena;
};

/* What the command line says. Later ones go before earlier ones: profile, file, pairs. All may be NULL. */
struct fact_request {
	const char *profile;
	const char *file;         /* of --facts: a YAML map */
	const char *const *pairs; /* of --fact: "cuda=12.8", NULL-terminated */
	/* Is told which of the pairs `err` is about, and may say where it is written; or NULL. */
	void (*refused)(void *ctx, const char *pair, struct err *err);
	void *refused_ctx;
};

/*
 * Gathers and checks what was given for `project`. ERR_USAGE for a name that is not declared, a value that is not of
 * its type and an unknown profile, each with a hint; ERR_IO for a file that cannot be read. Release with
 * fact_values_release(), also after a failure.
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
/* "version", "choice", "text". */
const char *fact_type_name(enum fact_type type);
/* Appends how to give it: "--fact cuda=VERSION", "--fact platform=windows|linux|macos"; where there are many choices,
 * "--fact gpu=GPU". */
void fact_format_option(const struct fact *fact, struct str *out);
/* ERR_USAGE for a name that no fact of the project has, with the nearest one. Returns false. */
bool fact_fail_unknown(const struct project *project, struct slice name, struct err *err);

#endif
