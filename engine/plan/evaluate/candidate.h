/*
 * What the rules want of one file: found by evaluate.c, thinned out by groups and answers, made a change by compose.c.
 * Private to plan/.
 */
#ifndef TPATCH_PLAN_CANDIDATE_H
#define TPATCH_PLAN_CANDIDATE_H

#include "plan/plan.h"

/* An operation on the file itself that a rule wants made. */
struct file_want {
	size_t rule; /* index into plan.rules */
	const struct edit_def *edit;
};

struct candidate {
	/* all but what compose.c fills: `after`, its hash and `stat`. `before` is empty where texts are dropped */
	struct change change;
	bool is_absent; /* no file is there yet */
	/* [n_edits]: all that are wanted, in the order of the rules; change.edits are these, settled */
	struct edit *edits;
	size_t n_edits;
	struct file_want *wants; /* [n_wants], in the order of the rules */
	size_t n_wants;
	const struct edit_def *file, *mode; /* what the rules want of the file itself once that is settled, or NULL */
	size_t *declined;                   /* [n_declined]: rules of which the user does not want it */
	size_t n_declined;
};

/* Two rules that cannot both have what they want of a file. */
struct conflict {
	size_t a, b;                            /* indices into plan.rules */
	uint32_t offset;                        /* of the bytes that both want */
	bool is_layout;                         /* `b` indents the code beside which `a` puts lines */
	const struct edit_def *want_a, *want_b; /* of the file itself; NULL: it is about bytes */
};

/*
 * Fills candidate->change from `edits` and `wants`; memory from `arena`. False with `*conflict` where two rules want
 * different things, which cannot be when it was settled before, and less is wanted now.
 */
bool candidate_settle(struct candidate *candidate, struct arena *arena, struct conflict *conflict);
/* Drops what the rule wants. True where it wanted something: then the candidate is to be settled again, unless it is
 * empty now. */
bool candidate_drop(struct candidate *candidate, size_t rule);
/* Has the rule edits of the text? Also where another one makes the same. */
bool candidate_has_edits(const struct candidate *candidate, size_t rule);
/* The user does not want what the rule does to the file. */
void candidate_decline(struct candidate *candidate, size_t rule, struct arena *arena);

#endif
