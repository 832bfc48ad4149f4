#include "pattern_check.h"
#include "unit.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/str.h"
#include "lang/language.h"
#include "lang_check.h"

extern const struct language language_python;

/* --- what tokens mean -------------------------------------------------------------------------------------------- */

static bool is_statement(const char *code)
{
	struct slice bytes = slice_of(code);
	struct token_list tokens = { 0 };
	language_python.lex(bytes, true, &tokens);
	bool result = language_python.is_statement(bytes, &tokens);
	token_list_release(&tokens);
	return result;
}

TEST(python_statements_and_expressions_are_told_apart)
{
	static const char *const statements[] = {
		"from setuptools import distutils",
		"import $X\n",
		"def f($$$ARGS):",
		"# c\n@$D",
		"$X = $Y",
		"x: int",
		"x += 1",
		"a; b",
		"a\nb",
		"a\n\n  # c\nb",
		"return",
		"async with $X:",
		"case $X:",
		"x //= 2",
		"x[1] = 2",
		"lambda: 0\nb",
		"else:",
		"nonlocal x",
	};
	static const char *const expressions[] = {
		"distutils._msvccompiler._get_vc_env($ARCH)",
		"f(a=1)",
		"lambda x: y",
		"x[a:b]",
		"{a: b}",
		"a == b",
		"a <= b",
		"(a := b)",
		"a := b",
		"f($X)\n",
		"not x",
		"await f()",
		"$X",
		"a if b else c",
		"f(\na\n)\n",
		"yield x",
		"# c\nf()\n\n",
	};
	for (size_t i = 0; i < COUNT_OF(statements); i++)
		if (!is_statement(statements[i]))
			fail_msg("no statement: %s", statements[i]);
	for (size_t i = 0; i < COUNT_OF(expressions); i++)
		if (is_statement(expressions[i]))
			fail_msg("no expression: %s", expressions[i]);
}

static bool same(const char *a, const char *b)
{
	enum token_kind kind = strpbrk(a, "'\"") ? TOKEN_STRING : TOKEN_NAME;
	return language_python.same(slice_of(a), kind, slice_of(b), kind);
}

TEST(python_strings_are_the_same_in_other_quotes)
{
	assert_true(same("'a'", "\"a\""));
	assert_true(same("'a'", "'''a'''"));
	assert_true(same("R'a'", "r\"a\""));
	assert_true(same("'a\\n'", "'a\\n'"));
	assert_false(same("'a\\n'", "\"a\\n\""));
	assert_false(same("'a\"b'", "\"a'b\""));
	assert_false(same("'a'", "b'a'"));
	assert_false(same("'a'", "u'a'"));
	assert_false(same("'a'", "'A'"));
	assert_false(same("a", "A"));
	assert_true(language_python.same(slice_of("\r\n"), TOKEN_END, slice_of(""), TOKEN_END));
	assert_false(language_python.same(slice_of("'a'"), TOKEN_STRING, slice_of("'a'"), TOKEN_JUNK));
}

TEST(python_value_is_without_prefix_and_quotes)
{
	static const char *const literals[][2] = {
		{ "'a'", "a" },
		{ "rb\"a\"", "a" },
		{ "'''a'b'''", "a'b" },
		{ "''", "" },
		{ "\"\"\"\"\"\"", "" },
		{ "f'{x}'", "{x}" },
	};
	for (size_t i = 0; i < COUNT_OF(literals); i++)
		assert_true(
			slice_eq_cstr(language_python.value(slice_of(literals[i][0]), TOKEN_STRING), literals[i][1]));
	assert_true(slice_eq_cstr(language_python.value(slice_of("3.5"), TOKEN_NUMBER), "3.5"));
}

static int binding(const char *text, bool unary)
{
	char first = text[0];
	enum token_kind kind = strchr("([{", first)             ? TOKEN_OPEN
			       : (first >= 'a' && first <= 'z') ? TOKEN_NAME
								: TOKEN_OPERATOR;
	return language_python.binding(slice_of(text), kind, unary);
}

TEST(python_operators_bind_in_order)
{
	static const struct {
		const char *text;
		bool unary;
	} order[] = {
		{ ":=", false },
		{ "if", false },
		{ "or", false },
		{ "and", false },
		{ "not", true },
		{ "in", false },
		{ "|", false },
		{ "^", false },
		{ "&", false },
		{ "<<", false },
		{ "-", false },
		{ "//", false },
		{ "-", true },
		{ "**", false },
		{ "await", true },
		{ ".", false },
		{ "x", false },
	};
	for (size_t i = 1; i < COUNT_OF(order); i++)
		assert_true(binding(order[i - 1].text, order[i - 1].unary) < binding(order[i].text, order[i].unary));
	static const char *const equal[][2] = {
		{ "lambda", "else" },
		{ "not", "is" },
		{ "<", ">=" },
		{ "==", "<>" },
		{ "+", "-" },
		{ "*", "@" },
		{ "<<", ">>" },
		{ ".", "(" },
	};
	for (size_t i = 0; i < COUNT_OF(equal); i++)
		assert_int_equal(binding(equal[i][0], false), binding(equal[i][1], false));
	assert_int_equal(binding("**", false), BINDING_POWER);
	assert_int_equal(binding("[", false), BINDING_POSTFIX);
}

TEST(python_some_tokens_are_in_no_expression)
{
	static const char *const outside[] = { ",", ":", "=", ";", "+=", "->", "import", "return", "def", "as", "class",
		"with" };
	for (size_t i = 0; i < COUNT_OF(outside); i++)
		assert_int_equal(binding(outside[i], false), BINDING_NONE);
	assert_int_equal(binding("for", true), BINDING_NONE);
	assert_int_equal(binding("if", true), BINDING_NONE);
	assert_int_equal(binding("@", true), BINDING_NONE);
	assert_int_equal(language_python.binding(slice_of(")"), TOKEN_CLOSE, false), BINDING_NONE);
	static const char *const operands[] = { "print", "match", "type", "(", "..." };
	for (size_t i = 0; i < COUNT_OF(operands); i++)
		assert_int_equal(binding(operands[i], true), BINDING_OPERAND);
	assert_int_equal(language_python.binding(slice_of("None"), TOKEN_NAME, true), BINDING_OPERAND);
}

/* --- tree -------------------------------------------------------------------------------------------------------- */

/* One node per line, indented by nesting: kind, text (of the head, for blocks and calls). */
static char *describe_tree(struct slice bytes, const struct token_list *tokens, const struct node_list *nodes)
{
	static const char *const short_names[NODE_KIND_COUNT] = { "command", "arg", "stmt", "call", "block" };
	struct str out = STR_INIT;
	for (size_t i = 0; i < nodes->count; i++) {
		const struct node *node = &nodes->items[i];
		for (uint32_t outer = node->parent; outer != NODE_NONE; outer = nodes->items[outer].parent)
			str_add_char(&out, ' ');
		uint32_t last = node->head_last > node->first ? node->head_last : node->last;
		struct slice text = slice_sub(bytes, tokens->items[node->first].begin, tokens->items[last - 1].end);
		str_addf(&out, "%s " SLICE_FMT "\n", short_names[node->kind], SLICE_ARG(text));
	}
	return str_detach(&out);
}

static void expect_tree(const char *code, const char *expected)
{
	struct slice bytes = slice_of(code);
	struct token_list tokens = { 0 };
	struct node_list nodes = { 0 };
	language_python.lex(bytes, false, &tokens);
	language_python.parse(bytes, &tokens, &nodes);
	lang_check_nesting(&tokens, &nodes);
	char *found = describe_tree(bytes, &tokens, &nodes);
	assert_string_equal(found, expected);
	free(found);
	token_list_release(&tokens);
	node_list_release(&nodes);
}

TEST(python_tree_of_blocks)
{
	expect_tree("if a:\n  b\n  # c\nelif d:\n  e\nelse:\n  f\ng\n",
		"block if a:\n stmt b\nblock elif d:\n stmt e\nblock else:\n stmt f\nstmt g\n");
	expect_tree("try:\n a\nexcept (B, C) as e:\n raise\nelse:\n b\nfinally:\n c\n",
		"block try:\n stmt a\nblock except (B, C) as e:\n stmt raise\nblock else:\n stmt b\nblock finally:\n"
		" stmt c\n");
	expect_tree("while a:\n  for b in c:\n    with d as e: f\n  break\n",
		"block while a:\n block for b in c:\n  block with d as e:\n   stmt f\n stmt break\n");
}

TEST(python_tree_of_definitions)
{
	expect_tree("@a\n@b(1)\nasync def f(x=g(1)) -> h(2):\n  pass\nclass C(D, e=F): x = 1; y: int = 2\n",
		"block @a\n@b(1)\nasync def f(x=g(1)) -> h(2):\n call b\n  arg 1\n call g\n  arg 1\n call h\n  arg 2\n"
		" stmt pass\n"
		"block class C(D, e=F):\n stmt x = 1\n stmt y: int = 2\n");
	expect_tree("def f[T](x): y\n", "block def f[T](x):\n stmt y\n");
	expect_tree("async with a: b\nasync for c in d: e\n",
		"block async with a:\n stmt b\nblock async for c in d:\n stmt e\n");
}

TEST(python_tree_of_one_line_bodies)
{
	expect_tree("if a: b; c;\nd\n", "block if a:\n stmt b\n stmt c\nstmt d\n");
	expect_tree("if lambda: x: y\n", "block if lambda: x:\n stmt y\n");
	expect_tree("if x[a:b]: y\n", "block if x[a:b]:\n stmt y\n");
}

TEST(python_tree_of_match)
{
	expect_tree("match x:\n  case P(a=1) | [Q(), *_] if f(a): b\n  case _:\n    match(y)\n    case(z)\n",
		"block match x:\n block case P(a=1) | [Q(), *_] if f(a):\n  call f\n   arg a\n  stmt b\n"
		" block case _:\n"
		"  stmt match(y)\n   call match\n    arg y\n  stmt case(z)\n   call case\n    arg z\n");
	expect_tree("match = 1\nmatch: int = 2\nmatch.x\nmatch[1:2]\nmatch(a)\n",
		"stmt match = 1\nstmt match: int = 2\nstmt match.x\nstmt match[1:2]\nstmt match(a)\n call match\n"
		"  arg a\n");
	expect_tree("match (a):\n  case 1: b\n", "block match (a):\n block case 1:\n  stmt b\n");
}

TEST(python_tree_of_calls)
{
	expect_tree("a.b(c)(d)[e](f).g(h)",
		"stmt a.b(c)(d)[e](f).g(h)\n call a.b(c)(d)[e](f).g\n  call a.b(c)(d)[e]\n   call a.b(c)\n"
		"    call a.b\n     arg c\n    arg d\n   arg f\n  arg h\n");
	expect_tree(
		"f(a, *b, c=d, **e,)", "stmt f(a, *b, c=d, **e,)\n call f\n  arg a\n  arg *b\n  arg c=d\n  arg **e\n");
	expect_tree("f()\n\"a\" 'b'.join(x)\n(a or b)(c)\n[d](e)\n",
		"stmt f()\n call f\nstmt \"a\" 'b'.join(x)\n call \"a\" 'b'.join\n  arg x\n"
		"stmt (a or b)(c)\n call (a or b)\n  arg c\nstmt [d](e)\n call [d]\n  arg e\n");
	expect_tree("await f(x)\n-g(y)\n", "stmt await f(x)\n call f\n  arg x\nstmt -g(y)\n call g\n  arg y\n");
}

TEST(python_tree_counts_arguments_not_commas)
{
	expect_tree("f(lambda a, b: c, d)", "stmt f(lambda a, b: c, d)\n call f\n  arg lambda a, b: c\n  arg d\n");
	expect_tree("f(a for b, c in d)", "stmt f(a for b, c in d)\n call f\n  arg a for b, c in d\n");
	expect_tree("f([a, b], {c: d, e: f}, (g, h))",
		"stmt f([a, b], {c: d, e: f}, (g, h))\n call f\n  arg [a, b]\n  arg {c: d, e: f}\n  arg (g, h)\n");
}

TEST(python_keywords_call_nothing)
{
	expect_tree("return (a)\nprint(x) if (b) else (c)\nfrom . import (d)\nassert(e)\nx = not (f) in (g)\n",
		"stmt return (a)\nstmt print(x) if (b) else (c)\n call print\n  arg x\nstmt from . import (d)\n"
		"stmt assert(e)\nstmt x = not (f) in (g)\n");
	expect_tree("a.print(b).if_(c).match(d)",
		"stmt a.print(b).if_(c).match(d)\n call a.print(b).if_(c).match\n  call a.print(b).if_\n"
		"   call a.print\n    arg b\n   arg c\n  arg d\n");
}

TEST(python_tree_of_broken_code)
{
	expect_tree("if a\n  b\nc\n", "block if a\n stmt b\nstmt c\n");
	expect_tree("def f(", "block def f(\n");
	expect_tree("if a:\nb\n", "block if a:\nstmt b\n");
	expect_tree("  a\nb\n", "stmt a\nstmt b\n");
	expect_tree("f(a, [b)\ng(\nreturn h(c)\n",
		"stmt f(a, [b)\n call f\n  arg a\n  arg [b\nstmt g(\nstmt return h(c)\n call h\n  arg c\n");
	expect_tree("@a\n", "");
}

/* --- any bytes --------------------------------------------------------------------------------------------------- */

TEST(python_any_bytes_are_read_without_loss)
{
	static const char *const pieces[] = {
		"(",
		")",
		"[",
		"]",
		"{",
		"}",
		"'",
		"\"",
		"'''",
		"\"\"\"",
		"f'",
		"f\"{",
		"}\"",
		"rf'''{",
		"\\",
		"\\\n",
		"\n",
		"\r\n",
		"\r",
		"\n    ",
		"\n\t",
		"\n  ",
		"\f",
		" ",
		"#",
		":",
		":=",
		";",
		",",
		"=",
		".",
		"...",
		"lambda ",
		"def f",
		"class ",
		"if ",
		"else",
		"match ",
		"case ",
		"async ",
		"for x in ",
		"return ",
		"import ",
		"yield ",
		"@",
		"x",
		"1",
		"0x",
		"1e",
		"$",
		"$X",
		"$$$",
		"\xE9",
		"\xEF\xBB\xBF",
		"!",
		"`",
		"<>",
		"\\N{",
		"{{",
		"}}",
	};
	uint64_t seed = 42;
	struct str text = STR_INIT;
	for (int round = 0; round < 20000; round++) {
		str_clear(&text);
		for (int i = 0; i < round % 40; i++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			str_add_cstr(&text, pieces[(seed >> 33) % COUNT_OF(pieces)]);
		}
		lang_check_bytes(&language_python, str_slice(&text), round % 2);
	}
	str_release(&text);
}

TEST(python_every_prefix_of_a_file_is_read)
{
	struct slice code = slice_of(
		"@a(1)\nasync def f(x, *, y=lambda q: f'{x[\"a\"]!r:>{w}}') -> z:\n    '''doc'''\n\tif x \\\n"
		"  : return [i\n"
		"      for i in 0x1F, 1_0.5e-3j]\n    match x:\n      case P(): pass\nclass C: x = b'\\'' ; y\r\n");
	for (size_t len = 0; len <= code.len; len++)
		lang_check_bytes(&language_python, slice_sub(code, 0, len), false);
}

static void check_repeated(const char *before, const char *between, const char *after)
{
	enum { TIMES = 100000 };
	struct str text = STR_INIT;
	for (size_t i = 0; i < TIMES; i++)
		str_add_cstr(&text, before);
	str_add_cstr(&text, between);
	for (size_t i = 0; i < TIMES; i++)
		str_add_cstr(&text, after);
	lang_check_bytes(&language_python, str_slice(&text), false);
	str_release(&text);
}

/* Each of these overflows the stack, or takes hours, in a reader that recurses or goes back again and again. */
TEST(python_deep_and_hostile_code_is_read_in_linear_time)
{
	check_repeated("f(", "x", ")");
	check_repeated("[", "", "");
	check_repeated("([", "", "})");
	check_repeated("", "a", "()");
	check_repeated("lambda a=", "0", ":0");
	check_repeated("f'{", "x", "}'");
	check_repeated("f'''{''' ", "", "");
	check_repeated("f'{x:{'", "", "");
	check_repeated("'''\\", "", "");
	check_repeated("(\ndef ", "", "");
	check_repeated("match x;", "", "");
	check_repeated("match x\n", "", "");
	check_repeated("@", "", "\n");
}

TEST(python_deep_indents_find_their_partners)
{
	enum { DEPTH = 2000 };
	struct str text = STR_INIT;
	for (size_t depth = 0; depth < DEPTH; depth++) {
		str_add_repeat(&text, ' ', depth);
		str_add_cstr(&text, "if x:\n");
	}
	struct token_list tokens = { 0 };
	struct node_list nodes = { 0 };
	language_python.lex(str_slice(&text), false, &tokens);
	language_python.parse(str_slice(&text), &tokens, &nodes);
	lang_check_lossless(str_slice(&text), &tokens);
	lang_check_nesting(&tokens, &nodes);
	assert_int_equal(nodes.count, DEPTH);
	assert_int_equal(nodes.items[DEPTH - 1].parent, DEPTH - 2);
	assert_int_equal(tokens.items[tokens.count - 1].kind, TOKEN_DEDENT);
	assert_null(tokens.problem);
	token_list_release(&tokens);
	node_list_release(&nodes);
	str_release(&text);
}

TEST(python_head_of_a_block_is_meant_whole_but_for_def_and_class)
{
	static const char *const code =
		"if x and y:\n  one\nif x:\n  two\nclass A(B):\n  three\nasync def f(x):\n  four\n";
	check_inside(&language_python, "if x", code, "one", 0);
	check_inside(&language_python, "if x:", code, "one", 0);
	check_inside(&language_python, "if x and y", code, "one", 1);
	check_inside(&language_python, "if $X", code, "one", 1);
	check_inside(&language_python, "if $X and y", code, "one", 1);
	check_inside(&language_python, "if x", code, "two", 1);
	check_inside(&language_python, "if x:", code, "two", 1);
	check_inside(&language_python, "if", code, "two", 0);
	check_inside(&language_python, "x", code, "two", 0);
	check_inside(&language_python, "class A", code, "three", 1);
	check_inside(&language_python, "class A(B)", code, "three", 1);
	check_inside(&language_python, "class A:", code, "three", 0);
	check_inside(&language_python, "class B", code, "three", 0);
	check_inside(&language_python, "async def f", code, "four", 1);
	check_inside(&language_python, "def f", code, "four", 1);
	check_inside(&language_python, "def f()", code, "four", 0);
}
