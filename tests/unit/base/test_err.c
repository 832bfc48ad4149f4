#include "unit.h"

#include "base/err.h"
#include "base/str.h"

static void assert_shown(const struct err *err, const char *expected)
{
	struct str text = STR_INIT;
	err_format(err, &text);
	assert_string_equal(text.ptr, expected);
	str_release(&text);
}

TEST(err_texts_begin_no_line_and_set_no_colour)
{
	struct err err = ERR_INIT;
	err_set(&err, ERR_IO, "cannot read '%s': permission denied", "a\nhint: run me\x1b[31m");
	err_hint(&err, "look at '%s'", "b\r\nerror: no\x1b[0m");
	err_at(&err, "c\n::error::d", 3, 0);
	err_snippet(&err, slice_of("\tset(A \x1b[32m)"), 0);
	assert_shown(&err, "c\\n::error::d:3: cannot read 'a\\nhint: run me\\033[31m': permission denied\n"
			   " 3 | \tset(A \\033[32m)\n"
			   "hint: look at 'b\\015\\nerror: no\\033[0m'\n");
	err_release(&err);
}

TEST(err_messages_may_have_several_lines)
{
	struct err err = ERR_INIT;
	err_set(&err, ERR_UNFIT, "2 files block it:\n  a: has changed\n    since yesterday\n  b\nhint: no\n\n  c");
	assert_shown(&err, "2 files block it:\n  a: has changed\n    since yesterday\n  b\\nhint: no\\n\n  c\n");
	err_release(&err);
}

TEST(err_snippet_is_the_line_with_a_caret)
{
	static const char text[] = "one\r\n\tset(\xc3\xa9 B)\r\nlast";
	struct err err = ERR_INIT;
	err_set(&err, ERR_USAGE, "no");
	err_at(&err, "f", 12, 9);
	err_snippet(&err, slice_of(text), 13);
	assert_shown(&err, "f:12:9: no\n 12 | \tset(\xc3\xa9 B)\n    | \t      ^\n");
	/* One behind the last; and where there is nothing. */
	err_at(&err, "f", 9, 11);
	assert_shown(&err, "f:9:11: no\n 9 | \tset(\xc3\xa9 B)\n   | \t        ^\n");
	err_at(&err, "f", 100, 12);
	assert_shown(&err, "f:100:12: no\n 100 | \tset(\xc3\xa9 B)\n");
	err_snippet(&err, slice_of(text), 0);
	err_at(&err, "f", 1, 1);
	assert_shown(&err, "f:1:1: no\n 1 | one\n   | ^\n");
	err_snippet(&err, slice_of(text), 1000);
	assert_shown(&err, "f:1:1: no\n 1 | last\n   | ^\n");
	err_snippet(&err, SLICE_LITERAL(""), 0);
	assert_shown(&err, "f:1:1: no\n 1 | \n   | ^\n");
	err_at(&err, "f", 0, 1);
	assert_shown(&err, "f: no\n");
	err_at(&err, NULL, 0, 0);
	assert_shown(&err, "no\n");
	err_release(&err);
}

/* 160 bytes of it are shown, and no half of a character. */
TEST(err_snippet_of_a_long_line_is_cut)
{
	struct str text = STR_INIT, expected = STR_INIT;
	struct err err = ERR_INIT;
	str_add_repeat(&text, 'x', 159);
	str_add_cstr(&text, "\xc3\xa9tail");
	err_set(&err, ERR_USAGE, "no");
	err_snippet(&err, str_slice(&text), 0);
	err_at(&err, "f", 1, 160);
	str_add_cstr(&expected, "f:1:160: no\n 1 | ");
	str_add_repeat(&expected, 'x', 159);
	str_add_cstr(&expected, "\n   | ");
	str_add_repeat(&expected, ' ', 159);
	str_add_cstr(&expected, "^\n");
	assert_shown(&err, expected.ptr);
	err_at(&err, "f", 1, 161);
	str_clear(&expected);
	str_add_cstr(&expected, "f:1:161: no\n 1 | ");
	str_add_repeat(&expected, 'x', 159);
	str_add_cstr(&expected, "\n");
	assert_shown(&err, expected.ptr);
	err_release(&err);
	str_release(&text);
	str_release(&expected);
}
