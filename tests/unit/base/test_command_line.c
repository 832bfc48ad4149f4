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
