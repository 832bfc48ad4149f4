/*
 * Code that is repeated: a capture that a pattern names twice takes the same code twice. Private to match/.
 */
#ifndef TPATCH_MATCH_REPEATS_H
#define TPATCH_MATCH_REPEATS_H

#include "lang/document.h"

/*
 * How much of the code from `first` on is the same again at each distance after it, found out as far as it is asked
 * for (the Z function of strings). Zeroed is empty.
 */
struct repeats {
	uint32_t *lengths; /* by distance; [0] is not used */
	size_t count, capacity;
	size_t first; /* index into doc->code */
	size_t left,
		right; /* distances: the code [left, right) after `first` repeats, `right` being the farthest known */
};

/*
 * Is the code [first, first + len) of `doc` the same as that from `at` on, which is after `first`? `*steps` grows by
 * the tokens that were compared.
 */
bool repeats_has(
	struct repeats *repeats, const struct document *doc, size_t first, size_t at, size_t len, size_t *steps);

#endif
