#include "unit.h"

#include <string.h>

#include "text/source.h"

static struct source source_with(struct slice bytes)
{
	struct source source;
	source_init(&source, "file", bytes);
	return source;
}

static void check_place(struct source *source, size_t offset, size_t line, size_t column)
{
	struct place place = source_place(source, offset);
	assert_int_equal(place.line, line);
	assert_int_equal(place.column, column);
}

static void check_slice(struct slice got, const char *wanted)
{
	assert_int_equal(got.len, strlen(wanted));
	assert_memory_equal(got.ptr, wanted, got.len);
}

TEST(source_empty_text_has_no_lines_but_a_place)
{
	struct source source = source_with((struct slice){ NULL, 0 });
	assert_int_equal(source_line_count(&source), 0);
	assert_int_equal(source_line_begin(&source, 0), 0);
	assert_int_equal(source_line_index(&source, 0), 0);
	check_place(&source, 0, 1, 1);
	check_slice(source_eol_at(&source, 0), "\n");
	check_slice(source_indent_at(&source, 0), "");
	assert_int_equal(source_eol(&source), EOL_NONE);
	assert_false(source.has_bom || source.has_nul);
	source_release(&source);
}

TEST(source_places_in_a_text_with_final_newline)
{
	struct source source = source_with(SLICE_LITERAL("ab\n\ncd\n"));
	assert_int_equal(source_line_count(&source), 3);
	check_place(&source, 0, 1, 1);
	check_place(&source, 2, 1, 3);
	check_place(&source, 3, 2, 1);
	check_place(&source, 4, 3, 1);
	check_place(&source, 6, 3, 3);
	check_place(&source, 7, 4, 1);
	check_place(&source, 700, 4, 1);
	assert_int_equal(source_line_begin(&source, 2), 4);
	assert_int_equal(source_line_begin(&source, 3), 7);
	assert_int_equal(source_line_begin(&source, 9), 7);
	check_slice(source_line(&source, 0), "ab\n");
	check_slice(source_line(&source, 2), "cd\n");
	check_slice(source_line(&source, 3), "");
	source_release(&source);
}

TEST(source_places_in_a_text_without_final_newline)
{
	struct source source = source_with(SLICE_LITERAL("ab\ncd"));
	assert_int_equal(source_line_count(&source), 2);
	check_place(&source, 5, 2, 3);
	assert_int_equal(source_line_index(&source, 5), 1);
	assert_int_equal(source_line_begin(&source, 2), 5);
	source_release(&source);
}

TEST(source_every_offset_is_on_the_line_a_scan_finds)
{
	struct slice text = SLICE_LITERAL("a\r\nbb\n\n\r\n  c\rd\n\nlast");
	struct source source = source_with(text);
	size_t line = 0, begin = 0;
	for (size_t i = 0; i <= text.len; i++) {
		assert_int_equal(source_line_index(&source, i), line);
		assert_int_equal(source_line_begin(&source, line), begin);
		if (i < text.len && text.ptr[i] == '\n') {
			line++;
			begin = i + 1;
		}
	}
	source_release(&source);
}

TEST(source_eol_of_the_whole_file)
{
	static const struct {
		const char *text;
		enum eol eol;
	} rows[] = {
		{ "a", EOL_NONE },
		{ "a\nb\n", EOL_LF },
		{ "a\r\nb\r\n", EOL_CRLF },
		{ "a\r\nb", EOL_CRLF },
		{ "a\r\nb\n", EOL_MIXED },
		{ "\n\r\n", EOL_MIXED },
		{ "a\rb\r", EOL_CR },
		{ "a\rb\n", EOL_LF },
		{ "a\r\r\n", EOL_CRLF },
		{ "\n", EOL_LF },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct source source = source_with(slice_of(rows[i].text));
		assert_int_equal(source_eol(&source), rows[i].eol);
		source_release(&source);
	}
}

TEST(source_eol_at_is_that_of_the_line_then_of_the_line_before)
{
	struct source source = source_with(SLICE_LITERAL("a\r\nb\nc"));
	check_slice(source_eol_at(&source, 0), "\r\n");
	check_slice(source_eol_at(&source, 1), "\r\n");
	check_slice(source_eol_at(&source, 2), "\r\n");
	check_slice(source_eol_at(&source, 3), "\n");
	check_slice(source_eol_at(&source, 5), "\n");
	check_slice(source_eol_at(&source, 6), "\n");
	source_release(&source);
	source = source_with(SLICE_LITERAL("a\nb\r\n"));
	check_slice(source_eol_at(&source, 5), "\r\n");
	source_release(&source);
	source = source_with(SLICE_LITERAL("only"));
	check_slice(source_eol_at(&source, 2), "\n");
	source_release(&source);
}

TEST(source_indent_is_the_blanks_of_the_line)
{
	struct source source = source_with(SLICE_LITERAL("\xEF\xBB\xBF  a\n\t b\nc\n   "));
	assert_true(source.has_bom);
	check_slice(source_indent_at(&source, 0), "  ");
	check_slice(source_indent_at(&source, 5), "  ");
	check_slice(source_indent_at(&source, 9), "\t ");
	check_slice(source_indent_at(&source, 12), "");
	check_slice(source_indent_at(&source, 16), "   ");
	source_release(&source);
}

TEST(source_a_nul_byte_marks_a_binary_file)
{
	struct source source = source_with(SLICE_LITERAL("a\0b"));
	assert_true(source.has_nul);
	source_release(&source);
}
