#include "triage/line.h"

#include <stdlib.h>
#include <string.h>

#include "triage/triage.h"
#include "unit.h"

/* What driver/data/lines.yaml says of launchers; loaded once, as it comes with all signatures. */
static struct expression *launcher(void)
{
	static struct signatures signatures;
	struct err err = ERR_INIT;
	if (!signatures.launcher && !signatures_load(&signatures, &err))
		fail_msg("%s", err.message);
	return signatures.launcher;
}

/* Is `line` without what was put before it `rest`, which is indented by `indentation`? */
static void assert_rest(const char *line, const char *rest, size_t indentation)
{
	size_t found_indentation = 99;
	struct regex_scratch *scratch = regex_scratch_new();
	struct slice found = line_without_prefix(slice_of(line), launcher(), scratch, &found_indentation);
	regex_scratch_free(scratch);
	if (found.len != strlen(rest) || memcmp(found.ptr, rest, found.len) || found_indentation != indentation)
		fail_msg("'%s': %zu, '%.*s'", line, found_indentation, (int)found.len, found.ptr);
}

static void assert_kept(const char *line)
{
	assert_rest(line, line, 0);
}

static void assert_without_escapes(const char *line, const char *wanted)
{
	struct str out = STR_INIT;
	line_drop_escapes(slice_of(line), &out);
	if (out.len != strlen(wanted) || (out.len && memcmp(out.ptr, wanted, out.len)))
		fail_msg("'%s': '%.*s'", line, (int)out.len, out.ptr);
	str_release(&out);
}

TEST(line_without_escapes)
{
	assert_without_escapes("", "");
	assert_without_escapes("plain", "plain");
	assert_without_escapes("\033[01m\033[Kerror: \033[mx", "error: x");
	/* What ends a CSI: @ to ~. */
	assert_without_escapes("\033[1@a\033[1~b\033[1?2hc", "abc");
	/* OSC, ended by BEL or ESC \, has any text: titles and links. */
	assert_without_escapes("\033]0;a title\007x", "x");
	assert_without_escapes("\033]8;;http://a\033\\text\033]8;;\033\\.", "text.");
	assert_without_escapes("\033(Bx\0337y", "Bxy");
	assert_without_escapes("a\033=b", "ab");
	/* Cut off by the line's end. */
	assert_without_escapes("a\033", "a");
	assert_without_escapes("a\033[12", "a");
	assert_without_escapes("a\033]0;t", "a");
	assert_without_escapes("a\033]0;t\033", "a");
}

/* "[INFO] " of loggers, "[hipify] " of builds of many parts, "job<tab>step<tab>time" of gh, "12<tab>" of cat. */
TEST(line_without_names_in_brackets_and_columns)
{
	assert_rest("[INFO] x.c:1:1: error: y", "x.c:1:1: error: y", 0);
	assert_rest("[2024-05-01 10:00:00,123] [ERROR] x.c:1:1: error: y", "x.c:1:1: error: y", 0);
	assert_rest("[torch-build 2/3] x.c:1:1: error: y", "x.c:1:1: error: y", 0);
	assert_rest("build\tRun make\t2024-05-01T10:00:00.1234567Z x.c:1:1: error: y", "x.c:1:1: error: y", 0);
	assert_rest("    12\tx.c:1:1: error: y", "x.c:1:1: error: y", 0);
	/* CMake's messages are known by their indentation, and may begin with a name. */
	assert_rest("  [MATLAB] The name is empty", "The name is empty", 2);
	assert_rest("[hipify]   The name is empty", "The name is empty", 2);
	/* What programs say so belongs to what they say: progress, and that it is a warning. */
	assert_kept("[12/345] Building CXX object a.o");
	assert_kept("[ 42%] Building CXX object a.o");
	assert_kept("[WARNING] x");
	assert_kept("[DEBUG] x");
	assert_kept("[Errno 13] Permission denied: '/x'");
	assert_kept("[WinError 5] Access is denied");
	assert_kept("[a.c] x");
	assert_kept("[INFO]");
	assert_kept("a\tb\tc");
	assert_kept("1.5\tx");
}

/* MSBuild numbers the lines of projects that are built at once, names the step that ran a command, and the project. */
TEST(line_of_msbuild)
{
	assert_rest("1>a.cpp(86,24): error C2065: 'x': y", "a.cpp(86,24): error C2065: 'x': y", 0);
	assert_rest("  12>CUSTOMBUILD : CMake error : Not a file: D:/a.cmake [D:\\b\\llama.vcxproj]",
		"CMake error : Not a file: D:/a.cmake", 0);
	assert_rest("EXEC : error : cl is gone [C:\\w\\a.vcxproj]", "error : cl is gone", 0);
	assert_rest("LINK : fatal error LNK1104: x [C:\\w [2]\\a.vcxproj]", "LINK : fatal error LNK1104: x", 0);
	assert_rest("LINK : fatal error LNK1104: x [C:\\w\\a.csproj]", "LINK : fatal error LNK1104: x", 0);
	assert_kept("[C:\\w\\a.vcxproj]");
	assert_kept("a.vcxproj]");
	assert_kept("see [a.txt]");
	assert_kept("1>");
}

TEST(line_that_is_written_over_shows_what_was_written_last)
{
	static const char *const lines[][2] = { { "[1/9] a\r[2/9] b\r[3/9] c", "[3/9] c" },
		{ "first\rsecond\r", "second" }, { "first\r\r\r", "first" }, { "only", "only" }, { "\rx", "x" },
		{ "\r", "" }, { "", "" } };
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct slice found = line_last_written(slice_of(lines[i][0]));
		assert_int_equal(found.len, strlen(lines[i][1]));
		assert_memory_equal(found.ptr, lines[i][1], found.len);
	}
}

TEST(line_without_its_time)
{
	assert_rest("2025-06-20T05:54:20.0896525Z x: error", "x: error", 0);
	assert_rest("2025-06-20 05:54:20,123 x: error", "x: error", 0);
	assert_rest("2025-06-20T05:54:20+02:00 x: error", "x: error", 0);
	assert_rest("2025-06-20T05:54:20-0500 x: error", "x: error", 0);
	assert_rest("21:47:50 x: error", "x: error", 0);
	assert_rest("[21:47:50] x: error", "x: error", 0);
	assert_rest("[2025-06-20T05:54:20.089Z]   x: error", "x: error", 2);
	assert_rest("21:47:50", "", 0);
	assert_kept("21:47 x: error");
	assert_kept("21:47:50x: error");
	assert_kept("[21:47:50 x: error");
	assert_kept("2025-06-20 x: error");
	assert_kept("2025-06-2 05:54:20 x: error");
	assert_kept("21:47:5");
}

TEST(line_without_its_number)
{
	assert_rest(" 12.34 | x: error", "x: error", 0);
	assert_rest("  132 |     x = 1", "x = 1", 4);
	assert_rest("#12 3395.3 x: error", "x: error", 0);
	assert_rest("#12 x: error", "x: error", 0);
	assert_rest("12.34 x: error", "x: error", 0);
	assert_rest("1454   x: error", "x: error", 0);
	assert_rest(">> 1453   x: error", "x: error", 0);
	assert_kept("7 |");
	assert_kept("#define X 1");
	assert_kept("#12");
	assert_kept("12 errors");
	assert_kept("12  errors");
	assert_kept("12.x");
	assert_kept("12.34");
	assert_kept("1 || 2");
	assert_kept("1|2");
}

TEST(line_without_a_name)
{
	assert_rest("web_1  | x: error", "x: error", 0);
	assert_rest("pytorch> x: error", "x: error", 0);
	assert_rest("python3.12-torch-2.4> make: error", "make: error", 0);
	assert_kept("a> x");
	assert_kept("ptr->member x");
	assert_kept("opt-> x");
	assert_kept("name| x");
	assert_kept("name |x");
	assert_kept("name>x");
	/* Names have up to 60 characters. */
	assert_rest("a23456789012345678901234567890123456789012345678901234567890> x", "x", 0);
	assert_kept("a234567890123456789012345678901234567890123456789012345678901> x");
}

TEST(line_without_a_mark)
{
	assert_rest("\xe2\x94\x82 x: error", "x: error", 1);
	assert_rest("\xe2\x95\xb0\xe2\x94\x80> x: error", "x: error", 1);
	assert_rest("| x: error", "x: error", 0);
	assert_rest("> x: error", "x: error", 0);
	assert_rest("##[error]x: error", "x: error", 0);
	assert_rest("E   x: error", "x: error", 0);
	assert_rest("stderr: x: error", "x: error", 0);
	assert_rest("\xef\xbb\xbfx: error", "x: error", 0);
	assert_rest("::error file=x,line=1::x: error", "x: error", 0);
	assert_rest("::warning::x: error", "x: error", 0);
	assert_kept("::error without end");
	assert_kept("::group::x");
	assert_kept("E x");
}

TEST(line_may_have_several_prefixes)
{
	assert_rest("2025-06-20T05:54:20Z #12 3395.3   | x: error", "x: error", 0);
	/* As many as six. */
	assert_rest("| | | | | | x", "x", 0);
	assert_rest("| | | | | | | x", "| x", 0);
	assert_rest("\t  x", "x", 3);
	assert_rest("", "", 0);
	assert_rest("   ", "", 3);
}

TEST(line_that_is_kept_says_that_more_came)
{
	char text[TRIAGE_KEPT_BYTES + 2];
	memset(text, 'x', sizeof(text));
	for (size_t length = TRIAGE_KEPT_BYTES - 1; length <= sizeof(text); length++) {
		char *kept = line_kept(slice_from(text, length));
		bool is_cut = length > TRIAGE_KEPT_BYTES;
		assert_int_equal(strlen(kept), is_cut ? TRIAGE_KEPT_BYTES + strlen("…") : length);
		assert_int_equal(slice_ends_with(slice_of(kept), "x…"), is_cut);
		free(kept);
	}
	memcpy(text + TRIAGE_KEPT_BYTES - 1, "\xc3\xa4", 2);
	char *kept = line_kept(slice_from(text, TRIAGE_KEPT_BYTES + 1));
	assert_int_equal(strlen(kept), TRIAGE_KEPT_BYTES - 1 + strlen("…"));
	free(kept);
}
