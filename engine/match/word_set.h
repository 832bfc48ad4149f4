/*
 * Many words searched at once, without regard to ASCII case: which of them does a file hold?
 *
 * Long words are searched by leaps (Wu and Manber). Where one is short, by an Aho-Corasick automaton (Aho and Corasick,
 * "Efficient string matching", 1975) as one dense table over byte classes: one load per byte, whatever the number of
 * words.
 */
#ifndef TPATCH_MATCH_WORD_SET_H
#define TPATCH_MATCH_WORD_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct word_set; /* immutable, shared between threads */

/* `words` are copied; none may be empty. Free with word_set_free(). */
struct word_set *word_set_new(const struct slice *words, size_t count);
void word_set_free(struct word_set *set);

/* The words that a text holds. Zeroed is empty; used again and again for one set, by one thread. Release with
 * word_hits_release(). */
struct word_hits {
	bool *found;     /* [number of words] */
	uint32_t *words; /* those found, each once, in the order of their first place */
	size_t count;
};

/* Sets `hits` to what `bytes` holds, and to nothing else. */
void word_set_find(const struct word_set *set, struct slice bytes, struct word_hits *hits);
void word_hits_release(struct word_hits *hits);

#endif
