/* What find.c tries at each place: do a pattern's elements fit the tokens from there on? Private to match/. */
#ifndef TPATCH_MATCH_FIT_H
#define TPATCH_MATCH_FIT_H

#include "match/code.h"
#include "match/pattern_private.h"
#include "match/repeats.h"

/*
 * Steps that one file may cost one pattern, and how many more for each of its tokens: far above any honest search, low
 * enough that a hostile one ends in about a second.
 */
#define STEP_LIMIT ((size_t)20000000)
#define STEPS_FOR_TOKEN ((size_t)16)

/*
 * What a search has found to lead nowhere, so that a pattern with several captures does not try it again from every
 * place that leads there.
 */
struct dead_ends {
	uint32_t *marks; /* by slot and token; NULL until a search takes long. A mark counts where it is `round` */
	uint32_t round;
};

/* One search of one pattern through one file. */
struct finder {
	const struct pattern *pattern;
	const struct document *doc; /* lexed */
	struct code_run *elements;
	struct code_run *captures;
	bool *bound;
	size_t steps, limit;
	struct dead_ends dead_ends;
	struct repeats repeats;
	uint32_t *closers; /* of compound statements; NULL until a search takes long */
	/* of each token where the last list began or went on: where it ended; 0: not known. NULL until a search takes
	 * long */
	uint32_t *rest_ends;
	struct code_growth leading; /* what the pattern's first element has taken, if it is a capture */
	bool was_judged;            /* what leads nowhere in this try may do so only because of where it began */
	/* Is [first, end) an acceptable whole? Asked when every element fits, so that captures can still be tried
	 * longer. */
	bool (*accepts)(struct finder *, size_t first, size_t end);
	size_t first;            /* where the try began */
	size_t head_last;        /* for block heads: one past the head's last token */
	const struct node *head; /* for block heads: the block */
};

/* Does the pattern fit at `at`? True: `*end` is one past the last token taken, and `elements` and `captures` say what
 * each took. */
bool finder_fits_at(struct finder *f, size_t at, size_t *end);

/* Is the pattern an expression that begins with a capture of one? */
static inline bool finder_leads(const struct finder *f)
{
	const struct pattern *pattern = f->pattern;
	return pattern->elements[0].kind == ELEMENT_CAPTURE && !pattern->is_statement && pattern->language->binding;
}

/* After a match, is there one around it, of which the first capture took it: `a.b.b` after `a.b`, for `$X.b`? `*end` is
 * where the match ended, and becomes where that one does. */
bool finder_fits_around(struct finder *f, size_t *end);

/* compound_end() for the file. */
size_t finder_compound_end(struct finder *f, size_t at, size_t *closer);

#endif
