#include "unit.h"

#include <string.h>

#include "base/alloc.h"
#include "base/shown.h"

static void assert_text(const char *text, const char *wanted)
{
	struct str out = STR_INIT;
	shown_add_text(slice_of(text), &out);
	assert_string_equal(out.ptr ? out.ptr : "", wanted);
	str_release(&out);
}

static void assert_value(struct slice value, const char *wanted)
{
	struct str out = STR_INIT;
	shown_add(value, &out);
	assert_string_equal(out.ptr, wanted);
	str_release(&out);
}

TEST(shown_value_stays_on_its_line_and_steers_nothing)
{
	assert_value(SLICE_LITERAL("plain, \xC3\xA4 \xE4\xB8\xAD"), "plain, \xC3\xA4 \xE4\xB8\xAD");
	assert_value(SLICE_LITERAL("a\nb\tc\rd"), "a\\nb\\tc\\015d");
	assert_value(SLICE_LITERAL("\033]0;x\a\x7F"), "\\033]0;x\\007\\177");
	assert_value(SLICE_LITERAL("a\0b"), "a\\000b");
	assert_value(SLICE_LITERAL("\xC2\x9B"
				   "31m\xE2\x80\xAE\xE2\x81\xA6\xEF\xBB\xBF\xF3\xA0\x81\x81"),
		"\\u009B31m\\u202E\\u2066\\uFEFF\\uE0041");
	assert_value(SLICE_LITERAL("\x9B\xFF"), "\\233\\377");
}

TEST(shown_line_keeps_tabs_and_shown_block_line_ends_as_well)
{
	static const char text[] = "\033[0ma\tb\r\n\n\xC2\x9B\177";
	struct str line = STR_INIT, block = STR_INIT;
	shown_add_line(slice_of(text), &line);
	shown_add_block(slice_of(text), &block);
	assert_string_equal(line.ptr, "\\033[0ma\tb\\015\\n\\n\\u009B\\177");
	assert_string_equal(block.ptr, "\\033[0ma\tb\r\n\n\\u009B\\177");
	str_release(&line);
	str_release(&block);
}

/* Each of them hides code from who reads it, or makes two names look like one. */
TEST(shown_leaves_no_character_unseen)
{
	static const char *const unseen[] = { "\u00AD", "\u034F", "\u115F", "\u180E", "\u200B", "\u200C", "\u200D",
		"\u2060", "\u2063", "\u2064", "\u3164", "\uFE00", "\uFE0F", "\uFEFF", "\uFFA0", "\uFFF9", "\U000E0001",
		"\U000E007F", "\U000E0100", "\U000E01EF" };
	for (size_t i = 0; i < COUNT_OF(unseen); i++) {
		struct str text = STR_INIT, out = STR_INIT, line = STR_INIT;
		str_addf(&text, "x%sy", unseen[i]);
		shown_add(str_slice(&text), &out);
		shown_add_text(str_slice(&text), &line);
		assert_null(strstr(out.ptr, unseen[i]));
		assert_non_null(strstr(out.ptr, "x\\u"));
		assert_string_equal(line.ptr, out.ptr);
		str_release(&text);
		str_release(&out);
		str_release(&line);
	}
	assert_value(
		SLICE_LITERAL("\u00A0\u00E9\u0301\u0627\u4E2D\U0001F600"), "\u00A0\u00E9\u0301\u0627\u4E2D\U0001F600");
}

TEST(shown_text_keeps_its_own_lines_and_colours)
{
	assert_text("a\n\tb\r\nc", "a\n\tb\r\nc");
	assert_text("a\rb", "a\\015b");
	assert_text("\033[1;31merror:\033[0m \033[36mx\033[0m", "\033[1;31merror:\033[0m \033[36mx\033[0m");
	assert_text("\033[8mx\033[2J\033[1", "\\033[8mx\\033[2J\\033[1");
	assert_text("x\xE2\x80\xAEy\xC2\x9B", "x\\u202Ey\\u009B");
}

TEST(shown_text_is_no_command_of_a_runner)
{
	assert_text("::error::x\na ::b\nstd::string", "\\::error::x\na ::b\nstd::string");
	assert_text("  \t::x\n\xC2\xA0\xE2\x80\x80::y\r\n::z", "  \t\\::x\n\xC2\xA0\xE2\x80\x80\\::y\r\n\\::z");
	static const char *const blanks[] = { " ", "\t", "\u00A0", "\u1680", "\u2000", "\u200A", "\u202F", "\u205F",
		"\u3000", "\033[31m" };
	for (size_t i = 0; i < COUNT_OF(blanks); i++) {
		struct str text = STR_INIT, shown = STR_INIT;
		str_addf(&text, "%s::x", blanks[i]);
		str_addf(&shown, "%s\\::x", blanks[i]);
		assert_text(text.ptr, shown.ptr);
		str_release(&text);
		str_release(&shown);
	}
	assert_text("\u200B::x", "\\u200B::x");
	assert_text("\u2028::x\v::x", "\\u2028::x\\013::x");
	assert_text("a ##[error]x ##vso[task]y ###[z", "a #\\#[error]x #\\#vso[task]y ##\\#[z");
	assert_text("## head\n# [x]\n##", "## head\n# [x]\n##");
	assert_text(":", ":");
	assert_text("::", "\\::");
}

TEST(shown_json_has_the_same_values)
{
	struct str out = STR_INIT;
	shown_add_json(
		SLICE_LITERAL("{\n \"a\": \"##[x] \xC2\x9B \xE2\x80\xAE \xF3\xA0\x81\x81 \xC3\xA4 #\x7F\"\n}"), &out);
	assert_string_equal(out.ptr, "{\n \"a\": \"\\u0023#[x] \\u009B \\u202E \\uDB40\\uDC41 \xC3\xA4 #\\u007F\"\n}");
	str_release(&out);
}

TEST(shown_code_is_ended_by_nothing_in_it)
{
	static const char *const texts[][2] = { { "a b", "`a b`" }, { "", "`  `" }, { "`a", "`` `a ``" },
		{ "a`", "`` a` ``" }, { "a``b`c", "```a``b`c```" }, { " a ", "`  a  `" },
		{ "a\n# b\033", "`a\\n# b\\033`" } };
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct str out = STR_INIT;
		shown_add_code(slice_of(texts[i][0]), &out);
		assert_string_equal(out.ptr, texts[i][1]);
		str_release(&out);
	}
}
