/*
 * Which rules need a look at a file at all, told by one pass over its bytes for one word of each form of each rule, and
 * where one is found by the other words of that form. Private to plan/.
 */
#ifndef TPATCH_PLAN_PREFILTER_H
#define TPATCH_PLAN_PREFILTER_H

#include "match/word_set.h"
#include "op/op.h"
#include "patchset/patchset.h"

struct prefilter; /* immutable, shared between threads */

/* `rules` [count] are borrowed. Free with prefilter_free(). */
struct prefilter *prefilter_new(const struct rule *const *rules, size_t count);
void prefilter_free(struct prefilter *prefilter);

/* What one thread learns of one file. Zeroed is empty; release with prefilter_result_release(). */
struct prefilter_result {
	bool *wants;          /* [count]: does rule i need a look at the file? */
	size_t n_wants;       /* how many do */
	unsigned char *words; /* [number of words]: what is known of each */
	struct word_hits anchor_hits, other_hits;
};

/*
 * Looks at a file. A rule needs a look when the file holds all words of one form of one of its edits (see
 * edit_rule_forms()), or when some edit has a form without words, or when words_may_be_cut() there (match/pattern.h).
 * Of a rule that names paths alone nothing is told: it looks at these in any case.
 */
void prefilter_scan(const struct prefilter *prefilter, struct slice bytes, struct prefilter_result *result);
void prefilter_result_release(struct prefilter_result *result);

#endif
