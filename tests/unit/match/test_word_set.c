/* Many words at once, against searching each alone. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/word_set.h"

static void assert_like_single(const struct slice *words, size_t count, struct slice text)
{
	struct word_hits hits = { 0 };
	struct word_set *set = word_set_new(words, count);
	/* what is left of an earlier text must not count */
	word_set_find(set, SLICE_LITERAL("a she B hers [z] \xff\xfe."), &hits);
	word_set_find(set, text, &hits);
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
	word_hits_release(&hits);
	word_set_free(set);
}

TEST(needles_words_within_words)
{
	const struct slice words[] = { SLICE_LITERAL("he"), SLICE_LITERAL("she"), SLICE_LITERAL("his"),
		SLICE_LITERAL("hers"), SLICE_LITERAL("HE"), SLICE_LITERAL("r") };
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

static size_t find_slowly(struct slice hay, struct slice needle, size_t from)
{
	for (size_t i = from; i + needle.len <= hay.len; i++)
		if (slice_eq_nocase(slice_from(hay.ptr + i, needle.len), needle))
			return i;
	return (size_t)-1;
}

/* Long words go by leaps. Some are cut out of the text, so that there is something to find, at both ends of it as
 * well. */
TEST(needles_long_words_in_random_text)
{
	unsigned seed = 4711;
	for (int round = 0; round < 400; round++) {
		char text[700], letters[12][300];
		struct slice words[12];
		size_t text_len = 300 + (seed = seed * 1103515245u + 12345u) % 400;
		for (size_t i = 0; i < text_len; i++)
			text[i] = "aBc_"[(seed = seed * 1103515245u + 12345u) >> 16 & 3];
		for (size_t w = 0; w < 12; w++) {
			size_t len = 6 + ((seed = seed * 1103515245u + 12345u) >> 16) % (w == 0 ? 290 : 12);
			size_t at = w == 1   ? 0
				    : w == 2 ? text_len - len
					     : ((seed = seed * 1103515245u + 12345u) >> 16) % (text_len - len);
			for (size_t i = 0; i < len; i++)
				letters[w][i] = (char)(w % 2 ? text[at + i]
							     : "AbC_"[(seed = seed * 1103515245u + 12345u) >> 16 & 3]);
			letters[w][w == 3 ? 0 : len - 1] = w == 3 || w == 4 ? 'x' : letters[w][len - 1];
			words[w] = slice_from(letters[w], len);
			for (size_t from = 0; from < text_len; from += 61)
				assert_int_equal(slice_find_nocase(slice_from(text, text_len), words[w], from),
					find_slowly(slice_from(text, text_len), words[w], from));
		}
		assert_like_single(words, 12, slice_from(text, text_len));
		assert_like_single(words, 12, slice_from(text, 5));
	}
}

/* 300 words with one end: each is told from the others. */
TEST(needles_long_words_with_one_end)
{
	char letters[300][16];
	struct slice words[300];
	for (size_t w = 0; w < 300; w++)
		words[w] = slice_from(letters[w], (size_t)snprintf(letters[w], sizeof(letters[w]), "w%zu_required", w));
	assert_like_single(words, 300, SLICE_LITERAL("W12_REQUIRED w299_required w300_required 7_required w1_require"));
}
