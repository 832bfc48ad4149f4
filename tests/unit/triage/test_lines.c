/* Logs that somebody wrote as one line. */
#include "triage/lines.h"

#include <string.h>

#include "unit.h"

static void add_line(void *ctx, struct slice line, bool is_long)
{
	assert_false(is_long);
	str_addf(ctx, SLICE_FMT "|", SLICE_ARG(line));
}

/* Fails if the lines of `text`, each with "|" after it, are not `expected`, in whatever pieces it comes. */
static void assert_lines(const char *text, const char *expected)
{
	for (size_t cut = 0; cut <= strlen(text); cut++) {
		struct str all = STR_INIT;
		struct lines lines = { .take = add_line, .ctx = &all };
		lines_take(&lines, slice_from(text, cut));
		lines_take(&lines, slice_of(text + cut));
		lines_end(&lines);
		if (!slice_eq_cstr(str_slice(&all), expected))
			fail_msg("\"" SLICE_FMT "\", not \"%s\"", SLICE_ARG(str_slice(&all)), expected);
		str_release(&all);
	}
}

TEST(lines_of_flat_text_is_escaped_where_each_backslash_begins_an_escape)
{
	assert_lines("a.c:1: error\\n  x = \\\"y\\\";\\n\\tC:\\\\new", "a.c:1: error|  x = \"y\";|\tC:\\new|");
	assert_lines("'one\\r\\nTwo\\r\\nThree'", "one\r|Two\r|Three|");
	assert_lines("b'\\xe2\\x80\\x98x\\xe2\\x80\\x99\\n\\nB\\n'", "\xe2\x80\x98x\xe2\x80\x99||B|");
	assert_lines("\"\\u2018\\u00e9\\u001b[0m\\nB\\n C\\uD83D\\x\"", "\xe2\x80\x98\xc3\xa9\x1b[0m|B| C? |");
}

TEST(lines_of_flat_text_keep_the_paths_of_windows)
{
	assert_lines(
		"cl C:\\env\\ninja C:\\pkg\\numpy C:\\nvcc\\nvvm", "cl C:\\env\\ninja C:\\pkg\\numpy C:\\nvcc\\nvvm|");
	assert_lines("cl C:\\pkg\\numpy\\nx.h(1): error\\nA B\\r\\nmake: \\nC:\\n.c",
		"cl C:\\pkg\\numpy\\nx.h(1): error|A B|make: |C:\\n.c|");
}

TEST(lines_of_flat_text_have_more_than_one_end)
{
	assert_lines("printf(\"one\\n\"); printf(\"two\\n\");", "printf(\"one\\n\"); printf(\"two\\n\");|");
	assert_lines("raise ValueError('one\\nTwo')", "raise ValueError('one\\nTwo')|");
	assert_lines("\\", "\\|");
	assert_lines("", "");
	assert_lines("x\\nA\\nB\\", "x|A|B |");
}

TEST(lines_of_flat_maps_of_json_say_what_has_blanks)
{
	assert_lines(
		"{\"log\":\"ninja: \\\"a\\\" stopped\\n\",\"stream\":\"stderr\",\"time\":\"2024-05-01T10:00:00Z\"}",
		"ninja: \"a\" stopped|");
	assert_lines("{\"log\":\"\\n\",\"stream\":\"stdout\"}", "|");
	assert_lines("{\"level\":\"info\",\"msg\":\"one two\\nthree\",\"code\":1}", "one two|three|");
	assert_lines("{\"msg\":\"it was cut", "it was cut|");
	assert_lines("{\"", "");
	assert_lines("{\"a\\", "");
}
