/* Many words at once, against searching each alone. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "match/needles.h"

static void assert_like_single(const struct slice *words, size_t count, struct slice text)
{
	struct needle_hits hits = { 0 };
	struct needle_set *set = needle_set_new(words, count);
	needle_set_find(set, SLICE_LITERAL("a she B hers [z] \xff\xfe."), &hits); /* what is left of an earlier text must not count */
	needle_set_find(set, text, &hits);
	size_t n_expected = 0;
	for (size_t i = 0; i < count; i++) {
		bool expected = slice_find_nocase(text, words[i], 0) != (size_t)-1;
		if (hits.found[i] != expected)
			fail_msg("word '%.*s' in '%.*s': %d", SLICE_ARG(words[i]), SLICE_ARG(text), hits.found[i]);
		n_expected += expected;
	}
	assert_int_equal(hits.count, n_expected);
	for (size_t i = 0; i < hits.count; i++)
		assert_true(hits.found[hits.words[i]]);
	needle_hits_release(&hits);
	needle_set_free(set);
}

TEST(needles_words_within_words)
{
	const struct slice words[] = { SLICE_LITERAL("he"), SLICE_LITERAL("she"), SLICE_LITERAL("his"), SLICE_LITERAL("hers"), SLICE_LITERAL("HE"),
		                       SLICE_LITERAL("r") };
	assert_like_single(words, 6, SLICE_LITERAL("ushers"));
	assert_like_single(words, 6, SLICE_LITERAL("uSHErs"));
	assert_like_single(words, 6, SLICE_LITERAL("hi s"));
	assert_like_single(words, 6, SLICE_LITERAL(""));
}

TEST(needles_any_bytes)
{
	const struct slice words[] = { { "\0a", 2 }, { "\xff\xfe", 2 }, { "[Z]", 3 } };
	assert_like_single(words, 3, slice_from("x\0A\xff", 4));
	assert_like_single(words, 3, slice_from("\xff\xff\xfe[z]", 6));
}

TEST(needles_random_words_in_random_text)
{
	unsigned seed = 12345;
	for (int round = 0; round < 3000; round++) {
		char text[60], letters[8][6];
		struct slice words[8];
		for (size_t i = 0; i < sizeof(text); i++)
			text[i] = "abAB."[(seed = seed * 1103515245u + 12345u) >> 16 & 3];
		for (size_t w = 0; w < 8; w++) {
			size_t len = 1 + ((seed = seed * 1103515245u + 12345u) >> 16) % 6;
			for (size_t i = 0; i < len; i++)
				letters[w][i] = "abAB"[(seed = seed * 1103515245u + 12345u) >> 16 & 3];
			words[w] = slice_from(letters[w], len);
		}
		assert_like_single(words, 8, slice_from(text, sizeof(text)));
	}
}
