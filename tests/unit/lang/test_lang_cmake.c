#include "unit.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/str.h"
#include "lang/language.h"
#include "lang_check.h"

extern const struct language language_cmake;

/* The code tokens as "kind:text", names, '(' and ')' as they are. */
static char *describe(struct slice bytes, const struct token_list *tokens)
{
	struct str out = STR_INIT;
	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->items[i];
		if (token_is_layout(token))
			continue;
		if (out.len)
			str_add_char(&out, ' ');
		if (token->kind != TOKEN_NAME && token->kind != TOKEN_OPEN && token->kind != TOKEN_CLOSE)
			str_addf(&out, "%s:", token_kind_name(token->kind));
		str_add(&out, slice_sub(bytes, token->begin, token->end));
	}
	return str_detach(&out);
}

static void expect_lex(struct slice code, bool pattern, const char *expected, const char *problem)
{
	struct token_list tokens = { 0 };
	language_cmake.lex(code, pattern, &tokens);
	lang_check_lossless(code, &tokens);
	char *found = describe(code, &tokens);
	assert_string_equal(found, expected);
	assert_string_equal(tokens.problem ? tokens.problem : "", problem);
	free(found);
	token_list_release(&tokens);
}

static void expect_tokens(const char *code, const char *expected)
{
	expect_lex(slice_of(code), false, expected, "");
}

static void expect_problem(const char *code, const char *expected, const char *problem)
{
	expect_lex(slice_of(code), false, expected, problem);
}

static void expect_pattern(const char *code, const char *expected)
{
	expect_lex(slice_of(code), true, expected, "");
}

/* All tokens as "kind[begin,end)" of one file. */
static void expect_layout(const char *code, const char *expected)
{
	struct token_list tokens = { 0 };
	struct str found = STR_INIT;
	language_cmake.lex(slice_of(code), false, &tokens);
	for (size_t i = 0; i < tokens.count; i++)
		str_addf(&found, "%s%s %u-%u", i ? ", " : "", token_kind_name(tokens.items[i].kind),
			(unsigned)tokens.items[i].begin, (unsigned)tokens.items[i].end);
	assert_string_equal(str_slice(&found).ptr, expected);
	str_release(&found);
	token_list_release(&tokens);
}

/* --- commands ---------------------------------------------------------------------------------------------------- */

TEST(lang_cmake_command_with_arguments)
{
	expect_tokens("cmake_minimum_required(VERSION 2.8.12 FATAL_ERROR)\n",
		"cmake_minimum_required ( text:VERSION text:2.8.12 text:FATAL_ERROR )");
}

TEST(lang_cmake_command_with_blanks_in_all_places)
{
	expect_tokens("  CMAKE_MINIMUM_REQUIRED \t( VERSION\n\t2.6 )  # old\n",
		"CMAKE_MINIMUM_REQUIRED ( text:VERSION text:2.6 )");
}

TEST(lang_cmake_layout_has_offsets)
{
	expect_layout("\xEF\xBB\xBF f (a\r\n\tb) # c\n",
		"bom 0-3, space 3-4, name 4-5, space 5-6, open 6-7, text 7-8, newline 8-10, "
		"space 10-11, text 11-12, close 12-13, space 13-14, comment 14-17, newline 17-18");
}

TEST(lang_cmake_bom_before_a_comment_and_no_final_newline)
{
	expect_layout("\xEF\xBB\xBF#x\nf()", "bom 0-3, comment 3-5, newline 5-6, name 6-7, open 7-8, close 8-9");
}

TEST(lang_cmake_mixed_line_ends)
{
	expect_layout("f()\r\n\ng()\r\r\n",
		"name 0-1, open 1-2, close 2-3, newline 3-5, newline 5-6, name 6-7, open 7-8, close 8-9, "
		"space 9-10, newline 10-12");
}

TEST(lang_cmake_words_among_arguments_are_no_names)
{
	expect_tokens(
		"if((A AND B) OR NOT C(d))\n", "if ( ( text:A text:AND text:B ) text:OR text:NOT text:C ( text:d ) )");
}

TEST(lang_cmake_parentheses_know_their_partners)
{
	const char *code = "f((a)(b(c)))";
	/* Of each byte, which is a token here. */
	static const uint32_t partners[] = { TOKEN_NONE, 11, 4, TOKEN_NONE, 2, 10, TOKEN_NONE, 9, TOKEN_NONE, 7, 5, 1 };
	struct token_list tokens = { 0 };
	language_cmake.lex(slice_of(code), false, &tokens);
	assert_int_equal(tokens.count, COUNT_OF(partners));
	for (size_t i = 0; i < tokens.count; i++)
		assert_int_equal(tokens.items[i].partner, partners[i]);
	token_list_release(&tokens);
}

/* --- arguments --------------------------------------------------------------------------------------------------- */

TEST(lang_cmake_quoted_arguments)
{
	expect_tokens("f(\"a b\" \"\" \"\\\"\" \"\\\\\" \"(#[[\" \"a\nb\" \"a\\\nb\")",
		"f ( string:\"a b\" string:\"\" string:\"\\\"\" string:\"\\\\\" string:\"(#[[\" string:\"a\n"
		"b\" string:\"a\\\nb\" )");
}

TEST(lang_cmake_bracket_arguments)
{
	expect_tokens("f([[a]] [=[b]]c]=] [==[\n]=]]==] [[\\\"#)(]])",
		"f ( bracket:[[a]] bracket:[=[b]]c]=] bracket:[==[\n]=]]==] bracket:[[\\\"#)(]] )");
}

TEST(lang_cmake_single_brackets_are_plain_text)
{
	expect_tokens("f([ [a] a[[b]] [=a ])", "f ( text:[ text:[a] text:a[[b]] text:[=a text:] )");
	expect_tokens("f([a [b[ [=] [= [==)", "f ( text:[a text:[b[ text:[=] text:[ text:= text:[ text:== )");
	expect_tokens("string(REGEX REPLACE [0-9]+ ${x} y)",
		"string ( text:REGEX text:REPLACE text:[0-9]+ text:${x} text:y )");
}

TEST(lang_cmake_unquoted_arguments)
{
	expect_tokens(
		"f(a;b ${X}/y $ENV{Z} $<$<BOOL:a>:b>)", "f ( text:a;b text:${X}/y text:$ENV{Z} text:$<$<BOOL:a>:b> )");
	expect_tokens(
		"f(\\(\\) a\\ b @V@ 'a b' 3.5)", "f ( text:\\(\\) text:a\\ b text:@V@ text:'a text:b' text:3.5 )");
}

TEST(lang_cmake_legacy_unquoted_arguments)
{
	expect_tokens("f(-Da=\"b c\" $(VAR) -L$(DIR)/x a\"$(B) \\\" c\"d)",
		"f ( text:-Da=\"b c\" text:$(VAR) text:-L$(DIR)/x text:a\"$(B) \\\" c\"d )");
	expect_tokens("f(a\"b\tc\")", "f ( text:a\"b\tc\" )");
}

TEST(lang_cmake_quotes_in_unquoted_arguments_stop_at_parentheses)
{
	/* As cmake reads it, with a warning; so do the other forms that have no blank between two arguments. */
	expect_tokens("f(-Da=\"b(c)\")", "f ( text:-Da= string:\"b(c)\" )");
	expect_tokens("f(a\"b\nc\" \"a\"b \"a\"\"b\")",
		"f ( text:a string:\"b\nc\" string:\"a\" text:b string:\"a\" string:\"b\" )");
}

TEST(lang_cmake_dollar_parenthesis_that_is_no_reference)
{
	expect_tokens("f($(A-B) \\$(C))", "f ( text:$ ( text:A-B ) text:\\$ ( text:C ) )");
}

TEST(lang_cmake_bytes_that_are_not_utf8)
{
	expect_tokens("f(\xFF\xC0 \"\xE9\" [[\x80]]) # \xFE", "f ( text:\xFF\xC0 string:\"\xE9\" bracket:[[\x80]] )");
}

TEST(lang_cmake_form_feed_is_part_of_an_argument)
{
	expect_tokens("f(a\fb\vc)", "f ( text:a\fb\vc )");
}

/* --- comments ---------------------------------------------------------------------------------------------------- */

TEST(lang_cmake_comments_hide_code)
{
	expect_tokens("# f(a)\nf(a # b) \"\n  c)\n#[[ g(\n]]\n#[=[ ]] ]=]\nh()", "f ( text:a text:c ) h ( )");
}

TEST(lang_cmake_comment_ends_an_unquoted_argument)
{
	expect_tokens("f(a#b\n)", "f ( text:a )");
}

TEST(lang_cmake_comment_leaves_out_its_line_end)
{
	expect_layout("# a\r\n#b\r", "comment 0-3, newline 3-5, comment 5-8");
}

TEST(lang_cmake_open_bracket_that_is_no_bracket_comment)
{
	expect_layout("#[x\n#[=x[\n", "comment 0-3, newline 3-4, comment 4-9, newline 9-10");
}

/* --- what cmake refuses ------------------------------------------------------------------------------------------ */

TEST(lang_cmake_template_lines_are_junk)
{
	expect_problem("@PACKAGE_INIT@\nset(@N@ \"@V@\")\n", "junk:@PACKAGE_INIT@ set ( text:@N@ string:\"@V@\" )",
		"text that is not a command");
	expect_problem("@A@ f(x)\n", "junk:@A@ f ( text:x )", "text that is not a command");
	expect_problem("@A/b.c+d-1@ f(x)\n", "junk:@A/b.c+d-1@ f ( text:x )", "text that is not a command");
	expect_problem("@@ f(x)\n", "junk:@@ f(x)", "text that is not a command");
}

TEST(lang_cmake_pkg_config_and_header_templates)
{
	expect_problem("prefix=@P@ \nLibs: -L(\"x\nf(a)\n", "junk:prefix=@P@ junk:Libs: -L(\"x f ( text:a )",
		"text that is not a command");
	expect_problem("/* it's (\n#define A 1\nint f(void);\n", "junk:/* it's ( junk:int f(void);",
		"text that is not a command");
}

TEST(lang_cmake_parenthesis_too_many)
{
	expect_problem("f(a)) # b\ng()\n", "f ( text:a ) junk:) g ( )", "text that is not a command");
}

TEST(lang_cmake_name_without_parenthesis)
{
	expect_problem("f\n(a)\ng()\n", "junk:f junk:(a) g ( )", "text that is not a command");
	expect_problem("1f(a)\nf1(a)\n", "junk:1f(a) f1 ( text:a )", "text that is not a command");
}

TEST(lang_cmake_two_commands_on_a_line)
{
	expect_problem("f(a) g(b)\n", "f ( text:a ) g ( text:b )", "a command must start on a line of its own");
	expect_problem("f(a\n) g()\n", "f ( text:a ) g ( )", "a command must start on a line of its own");
	expect_problem("#[[c]] f()\n", "f ( )", "a command must start on a line of its own");
}

TEST(lang_cmake_bracket_without_a_blank)
{
	expect_problem("f([[a]]b)", "f ( bracket:[[a]] text:b )", "a space is missing before the argument");
	expect_problem("f(\"a\"[[b]])", "f ( string:\"a\" bracket:[[b]] )", "a space is missing before the argument");
	expect_problem("f(#[[c]]b)", "f ( text:b )", "a space is missing before the argument");
	expect_problem("f(#[[c]][[b]])", "f ( bracket:[[b]] )", "a space is missing before the argument");
	expect_tokens("f([[a]](b) [[c]]#[[d]] e)", "f ( bracket:[[a]] ( text:b ) bracket:[[c]] text:e )");
}

TEST(lang_cmake_backslash_that_escapes_nothing)
{
	expect_problem("f(a\\\r\nb)\n", "f ( text:a junk:\\ text:b )", "a '\\' escapes nothing");
}

TEST(lang_cmake_nul_bytes)
{
	expect_lex(slice_from("f(a\0b)\0\ng()", 11), false, "f ( text:a junk:", "a NUL byte");
}

TEST(lang_cmake_string_that_is_never_closed)
{
	expect_problem("set(A \"b)\nset(C d)\ng()\n", "set ( text:A junk:\"b) set ( text:C text:d ) g ( )",
		"the string is never closed");
	expect_problem("f(\"a", "f ( junk:\"a", "the string is never closed");
}

TEST(lang_cmake_string_closed_by_the_next_ones_quote)
{
	expect_problem("set(A \"b)\nset(C \"d\")\n", "set ( text:A junk:\"b) set ( text:C string:\"d\" )",
		"the '(' is never closed");
}

TEST(lang_cmake_parenthesis_that_is_never_closed)
{
	expect_problem(
		"f((a) b\n# c(\ng(d)\nh()\r\n", "f ( ( text:a ) text:b g ( text:d ) h ( )", "the '(' is never closed");
	expect_problem("f(a (b\n  c", "f ( text:a ( text:b text:c", "the '(' is never closed");
}

TEST(lang_cmake_brackets_that_are_never_closed)
{
	expect_problem("f([=[a]])\r\ng()\r\n", "f ( junk:[=[a]]) g ( )", "the bracket is never closed");
	expect_problem("#[[ a\nf()\n", "f ( )", "the bracket comment is never closed");
	expect_problem("f(\ng([[a]])\nh([[b", "f ( g ( bracket:[[a]] ) h ( junk:[[b", "the '(' is never closed");
}

TEST(lang_cmake_problem_is_the_first_in_the_file)
{
	struct token_list tokens = { 0 };
	language_cmake.lex(slice_of("f()\n@A@\ng(\nh()\n@B@\n"), false, &tokens);
	assert_int_equal(tokens.problem_offset, 4);
	token_list_release(&tokens);
	language_cmake.lex(slice_of("f()\ng(\nh()\n@B@\n"), false, &tokens);
	assert_string_equal(tokens.problem, "the '(' is never closed");
	assert_int_equal(tokens.problem_offset, 5);
	token_list_release(&tokens);
	language_cmake.lex(slice_of("f(a\\\nb"), false, &tokens);
	assert_int_equal(tokens.problem_offset, 1);
	token_list_release(&tokens);
}

/* --- every byte, every cut --------------------------------------------------------------------------------------- */

static const char *const nasty[] = {
	("\xEF\xBB\xBF# c\r\nIF(A AND (B OR \"c\\\"d\") ) # e\n\tset(x [==[\n]=] ]==] -Da=\"b c\" $(V) ${W})\r\n"
	 "else ()\n@X@\n"
	 "endif()\n#[[ z\n]]\n"),
	"f(\"a\nb\\\nc\" [[d\n]]e a\\\n g(\n)h()\n)))\n'\"'\nfoo\n(bar)\n#[=[ ]]\ni(\"",
	"function(f)\nforeach(x)\nendif()\nelse()\nif(a)\nelseif(b)\nendfunction()\nwhile(c)\nblock()\nmacro(m)\n[[\n"
	"\"\n((\n@A@@B@ j()",
	"$A(x $B $$$C \"$D\" $E$F $$G $_ $$$)\n$$$H\n$I\n$J x\n$$$K(\n",
	"f(a\rb\r\r\n)\r\n\r\r\n\xFF\xFE\x80(\xC3 \\\xC3\\",
};

TEST(lang_cmake_lossless_at_every_cut)
{
	for (size_t i = 0; i < COUNT_OF(nasty); i++) {
		struct slice bytes = slice_of(nasty[i]);
		for (size_t begin = 0; begin <= bytes.len; begin += 3)
			for (size_t end = begin; end <= bytes.len; end++) {
				lang_check_bytes(&language_cmake, slice_sub(bytes, begin, end), false);
				lang_check_bytes(&language_cmake, slice_sub(bytes, begin, end), true);
			}
	}
}

TEST(lang_cmake_lossless_for_random_pieces)
{
	static const char *const pieces[] = {
		"f",
		"f(",
		"(",
		")",
		")\n",
		"\"",
		"\\",
		"\n",
		"\r\n",
		"\r",
		" ",
		"#",
		"#[[",
		"[[",
		"]]",
		"[=[",
		"]=]",
		"=",
		"$(A)",
		"$A",
		"$$$B",
		"@C@",
		"if(",
		"endif()\n",
		"else()\n",
		"\xE9",
		"a",
		";",
		"function(",
	};
	uint32_t random = 12345;
	struct str text = STR_INIT;
	for (size_t round = 0; round < 20000; round++) {
		str_clear(&text);
		for (size_t i = 0; i < 24; i++) {
			random = random * 1664525u + 1013904223u;
			str_add_cstr(&text, pieces[(random >> 16) % COUNT_OF(pieces)]);
		}
		lang_check_bytes(&language_cmake, str_slice(&text), round % 2);
	}
	str_release(&text);
}

/* Would take hours if the rest of the file were searched or read again for each line. */
TEST(lang_cmake_time_is_bounded_for_broken_files)
{
	static const char *const lines[] = {
		"f(\n",
		"#[[\n",
		"f([[\n",
		"f(\"\n",
		"f([==[ [=[ [[ #[[ (\n",
		"if(\n\"",
		"if()\nendwhile()\n",
		"#[[ ]\n",
		"f(a [=[ ]]\n",
	};
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct str text = STR_INIT;
		while (text.len < 1 << 20)
			str_add_cstr(&text, lines[i]);
		lang_check_bytes(&language_cmake, str_slice(&text), false);
		str_release(&text);
	}
}

/* --- patterns ---------------------------------------------------------------------------------------------------- */

TEST(lang_cmake_pattern_captures)
{
	expect_pattern("cmake_minimum_required(VERSION $MIN $$$REST)",
		"cmake_minimum_required ( text:VERSION capture:$MIN capture-list:$$$REST )");
	expect_pattern("f($_ $$$ $A1_B ($C))", "f ( capture:$_ capture-list:$$$ capture:$A1_B ( capture:$C ) )");
}

TEST(lang_cmake_pattern_text_that_is_no_capture)
{
	expect_pattern("f(${X} $ENV{X} $<X> $a $1 $ $$ $$X)",
		"f ( text:${X} text:$ENV{X} text:$<X> text:$a text:$1 text:$ text:$$ text:$$X )");
	expect_pattern("f($X-Y -D$X $X$Y \"$X\" \\$X [[$X]] $(X))",
		"f ( text:$X-Y text:-D$X text:$X$Y string:\"$X\" text:\\$X bracket:[[$X]] text:$(X) )");
}

TEST(lang_cmake_pattern_captures_a_command_name)
{
	expect_pattern("$CMD($X)\n$_ ()", "capture:$CMD ( capture:$X ) capture:$_ ( )");
}

TEST(lang_cmake_pattern_captures_commands)
{
	expect_pattern("if(MSVC)\n  $$$BODY\nendif()", "if ( text:MSVC ) capture-list:$$$BODY endif ( )");
}

TEST(lang_cmake_pattern_capture_that_stands_for_nothing)
{
	expect_lex(slice_of("$X\n"), true, "junk:$X", "text that is not a command");
	expect_lex(slice_of("$$$X(a)\n"), true, "junk:$$$X(a)", "text that is not a command");
}

TEST(lang_cmake_files_hold_no_captures)
{
	expect_problem("f($X $$$Y)\n$Z(a)\n", "f ( text:$X text:$$$Y ) junk:$Z(a)", "text that is not a command");
}
