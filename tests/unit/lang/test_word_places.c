/* What the index of words relies on: tokens that a language takes for the same have one key. */
#include "unit.h"

#include <stdio.h>

#include "base/alloc.h"
#include "lang/word_places.h"

extern const struct language language_c, language_cmake, language_python, language_requirements, language_shell,
	language_toml;

TEST(word_places_same_tokens_have_one_key)
{
	const struct {
		const struct language *language;
		enum token_kind a_kind, b_kind;
		const char *a, *b;
	} pairs[] = {
		{ &language_cmake, TOKEN_NAME, TOKEN_NAME, "add_library", "ADD_LIBRARY" },
		{ &language_cmake, TOKEN_TEXT, TOKEN_STRING, "x1", "\"x1\"" },
		{ &language_cmake, TOKEN_BRACKET, TOKEN_STRING, "[==[x 1]==]", "\"x 1\"" },
		{ &language_cmake, TOKEN_STRING, TOKEN_STRING, "\"a\r\nb\"", "\"a\nb\"" },
		{ &language_python, TOKEN_STRING, TOKEN_STRING, "'x'", "\"\"\"x\"\"\"" },
		{ &language_python, TOKEN_STRING, TOKEN_STRING, "rB'x'", "Rb\"x\"" },
		{ &language_c, TOKEN_NAME, TOKEN_NAME, "na\\\nme", "name" },
		{ &language_toml, TOKEN_NAME, TOKEN_TEXT, "key", "\"key\"" },
		{ &language_toml, TOKEN_STRING, TOKEN_STRING, "'x'", "\"x\"" },
		{ &language_requirements, TOKEN_NAME, TOKEN_NAME, "Torch_Vision", "torch--vision" },
		{ &language_requirements, TOKEN_STRING, TOKEN_STRING, "'3.8'", "\"3.8\"" },
		{ &language_shell, TOKEN_TEXT, TOKEN_TEXT, "$HOME/x", "${HOME}/x" },
	};
	for (size_t i = 0; i < COUNT_OF(pairs); i++) {
		struct slice a = slice_of(pairs[i].a), b = slice_of(pairs[i].b);
		assert_true(pairs[i].language->same(a, pairs[i].a_kind, b, pairs[i].b_kind));
		assert_int_not_equal(word_key(a), 0);
		assert_int_equal(word_key(a), word_key(b));
	}
}

TEST(word_places_other_words_are_told_apart)
{
	assert_int_not_equal(word_key(slice_of("name1")), word_key(slice_of("name2")));
	assert_int_equal(word_key(slice_of("(")), 0);
	assert_int_equal(word_key(slice_of("")), 0);
}

/* A text of the words "w0" to "w9", each ten times, with marks between them. */
TEST(word_places_have_every_word_once_and_in_order)
{
	char text[512];
	size_t len = 0;
	struct token tokens[200];
	uint32_t code[200];
	for (size_t i = 0; i < 200; i++) {
		tokens[i] = (struct token){ .kind = i % 2 ? TOKEN_NAME : TOKEN_OPEN, .begin = (uint32_t)len };
		len += (size_t)snprintf(text + len, sizeof(text) - len, i % 2 ? "w%zu" : "(", i / 2 % 10);
		tokens[i].end = (uint32_t)len;
		code[i] = (uint32_t)i;
	}
	const struct token_list list = { .items = tokens, .count = 200 };
	struct word_places words = { 0 };
	word_places_make(&words, slice_from(text, len), &list, code, 200);
	assert_true(words.mask + 1 >= 200);
	size_t listed = 0;
	for (uint32_t start = 0; start <= words.mask; start++) {
		size_t count;
		word_places_of(&words, start, &count);
		listed += count;
	}
	assert_int_equal(listed, 100);
	for (size_t word = 0; word < 10; word++) {
		char name[8];
		size_t count, n = 0;
		snprintf(name, sizeof(name), "W%zu", word);
		uint32_t key = word_key(slice_of(name));
		const uint32_t *places = word_places_of(&words, key, &count);
		for (size_t i = 0; i < count; i++) {
			const struct token *token = &tokens[places[i]];
			if (word_key(slice_sub(slice_from(text, len), token->begin, token->end)) == key)
				assert_int_equal(places[i], 20 * n++ + 2 * word + 1);
		}
		assert_int_equal(n, 10);
	}
	word_places_release(&words);
}

TEST(word_places_of_nothing)
{
	struct word_places words = { 0 };
	size_t count = 99;
	word_places_make(&words, slice_of(""), &(struct token_list){ 0 }, NULL, 0);
	word_places_of(&words, word_key(slice_of("w")), &count);
	assert_int_equal(count, 0);
	word_places_release(&words);
}
