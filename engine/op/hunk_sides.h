/* Where the sides of a list of hunks stand in a file. */
#ifndef TPATCH_OP_HUNK_SIDES_H
#define TPATCH_OP_HUNK_SIDES_H

#include "op/hunk.h"

struct hunk_side_places {
	size_t *items; /* the lines of the file at which the side begins, 0-based, in order */
	size_t count, capacity;
};

struct hunk_sides {
	uint32_t *numbers;               /* of hunk h: 2 * h its old side, 2 * h + 1 its new one; 0: it has none */
	struct hunk_side_places *places; /* by these numbers, which equal sides share */
	size_t n_places;
};

/* Looks for both sides of all hunks, in one pass over the file. */
void hunk_sides_find(const struct hunk_list *list, struct source *source, struct hunk_sides *out);
void hunk_sides_release(struct hunk_sides *sides);

#endif
