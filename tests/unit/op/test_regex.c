/* Edits whose places a regex finds: which are to be made, which are made already, and what they leave. */
#include "unit.h"

#include "base/alloc.h"
#include "edit_check.h"

static void check(const char *regex, const char *text, const char *before, const char *after)
{
	struct edit_def edit = {
		.regex = edit_text(regex), .op = op_find(SLICE_LITERAL("replace")), .text = edit_text(text)
	};
	check_edit(&edit, "text", before, after);
}

TEST(regex_leaves_what_is_made_and_finds_what_is_left_around_it)
{
	check("foo\\((\\w+)\\)", "bar(foo($1))", "foo(a)\nbar(foo(b)) foo(c)\nbar(foo(d))\nfoo(e)\n",
		"bar(foo(a))\nbar(foo(b)) bar(foo(c))\nbar(foo(d))\nbar(foo(e))\n");
	check("old (\\w+)", "new $1", "new a\nold b\nnew c\n", "new a\nnew b\nnew c\n");
}

/* What a group took may be any code: the same edit is to be made in it. */
TEST(regex_looks_into_groups)
{
	check("f (.*)", "g $1", "g f x\nf g x\n", "g g x\ng g x\n");
}

TEST(regex_that_fits_its_own_result)
{
	check("colou?r", "color", "color colour\ncolour color\n", "color color\ncolor color\n");
}

/* A result of several lines is not looked for, so `already` says how it is known. */
static void check_lines(const char *regex, const char *text, const char *before, const char *after)
{
	struct def_text made = edit_text("^new$");
	struct edit_def edit = { .regex = edit_text(regex),
		.op = op_find(SLICE_LITERAL("replace")),
		.text = edit_text(text),
		.already = &made,
		.n_already = 1 };
	check_edit(&edit, "text", before, after);
}

TEST(regex_replacement_has_the_line_ends_of_its_place)
{
	check_lines("^old$", "new\nlines", "a\r\nold\r\nb\r\n", "a\r\nnew\r\nlines\r\nb\r\n");
	check_lines(
		"^old (\\w+)$", "new\n\n  $1", "a\r\nold x\r\nold y\r\n", "a\r\nnew\r\n\r\n  x\r\nnew\r\n\r\n  y\r\n");
	check_lines("^old$", "new\nlines", "a\nold\n", "a\nnew\nlines\n");
}
