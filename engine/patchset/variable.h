/*
 * Variables of a set or pack: values that its rules name as {{name}}, and that the caller may choose (`--set`,
 * `--profile`). They are put in when the file is read, since patterns are compiled then.
 */
#ifndef TPATCH_PATCHSET_VARIABLE_H
#define TPATCH_PATCHSET_VARIABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"
#include "base/version/version.h"
#include "patchset/fact.h"

enum variable_type { VARIABLE_TEXT, VARIABLE_VERSION, VARIABLE_NUMBER, VARIABLE_CHOICE, VARIABLE_TYPE_COUNT };

/* The value for some versions of the target. */
struct variable_case {
	const struct version_range *versions;
	const char *value;
};

struct variable {
	const char *name, *help;
	enum variable_type type;
	const char *const *choices; /* of VARIABLE_CHOICE, NULL-terminated */
	const char *default_value;
	const struct variable_case *cases; /* the first that has the target's version counts */
	size_t n_cases;
	const char *value;    /* what is in the rules */
	const char *given_by; /* "default", "by-version", "--set", "profile 'kepler'" */
};

/* What the values depend on. All may be NULL. */
struct variable_request {
	const char *const *pairs;      /* of --set: "floor=3.10", NULL-terminated; the last one of a name counts */
	const struct profile *profile; /* --set goes before it, it before `by-version` */
	const struct version *version; /* of the target; NULL: not known yet */
	size_t n_known;                /* numbers of it to be trusted */
	struct err_places places;      /* of what is given here */
};

/* Is `value` one line and of the variable's type? ERR_USAGE with the variable's help if not. */
bool variable_check(const struct variable *variable, struct slice value, struct err *err);
/*
 * Fills `value` and `given_by`; `request` may be NULL. They are borrowed from it and from the variable. A value that
 * does not suit the variable is meant for another file: it is passed by.
 */
void variable_choose(struct variable *variable, const struct variable_request *request);
const char *variable_type_name(enum variable_type type);
/*
 * Is every name of --set that of one of the variables, and do all values suit? ERR_USAGE with a hint if not; `set` is
 * whose variables they are. A profile may have others.
 */
bool variable_check_request(const struct variable_request *request, const struct variable *const *variables,
	size_t count, const char *set, struct err *err);

#endif
