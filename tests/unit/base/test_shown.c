#include "unit.h"

#include <string.h>

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
