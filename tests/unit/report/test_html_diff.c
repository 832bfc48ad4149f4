#include "unit.h"

#include "base/alloc.h"
#include "report/html_diff.h"

static size_t first_only[] = { 0 };

/* The lines of the only hunk of `before` becoming `after` in the file `path`, as JSON. */
static struct str lines_of(const char *path, const char *before, const char *after)
{
	struct change change = {
		.path = path, .before = slice_of(before), .after = slice_of(after), .rules = first_only, .n_rules = 1
	};
	struct report report = { .context = 0 };
	struct json *object = html_diff_json(&report, &change);
	const struct json *hunks = json_get(object, "hunks");
	struct str text = STR_INIT;
	assert_int_equal(json_count(hunks), 1);
	json_print(json_get(json_item(hunks, 0), "lines"), false, &text);
	json_free(object);
	return text;
}

static void expect_lines(const char *path, const char *before, const char *after, const char *wanted)
{
	struct str text = lines_of(path, before, after);
	assert_string_equal(text.ptr, wanted);
	str_release(&text);
}

TEST(html_diff_raises_the_words_that_differ)
{
	expect_lines("a.cmake", "set(A 3.1)\n", "set(A 3.5)\n",
		"[[\"-\",\"fset\",\"p(A 3.\",\"P1\",\"p)\"],[\"+\",\"fset\",\"p(A 3.\",\"P5\",\"p)\"]]");
	expect_lines("a.py", "import os # x\n", "import re # x\n",
		"[[\"-\",\"kimport\",\"p \",\"Pos\",\"p \",\"c# x\"],[\"+\",\"kimport\",\"p \",\"Pre\",\"p \",\"c# "
		"x\"]]");
}

TEST(html_diff_raises_nothing_in_a_line_that_is_all_new)
{
	expect_lines("a.txt", "one two\n", "quite another thing\n",
		"[[\"-\",\"pone two\"],[\"+\",\"pquite another thing\"]]");
}

TEST(html_diff_hides_line_ends_where_all_are_alike)
{
	expect_lines("a.txt", "a\r\nb\r\n", "a\r\nc\r\n", "[[\"-\",\"pb\"],[\"+\",\"pc\"]]");
	expect_lines("a.txt", "a\r\nb\n", "a\r\nc\n", "[[\"-\",\"pb\"],[\"+\",\"pc\"]]");
	expect_lines("a.txt", "a\nb\r\n", "a\nb\n", "[[\"-\",\"pb\",\"P\\r\"],[\"+\",\"pb\"]]");
}

TEST(html_diff_tells_a_missing_line_end_and_cuts_long_lines)
{
	expect_lines("a.txt", "", "a", "[[\"+!\",\"pa\"]]");
	struct str line = STR_INIT;
	str_add_repeat(&line, 'x', 3000);
	struct str text = lines_of("a.txt", "", line.ptr);
	assert_true(text.len > 2000 && text.len < 2100);
	assert_true(slice_find(str_slice(&text), SLICE_LITERAL("\"x \xE2\x80\xA6\""), 0) != (size_t)-1);
	str_release(&line);
	str_release(&text);
}

TEST(html_diff_leaves_out_what_is_too_long_for_a_page)
{
	struct str before = STR_INIT, after = STR_INIT;
	for (size_t i = 0; i < 30000; i++) {
		str_addf(&before, "f(%zu)\n\n", i);
		str_addf(&after, "g(%zu)\n\n", i);
	}
	struct change change = { .path = "a.txt", .before = str_slice(&before), .after = str_slice(&after) };
	struct report report = { .context = 0 };
	struct json *object = html_diff_json(&report, &change);
	int64_t left, added;
	assert_true(json_read_number(json_get(object, "left"), &left));
	assert_true(json_read_number(json_get(object, "added"), &added));
	assert_int_equal(json_count(json_get(object, "hunks")), 25000);
	assert_int_equal(left, 10000);
	assert_int_equal(added, 30000);
	json_free(object);
	str_release(&before);
	str_release(&after);
}
