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
