/* What the index of words relies on: tokens that a language takes for the same have one key. */
#include "unit.h"

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
