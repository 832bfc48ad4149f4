/* Where the sides of a list of hunks are in a file. */
#ifndef TPATCH_OP_HUNK_SIDES_H
#define TPATCH_OP_HUNK_SIDES_H

#include "op/hunk.h"
#include "text/line_index.h"

struct hunk_sides {
	uint32_t *numbers;          /* of hunk h: 2 * h its old side, 2 * h + 1 its new one; 0: it has none */
	struct line_places *places; /* where the sides begin, by these numbers, which equal sides share */
	size_t n_places;
};

/* Looks for both sides of all hunks, in one pass over the file at most. */
void hunk_sides_find(const struct hunk_list *list, struct source *source, struct hunk_sides *out);
void hunk_sides_release(struct hunk_sides *sides);

#endif
