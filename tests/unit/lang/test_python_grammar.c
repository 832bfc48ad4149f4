/* What Python's grammar refuses in a statement, and what it does not. */
#include "unit.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/str.h"
#include "lang/problem.h"
#include "problem_check.h"

extern const struct language language_python;

TEST(python_grammar_reads_expressions)
{
	static const char *const whole[] = { "a if b else c if d else e", "not a and not b or c", "a not in b is not c",
		"-a ** -b", "await a ** b", "a @ b // c", "lambda: 0", "lambda a, *b, c=1, d, **e: a",
		"lambda *, a: lambda: a", "'a' \"b\" f'{c}'", "...", "a.b(c)[d].e", "(yield)", "(yield a, *b)",
		"x = yield", "x = yield from a", "(a := b)", "f(a := b, c=d, *e, f=g, **h)", "f(*a, b, **c, **d, e=f)",
		"f(a for b in c if d if e)", "(a for b in c for d in e)", "[*a, *b]", "{*a, b}", "{**a, b: c}", "{}",
		"{a: b for c, d in e}", "{a async for b in c}", "a[b:c, d:, :e, ::f, :, *g]", "a[b := c]", "a < b < c",
		"a <> b", "a.async.await", "f()()", "1 .real", "(a, *b,)", "()", "f(a)(b)[c]", "*a, b",
		"[a if b else c for d in e or f]", "[a for *b, (c, d), e.f in g]", "print(a, file=b)" };
	for (size_t i = 0; i < COUNT_OF(whole); i++)
		assert_whole("python", whole[i]);
}

TEST(python_grammar_reads_statements)
{
	static const char *const whole[] = { "a = b, c = d = yield", "a.b, (c, [d, *e]), f[0] = g", "() = a",
		"a += yield b", "a: b = c", "a.b[c]: d", "del a, b.c, (d, e)", "raise", "raise a from b", "raise a, b",
		"assert a, b", "return *a, b", "from . import a", "from ...a.b import (c as d, e,)",
		"from .... import a", "import a.b as c, d", "global a, b", "with a as b, c: pass",
		"with (a as b, c as d[0],): pass", "with (a, b) as c: pass", "with (yield): pass", "with (a), b: pass",
		"for a, *b in c, *d: pass", "for a.b, c[0] in d: pass", "async def f(): pass", "async with a: pass",
		"while a := b: pass", "try: a\nexcept* (b, c) as d: e", "try: a\nexcept b, c: d",
		"def f(a, /, b: int = 1, *c: *d, e, f=2, **g) -> h: pass", "def f(a, (b, c)=d): pass",
		"def f[T: int, *U](): pass", "class A[T](b, c=d): x = 1", "@a.b[c](d)\ndef e(): pass",
		"@a := b\ndef c(): pass", "print a, b,", "print >>a, b", "print [a for b in c]", "print * 2",
		"match is a", "match[a] = b", "match.a(b)", "type(a)", "exec a in b", "match a, b:\n  case {**c}: d",
		"type X[T] = a", "match = case = 1", "match a:\n  case (b, c): d\n  case (e) if f: g",
		"if a: b; c = d" };
	for (size_t i = 0; i < COUNT_OF(whole); i++)
		assert_whole("python", whole[i]);
}

TEST(python_grammar_refuses_what_is_no_expression)
{
	static const struct {
		const char *code, *problem;
	} rows[] = {
		{ "x = [a for b in c if d else e]", "23: code that cannot follow what is before it" },
		{ "x = [a for b in lambda: c]", "16: a keyword where a value is needed" },
		{ "x = {**a or b}", "9: code that cannot follow what is before it" },
		{ "x = a + not b", "8: a keyword where a value is needed" },
		{ "x = a if b", "0: a statement is incomplete" },
		{ "x = [yield a]", "5: a keyword where a value is needed" },
		{ "x = a := b", "6: ':=' needs brackets of its own here" },
		{ "a := b", "2: ':=' needs brackets of its own here" },
		{ "x = a for b in c", "6: 'for' after an expression outside of brackets" },
		{ "x = (a, b for c in d)", "10: 'for' after an expression outside of brackets" },
		{ "x = {a: b, c}", "11: code that cannot follow what is before it" },
		{ "x = {a, b: c}", "8: code that cannot follow what is before it" },
		{ "x = **a", "4: '*' where a value is needed" },
		{ "x = a.if", "6: a keyword where a value is needed" },
		{ "x = *a", "4: '*' where a value is needed" },
		{ "x = (*a)", "5: '*' where a value is needed" },
		{ "x = a[]", "6: a value is missing" },
		{ "x = a[b c]", "8: two operands side by side" },
		{ "x = f(a=b, c)", "11: an argument without a name follows one with a name" },
		{ "x = f(**a, *b)", "11: an argument without a name follows one with a name" },
		{ "x = (a=b)", "6: a named argument outside of a call" },
		{ "x = lambda a=1, b: c", "16: a parameter without a default follows one with a default" },
		{ "x = lambda *: a", "12: a value is missing" },
		{ "x = [a for in b]", "11: a keyword where a value is needed" },
		{ "x = [a for f() in b]", "11: a name, an attribute or a subscript is needed" },
		{ "x = {**a for b in c}", "9: 'for' after an expression outside of brackets" },
		{ "x = lambda *a, *b: c", "15: code that cannot follow what is before it" },
		{ "x = lambda /, a: b", "11: code that cannot follow what is before it" },
		{ "x = a return b", "6: code that cannot follow what is before it" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_broken("python", rows[i].code, rows[i].problem);
}

TEST(python_grammar_refuses_what_is_no_statement)
{
	static const struct {
		const char *code, *problem;
	} rows[] = {
		{ "f() = a", "4: what is before the '=' cannot be assigned to" },
		{ "a + b = c", "6: what is before the '=' cannot be assigned to" },
		{ "a = 1 = b", "6: what is before the '=' cannot be assigned to" },
		{ "None = a", "5: what is before the '=' cannot be assigned to" },
		{ "not a = b", "6: what is before the '=' cannot be assigned to" },
		{ "(a, f()) = b", "9: what is before the '=' cannot be assigned to" },
		{ "a, b += c", "5: what is before the '=' cannot be assigned to" },
		{ "(a, b) += c", "7: what is before the '=' cannot be assigned to" },
		{ "[a]: b", "3: only a name, an attribute or a subscript can have a type" },
		{ "from a import b.c", "15: code that cannot follow what is before it" },
		{ "return yield", "7: code that cannot follow what is before it" },
		{ "print f(k=*x)", "9: '*' where a value is needed" },
		{ "match = f(a for a in b, 1)", "22: a generator beside other arguments needs brackets of its own" },
		{ "match a b:\n  case c: d", "8: two operands side by side" },
		{ "f(): a", "3: only a name, an attribute or a subscript can have a type" },
		{ "a, b: c", "4: only a name, an attribute or a subscript can have a type" },
		{ "for f() in a: pass", "4: a name, an attribute or a subscript is needed" },
		{ "for a, 1 in b: pass", "7: a name, an attribute or a subscript is needed" },
		{ "with a as f(): pass", "10: a name, an attribute or a subscript is needed" },
		{ "for a b in c: pass", "6: two operands side by side" },
		{ "for a: pass", "5: code that cannot follow what is before it" },
		{ "def f(a=1, b): pass", "11: a parameter without a default follows one with a default" },
		{ "def 1(): pass", "4: a value is missing" },
		{ "def f: pass", "5: code that cannot follow what is before it" },
		{ "class A b: pass", "8: two operands side by side" },
		{ "if a = b: pass", "5: code that cannot follow what is before it" },
		{ "if a b: pass", "5: two operands side by side" },
		{ "if a: b c", "8: two operands side by side" },
		{ "pass a", "5: two operands side by side" },
		{ "del f()", "4: a name, an attribute or a subscript is needed" },
		{ "raise a from", "0: a statement is incomplete" },
		{ "assert a, b, c", "11: code that cannot follow what is before it" },
		{ "from a b", "7: two operands side by side" },
		{ "import a.1", "8: two operands side by side" },
		{ "from . import a b", "16: two operands side by side" },
		{ "global a.b", "8: code that cannot follow what is before it" },
		{ "async a = b", "0: a keyword where a value is needed" },
		{ "return a; b c", "12: two operands side by side" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_broken("python", rows[i].code, rows[i].problem);
}

TEST(python_grammar_gives_up_where_brackets_are_deep)
{
	struct str heads = STR_INIT;
	for (int i = 0; i < 1000000; i++)
		str_add_cstr(&heads, "if x: ");
	struct source source;
	struct document doc;
	struct problem_list list = { 0 };
	source_init(&source, "test", str_slice(&heads));
	document_init(&doc, &source, &language_python);
	document_problems(&doc, &list);
	assert_true(list.count > 0);
	problem_list_release(&list);
	document_release(&doc);
	source_release(&source);
	str_release(&heads);
	struct str code = STR_INIT;
	for (int i = 0; i < 100000; i++)
		str_add_char(&code, '(');
	str_add_cstr(&code, "a b");
	for (int i = 0; i < 100000; i++)
		str_add_char(&code, ')');
	char *text = str_detach(&code);
	assert_whole("python", text);
	free(text);
}
