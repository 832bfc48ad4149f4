/* Which of several places in one block: `pick`. Private to op/. */
#ifndef TPATCH_OP_PICK_H
#define TPATCH_OP_PICK_H

#include "op/op.h"

/* A place to change, or one where the edit is made already: both count. */
struct pick_place {
	uint32_t begin; /* byte */
	uint32_t block; /* node, or NODE_NONE */
	size_t match;   /* index into the matches, or PICK_MADE */
};

#define PICK_MADE ((size_t)-1)

/* Zeroed is empty. */
struct pick_list {
	struct pick_place *items;
	size_t count, capacity;
};

void pick_list_release(struct pick_list *list);
void pick_add(struct pick_list *list, struct document *doc, size_t match, const struct match *place);
/*
 * Adds `matches` to the places, keeps in each block the one that `def->pick` names (all for PICK_EVERY; the file's
 * first for an operation that needs one place only), and drops the others from both.
 */
void pick_places(
	const struct edit_def *def, struct document *doc, struct pick_list *places, struct match_list *matches);

#endif
