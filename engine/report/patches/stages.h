/*
 * One file between the rules of a run: as it is with the edits of some of them, and what the next one changes in that,
 * as a diff. Private to report/.
 */
#ifndef TPATCH_REPORT_PATCHES_STAGES_H
#define TPATCH_REPORT_PATCHES_STAGES_H

#include "plan/plan.h"
#include "text/pieces.h"

struct owned_edit {
	size_t owner, edit;
};

struct stages {
	const struct change *change; /* borrowed */
	struct source source;
	struct pieces before, after; /* of the next diff: alike between two of them */
	struct owned_edit *order;    /* [change->n_edits], by owner, then by place */
	size_t n_done;               /* of these, those that are made */
	size_t end;                  /* what the owners before this one do is done */
};

/* The file as it was; `change` is borrowed. */
void stages_init(struct stages *stages, const struct change *change);
void stages_release(struct stages *stages);

/*
 * Makes all edits that are not made yet and whose owner is no more than `last`, and appends the diff of that, with what
 * the same owners do to the file itself. Takes time by these edits and by what is appended, not by the file.
 */
void stages_add_diff(struct stages *stages, size_t last, size_t context, struct str *out);

#endif
