#include "unit.h"

#include "text/wrap.h"

static void expect_wrapped(const char *text, size_t at, size_t indent, size_t width, const char *expected)
{
	struct str out = STR_INIT;
	wrap_add(slice_of(text), at, indent, width, &out);
	assert_string_equal(out.ptr ? out.ptr : "", expected);
	str_release(&out);
}

TEST(wrap_breaks_at_blanks)
{
	expect_wrapped("one two three", 0, 2, 8, "one two\n  three");
	expect_wrapped("one two three", 0, 2, 7, "one two\n  three");
	expect_wrapped("one two three", 0, 2, 13, "one two three");
	expect_wrapped("one two three", 4, 4, 8, "one\n    two\n    three");
	expect_wrapped("", 0, 2, 8, "");
	expect_wrapped("  one  two", 0, 4, 80, "  one  two");
}

TEST(wrap_without_width_breaks_nothing)
{
	expect_wrapped("one two three", 0, 2, 0, "one two three");
	expect_wrapped("one two three", 70, 2, 0, "one two three");
}

TEST(wrap_leaves_words_whole)
{
	expect_wrapped("https://example.org/a/long/one is long", 0, 2, 10, "https://example.org/a/long/one\n  is long");
	expect_wrapped("a https://example.org/a/long/one", 0, 2, 10, "a\n  https://example.org/a/long/one");
	/* Narrower than its own indentation: a word on each line, and an end. */
	expect_wrapped("a b c", 0, 8, 4, "a b\n        c");
}

TEST(wrap_keeps_options_and_their_values_together)
{
	expect_wrapped("give --fact cuda=12.8 --fact gpu=new", 0, 2, 24, "give --fact cuda=12.8\n  --fact gpu=new");
	expect_wrapped("give --fact cuda=12.8 --fact gpu=new", 0, 2, 12, "give\n  --fact cuda=12.8\n  --fact gpu=new");
	expect_wrapped("a --verbose --dry", 0, 2, 12, "a --verbose\n  --dry");
}

TEST(wrap_counts_what_the_eye_sees)
{
	assert_int_equal(wrap_columns(slice_of("abc")), 3);
	assert_int_equal(wrap_columns(slice_of("a\303\244\342\200\246")), 3);
	assert_int_equal(wrap_columns(slice_of("\033[1;31mred\033[0m")), 3);
	assert_int_equal(wrap_columns(slice_of("\346\274\242\345\255\227")), 4);
	assert_int_equal(wrap_columns(slice_of("e\314\201")), 1);
	assert_int_equal(wrap_columns(slice_of("\360\237\230\200")), 2);
	assert_int_equal(wrap_columns(slice_from("\377\376", 2)), 2);
	assert_int_equal(wrap_columns(slice_of("\033[")), 0);
	assert_int_equal(wrap_columns(slice_of("\033")), 1);
	expect_wrapped("\033[1mone\033[0m two", 0, 2, 7, "\033[1mone\033[0m two");
}

TEST(wrap_tables_go_on_below_their_column)
{
	struct str out = STR_INIT;
	wrap_table(slice_of("head\n  one    the first of them\n  two    short\n"), 20, &out);
	assert_string_equal(out.ptr, "head\n  one    the first\n         of them\n  two    short\n");
	str_clear(&out);
	wrap_table(slice_of("  one    the first of them\nlast"), 0, &out);
	assert_string_equal(out.ptr, "  one    the first of them\nlast");
	str_clear(&out);
	wrap_prose(slice_of("one two three\nfour"), 2, 9, &out);
	assert_string_equal(out.ptr, "  one two\n  three\n  four\n");
	str_release(&out);
}

static void expect_table(const char *text, size_t width, const char *expected)
{
	struct str out = STR_INIT;
	wrap_table(slice_of(text), width, &out);
	assert_string_equal(out.ptr ? out.ptr : "", expected);
	str_release(&out);
}

TEST(wrap_tables_take_a_column_of_the_first_two_thirds)
{
	/* Of 30 columns, the 20th begins in the last third. */
	expect_table("ab                 one two three four\n", 30,
		"ab                 one two\n                   three four\n");
	expect_table("ab                  one two three four\n", 30, "ab                  one two\nthree four\n");
	expect_table("ab  cd ef gh\nij", 10, "ab  cd ef\n    gh\nij");
	/* One blank parts no columns; a line may begin with some. */
	expect_table("ab cd ef gh", 8, "ab cd ef\ngh");
	expect_table("  ab cd ef gh", 8, "  ab cd\n  ef gh");
	expect_table("a\n\nb\n", 8, "a\n\nb\n");
	expect_table("", 8, "");
}

TEST(wrap_prose_has_a_line_end_after_each_line)
{
	struct str out = STR_INIT;
	wrap_prose(SLICE_LITERAL("one two three\n\nfour"), 2, 9, &out);
	assert_string_equal(out.ptr, "  one two\n  three\n  \n  four\n");
	str_clear(&out);
	wrap_prose(SLICE_LITERAL("one two three"), 2, 0, &out);
	assert_true(slice_eq_cstr(str_slice(&out), "  one two three\n"));
	str_release(&out);
}
