/*
 * Where words are in the code of a file, for those who look for many. Words are told apart by their letters and
 * digits alone, without case: so whatever a language takes for the same token (`"x"` and `x`, `a-b` and `A_B`, a name
 * that a line splice cuts) is in one list, together with some that are not the same.
 */
#ifndef TPATCH_LANG_WORD_PLACES_H
#define TPATCH_LANG_WORD_PLACES_H

#include <stddef.h>
#include <stdint.h>

#include "lang/language.h"

/* Zeroed is empty. */
struct word_places {
	uint32_t *starts; /* of each list in `places`, and where the last one ends; NULL: not made yet */
	uint32_t *places; /* indices of code tokens, in order within each list */
	uint32_t mask;
};

/* What is common to all tokens that any language takes for the same as `token`; 0 where it has neither letter nor
 * digit. */
uint32_t word_key(struct slice token);
/* `code`: the indices of `n_code` of the tokens. */
void word_places_make(struct word_places *words, struct slice bytes, const struct token_list *tokens,
	const uint32_t *code, size_t n_code);
void word_places_release(struct word_places *words);
/* All places of tokens with this key, which is not 0, and perhaps of others. */
const uint32_t *word_places_of(const struct word_places *words, uint32_t key, size_t *count);

#endif
