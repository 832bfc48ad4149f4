/*
 * The shortest edit script between two sequences of numbers, in linear space
 * (E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1, 1986, section 4b).
 */
#ifndef TPATCH_TEXT_MYERS_H
#define TPATCH_TEXT_MYERS_H

#include <stddef.h>
#include <stdint.h>

/* Steps of the inner loop that a pair of hostile texts may cost: about half a second. */
#define MYERS_DEFAULT_BUDGET ((uint64_t)1 << 27)

/*
 * Sets removed[i] to 1 for each of the `n` elements of `a` that is not kept, and added[j] to 1 for each of the `m`
 * elements of `b` that is new; the rest is left as it is. What is not marked is the same on both sides and in the same
 * order. The script is a shortest one as long as that costs less than `budget` steps; past it, parts that are still
 * open are divided at the best place known or replaced as a whole.
 */
void myers_diff(const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint64_t budget, unsigned char *removed,
	unsigned char *added);

#endif
