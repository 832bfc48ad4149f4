/* TOML: tokens, tree, patterns, what is refused, and the operations on keys, tables and lists. */
#include "unit.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "edit_check.h"
#include "lang/toml/lang_toml.h"
#include "lang/problem.h"
#include "lang_check.h"
#include "pattern_check.h"

extern const struct language language_toml;

static void expect_lex(const char *code, bool pattern, const char *expected)
{
	struct slice bytes = slice_of(code);
	struct token_list tokens = { 0 };
	struct str out = STR_INIT;
	language_toml.lex(bytes, pattern, &tokens);
	lang_check_lossless(bytes, &tokens);
	lang_check_bytes(&language_toml, bytes, pattern);
	for (size_t i = 0; i < tokens.count; i++)
		if (!token_is_layout(&tokens.items[i]))
			str_addf(&out, "%s%s:" SLICE_FMT, out.len ? " " : "",
				token_kind_name((enum token_kind)tokens.items[i].kind),
				SLICE_ARG(slice_trim(slice_sub(bytes, tokens.items[i].begin, tokens.items[i].end))));
	char *found = str_detach(&out);
	assert_string_equal(found, expected);
	free(found);
	token_list_release(&tokens);
}

TEST(toml_keys_and_values)
{
	expect_lex("a-1.\"b c\" = 3.14 # c\n", false, "name:a-1 operator:. text:\"b c\" operator:= number:3.14 end:");
	expect_lex("a = [1979-05-27 07:32:00Z, 'x', -inf,\n true]", false,
		"name:a operator:= open:[ number:1979-05-27 07:32:00Z operator:, string:'x' operator:, number:-inf "
		"operator:, number:true close:] end:");
	expect_lex("a = { 3.1 = \"\"\"\nx\"\"\"\"\" }", false,
		"name:a operator:= open:{ name:3 operator:. name:1 operator:= string:\"\"\"\nx\"\"\"\"\" close:} end:");
	expect_lex("a = $X\n$$$\n", true, "name:a operator:= capture:$X end: capture-list:$$$ end:");
	expect_lex("\"a\"", true, "string:\"a\" end:");
	expect_lex("[\"a\", $$$]", true, "open:[ string:\"a\" operator:, capture-list:$$$ close:] end:");
}

TEST(toml_tables_are_blocks)
{
	expect_lex("[a.b]\nx = 1\n[[c]]\n", false,
		"operator:[ name:a operator:. name:b operator:] end: indent: name:x operator:= number:1 end: dedent: "
		"operator:[[ name:c operator:]] end: indent: dedent:");
	const char *text = "x = 1\n[a]\nx = 2\n[a.b]\nx = 3\n[[c]]\nx = 4\n";
	check_inside(&language_toml, "[a]", text, "2", 1);
	check_inside(&language_toml, "[a]", text, "3", 0);
	check_inside(&language_toml, "[a.'b']", text, "3", 1);
	check_inside(&language_toml, "[c]", text, "4", 0);
	check_inside(&language_toml, "[[c]]", text, "4", 1);
	check_finds(&language_toml, "[a]\n$$$", text, "[a]\nx = 2");
}

TEST(toml_patterns_are_code)
{
	check_finds(&language_toml, "x = $V", "\"x\" = 'a' # x = 1\ny = \"x = 2\"\nb.x = 3\n'x' = [1,\n2]\n",
		"\"x\" = 'a' V='a'|'x' = [1,\n2] V=[1,\n2]");
	check_finds(&language_toml, "\"a\"", "a = ['a', \"b\"]\n\"a\" = 1\nc = { a = \"a\" }\n", "'a'|\"a\"");
	check_finds(&language_toml, "{ name = $N, $$$R }", "x = [{ name = 'n' }, { name = 'm', a = 1 }]\n",
		"{ name = 'n' } N='n' R=|{ name = 'm', a = 1 } N='m' R=a = 1");
	check_finds(&language_toml, "true", "true = true\n", "true");
	check_refused(&language_toml, "x = maybe",
		"pattern is not toml code: not a TOML value | a pattern is a fragment of the target "
		"language with $X for one argument and $$$XS for any number");
}

/* A backslash is an escape in one kind of quotes and itself in the other. */
TEST(toml_strings_are_the_same_where_no_escape_is)
{
	check_finds(&language_toml, "x = 'a'", "x = \"a\"\nx = \"\"\"a\"\"\"\nx = '''a'''\nx = a\n",
		"x = \"a\"|x = \"\"\"a\"\"\"|x = '''a'''");
	check_finds(&language_toml, "x = 'a\\b'", "x = \"a\\b\"\nx = 'a\\b'\n", "x = 'a\\b'");
	check_finds(&language_toml, "x = '''a\"b'''", "x = \"\"\"a\"b\"\"\"\nx = 'a\"b'\n", "");
	check_finds(&language_toml, "x = ''", "x = \"\"\nx = ''''''\n", "x = \"\"|x = ''''''");
	check_finds(&language_toml, "x = '''\na'''", "x = '''\r\na'''\nx = 'a'\n", "x = '''\r\na'''");
}

TEST(toml_dates_end_where_no_time_follows)
{
	expect_lex("a = [1979-05-27 , 1979-05-27 # b\n]", false,
		"name:a operator:= open:[ number:1979-05-27 operator:, number:1979-05-27 close:] end:");
	expect_lex("a = 1979-05-27 b", false, "name:a operator:= number:1979-05-27 junk:b end:");
	expect_lex("a = 1234567890 07:00:00", false, "name:a operator:= number:1234567890 number:07:00:00 end:");
	expect_lex("a = '''\\''' # b", false, "name:a operator:= string:'''\\''' end:");
	expect_lex("a = \"\"\"\\\"\"\"\"\n", false, "name:a operator:= string:\"\"\"\\\"\"\"\" end:");
	expect_lex("\"\"\"a\"\"\" = 1", false, "text:\"\" text:\"a\" text:\"\" operator:= number:1 end:");
}

TEST(toml_heads_may_have_spaces)
{
	check_inside(&language_toml, "[ a . b ]", "[a.b]\nx = 1\n", "1", 1);
	check_inside(&language_toml, "[a.b]", "[ a . 'b' ] # c\nx = 1\n", "1", 1);
	check_finds(&language_toml, "[ 1, 2 ]", "x = [1, 3]\ny = ['a']\n", "");
}

static size_t problems_of(const char *text)
{
	struct source source;
	struct document doc;
	struct problem_list list = { 0 };
	source_init(&source, "test.toml", slice_of(text));
	document_init(&doc, &source, &language_toml);
	document_problems(&doc, &list);
	size_t n = list.count + (doc.tokens.problem != NULL);
	problem_list_release(&list);
	document_release(&doc);
	source_release(&source);
	return n;
}

TEST(toml_what_readers_refuse)
{
	static const char *const broken[] = { "a", "a =", "a = 1 b = 2", "a = 1\na = 2", "a.b = 1\na = 2", "[a]\n[a]",
		"a = 1\n[a]", "[[a]]\n[a]", "[a]\n[[a]]", "a = {}\na.b = 1", "a = [{}]\n[[a]]", "[a]\nb.c = 1\n[a.b]",
		"a = { b = 1, }", "a = {\nb = 1 }", "a = [1 2]", "a = [1,, 2]", "a = [", "a = \"\\x\"", "a = \"x",
		"a = '''x", "a = 01", "a = 1__0", "a = 1979-02-29", "a = 24:00:00", "[a", "[a]]", "[ [a] ]",
		"a = \"\r\"", "a = \xFF", "# \x01", "a = 0x", "a = +0x1", "= 1", "a. = 1", "\"a\" = 1\n'a' = 2",
		"\"\\u0061\" = 1\na = 2", "\"\\U000000e9\" = 1\n'\xC3\xA9' = 2", "\"\\u20ac\" = 1\n'\xE2\x82\xAC' = 2",
		"\"\\U0001F600x\" = 1\n'\xF0\x9F\x98\x80x' = 2", "\"\\tx\" = 1\n'\tx' = 2",
		"\"\\\"\\\\b\" = 1\n'\"\\b' = 2", "\"\\b\\f\" = 1\n\"\\u0008\\u000c\" = 2",
		"\"\\n\\r\" = 1\n\"\\u000A\\u000D\" = 2" };
	static const char *const whole[] = { "", "a = 1", "a.b = 1\na.c = 2", "[a.b]\n[a]\nc = 1",
		"[[a]]\n[a.b]\n[[a]]\n[a.b]", "a = [\n1, # one\n2,\n]", "a = { b = [\n1] }",
		"a = 2000-02-29 00:00:00.5z", "\"\" = ''", "\xEF\xBB\xBF\x61 = 1", "a = \"\"\"\\\n  \"\"\"",
		"\"\\u0061\" = 1\n'\\u0061' = 2", "\"\\u00e9\" = 1\n\"\\u0e90\" = 2\n\"\\U0001e990\" = 3",
		"\"a b\" = 1\n\"a\\tb\" = 2" };
	for (size_t i = 0; i < sizeof(broken) / sizeof(*broken); i++)
		if (!problems_of(broken[i]))
			fail_msg("nothing is wrong with:\n%s", broken[i]);
	for (size_t i = 0; i < sizeof(whole) / sizeof(*whole); i++)
		if (problems_of(whole[i]))
			fail_msg("something is wrong with:\n%s", whole[i]);
}

/* As tomllib of Python judges them. */
TEST(toml_numbers_dates_strings_and_keys)
{
	static const char *const broken[] = { "a = 0b2", "a = 0o8", "a = 0xg", "a = 0x_1", "a = 1_", "a = _1", "a = 1e",
		"a = 1e+", "a = 1._5", "a = 1.", "a = .5", "a = 1979-13-01", "a = 1979-00-01", "a = 1979-01-00",
		"a = 1979-04-31", "a = 1979-01-32", "a = 1900-02-29", "a = 2001-02-29", "a = 2000-02-30",
		"a = 12:60:00", "a = 12:00:61", "a = 12:00", "a = 1979-05-27T07:32:00+24:00",
		"a = 1979-05-27T07:32:00+01:60", "a = 1979-05-27T", "a = 1979-05-27x07:32:00",
		"a = 1979-05-27T07:32:00z1", "a = 1979-05-27T07:32:00+1:00", "a = infinity", "a = 01.5", "a = -01",
		"a = 1.2.3", "a = 00", "a = tru", "a = 1e5.5", "a = 12:00:00.", "a = 1e_5", "a = 0000-01-01", "a = --1",
		"a = 1979-05-2", "a = 0X1", "a = 1_e5", "a = 1e5_", "a = +inf_", "a = 0x1_", "a = \"\\uD800\"",
		"a = \"\\U00110000\"", "a = \"\\u00g0\"", "a = \"\\u00\"", "a = \"\"\"\\ x\"\"\"", "a = \"\177\"",
		"a = '\000'", "a = \"\n\"", "a = 'b\nc'", "\"\"\"a\"\"\" = 1", "[\"\"\"a\"\"\"]",
		"a = { b = 1, b = 2 }", "a = { b }", "a = { b = }", "a = { b = 1 c = 2 }", "a = { , }", "[]", "[[]]",
		"[a.]", "[a] b = 1", "[[a]", "[a\n]", "a = ]", "a = 1, 2", "a = [1]]", "a = [1\nb = 2",
		"a = { b = 1\n}", "a.b = 1\n[a]\n[a.c]", "[a.b]\n[a]\nb = 1", "a = []\n[[a]]", "a = [1]\na.b = 1",
		"[[a]]\n[[a.b]]\n[a.b]", "a = '''x'''y", "a = \"x\" y", "a b = 1", "a = true1",
		"1 = ", "a = 1979-05-27 07:32", "[a]]", "a = \"\\\n\"" };
	static const char *const whole[] = { "a = 0xdead_BEEF", "a = 0o7_5", "a = 0b1_0", "a = 1_000", "a = +1.5e-3",
		"a = 1E+6", "a = 1e6", "a = -inf", "a = +nan", "a = inf", "a = nan", "a = 1979-05-27T07:32:00+01:30",
		"a = 07:32:00.999", "a = 1979-05-27t07:32:00Z", "a = 2004-02-29", "a = 12:59:59", "a = 1.5_5",
		"a = 1979-05-27 07:32:00-07:00", "a = 0.0", "a = +0", "a = 2000-12-31", "a = 1979-04-30",
		"a = 1979-01-31", "a = 23:00:00", "a = 1979-05-27 07:32:00.5+23:59", "a = 1979-05-27", "a = 1e-2_2",
		"a = \"\"\"\\ \n x\"\"\"", "a = \"\"\"\\\n\n\tx\"\"\"", "a = \"\"\"\"\"\"\"\"", "a = ''''''''",
		"a = \"\\uD7FF\\uE000\\U0010FFFF\"", "a = \"\t\"", "a = '\\'", "a = [[1, 2], [\"x\"]]", "a = { }",
		"a = { b.c = 1, b.d = 2 }", "[ a . b ]\nc = 1", "[[ a ]]", "a = [\n# c\n]", "a = '''\n'\n'''",
		"a = 1 # \t c", "a = \"\"\"a\r\nb\"\"\"", "[a]\n[a.b]\n[a.c]", "a = [{ b = 1 }, { b = 1 }]",
		"a = 0.1_0", "'' = 1", "a = 1\r\nb = 2\r\n", "[a]\nb = 1\n[c]\nb = 1", "a = -0.0", "a = 1979-11-30",
		"a = 2000-02-29" };
	for (size_t i = 0; i < COUNT_OF(broken); i++)
		if (!problems_of(broken[i]))
			fail_msg("nothing is wrong with:\n%s", broken[i]);
	for (size_t i = 0; i < COUNT_OF(whole); i++)
		if (problems_of(whole[i]))
			fail_msg("something is wrong with:\n%s", whole[i]);
}

TEST(toml_string_problem_has_its_place)
{
	static const struct {
		const char *literal;
		size_t at;
	} cases[] = { { "\"a\\x\"", 2 }, { "\"\"\"ab\\x\"\"\"", 5 }, { "'a\x01'", 2 } };
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		size_t at = 99;
		assert_non_null(toml_string_problem(slice_of(cases[i].literal), &at));
		assert_int_equal(at, cases[i].at);
	}
}

TEST(toml_set_keeps_quotes)
{
	struct set_def set = { edit_text("V"), edit_text("2.0") };
	struct edit_def edit = edit_list_op("set", "version = $V", &set);
	check_edit(&edit, "toml", "[p]\nversion='1.0' # 1\n", "[p]\nversion='2.0' # 1\n");
	check_edit(&edit, "toml", "version = \"\"\"1\"\"\"\r\n", "version = \"\"\"2.0\"\"\"\r\n");
	check_edit(&edit, "toml", "version = 1.0\n", "version = 2.0\n");
}

TEST(toml_lists_keep_their_layout)
{
	struct set_def set = { edit_text("R"), edit_text("\"x\"") };
	struct edit_def add = edit_list_op("add-to", "requires = [$$$R]", &set);
	check_edit(&add, "toml", "requires = []\n", "requires = [\"x\"]\n");
	check_edit(&add, "toml", "requires = ['a']\n", "requires = ['a', \"x\"]\n");
	check_edit(&add, "toml", "requires = [\n    'a',  # b\n]\n", "requires = [\n    'a',  # b\n    \"x\",\n]\n");
	check_edit(&add, "toml", "requires = [\r\n\t'a'\r\n]\r\n", "requires = [\r\n\t'a',\r\n\t\"x\"\r\n]\r\n");
	struct edit_def leave = edit_list_op("remove-from", "requires = [$$$R]", &set);
	check_edit(&leave, "toml", "requires = [\n  'x', # x\n  'a',\n]\n", "requires = [\n  'a',\n]\n");
	check_edit(&leave, "toml", "requires = ['a', 'x']\n", "requires = ['a']\n");
}

TEST(toml_ensure_means_the_table)
{
	struct edit_def edit = edit_with_op("ensure-after", "[a]", "x = 1");
	check_edit(&edit, "toml", "x = 1\n[a]\ny = 1\n[b]\nx = 1\n", "x = 1\n[a]\nx = 1\ny = 1\n[b]\nx = 1\n");
	check_untouched(&edit, "toml", "[b]\nx = 1\n");
	struct edit_def before = edit_with_op("ensure-before", "y = $_", "x = 1");
	check_edit(&before, "toml", "x = 1\n[a]\n\n  y = 1\n", "x = 1\n[a]\n\n  x = 1\n  y = 1\n");
	struct edit_def table = edit_with_op("insert-after", "[a]\n$$$", "\n[c]\nz = 1");
	check_edit(&table, "toml", "[a]\ny = 1 # y\n\n[b]\n", "[a]\ny = 1 # y\n\n[c]\nz = 1\n\n[b]\n");
}
