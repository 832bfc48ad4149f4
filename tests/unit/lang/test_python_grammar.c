/* What Python's grammar refuses in a statement, and what it does not. */
#include "unit.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/str.h"
#include "problem_check.h"

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
		"@a := b\ndef c(): pass", "print a, b", "print >>a, b", "exec a in b", "match a, b:\n  case {**c}: d",
		"type X[T] = a", "match = case = 1", "if a: b; c = d" };
	for (size_t i = 0; i < COUNT_OF(whole); i++)
		assert_whole("python", whole[i]);
}

TEST(python_grammar_refuses_what_is_no_expression)
{
	static const struct {
		const char *code, *problem;
	} rows[] = {
		{ "x = [a for b in c if d else e]", "23: code that cannot follow what is before it" },
		{ "x = [a for b in lambda: c]", "16: a value is missing" },
		{ "x = {**a or b}", "9: code that cannot follow what is before it" },
		{ "x = a + not b", "8: a value is missing" },
		{ "x = a if b", "0: a statement is incomplete" },
		{ "x = [yield a]", "5: a value is missing" },
		{ "x = a := b", "6: ':=' needs brackets of its own here" },
		{ "a := b", "2: ':=' needs brackets of its own here" },
		{ "x = a for b in c", "6: 'for' after an expression outside of brackets" },
		{ "x = (a, b for c in d)", "10: 'for' after an expression outside of brackets" },
		{ "x = {a: b, c}", "11: code that cannot follow what is before it" },
		{ "x = {a, b: c}", "8: code that cannot follow what is before it" },
		{ "x = **a", "4: '*' where a value is needed" },
		{ "x = a.if", "6: a value is missing" },
		{ "x = *a", "4: '*' where a value is needed" },
		{ "x = (*a)", "5: '*' where a value is needed" },
		{ "x = a[]", "6: a value is missing" },
		{ "x = a[b c]", "8: two operands side by side" },
		{ "x = f(a=b, c)", "11: an argument without a name follows one with a name" },
		{ "x = f(**a, *b)", "11: an argument without a name follows one with a name" },
		{ "x = (a=b)", "6: a named argument outside of a call" },
		{ "x = lambda a=1, b: c", "16: a parameter without a default follows one with a default" },
		{ "x = lambda *: a", "12: a value is missing" },
		{ "x = [a for in b]", "11: a value is missing" },
		{ "x = [a for f() in b]", "11: nothing can be assigned to what is there" },
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
		{ "f() = a", "4: nothing can be assigned to what is before it" },
		{ "a + b = c", "6: nothing can be assigned to what is before it" },
		{ "a = 1 = b", "6: nothing can be assigned to what is before it" },
		{ "None = a", "5: nothing can be assigned to what is before it" },
		{ "not a = b", "6: nothing can be assigned to what is before it" },
		{ "(a, f()) = b", "9: nothing can be assigned to what is before it" },
		{ "a, b += c", "5: nothing can be assigned to what is before it" },
		{ "f(): a", "3: no name or the like is before the colon" },
		{ "a, b: c", "4: no name or the like is before the colon" },
		{ "for f() in a: pass", "4: nothing can be assigned to what is there" },
		{ "for a, 1 in b: pass", "7: nothing can be assigned to what is there" },
		{ "with a as f(): pass", "10: nothing can be assigned to what is there" },
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
		{ "del f()", "4: nothing can be assigned to what is there" },
		{ "raise a from", "0: a statement is incomplete" },
		{ "assert a, b, c", "11: code that cannot follow what is before it" },
		{ "from a b", "7: two operands side by side" },
		{ "import a.1", "8: two operands side by side" },
		{ "from . import a b", "16: two operands side by side" },
		{ "global a.b", "8: code that cannot follow what is before it" },
		{ "async a = b", "0: a value is missing" },
		{ "return a; b c", "12: two operands side by side" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		assert_broken("python", rows[i].code, rows[i].problem);
}

TEST(python_grammar_gives_up_where_brackets_are_deep)
{
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
