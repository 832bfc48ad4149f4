/* What is a whole expression or argument in a text: all that a capture could take there. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "lang/document.h"
#include "match/code.h"

/* All runs of `text` with two tokens or more that are whole, a row each, the longest of those that begin together
 * first. */
static void assert_wholes(const char *language, const char *text, const char *expected)
{
	struct document doc;
	struct source source;
	struct str out = STR_INIT;
	document_open(&doc, &source, "test", slice_of(text), language_find(slice_of(language)));
	document_tokens(&doc);
	for (size_t first = 0; first < doc.n_code; first++)
		for (size_t last = doc.n_code; last > first + 1; last--) {
			struct code_growth run = { .first = first, .last = first, .loosest = BINDING_OPERAND };
			while (run.last < last && code_growth_add(&doc, &run))
				;
			if (run.last == last && run.is_whole) {
				str_add(&out, slice_sub(source.bytes, code_token(&doc, first)->begin,
						      code_token(&doc, last - 1)->end));
				str_add_char(&out, '\n');
			}
		}
	str_reserve(&out, 1);
	char *found = str_detach(&out);
	if (strcmp(found, expected) != 0)
		fail_msg("in '%s', these are whole:\n%s\nnot\n%s", text, found, expected);
	free(found);
	document_close(&doc, &source);
}

TEST(whole_expressions_of_c)
{
	assert_wholes("c", "x = a ? b = c : d ? e : f + g * -h;",
		"x = a ? b = c : d ? e : f + g * -h\n"
		"a ? b = c : d ? e : f + g * -h\n"
		"b = c\n"
		"d ? e : f + g * -h\n"
		"f + g * -h\n"
		"g * -h\n"
		"-h\n");
	assert_wholes("c", "y = (d)(e) * sizeof(f) - sizeof g; if (h) (i) + j; k = (l)m[n] + (o *)&p++;",
		"y = (d)(e) * sizeof(f) - sizeof g\n"
		"(d)(e) * sizeof(f) - sizeof g\n"
		"(d)(e) * sizeof(f)\n"
		"(d)(e)\n"
		"(d)\n"
		"(e)\n"
		"sizeof(f)\n"
		"(f)\n"
		"sizeof g\n"
		"(i) + j\n"
		"(i)\n"
		"k = (l)m[n] + (o *)&p++\n"
		"(l)m[n] + (o *)&p++\n"
		"(l)m[n]\n"
		"m[n]\n"
		"(o *)&p++\n"
		"o *\n"
		"&p++\n"
		"p++\n");
	assert_wholes("c", "q = &r->s[t++] != u || ~v % w >= x << 1;",
		"q = &r->s[t++] != u || ~v % w >= x << 1\n"
		"&r->s[t++] != u || ~v % w >= x << 1\n"
		"&r->s[t++] != u\n"
		"&r->s[t++]\n"
		"r->s[t++]\n"
		"r->s\n"
		"t++\n"
		"~v % w >= x << 1\n"
		"~v % w\n"
		"~v\n"
		"x << 1\n");
	assert_wholes("c", "return !a++ == *b-- && c.d[e](f)->g<h>(i);",
		"return !a++ == *b-- && c.d[e](f)->g<h>(i)\n"
		"!a++ == *b-- && c.d[e](f)->g<h>(i)\n"
		"!a++ == *b--\n"
		"!a++\n"
		"a++\n"
		"*b--\n"
		"b--\n"
		"c.d[e](f)->g<h>(i)\n"
		"c.d[e](f)->g<h>\n"
		"c.d[e](f)->g\n"
		"c.d[e](f)\n"
		"c.d[e]\n"
		"c.d\n");
	assert_wholes("c", "const char *p = q + 1, r[2] = { s + t, (u)-v };",
		"const char *p = q + 1\n"
		"q + 1\n"
		"r[2] = { s + t, (u)-v }\n"
		"r[2]\n"
		"{ s + t, (u)-v }\n"
		"s + t\n"
		"(u)-v\n"
		"(u)\n");
	assert_wholes("c", "f(const T *a, int b = 1, c d, e && g, unsigned long h, T<U>::v &w);",
		"f(const T *a, int b = 1, c d, e && g, unsigned long h, T<U>::v &w)\n"
		"const T *a\n"
		"int b = 1\n"
		"c d\n"
		"e && g\n"
		"unsigned long h\n"
		"T<U>::v &w\n"
		"T<U>::v\n"
		"T<U>\n");
	assert_wholes("c", "if (a) -b; else *c = d; case e + f: g();",
		"-b\n"
		"*c = d\n"
		"*c\n"
		"e + f\n"
		"g()\n");
	assert_wholes("c", "new T(a) + b; delete[] c; throw d + e; \"f\" G \"h\"; co_await i + j;",
		"new T(a) + b\n"
		"new T(a)\n"
		"T(a)\n"
		"delete[] c\n"
		"throw d + e\n"
		"d + e\n"
		"\"f\" G \"h\"\n"
		"co_await i + j\n"
		"co_await i\n");
	assert_wholes("c", "for (auto &a : b) c = d = e ? f : g; while (h = i()) j(k, l...);",
		"auto &a : b\n"
		"auto &a\n"
		"c = d = e ? f : g\n"
		"d = e ? f : g\n"
		"e ? f : g\n"
		"h = i()\n"
		"i()\n"
		"j(k, l...)\n"
		"l...\n");
	assert_wholes("c", "i | j & k ^ l == m < n <=> o .* p;",
		"i | j & k ^ l == m < n <=> o .* p\n"
		"j & k ^ l == m < n <=> o .* p\n"
		"j & k\n"
		"l == m < n <=> o .* p\n"
		"m < n <=> o .* p\n"
		"n <=> o .* p\n"
		"o .* p\n");
}

TEST(whole_expressions_of_python)
{
	assert_wholes("python", "x = a * -b - c",
		"x = a * -b - c\n"
		"a * -b - c\n"
		"a * -b\n"
		"-b\n");
	assert_wholes("python", "await a + -b or not c in d is not e",
		"await a + -b or not c in d is not e\n"
		"await a + -b\n"
		"await a\n"
		"-b\n"
		"not c in d is not e\n"
		"c in d is not e\n"
		"c in d\n");
	assert_wholes("python", "x = y, *z = 1, lambda: 2\nif g: j = k if l else m or n\nreturn o",
		"x = y\n"
		"*z = 1\n"
		"*z\n"
		"lambda: 2\n"
		"if g: j = k if l else m or n\n"
		"g: j = k if l else m or n\n"
		"j = k if l else m or n\n"
		"k if l else m or n\n"
		"l else m or n\n"
		"m or n\n"
		"return o\n");
	assert_wholes("python", "f(*a + b, **c or d, e=-f * g)[-h:i - 1:]",
		"f(*a + b, **c or d, e=-f * g)[-h:i - 1:]\n"
		"f(*a + b, **c or d, e=-f * g)\n"
		"*a + b\n"
		"a + b\n"
		"**c or d\n"
		"c or d\n"
		"e=-f * g\n"
		"-f * g\n"
		"-f\n"
		"-h:i - 1:\n"
		"-h\n"
		"i - 1:\n"
		"i - 1\n");
	assert_wholes("python",
		"x = [a for b in c + d if e < f for g in h], {i: -j, **k}, lambda l, *m: n + 1, (yield o)",
		"x = [a for b in c + d if e < f for g in h]\n"
		"[a for b in c + d if e < f for g in h]\n"
		"a for b in c + d if e < f for g in h\n"
		"a for b in c + d if e < f\n"
		"c + d if e < f for g in h\n"
		"c + d if e < f\n"
		"c + d\n"
		"e < f\n"
		"{i: -j, **k}\n"
		"i: -j\n"
		"-j\n"
		"**k\n"
		"lambda l, *m: n + 1\n"
		"*m: n + 1\n"
		"*m\n"
		"n + 1\n"
		"(yield o)\n"
		"yield o\n");
	assert_wholes("python", "a ** -b ** c + d",
		"a ** -b ** c + d\n"
		"a ** -b ** c\n"
		"-b ** c\n"
		"b ** c\n");
}
