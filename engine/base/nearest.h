/*
 * What did the user mean? Names by edit distance, for "did you mean" hints.
 */
#ifndef TPATCH_BASE_NEAREST_H
#define TPATCH_BASE_NEAREST_H

#include <stddef.h>

#include "base/str.h"

/* Words of other programs and formats, separated by spaces, and what they are called here. */
struct synonym {
	const char *words, *meant;
};

/* What the first of the rows that has `word` (ASCII letters in either case) calls it; NULL: none has it. */
const char *synonym_find(const struct synonym *rows, size_t count, struct slice word);

/*
 * Insertions, deletions, substitutions and swaps of two neighbours that turn `a` into `b`, without regard to ASCII case
 * (optimal string alignment). Names longer than 64 bytes are compared by their first 64.
 */
size_t nearest_distance(struct slice a, struct slice b);

/*
 * The one of `count` names that `name` is probably meant to be: the one that takes the fewest changes of letters, the
 * first on a tie; where all take too many, the first that begins or ends with `name`, or `name` with it; else NULL.
 */
const char *nearest_name(struct slice name, const char *const *names, size_t count);

/*
 * Appends the nearest of the names, up to three that are equally near, as "'a', 'b' or 'c'": those of which `name` may
 * be meant to be the whole or a part. Nothing where none is near enough.
 */
void nearest_add(struct slice name, const char *const *names, size_t count, struct str *out);

#endif
