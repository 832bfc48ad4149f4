/*
 * Long words searched at once, by leaps: the bytes at a place tell how far the next word's end must be. Private to match/.
 *
 * After Wu and Manber, "A fast algorithm for multi-pattern searching", 1994. Of each word as many bytes count as the shortest has; a block of
 * three at the place looked at tells how far ahead the nearest such window may end. The longer the shortest word, the longer the leaps.
 */
#ifndef TPATCH_MATCH_NEEDLES_SKIP_H
#define TPATCH_MATCH_NEEDLES_SKIP_H

#include "match/needles.h"

/* Words shorter than this make leaps too short to pay. */
#define NEEDLE_SKIP_SHORTEST ((size_t)6)

struct needle_skip; /* immutable, shared between threads */

/* `words` are copied; each has NEEDLE_SKIP_SHORTEST bytes or more. Free with needle_skip_free(). */
struct needle_skip *needle_skip_new(const struct slice *words, size_t count);
void needle_skip_free(struct needle_skip *skip);

/* Adds to `hits`, which has room for all words, those that `bytes` holds. */
void needle_skip_find(const struct needle_skip *skip, struct slice bytes, struct needle_hits *hits);

#endif
