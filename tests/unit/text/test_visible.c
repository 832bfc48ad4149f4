/* What is not seen, and texts of two bytes a letter. */
#include "unit.h"

#include "base/alloc.h"
#include "text/utf16.h"
#include "text/visible.h"

static void expect_visible(const char *text, size_t max_bytes, const char *visible, const char *signs)
{
	struct str out = STR_INIT;
	visible_add(slice_of(text), max_bytes, &out);
	assert_string_equal(out.ptr ? out.ptr : "", visible);
	str_clear(&out);
	visible_add_signs(slice_of(text), max_bytes, &out);
	assert_string_equal(out.ptr ? out.ptr : "", signs);
	str_release(&out);
}

TEST(visible_shows_what_looks_like_nothing)
{
	static const struct {
		const char *text, *visible, *signs;
	} rows[] = {
		{ "a b ", "a b\\x20", "a b·" },
		{ "  ", "\\x20\\x20", "··" },
		{ "\ta\r", "\\ta\\r", "→a␍" },
		{ "a\x01\x1F\x7F\x20z", "a\\x01\\x1F\\x7F z", "a[01][1F][7F] z" },
		{ "a\xFFz\xC3", "a\\xFFz\\xC3", "a[FF]z[C3]" },
		{ "\xC2\x80\xC2\x9F\xC2\xA0\xC2\xA1", "\\u0080\\u009F\\u00A0\xC2\xA1",
			"[U+0080][U+009F][NBSP]\xC2\xA1" },
		{ "\xC2\xAD\xE1\x9A\x80", "\\u00AD\\u1680", "[SHY][U+1680]" },
		{ "\xE2\x80\x80\xE2\x80\x8B\xE2\x80\x8F\xE2\x80\x90", "\\u2000\\u200B\\u200F\xE2\x80\x90",
			"[U+2000][ZWSP][U+200F]\xE2\x80\x90" },
		{ "\xE2\x80\xA7\xE2\x80\xA8\xE2\x80\xAF\xE2\x80\xB0", "\xE2\x80\xA7\\u2028\\u202F\xE2\x80\xB0",
			"\xE2\x80\xA7[U+2028][U+202F]\xE2\x80\xB0" },
		{ "\xE2\x81\x9E\xE2\x81\x9F\xE2\x81\xAF\xE2\x81\xB0", "\xE2\x81\x9E\\u205F\\u206F\xE2\x81\xB0",
			"\xE2\x81\x9E[U+205F][U+206F]\xE2\x81\xB0" },
		{ "\xE3\x80\x80\xEF\xBB\xBF\xE3\x80\x81", "\\u3000\\uFEFF\xE3\x80\x81", "[U+3000][BOM]\xE3\x80\x81" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		expect_visible(rows[i].text, 100, rows[i].visible, rows[i].signs);
}

TEST(visible_ends_where_it_is_too_long)
{
	expect_visible("abcdef", 6, "abcdef", "abcdef");
	expect_visible("abcdef", 5, "abcde…", "abcde…");
	expect_visible("ab\xC3\xA9z", 3, "ab\xC3\xA9…", "ab\xC3\xA9…");
	expect_visible("abcdef  ", 3, "abc…", "abc…··");
	expect_visible("abcd\xFF", 3, "abc…", "abc…");
}

static void expect_utf16(struct slice bytes, enum utf16_order order, const char *expected, size_t error_offset)
{
	struct str out = STR_INIT;
	size_t offset = 0;
	assert_int_equal(utf16_detect(bytes), order);
	assert_int_equal(utf16_decode(bytes, order, &out, &offset), expected != NULL);
	if (expected)
		assert_string_equal(out.ptr ? out.ptr : "", expected);
	else
		assert_int_equal(offset, error_offset);
	str_release(&out);
}

TEST(utf16_of_both_orders)
{
	expect_utf16(SLICE_LITERAL("\xFF\xFE"
				   "a\0\xE9\0\xAC\x20"),
		UTF16_LITTLE, "a\xC3\xA9\xE2\x82\xAC", 0);
	expect_utf16(SLICE_LITERAL("\xFE\xFF\0a\0\xE9\x20\xAC"), UTF16_BIG, "a\xC3\xA9\xE2\x82\xAC", 0);
	expect_utf16(SLICE_LITERAL("\xFE\xFF\xD8\x3D\xDE\0\0z"), UTF16_BIG, "\xF0\x9F\x98\x80z", 0);
	expect_utf16(SLICE_LITERAL("\xFE\xFF\xDB\xFF\xDF\xFF"), UTF16_BIG, "\xF4\x8F\xBF\xBF", 0);
	expect_utf16(SLICE_LITERAL("\xFE\xFF\xD7\xFF\xE0\0\x07\xFF\x08\0"), UTF16_BIG,
		"\xED\x9F\xBF\xEE\x80\x80\xDF\xBF\xE0\xA0\x80", 0);
	expect_utf16(SLICE_LITERAL("\xFE\xFF"), UTF16_BIG, "", 0);
	assert_int_equal(utf16_detect(SLICE_LITERAL("a\xFE\xFF")), UTF16_NONE);
	assert_int_equal(utf16_detect(SLICE_LITERAL("\xFE")), UTF16_NONE);
}

TEST(utf16_that_is_none_has_a_place)
{
	expect_utf16(SLICE_LITERAL("\xFE\xFF\0a\0"), UTF16_BIG, NULL, 4);
	expect_utf16(SLICE_LITERAL("\xFE\xFF\0a\xDC\0"), UTF16_BIG, NULL, 4);
	expect_utf16(SLICE_LITERAL("\xFE\xFF\xD8\0\0a"), UTF16_BIG, NULL, 2);
	expect_utf16(SLICE_LITERAL("\xFE\xFF\xD8\0\xE0\0"), UTF16_BIG, NULL, 2);
	expect_utf16(SLICE_LITERAL("\xFE\xFF\0b\xD8\0"), UTF16_BIG, NULL, 4);
	expect_utf16(SLICE_LITERAL("\xFE\xFF\0b\xD8\0\xDC"), UTF16_BIG, NULL, 4);
}
