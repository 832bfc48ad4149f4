/*
 * `when`: conditions on facts. A fact that was not given leaves a condition unknown unless the others decide it.
 */
#ifndef TPATCH_PATCHSET_WHEN_H
#define TPATCH_PATCHSET_WHEN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "base/version/version.h"
#include "patchset/fact.h"

enum when_kind { WHEN_ALL, WHEN_ANY, WHEN_NOT, WHEN_FACT };

/* One of the values that a fact may have. */
struct when_value {
	const char *text;
	const struct version_range *range; /* NULL: the text is no range. Asked only of a fact that is a version */
	bool is_string;                    /* in quotes */
	size_t line, column;               /* in the YAML file */
};

struct when {
	enum when_kind kind;
	struct when *parts; /* of ALL and ANY, and of NOT one */
	size_t n_parts;
	const char *fact;          /* of FACT: its name */
	struct when_value *values; /* one of them must fit */
	size_t n_values;
	size_t line, column; /* of the fact's name in the YAML file */
};

enum truth { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN };

/*
 * Does the condition hold? NULL always does; `facts` may be NULL: none given. A version that is given with fewer
 * numbers than a range asks for ("12", where it is "<12.8") leaves it unknown.
 */
enum truth when_holds(const struct when *when, const struct fact_values *facts);
/* Appends "cuda <12.8 and platform windows". */
void when_format(const struct when *when, struct str *out);
/*
 * Calls `see` for each fact that is missing, or not known well enough, and on which the unknown condition depends; a
 * fact that is in it twice is seen twice.
 */
void when_each_unknown(const struct when *when, const struct fact_values *facts,
	void (*see)(void *ctx, const struct when *fact), void *ctx);
/* Calls `see` for each fact that the condition names. */
void when_each_fact(const struct when *when, void (*see)(void *ctx, const struct when *fact), void *ctx);

#endif
