/* Lines as words. Private to port/. */
#ifndef TPATCH_PORT_WORDS_H
#define TPATCH_PORT_WORDS_H

#include "port/carry/line_ids.h"

struct words {
	uint32_t *items; /* ids; each word, run of spaces, and other byte is one */
	size_t count, capacity;
};

void words_add(struct words *words, struct line_ids *ids, struct slice text);
/* How much of two texts is the same, in the same order: 0 to 1000. */
unsigned words_likeness(const struct words *a, const struct words *b);
/*
 * What `ours` and `theirs`, both made from `base`, come to together, appended to `out`. False where both change the
 * same words in different ways.
 */
bool words_merge(const struct line_ids *ids, const struct words *base, const struct words *ours,
	const struct words *theirs, struct str *out);

#endif
