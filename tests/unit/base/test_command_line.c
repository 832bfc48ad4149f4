/* Command lines of Windows: the examples of "Parsing C command-line arguments" in Microsoft's documentation, the other
 * way round. */
#include "unit.h"

#include "base/command_line.h"

TEST(command_line_arguments)
{
	static const struct {
		const char *argument, *expected;
	} cases[] = {
		{ "abc", "abc" },
		{ "", "\"\"" },
		{ "a b c", "\"a b c\"" },
		{ "a\tb", "\"a\tb\"" },
		{ "ab\"c", "\"ab\\\"c\"" },
		{ "a\\b", "a\\b" },
		{ "a\\", "a\\" },
		{ "a b\\", "\"a b\\\\\"" },
		{ "a\\\"b", "\"a\\\\\\\"b\"" },
		{ "&|<>^%!()", "&|<>^%!()" },
	};
	struct str all = STR_INIT, expected = STR_INIT;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct str line = STR_INIT;
		command_line_add(&line, cases[i].argument);
		assert_string_equal(line.ptr, cases[i].expected);
		str_release(&line);
		command_line_add(&all, cases[i].argument);
		str_addf(&expected, "%s%s", i ? " " : "", cases[i].expected);
	}
	assert_string_equal(all.ptr, expected.ptr);
	str_release(&all);
	str_release(&expected);
}

TEST(command_line_words_for_a_shell)
{
	static const struct {
		const char *word, *windows, *other;
	} cases[] = {
		{ "", "\"\"", "''" },
		{ "plain-1.2/x:y=z+_", "plain-1.2/x:y=z+_", "plain-1.2/x:y=z+_" },
		{ "a b", "\"a b\"", "'a b'" },
		{ "it's", "\"it's\"", "\"it's\"" },
		{ "it's $5", "\"it's $5\"", "'it'\\''s $5'" },
		{ "it's \"x\"", "\"it's \\\"x\\\"\"", "'it'\\''s \"x\"'" },
		{ "a\\b", "a\\b", "'a\\b'" },
		{ "a b\\", "\"a b\\\\\"", "'a b\\'" },
		{ "~", "~", "'~'" },
		{ "#", "#", "'#'" },
		{ "a%b", "\"a%b\"", "a%b" },
		{ "a,b@c^d", "\"a,b@c^d\"", "a,b@c^d" },
	};
	/* Each is quoted by both. */
	static const char special[] = " \t\n'\"&();|<>*?!$[]{}`";
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		for (int windows = 0; windows < 2; windows++) {
			struct str out = STR_INIT;
			shell_word_for(windows, cases[i].word, &out);
			assert_string_equal(out.ptr, windows ? cases[i].windows : cases[i].other);
			str_release(&out);
		}
	}
	for (const char *c = special; *c; c++) {
		char word[] = { 'a', *c, 'b', '\0' };
		for (int windows = 0; windows < 2; windows++) {
			struct str out = STR_INIT;
			shell_word_for(windows, word, &out);
			assert_true(out.ptr[0] == (*c == '\'' || windows ? '"' : '\''));
			str_release(&out);
		}
	}
}
