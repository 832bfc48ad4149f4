/*
 * Versions and ranges of versions.
 *
 * A version follows PEP 440 (https://peps.python.org/pep-0440/): release numbers, then optionally a
 * pre-release (a1, b2, rc3), .postN, .devN and a +local part, in any of the spellings PEP 440 normalises. Order is
 * PEP 440's, but the local part is only checked, and then dropped: a tree is the same tree with +cu118. No epochs.
 */
#ifndef TPATCH_BASE_VERSION_H
#define TPATCH_BASE_VERSION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

#define VERSION_MAX_PARTS 6

struct version {
	unsigned long part[VERSION_MAX_PARTS]; /* release numbers; those not written are 0 */
	size_t n_parts;                        /* how many were written */
	char pre;                              /* 'a', 'b', 'r' (rc), or 0 for none */
	unsigned long pre_number;
	bool has_post, has_dev;
	unsigned long post, dev;
};

/* Reads `text` (a leading "v" is allowed). False, with ERR_USAGE in `err` (which may be NULL), if it is no version. */
bool version_parse(struct version *out, struct slice text, struct err *err);
/* PEP 440 order: <0, 0, >0. 1.12 equals 1.12.0. */
int version_cmp(const struct version *a, const struct version *b);
/* Appends the canonical spelling: "1.12.0a0". */
void version_format(const struct version *v, struct str *out);
/* True when the first `n` release numbers are equal. */
bool version_same_series(const struct version *a, const struct version *b, size_t n);

enum version_op { VERSION_EQ, VERSION_NE, VERSION_LT, VERSION_LE, VERSION_GT, VERSION_GE, VERSION_SERIES };

struct version_clause {
	enum version_op op;
	struct version version;
};

/* A conjunction of clauses; `text` is what was written. */
struct version_range {
	const char *text;
	struct version_clause *clauses;
	size_t n_clauses;
};

/*
 * Reads ">=2.1, <2.6", "1.12.1", "==2.1.*", "2.4.*", "!=2.3.0". A bare version means equality ("2.1" is 2.1.0 and not
 * 2.1.1); `X.Y.*` means the series X.Y, and stands alone or after `==`. Memory comes from `arena`. On failure
 * (ERR_USAGE) `*error_offset` is the byte in `text` that is wrong.
 */
bool version_range_parse(
	struct version_range *out, struct slice text, struct arena *arena, size_t *error_offset, struct err *err);

/*
 * Does the range hold for a tree known as `v`? A pre-release counts as its release, because a source tree that
 * says 2.6.0a0 is the tree of the 2.6 series (unlike PEP 440's rule for installers); only a clause that names a
 * pre-release itself, like ">=2.6.0rc1", looks at it.
 */
bool version_range_has(const struct version_range *range, const struct version *v);
/*
 * The same when only the first `n_known` numbers of `v` are known (version.txt gives a series): true if some release
 * X.Y.Z of the series fits. With three known numbers or more it is version_range_has().
 */
bool version_range_may_have(const struct version_range *range, const struct version *v, size_t n_known);

/*
 * Does the range `range` hold for the version `version`? False for what is no range or no version: both are texts that
 * were checked, or come from programs.
 */
bool version_in_range(const char *range, struct slice version);

/* The versions between the bounds of a range. `!=` clauses leave holes that do not show here. */
struct version_bounds {
	bool exact; /* one version: `lowest` */
	bool has_lowest, has_highest;
	struct version lowest;  /* the greatest lower bound that is written */
	struct version highest; /* the least upper bound; of a series X.Y.* that is X.Y+1 */
};

struct version_bounds version_range_bounds(const struct version_range *range);

/* Can one version be in both ranges? False only where their bounds leave nothing between them: `!=` is not looked
 * at. */
bool version_ranges_meet(const struct version_range *a, const struct version_range *b);

#endif
