#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "lang/language.h"
#include "lang_check.h"

extern const struct language language_c;

/* The code tokens on one line: what they are where that is not clear from the text, and the text. A pair of < > is
 * written as brackets are. */
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
		if (token->kind == TOKEN_END)
			str_add_cstr(&out, "END");
		else if (token->kind == TOKEN_OPERATOR || token->kind == TOKEN_NAME)
			str_add(&out, text);
		else if ((token->kind == TOKEN_OPEN || token->kind == TOKEN_CLOSE) && token->partner != TOKEN_NONE)
			str_addf(&out, "`" SLICE_FMT, SLICE_ARG(text));
		else
			str_addf(&out, "%s:" SLICE_FMT, token_kind_name(token->kind), SLICE_ARG(text));
	}
	return str_detach(&out);
}

static void expect_lex(const char *code, bool pattern, const char *expected, const char *problem)
{
	struct slice bytes = slice_of(code);
	struct token_list tokens = { 0 };
	language_c.lex(bytes, pattern, &tokens);
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

/* --- names, numbers, operators, literals -------------------------------------------------------------------------- */

TEST(c_names_hold_dollars_and_letters_of_all_scripts)
{
	expect_tokens("a$b _1 \xC3\xA9t\xC3\xA9 \\u00e9t", "a$b _1 \xC3\xA9t\xC3\xA9 \\u00e9t");
	expect_lex("a \xE2\x80\x9C \xFF", false, "a junk:\xE2\x80\x9C junk:\xFF",
		"a character that a name cannot contain");
}

TEST(c_numbers_in_all_forms)
{
	expect_tokens("1'000'000ull 0x1.8p-3f .5e+7L 0b1'01 1.e5 12_km 1u-2",
		"number:1'000'000ull number:0x1.8p-3f number:.5e+7L number:0b1'01 number:1.e5 number:12_km number:1u "
		"- number:2");
	expect_tokens("1p-3 0xe+1", "number:1p - number:3 number:0xe+1");
}

TEST(c_operators_are_longest_first)
{
	expect_tokens("a<=>b->*c.*d...e::f<<=g>>=h##i->j%=k^=l",
		"a <=> b ->* c .* d ... e :: f <<= g >>= h ## i -> j %= k ^= l");
	expect_tokens("a<::b>c", "a < :: b > c");
	expect_tokens("@NAME@", "@ NAME @");
}

TEST(c_literals_have_prefixes_and_suffixes)
{
	expect_tokens("u8\"a\\\"b\" L'\\'' U\"x\"_s \"y\"sv \"%\"PRIu64 q\"z\"",
		"string:u8\"a\\\"b\" string:L'\\'' string:U\"x\"_s string:\"y\"sv string:\"%\" PRIu64 q string:\"z\"");
}

TEST(c_raw_strings_end_at_their_delimiter)
{
	expect_tokens("R\"(a\\)\" uR\"x(\n)\" )x\" R\"\"(q\")\"\"",
		"string:R\"(a\\)\" string:uR\"x(\n)\" )x\" string:R\"\"(q\")\"\"");
	expect_lex("R\"(a\nb", false, "junk:R\"(a\nb", "literal is never closed");
	expect_lex("R\"a b\" c", false, "junk:R\"a b\" c", "literal is never closed");
}

TEST(c_unclosed_literals_end_with_their_line)
{
	expect_lex("a = \"b;\nc '\nd", false, "a = junk:\"b; c junk:' d", "literal is never closed");
	expect_tokens("#if 0\nit's\n#endif\n", "# if number:0 END it junk:'s # endif END");
}

TEST(c_line_splices_are_layout_or_part_of_a_token)
{
	expect_tokens("fo\\\no \\\r\n+\\ \n= \"a\\\nb\" // c\\\nd\ne", "fo\\\no +\\ \n= string:\"a\\\nb\" e");
	expect_tokens("/\\\n* x *\\\n/ y", "y");
	expect_tokens("#define A \\\n b\nc", "# define A b END c");
}

TEST(c_comments_are_layout)
{
	expect_tokens("a /* \" */ b // ' \n c /**/ d /*/ e */", "a b c d");
	expect_lex("a /* b", false, "a junk:/* b", "comment is never closed");
}

TEST(c_takes_bom_crlf_nul_and_stray_bytes)
{
	expect_lex("\xEF\xBB\xBF#include <a>\r\nb\r`\\", false, "# include string:<a> END b junk:` junk:\\",
		"a character that a name cannot contain");
	struct slice bytes = slice_from("a\0b", 3);
	struct token_list tokens = { 0 };
	language_c.lex(bytes, false, &tokens);
	lang_check_lossless(bytes, &tokens);
	assert_int_equal(tokens.count, 3);
	assert_int_equal(tokens.items[1].kind, TOKEN_SPACE);
	token_list_release(&tokens);
}

/* --- directives --------------------------------------------------------------------------------------------------- */

TEST(c_directives_end_with_their_line)
{
	expect_tokens(" # include <sys/a.h> // x\n#include \"b.h\"\n#include MACRO\n#\na # b",
		"# include string:<sys/a.h> END # include string:\"b.h\" END # include MACRO END # END a # b");
	expect_tokens("#define A /* x\n y */ 1\nb", "# define A number:1 END b");
	expect_tokens("/* x */ #pragma once", "# pragma once END");
}

TEST(c_header_names_are_one_token_only_where_they_may_be)
{
	expect_tokens("#if __has_include(<a.h>) && A < B\n", "# if __has_include `( string:<a.h> `) && A < B END");
	expect_tokens("#define X(a) a<b>\n", "# define X `( a `) a `< b `> END");
	expect_tokens("include <a.h>", "include < a . h >");
}

TEST(c_brackets_in_directives_pair_among_themselves)
{
	expect_tokens("f(\n#define A (\n#define B )\n)", "f `( # define A open:( END # define B close:) END `)");
}

TEST(c_branches_share_the_brackets_before_and_after_them)
{
	expect_tokens("#ifdef A\nif (x) {\n#else\nif (y) {\n#endif\n}\n",
		"# ifdef A END if `( x `) `{ # else END if `( y `) open:{ # endif END `}");
	expect_tokens("f(a\n#if A\n, b);\n#else\n);\n#endif\n",
		"f `( a # if A END , b `) ; # else END close:) ; # endif END");
	expect_tokens("#if 0\n((\n#else\n{\n#endif\n}", "# if number:0 END open:( open:( # else END `{ # endif END `}");
	expect_tokens("#ifdef C\nextern \"C\" {\n#endif\nx;\n#ifdef C\n}\n#endif\n",
		"# ifdef C END extern string:\"C\" `{ # endif END x ; # ifdef C END `} # endif END");
}

TEST(c_brackets_of_an_if_0_close_none_outside_it)
{
	expect_tokens("{\n#if 0\n}\n#ifdef A\nit's\n#else\n)\n#endif\n#endif\n}",
		"`{ # if number:0 END close:} # ifdef A END it junk:'s # else END close:) # endif END # endif END `}");
}

/* Does the brace in the branch of `#if CONDITION` pair with one behind the #endif? */
static void expect_if_counts(const char *condition, bool counts)
{
	struct token_list tokens = { 0 };
	struct str code = STR_INIT;
	str_addf(&code, "{\n#if %s\n{\n#endif\n}", condition);
	char *text = str_detach(&code);
	language_c.lex(slice_of(text), false, &tokens);
	if ((tokens.items[0].partner == TOKEN_NONE) != counts)
		fail_msg("#if %s", condition);
	token_list_release(&tokens);
	free(text);
}

TEST(c_if_0_is_what_can_never_hold)
{
	static const char *const may_hold[] = { "0 || A", "0 or A", "0 == A", "0 && A || B", "00", "!0", "0x1", NULL };
	static const char *const cannot[] = { "0", "0 && A", "0 and not A", "0 && (A || B)", "0 && !defined(A)", NULL };
	for (size_t i = 0; may_hold[i]; i++)
		expect_if_counts(may_hold[i], true);
	for (size_t i = 0; cannot[i]; i++)
		expect_if_counts(cannot[i], false);
}

TEST(c_brackets_that_do_not_fit_are_noted)
{
	expect_lex("{ ( } )", false, "`{ open:( `} close:)", "bracket is never closed");
	expect_lex("a ] b", false, "a close:] b", "closing bracket without an opening one");
}

/* --- templates and launches --------------------------------------------------------------------------------------- */

TEST(c_template_arguments_are_in_brackets)
{
	expect_tokens("std::vector<std::map<int, T*>> x;", "std :: vector `< std :: map `< int , T * `> `> x ;");
	expect_tokens("template <typename T = A<1>, class... U> f<T>(x);",
		"template `< typename T = A `< number:1 `> , class ... U `> f `< T `> `( x `) ;");
	expect_tokens("enable_if_t<a && !b<c>::value, int>", "enable_if_t `< a && ! b `< c `> :: value , int `>");
}

static void expect_whole(const char *code, const char *first)
{
	struct slice bytes = slice_of(code);
	struct token_list tokens = { 0 };
	language_c.lex(bytes, false, &tokens);
	assert_true(tokens.count > 0);
	struct slice text = token_text(bytes, &tokens, 0);
	if (tokens.items[0].kind != TOKEN_NAME || !slice_eq_cstr(text, first))
		fail_msg("'%s' begins with '" SLICE_FMT "', expected '%s'", code, SLICE_ARG(text), first);
	token_list_release(&tokens);
}

TEST(c_names_of_operators_are_whole)
{
	expect_tokens("operator()(a) operator[](b) operator->*(c) operator,(d)",
		"operator() `( a `) operator[] `( b `) operator->* `( c `) operator , `( d `)");
	expect_tokens("using A::operator=; f(&A::operator<<, &A::operator!); operator*<T>(x);",
		"using A :: operator= ; f `( & A :: operator<< , & A :: operator! `) ; operator* `< T `> `( x `) ;");
	expect_tokens("operator T*() operator std::string() operator bool = 1",
		"operator T * `( `) operator std :: string "
		"`( `) operator bool = number:1");
	expect_whole("operator bool()", "operator bool");
	expect_whole("operator const  char *( )", "operator const  char *");
	expect_whole("operator unsigned long() const", "operator unsigned long");
	expect_whole("operator _Bool()", "operator _Bool");
	expect_whole("operator new(n)", "operator new");
	expect_whole("operator\tdelete [ ](p)", "operator\tdelete [ ]");
	expect_whole("operator\"\"_x(1)", "operator\"\"_x");
	expect_whole("operator \"\" _x(1)", "operator \"\" _x");
	expect_whole("operator \"a\"_x(1)", "operator");
	expect_whole("operator bool(x)", "operator");
	expect_whole("operator new x", "operator");
	expect_whole("operator newer(x)", "operator");
	expect_whole("operator \"\"", "operator");
	expect_whole("operator new[", "operator");
	expect_whole("operator const", "operator");
	expect_tokens(
		"operator == 1; operator->x; a = operator;", "operator == number:1 ; operator -> x ; a = operator ;");
	expect_tokens("operator", "operator");
	expect_tokens("operator==", "operator==");
}

TEST(c_comparisons_and_shifts_are_operators)
{
	expect_tokens("a < b && c > d; a<b; c>d; if (i<n && j>m) {}",
		"a < b && c > d ; a < b ; c > d ; if `( i < n && j > m `) `{ `}");
	expect_tokens("x >> 2; a<b && c > (d); operator<(a); b >>= 1;",
		"x >> number:2 ; a < b && c > `( d `) ; operator< `( a `) ; b >>= number:1 ;");
	expect_tokens("std::cout << a << (b >> c);", "std :: cout << a << `( b >> c `) ;");
}

TEST(c_greater_ends_template_arguments_where_nothing_speaks_against_it)
{
	expect_tokens("a<b>c; a<b>2;", "a < b > c ; a < b > number:2 ;");
	expect_tokens("f<x + 1> (y); f<x + 1 > (y);", "f `< x + number:1 `> `( y `) ; f < x + number:1 > `( y `) ;");
	expect_tokens(
		"f<x + 1\n> (y); f<x + 1/**/> (y);", "f < x + number:1 > `( y `) ; f `< x + number:1 `> `( y `) ;");
	expect_tokens("f<x > (y);", "f `< x `> `( y `) ;");
	expect_tokens("f<g<x>> (y); f<x>> (y);", "f `< g `< x `> `> `( y `) ; f < x >> `( y `) ;");
	expect_tokens("> (y); operator>(z);", "> `( y `) ; operator> `( z `) ;");
	expect_tokens("f<operator>>(z);", "f < operator>> `( z `) ;");
}

TEST(c_kernel_launches_are_in_brackets)
{
	expect_tokens("k<float><<<grid, f<1>(x), 0>>>(a);",
		"k `< float `> `<<< grid , f `< number:1 `> `( x `) , number:0 `>>> `( a `) ;");
	expect_tokens("A<B<C<int>>> x;", "A `< B `< C `< int `> `> `> x ;");
	expect_tokens("k<<<a, b<c>>>>(d);", "k `<<< a , b `< c `> `>>> `( d `) ;");
}

/* --- patterns ----------------------------------------------------------------------------------------------------- */

TEST(c_patterns_hold_captures)
{
	expect_lex("$F($X, $$$REST) $_ $$$", true,
		"capture:$F `( capture:$X , capture-list:$$$REST `) capture:$_ capture-list:$$$", "");
	expect_lex("$lower", true, "junk:$lower", "not a capture: captures are $NAME and $$$NAME, in upper case");
	expect_lex("#include $H", true, "# include capture:$H END", "");
}

/* --- any bytes ---------------------------------------------------------------------------------------------------- */

TEST(c_takes_any_bytes)
{
	static const char text[] =
		"#ifdef A\nvoid f(std::vector<int> a) {\n#else\nclass C : public B<T> {\n#endif\n"
		"  k<<<1, 2>>>(R\"x(})x\"); a{1}, [&](int b) { return 1'0; };\n"
		"#if 0\n '\n#elif X\n}\n#endif\nA::A() : b{c} {} // \\\n};\n/* */ enum E { D, $X, $$$ };\n"
		"case 1: x; for (;;) do { } while (0);";
	unsigned seed = 1;
	for (size_t round = 0; round < 3000; round++) {
		char bytes[sizeof(text)];
		memcpy(bytes, text, sizeof(text));
		for (size_t n = 0; n < 1 + round % 8; n++) {
			seed = seed * 1103515245u + 12345u;
			size_t at = (seed >> 8) % (sizeof(text) - 1), from = (seed >> 20) % (sizeof(text) - 1);
			bytes[at] = round % 3 ? text[from] : (char)(seed >> 16);
		}
		seed = seed * 1103515245u + 12345u;
		lang_check_bytes(&language_c, slice_from(bytes, (seed >> 8) % sizeof(text)), round % 2 == 0);
	}
}
