#include "lang/word_places.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"

/* Fowler, Noll and Vo's hash. */
#define HASH_BEGIN 2166136261u
#define HASH_FACTOR 16777619u

uint32_t word_key(struct slice token)
{
	uint32_t key = HASH_BEGIN;
	bool any = false;
	for (size_t i = 0; i < token.len; i++) {
		char c = token.ptr[i];
		if (!ascii_is_letter(c) && !ascii_is_digit(c))
			continue;
		key = (key ^ (unsigned char)ascii_to_lower(c)) * HASH_FACTOR;
		any = true;
	}
	/* The low bits, by which lists are found, are to depend on all of it. */
	key ^= key >> 15;
	return any ? key + !key : 0;
}

void word_places_make(struct word_places *words, struct slice bytes, const struct token_list *tokens,
	const uint32_t *code, size_t n_code)
{
	uint32_t *keys = xcalloc(n_code + 1, sizeof(*keys)), n_lists = 1;
	for (size_t i = 0; i < n_code; i++) {
		const struct token *token = &tokens->items[code[i]];
		keys[i] = word_key(slice_sub(bytes, token->begin, token->end));
	}
	while (n_lists < n_code)
		n_lists *= 2;
	words->mask = n_lists - 1;
	words->starts = xcalloc(n_lists + 2, sizeof(*words->starts));
	words->places = xmalloc((n_code + 1) * sizeof(*words->places));
	/* Two further on, so that filling the lists leaves each start where it belongs. */
	for (size_t i = 0; i < n_code; i++)
		words->starts[(keys[i] & words->mask) + 2] += keys[i] != 0;
	for (size_t i = 2; i < n_lists + 2; i++)
		words->starts[i] += words->starts[i - 1];
	for (size_t i = 0; i < n_code; i++)
		if (keys[i])
			words->places[words->starts[(keys[i] & words->mask) + 1]++] = (uint32_t)i;
	free(keys);
}

void word_places_release(struct word_places *words)
{
	free(words->starts);
	free(words->places);
	*words = (struct word_places){ 0 };
}

const uint32_t *word_places_of(const struct word_places *words, uint32_t key, size_t *count)
{
	const uint32_t *start = &words->starts[key & words->mask];
	*count = start[1] - start[0];
	return words->places + start[0];
}
