#include "unit.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "lang/language.h"
#include "lang_check.h"

extern const struct language language_python;

/* The code tokens on one line: what they are where that is not clear from the text, and the text. */
static char *describe_tokens(struct slice bytes, const struct token_list *tokens)
{
	struct str out = STR_INIT;
	for (size_t i = 0; i < tokens->count; i++) {
		const struct token *token = &tokens->items[i];
		struct slice text = slice_sub(bytes, token->begin, token->end);
		if (token_is_layout(token))
			continue;
		if (out.len)
			str_add_char(&out, ' ');
		if (token->kind == TOKEN_END || token->kind == TOKEN_INDENT || token->kind == TOKEN_DEDENT)
			str_add_cstr(&out, token->kind == TOKEN_END      ? "END"
					   : token->kind == TOKEN_INDENT ? "IN"
									 : "OUT");
		else if (token->kind == TOKEN_OPERATOR || token->kind == TOKEN_NAME)
			str_add(&out, text);
		else
			str_addf(&out, "%s:" SLICE_FMT, token_kind_name(token->kind), SLICE_ARG(text));
	}
	return str_detach(&out);
}

static void expect_lex(const char *code, bool pattern, const char *expected, const char *problem)
{
	struct slice bytes = slice_of(code);
	struct token_list tokens = { 0 };
	language_python.lex(bytes, pattern, &tokens);
	lang_check_lossless(bytes, &tokens);
	char *found = describe_tokens(bytes, &tokens);
	assert_string_equal(found, expected);
	assert_string_equal(tokens.problem ? tokens.problem : "", problem);
	free(found);
	token_list_release(&tokens);
}

static void expect_tokens(const char *code, const char *expected)
{
	expect_lex(code, false, expected, "");
}

static void expect_pattern(const char *code, const char *expected)
{
	expect_lex(code, true, expected, "");
}

/* --- names, numbers, operators ----------------------------------------------------------------------------------- */

TEST(python_names_hold_letters_of_all_scripts)
{
	expect_tokens("_a1 = \xC3\xA9t\xC3\xA9 + \xE5\x90\x8D", "_a1 = \xC3\xA9t\xC3\xA9 + \xE5\x90\x8D END");
}

TEST(python_numbers_in_all_forms)
{
	expect_tokens("0xFF_a 0b1_0 0O17 1_000 1. .5 1.5e-3 1_0e-5j 1.j 3J 00 1e5",
		"number:0xFF_a number:0b1_0 number:0O17 number:1_000 number:1. number:.5 number:1.5e-3 number:1_0e-5j "
		"number:1.j "
		"number:3J number:00 number:1e5 END");
}

TEST(python_numbers_end_where_keywords_begin)
{
	expect_tokens("1if x else 0or y", "number:1 if x else number:0 or y END");
	expect_tokens("0x1for x", "number:0x1f or x END");
	expect_tokens("1else 1_ 1__0 1..real 1._5",
		"number:1 else number:1 _ number:1 __0 number:1. . real number:1. _5 END");
	expect_tokens("0xg 0b2 1e+", "number:0 xg number:0 b2 number:1 e + END");
}

TEST(python_operators_are_longest_first)
{
	expect_tokens("a**=b//=c>>=d<<=e...f->g:=h!=i<=j>=k==l@=m|=n**o//p<<q>>r~s.t",
		"a **= b //= c >>= d <<= e ... f -> g := h != i <= j >= k == l @= m |= n ** o // p << q >> r ~ s . t "
		"END");
	expect_tokens("a..b", "a . . b END");
}

TEST(python_two_code_is_no_junk)
{
	expect_tokens("print >>f, `x` <> 0777L, 10l, ur'a', uR\"b\"",
		"print >> f , ` x ` <> number:0777L , number:10l , string:ur'a' , string:uR\"b\" END");
	expect_tokens("except E, e: exec 'x' in y", "except E , e : exec string:'x' in y END");
}

/* --- strings ----------------------------------------------------------------------------------------------------- */

TEST(python_strings_with_every_prefix)
{
	expect_tokens("'a' \"b\" r'c' Rb'd' bR\"e\" B'f' u'g' F'h' fr'i' rF'j' t'k' Tr'l'",
		"string:'a' string:\"b\" string:r'c' string:Rb'd' string:bR\"e\" string:B'f' string:u'g' string:F'h' "
		"string:fr'i' "
		"string:rF'j' string:t'k' string:Tr'l' END");
	expect_tokens("bu'a' x'b' ff'c'", "bu string:'a' x string:'b' ff string:'c' END");
}

TEST(python_strings_end_at_their_own_quotes)
{
	expect_tokens("'' \"\" '\"' 'a\\'b' r'\\'' '\\\\'",
		"string:'' string:\"\" string:'\"' string:'a\\'b' string:r'\\'' string:'\\\\' END");
	expect_tokens("'''a'b''c\\'''d''' \"\"\"\n\"\"\"", "string:'''a'b''c\\'''d''' string:\"\"\"\n\"\"\" END");
	expect_tokens("'''''' ''", "string:'''''' string:'' END");
	expect_tokens("'a\\\nb' 'c\\\r\nd'", "string:'a\\\nb' string:'c\\\r\nd' END");
}

TEST(python_f_strings_are_one_token)
{
	expect_tokens("f'{x!r:>{w}}' f'{{' f'}}' f'{a[\"b\"]:%H:%M}'",
		"string:f'{x!r:>{w}}' string:f'{{' string:f'}}' string:f'{a[\"b\"]:%H:%M}' END");
	expect_tokens("f'{x:{w}}' f'{x:{w}.{p}}'", "string:f'{x:{w}}' string:f'{x:{w}.{p}}' END");
	expect_tokens("f\"{x:'>10}\" f'\\N{LEFT CURLY BRACKET}' rf'\\{x}' f'\\'{x}'",
		"string:f\"{x:'>10}\" string:f'\\N{LEFT CURLY BRACKET}' string:rf'\\{x}' string:f'\\'{x}' END");
	expect_tokens("f'{ {1: 2}[1] }' f'{(lambda x: 1)(2)}' f'{x:{\"{\"}>10}'",
		"string:f'{ {1: 2}[1] }' string:f'{(lambda x: 1)(2)}' string:f'{x:{\"{\"}>10}' END");
	expect_tokens("f'''{\nx\n}''' f'{x}' 'y'", "string:f'''{\nx\n}''' string:f'{x}' string:'y' END");
}

TEST(python_f_strings_hold_their_own_quotes_since_3_12)
{
	/* The quotes inside the inner one end neither. */
	expect_tokens("f'{f\"{'\"'}\"}' + 1", "string:f'{f\"{'\"'}\"}' + number:1 END");
	expect_tokens("f\"{x[\"a\"]}\" + f'{'}'}' ; f'{f'{f'{1}'}'}'",
		"string:f\"{x[\"a\"]}\" + string:f'{'}'}' ; string:f'{f'{f'{1}'}'}' END");
	expect_tokens("f'{x # }'\n}' y", "string:f'{x # }'\n}' y END");
	expect_tokens(
		"f'{\"\\n\".join(a)}' f\"{b'''\n'''}\"", "string:f'{\"\\n\".join(a)}' string:f\"{b'''\n'''}\" END");
}

TEST(python_f_strings_with_broken_braces_end_at_their_quote)
{
	expect_lex("f'{' + x", false, "string:f'{' + x END", "braces of an f-string do not match");
	expect_lex("f(f'{a)}', b)", false, "f open:( string:f'{a)}' , b close:) END",
		"braces of an f-string do not "
		"match");
}

TEST(python_open_string_is_junk_to_the_end_of_its_line)
{
	expect_lex("x = 'abc\ny = 1\n", false, "x = junk:'abc END y = number:1 END", "string is never closed");
	/* The bracket's end is inside the open string; the next line is not. */
	expect_lex("print(\"a)\ny\n", false, "print open:( junk:\"a) END y END", "string is never closed");
	expect_lex("a(\nb(\"c)\n, d)\ne", false, "a open:( b open:( junk:\"c) , d close:) END e END",
		"string is never closed");
}

TEST(python_open_triple_string_is_junk_to_the_end)
{
	expect_lex(
		"a\n'''b\ndef c():\n  ''\n", false, "a END junk:'''b\ndef c():\n  ''\n END", "string is never closed");
}

/* --- lines and indents ------------------------------------------------------------------------------------------- */

TEST(python_line_ends_of_all_kinds)
{
	expect_tokens("a\nb\r\nc\rd", "a END b END c END d END");
	expect_tokens("if a:\r\tb\rc\r", "if a : END IN b END OUT c END");
	expect_tokens("x = (1,\r\n\r 2)\r\n", "x = open:( number:1 , number:2 close:) END");
}

TEST(python_last_line_needs_no_line_end)
{
	expect_tokens("if a:\n  b", "if a : END IN b END OUT");
	expect_tokens("a # b", "a END");
	expect_tokens("a\n# b", "a END");
	expect_tokens("a\n  ", "a END");
	expect_tokens("", "");
	expect_tokens("\n# only\n\n", "");
}

TEST(python_blank_lines_and_comments_end_nothing)
{
	expect_tokens("if a:\n    b\n\n# c\n    # d\n  \n    e\nf\n", "if a : END IN b END e END OUT f END");
}

TEST(python_indents_are_partners_and_stand_before_code)
{
	struct slice bytes = slice_of("if a:\n  # c\n  b\nd\n");
	struct token_list tokens = { 0 };
	language_python.lex(bytes, false, &tokens);
	lang_check_lossless(bytes, &tokens);
	size_t indent = 0, dedent = 0;
	for (size_t i = 0; i < tokens.count; i++) {
		indent = tokens.items[i].kind == TOKEN_INDENT ? i : indent;
		dedent = tokens.items[i].kind == TOKEN_DEDENT ? i : dedent;
	}
	assert_int_equal(tokens.items[indent].partner, dedent);
	assert_string_equal(bytes.ptr + tokens.items[indent].begin, "b\nd\n");
	assert_string_equal(bytes.ptr + tokens.items[dedent].begin, "d\n");
	token_list_release(&tokens);
}

TEST(python_tabs_go_to_the_next_eighth_column)
{
	expect_tokens("if a:\n        b\n\tc\n  \td\n", "if a : END IN b END c END d END OUT");
	expect_tokens("if a:\n\f  b\n   \f  c\nd", "if a : END IN b END c END OUT d END");
}

TEST(python_dedent_to_no_column_stays_in_its_block)
{
	expect_lex("if a:\n        b\n    c\n    d\ne\n", false, "if a : END IN b END c END d END OUT e END",
		"dedent to a column that matches no outer line");
}

TEST(python_backslash_joins_lines)
{
	expect_tokens("a = \\\n    b\nif c and \\\r\n d: e\n", "a = b END if c and d : e END");
	expect_tokens("if a:\n  \\\n      b\n  c\n", "if a : END IN b END c END OUT");
	expect_lex("a \\ b\n", false, "a junk:\\ b END", "backslash that is not at the end of its line");
}

TEST(python_byte_order_mark_is_layout)
{
	expect_tokens("\xEF\xBB\xBFimport a\n", "import a END");
	expect_tokens("\xEF\xBB\xBF  a\n", "IN a END OUT");
}

TEST(python_bytes_that_are_not_utf8)
{
	expect_tokens("a = '\xE9' # \xFF\n", "a = string:'\xE9' END");
	expect_lex("a\xE9 = 1\n", false, "a junk:\xE9 = number:1 END", "a character that a name cannot contain");
	expect_lex("a\xC2\xA0= \xE2\x80\x9C"
		   "b\n",
		false, "a junk:\xC2\xA0 = junk:\xE2\x80\x9C b END", "a character that a name cannot contain");
}

TEST(python_nul_is_junk)
{
	struct slice bytes = SLICE_LITERAL("a\0b '\0'\n");
	struct token_list tokens = { 0 };
	language_python.lex(bytes, false, &tokens);
	lang_check_lossless(bytes, &tokens);
	assert_int_equal(tokens.items[1].kind, TOKEN_JUNK);
	assert_int_equal(tokens.items[4].kind, TOKEN_STRING);
	assert_int_equal(tokens.problem_offset, 1);
	token_list_release(&tokens);
}

/* --- brackets ---------------------------------------------------------------------------------------------------- */

static uint32_t partner_of(const char *code, size_t token)
{
	struct slice bytes = slice_of(code);
	struct token_list tokens = { 0 };
	language_python.lex(bytes, false, &tokens);
	lang_check_lossless(bytes, &tokens);
	uint32_t partner = tokens.items[token].partner;
	token_list_release(&tokens);
	return partner;
}

TEST(python_brackets_find_their_partners)
{
	assert_int_equal(partner_of("a([{}])", 1), 6);
	assert_int_equal(partner_of("a([{}])", 3), 4);
	assert_int_equal(partner_of("(]", 0), TOKEN_NONE);
	assert_int_equal(partner_of("(])", 0), 2);
	assert_int_equal(partner_of("(])", 1), TOKEN_NONE);
	assert_int_equal(partner_of("([)", 0), 2);
	assert_int_equal(partner_of("([)", 1), TOKEN_NONE);
}

TEST(python_lambda_and_its_colon_are_partners)
{
	assert_int_equal(partner_of("lambda:x", 0), 1);
	assert_int_equal(partner_of("lambda a=lambda:b:c", 0), 7);
	assert_int_equal(partner_of("lambda a=lambda:b:c", 4), 5);
	assert_int_equal(partner_of("(lambda):b", 3), TOKEN_NONE);
	assert_int_equal(partner_of("lambda\na:b", 3), TOKEN_NONE);
}

TEST(python_for_and_its_in_are_partners)
{
	assert_int_equal(partner_of("[a for(b)in c]", 3), 7);
	assert_int_equal(partner_of("[a for b in(c in d)]", 11), TOKEN_NONE);
	assert_int_equal(partner_of("a in b", 2), TOKEN_NONE);
	assert_int_equal(partner_of("for a in b: c in d", 0), 4);
	assert_int_equal(partner_of("(for a) in b", 1), TOKEN_NONE);
}

TEST(python_open_bracket_ends_before_a_statement)
{
	const char *problem = "bracket is never closed";
	expect_lex("x = f(a,\n      b\ndef g():\n  return h(\n  # c\n  pass\n", false,
		"x = f open:( a , b END def g open:( close:) : END IN return h open:( END pass END OUT", problem);
	expect_lex("if (a:\n  return [\nimport b\n", false, "if open:( a : END IN return open:[ END OUT import b END",
		problem);
	expect_lex("x = (\nasync  def f(): y", false, "x = open:( END async def f open:( close:) : y END", problem);
	expect_lex("x = [\n", false, "x = open:[ END", problem);
	expect_lex("x = [ y\nz", false, "x = open:[ y z END", problem);
}

TEST(python_keywords_that_may_stand_in_brackets_close_none)
{
	expect_tokens("(yield\nfrom x)", "open:( yield from x close:) END");
	expect_tokens("[a\nfor b in c\nif d\nelse e]", "open:[ a for b in c if d else e close:] END");
	expect_tokens("[a\nasync for b in c]", "open:[ a async for b in c close:] END");
	expect_tokens("f(\nnonlocal=1, importer=2)", "f open:( nonlocal = number:1 , importer = number:2 close:) END");
}

/* --- patterns ---------------------------------------------------------------------------------------------------- */

TEST(python_captures_are_in_patterns_only)
{
	expect_pattern("f($X, $$$REST, $_, $$$)",
		"f open:( capture:$X , capture-list:$$$REST , capture:$_ , capture-list:$$$ close:) END");
	expect_pattern("$A.b = '$C'", "capture:$A . b = string:'$C' END");
	expect_lex("f($X)", false, "f open:( junk:$ X close:) END", "'$' in code");
	const char *problem = "not a capture: captures are $NAME and $$$NAME, in upper case";
	expect_lex("f($x)", true, "f open:( junk:$x close:) END", problem);
	expect_lex("f($Xs)", true, "f open:( junk:$Xs close:) END", problem);
	expect_lex("$$X", true, "junk:$ capture:$X END", problem);
}

TEST(python_pattern_may_be_indented_as_a_whole)
{
	expect_pattern("    a\n    if b:\n      c\n", "a END if b : END IN c END OUT");
	expect_tokens("    a\n", "IN a END OUT");
}
