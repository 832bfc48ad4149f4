/* Patterns in C, C++ and CUDA: what fits, where, and what does not. */
#include "unit.h"

#include "base/alloc.h"
#include "base/ascii.h"
#include "pattern_check.h"

extern const struct language language_c;

static void expect(const char *pattern, const char *text, const char *expected)
{
	check_finds(&language_c, pattern, text, expected);
}

TEST(c_pattern_takes_any_layout)
{
	expect("f($X, $$$REST)", "f( a /* x */,\n  b, // y\n  c(d, e));",
		"f( a /* x */,\n  b, // y\n  c(d, e)) X=a REST=b, // y\n  c(d, e)");
	expect("foo(x)", "fo\\\no(x)", "fo\\\no(x)");
}

TEST(c_pattern_skips_text)
{
	expect("f($X)", "// f(1)\n/* f(2) */ \"f(3)\"; R\"(f(4))\"; 'f'; f(5);", "f(5) X=5");
}

TEST(c_pattern_includes)
{
	expect("#include <b.h>", "#include <a.h>\n# include  <b.h> // x\n#include \"b.h\"\n", "# include  <b.h>");
	expect("#include $H", "#include <a>\r\n#include \"b\"\r\n", "#include <a> H=<a>|#include \"b\" H=\"b\"");
}

TEST(c_pattern_directives_are_whole_lines)
{
	expect("#if A", "#if A && B\n#endif\n#if A\n#endif", "#if A");
	expect("#ifdef $X", "f(a,\n#ifdef B\n b\n#endif\n);", "#ifdef B X=B");
	expect("#define $NAME $VALUE", "#define A 1\n#define B\n#define C (x + 1)\n",
		"#define A 1 NAME=A VALUE=1|#define C (x + 1) NAME=C VALUE=(x + 1)");
	expect("#if $C\n$$$BODY\n#endif", "#if A\nx;\ny;\n#endif\n", "#if A\nx;\ny;\n#endif C=A BODY=x;\ny;");
}

TEST(c_pattern_list_in_a_macro_ends_with_it)
{
	expect("#define A $$$B", "#define A a, b\n#define C\nx;\n", "#define A a, b B=a, b");
	expect("#define A $$$B", "#define A\nx;\n", "#define A B=");
	expect("#define A(x) $$$B", "#define A(x) do { f(); } while (0)\nint y;\n",
		"#define A(x) do { f(); } while (0) B=do { f(); } while (0)");
	expect("#define A(x) $$$B", "#define A(x) f(); \\\n  g();\nint y;\n",
		"#define A(x) f(); \\\n  g(); B=f(); \\\n  g();");
	expect("#define A $$$B\nint y;", "#define A b\nint y;\n#define A\nint y;\n#define A b\nint x;\nint y;\n",
		"#define A b\nint y; B=b|#define A\nint y; B=");
}

TEST(c_pattern_lists_in_and_below_a_directive)
{
	expect("#define A $$$C\n$$$B", "#define A c d\nx;\ny;\n", "#define A c d\nx;\ny; C=c d B=x;\ny;");
	expect("#define A $$$C\n$$$B", "#define A\nx;\n", "#define A\nx; C= B=x;");
	expect("#if A\n$$$B\n#endif", "#if A\n#endif\n#if A\nx;\n#endif\n", "#if A\n#endif B=|#if A\nx;\n#endif B=x;");
	expect("#if A\n$$$B", "#if A\nx;\n#else\ny;\n#endif\nz;\n", "#if A\nx; B=x;");
}

TEST(c_pattern_types_are_arguments)
{
	expect("static_cast<$T>($X)", "a = static_cast<const B *>(c) + 1; d = static_cast<E &&>(f);",
		"static_cast<const B *>(c) T=const B * X=c|static_cast<E &&>(f) T=E && X=f");
	expect("int f($A, $B)", "int f(int *, const char **); int f(int a, T &b);",
		"int f(int *, const char **) A=int * B=const char **|int f(int a, T &b) A=int a B=T &b");
	expect("f([$A]($$$B) { $$$C })", "f([&](int x) { return x; });",
		"f([&](int x) { return x; }) A=& B=int x C=return x;");
	expect("$T *$N = $V;", "int *a = b * c;", "int *a = b * c; T=int N=a V=b * c");
}

TEST(c_pattern_statements_are_anchored)
{
	expect("x = $V;", "x = 1; y.x = 2; for (x = 3; x = 4; ) x = 5; a: x = 6; if (b) x = 7; else x = 8;",
		"x = 1; V=1|x = 5; V=5|x = 6; V=6|x = 7; V=7|x = 8; V=8");
	expect("return $X", "return 1; if (a) return f(2, 3) + 4;", "return 1 X=1|return f(2, 3) + 4 X=f(2, 3) + 4");
	expect("if ($C)", "if (a) b; else if (c) { }", "if (a) C=a|if (c) C=c");
	expect("case $X:", "switch (y) { case 1: a; case B::C: b; }", "case 1: X=1|case B::C: X=B::C");
}

/* What a class's or an enumeration's '}' is followed by is declared with it. */
TEST(c_pattern_statement_is_no_declarator_of_a_type)
{
	static const char *const types[] = { "struct A { int a; }", "typedef struct { int a; }", "enum { A }",
		"static const union A { int a; }", "struct alignas(16) A { int a; }",
		"class X(1) Y(2) A final : public B<int> { int a; }", "enum class E : int { A }",
		"template <class T> struct A<T> { int a; }" };
	static const char *const others[] = { "struct A f() { }", "struct A *f(void) X { }", "struct A f() const { }",
		"namespace n { int a; }", "inline namespace n::m { }", "extern \"C\" { int a; }", "if (x) { }",
		"template <class T> auto f() -> A<T> { }" };
	struct str text = STR_INIT;
	for (size_t i = 0; i < COUNT_OF(types); i++) {
		str_clear(&text);
		str_addf(&text, "%s *p; %s p = { 1 }, q; p = 2;", types[i], types[i]);
		expect("*$A;", text.ptr, "");
		expect("p = $A;", text.ptr, "p = 2; A=2");
		expect("p = $$$A;", text.ptr, "p = 2; A=2");
	}
	for (size_t i = 0; i < COUNT_OF(others); i++) {
		str_clear(&text);
		str_addf(&text, "%s *p; %s p = 1;", others[i], others[i]);
		expect("*$A;", text.ptr, "*p; A=p");
		expect("p = $A;", text.ptr, "p = 1; A=1");
	}
	expect("struct A { $$$B }", "struct A { int a; } p; struct A { int a; };", "struct A { int a; } B=int a;");
	expect("struct A { $$$B } $P;", "struct A { int a; } p; struct A { int a; };",
		"struct A { int a; } p; B=int a; P=p");
	str_release(&text);
}

TEST(c_pattern_declarations)
{
	expect("$T $NAME = $V;", "const char *x = 1; const T &y = 2; T<U> *const z = 3;",
		"T<U> *const z = 3; T=T<U> *const NAME=z V=3");
	expect("#define $A $B", "#define D 1 + 2\n", "#define D 1 + 2 A=D B=1 + 2");
	expect("$T $NAME = $V;", "const int x = 1; std::vector<int> y = {2}; z = 3;",
		"const int x = 1; T=const int NAME=x V=1|std::vector<int> y = {2}; T=std::vector<int> NAME=y V={2}");
	expect("int $NAME = $V;", "int x = 1, y = 2; int z = f(3);", "int z = f(3); NAME=z V=f(3)");
	expect("enum class TORCH_API $NAME : $T", "enum class TORCH_API E : int8_t { A };",
		"enum class TORCH_API E : int8_t NAME=E T=int8_t");
	expect("class TORCH_API $NAME", "class TORCH_API C : public B { }; class D { };", "class TORCH_API C NAME=C");
}

TEST(c_pattern_expressions_are_whole)
{
	expect("f(x)", "f(x); a.f(x); n::f(x); int f(x); -f(x); f(x).g(); *f(x) + 1; return f(x);",
		"f(x)|f(x)|f(x)|f(x)|f(x)");
	expect("a + b", "a + b; a + b * c; a + b + c; (a + b) * c; x = a + b;", "a + b|a + b|a + b|a + b");
	expect("$X++", "i++; a[i]++ + 1;", "i++ X=i|a[i]++ X=a[i]");
	expect("f($A...)", "f(args...);", "f(args...) A=args");
	expect("a ? $X : $Y", "x = a ? b + 1 : c;", "a ? b + 1 : c X=b + 1 Y=c");
}

static int binding_of(const char *text, bool unary)
{
	struct slice token = slice_of(text);
	return language_c.binding(token, ascii_is_letter(text[0]) ? TOKEN_NAME : TOKEN_OPERATOR, unary);
}

/* C++20 [expr], from the loosest: what is in one row binds alike, each row tighter than the one above. */
TEST(c_operators_bind_as_the_standard_says)
{
	static const char *const rows[][12] = {
		{ "throw", "co_yield" },
		{ "=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "^=", "|=" },
		{ "?", ":" },
		{ "||", "or" },
		{ "&&", "and" },
		{ "|", "bitor" },
		{ "^", "xor" },
		{ "&", "bitand" },
		{ "==", "!=", "not_eq" },
		{ "<", ">", "<=", ">=" },
		{ "<=>" },
		{ "<<", ">>" },
		{ "+", "-" },
		{ "*", "/", "%" },
		{ ".*", "->*" },
		{ "++", "--" },
		{ ".", "->", "::" },
	};
	int loosest = BINDING_NONE;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		int first = binding_of(rows[i][0], false);
		assert_true(first > loosest);
		for (size_t k = 0; k < COUNT_OF(rows[i]) && rows[i][k]; k++)
			if (binding_of(rows[i][k], false) != first)
				fail_msg("'%s' does not bind as '%s'", rows[i][k], rows[i][0]);
		loosest = first;
	}
	static const char *const before[] = { "!", "~", "+", "-", "*", "&", "++", "--", "sizeof", "new", "delete",
		"co_await", "compl", "not", "bitand" };
	for (size_t i = 0; i < COUNT_OF(before); i++) {
		int binding = binding_of(before[i], true);
		if (binding <= binding_of(".*", false) || binding >= binding_of(".", false))
			fail_msg("'%s' before an operand", before[i]);
	}
	assert_int_equal(binding_of("@", false), BINDING_NONE);
	assert_int_equal(binding_of(",", false), BINDING_NONE);
}

TEST(c_words_that_are_no_operands)
{
	static const char *const none[] = { "break", "case", "catch", "co_return", "continue", "default", "do", "else",
		"for", "goto", "if", "private", "protected", "public", "return", "switch", "try", "typedef", "using",
		"while" };
	static const char *const operands[] = { "i", "do_", "d", "xo", "xors", "I", "DO", "static_assert",
		"static_asserts", "zzz", "a", "yield", "class", "virtual", "inline" };
	for (size_t i = 0; i < COUNT_OF(none); i++)
		if (binding_of(none[i], false) != BINDING_NONE || binding_of(none[i], true) != BINDING_NONE)
			fail_msg("'%s' is an operand", none[i]);
	for (size_t i = 0; i < COUNT_OF(operands); i++)
		if (binding_of(operands[i], false) != BINDING_OPERAND)
			fail_msg("'%s' is no operand", operands[i]);
	assert_int_equal(language_c.binding(SLICE_LITERAL("("), TOKEN_OPEN, true), BINDING_OPERAND);
	assert_int_equal(language_c.binding(SLICE_LITERAL("("), TOKEN_OPEN, false), BINDING_POSTFIX);
	assert_int_equal(language_c.binding(SLICE_LITERAL("1"), TOKEN_NUMBER, false), BINDING_OPERAND);
	assert_int_equal(language_c.binding(SLICE_LITERAL(")"), TOKEN_CLOSE, false), BINDING_NONE);
}

TEST(c_pattern_templates_and_launches)
{
	expect("check<$A, $B>($X)", "check<sm50, sm90>(p); check < a, b;", "check<sm50, sm90>(p) A=sm50 B=sm90 X=p");
	expect("check<sm80, sm90>", "f(check<sm80, sm90>(p));", "check<sm80, sm90>");
	expect("check<sm80, sm90>($X)", "f(check<sm80, sm90>(p));", "check<sm80, sm90>(p) X=p");
	expect("$K<<<$$$C>>>($$$A)", "kernel<T><<<grid, block, 0, s>>>(a, b);",
		"kernel<T><<<grid, block, 0, s>>>(a, b) K=kernel<T> C=grid, block, 0, s A=a, b");
	expect("a < b", "x = a < b, c > (d); if (a < b) { }", "a < b|a < b");
}

TEST(c_pattern_lists_of_statements)
{
	expect("if ($C) { $$$BODY }", "if (a) { b; c(); { d; } } else { e; }",
		"if (a) { b; c(); { d; } } C=a BODY=b; c(); { d; }");
	expect("{ $$$A f(); $$$B }", "{ x = f(); f(); y; }", "{ x = f(); f(); y; } A=x = f(); B=y;");
	expect("void g($$$) { $$$ }", "void g(int a) { b; }", "void g(int a) { b; }");
}

TEST(c_pattern_sees_conditionals_as_units)
{
	expect("f($$$A)", "f(a,\n#ifdef B\n b)\n#else\n c\n#endif\n); f(d,\n#if 1\n e,\n#endif\n g);",
		"f(a,\n#ifdef B\n b) A=a,\n#ifdef B\n b|f(d,\n#if 1\n e,\n#endif\n g) A=d,\n#if 1\n e,\n#endif\n g");
}

TEST(c_pattern_list_in_braces_passes_over_a_branch)
{
	expect("if (x) { $$$B }", "#ifdef A\nif (x) {\n y;\n#else\n z;\n#endif\n w;\n}\nv;\n",
		"if (x) {\n y;\n#else\n z;\n#endif\n w;\n} B=y;\n#else\n z;\n#endif\n w;");
	expect("y;\n$$$B", "#ifdef A\nif (x) {\n y;\n u;\n#else\n z;\n#endif\n w;\n}\nv;\n", "y;\n u; B=u;");
}

TEST(c_pattern_in_macros)
{
	expect("old($X)", "#define M(x) \\\n  do { old(x); } while (0)\n", "old(x) X=x");
}

TEST(c_pattern_same_name_twice)
{
	expect("$X = $X + 1;", "a = a + 1; b = a + 1; c->d = c->d + 1;", "a = a + 1; X=a|c->d = c->d + 1; X=c->d");
}

TEST(c_pattern_refused)
{
	check_refused(&language_c, "f($x)",
		"pattern is not c code: not a capture: captures are $NAME and $$$NAME, in upper case | a "
		"pattern is a fragment of the target language with $X for one argument and $$$XS for any "
		"number");
	check_refused(&language_c, "f(",
		"pattern is not c code: bracket is never closed | a pattern is a fragment of the target "
		"language with $X for one argument and $$$XS for any number");
	check_refused(&language_c, "/* x */",
		"pattern has no code | comments and spaces match nothing by themselves; use 'regex' for "
		"text without structure");
}

TEST(c_pattern_list_behind_a_head_is_one_statement)
{
	expect("if ($C) $$$B", "if (a) b(); c(); d();", "if (a) b(); C=a B=b();");
	expect("if ($C) $$$B", "if (a) { b(); c(); } d();", "if (a) { b(); c(); } C=a B={ b(); c(); }");
	expect("if ($C) $$$B", "if (a) b(); else c(); d();", "if (a) b(); else c(); C=a B=b(); else c();");
	expect("if ($C) $$$B", "if (a) if (e) b(); c();", "if (a) if (e) b(); C=a B=if (e) b();");
	expect("else $$$B", "if (a) b(); else c(); d();", "else c(); B=c();");
	expect("for ($$$) $$$B", "for (;;) f(1, 2); g();", "for (;;) f(1, 2); B=f(1, 2);");
	expect("do $$$B", "do { a(); } while (x); b();", "do { a(); } while (x); B={ a(); } while (x);");
	expect("case 1: $$$B", "switch (x) { case 1: a(); b(); }", "case 1: a(); b(); B=a(); b();");
	expect("{ a(); } $$$B", "{ a(); } b(); c();", "{ a(); } b(); c(); B=b(); c();");
	expect("a(); $$$B", "a(); b(); c();", "a(); b(); c(); B=b(); c();");
}

TEST(c_pattern_cast_by_its_tokens_is_no_call)
{
	expect("$F($A)", "a = (int)(x); b = (const T &)(y); (void)(z); c = (scalar_t)(f(w)); d = (std::size_t)(v);",
		"f(w) F=f A=w");
	expect("$F($A)", "a = (struct s *)(x); b = -(A<B> *)(y);", "");
	expect("$A - $B", "a = (void (*)(int))-x; b = (int *const[2])-y;", "");
	expect("$F($A)", "a = (f)(x); b = (*g)(y); c = (a_t::h)(z); d = (int * x)(w);",
		"(f)(x) F=(f) A=x|(*g)(y) F=(*g) A=y|(a_t::h)(z) F=(a_t::h) A=z|(int * x)(w) F=(int * x) A=w");
	expect("$F($A)", "if (a) (void)(x); else (void)(y); { } (void)(z);", "");
	expect("$A - $B", "a = (int)-x; b = sizeof(int) - y; c = (d) - z; f(int) - w;",
		"sizeof(int) - y A=sizeof(int) B=y|(d) - z A=(d) B=z|f(int) - w A=f(int) B=w");
	expect("-$X", "a = (int)-x; b = (unsigned char)(int)-y * 2; c = d - z;", "-x X=x|-y X=y");
	expect("(int)$X", "a = (int)(x) + 1; b = (int)-y; c = (int)z;", "(int)(x) X=(x)|(int)-y X=-y|(int)z X=z");
	expect("(int)$X", "a = (int)sizeof(b); if (c) *d;", "(int)sizeof(b) X=sizeof(b)");
	expect("sizeof($X)", "a = (int)sizeof(b) + 1;", "sizeof(b) X=b");
	expect("$A & $B", "#define M &a == b\n", "");
	expect("$A * $B", "a = (T *)(x) * b; c = (int)*d; e = (U *)-1;", "(T *)(x) * b A=(T *)(x) B=b");
	expect("$A & $B", "a = (char)&b; c = (int)d & e;", "(int)d & e A=(int)d B=e");
	expect("$X + 1", "a = (long)(x) + 1;", "(long)(x) + 1 X=(long)(x)");
	expect("(x) + 1", "a = (long)(x) + 1;", "");
	expect("f($X)", "f((int)(x)); f((int)-x); auto g = [](int) { };",
		"f((int)(x)) X=(int)(x)|f((int)-x) X=(int)-x");
	expect("$A - $B", "#define M(a) (int)-a\n#define N (long)-1\n", "");
}

TEST(c_pattern_declared_by_its_tokens_is_no_call)
{
	expect("$F($A)", "class A { A(int x); A(B); explicit A(C c); ~A(); public: A(D); }; A(int x);",
		"A(int x) F=A A=int x");
	expect("$F()", "struct X::A final : B<C> { A(); f(); }; class D { void g() { D(); } };", "f() F=f|D() F=D");
	expect("$F($A)", "A& operator=(A&&); bool operator==(const A& a) const; x.operator=(y); operator-(a & b);",
		"x.operator=(y) F=x.operator= A=y|operator-(a & b) F=operator- A=a & b");
	expect("$A & $B", "A& operator=(A&&); a & operator=(b);", "a & operator=(b) A=a B=operator=(b)");
	expect("$F($A)", "A::A(int x) : y(x) { } n::m::A::A(B &b) { } s::s(x); va_arg(ap, int); M(int x);",
		"y(x) F=y A=x|s::s(x) F=s::s A=x|M(int x) F=M A=int x");
	expect("$T $F($A)", "bool operator!(A a);", "bool operator!(A a) T=bool F=operator! A=A a");
	expect("operator=($A)", "A& operator=(A&&); operator=(A&&);", "operator=(A&&) A=A&&|operator=(A&&) A=A&&");
	expect("explicit $F($A)", "class A { explicit A(int x); };", "explicit A(int x) F=A A=int x");
}

TEST(c_pattern_bracket_of_a_head_is_no_operand)
{
	expect("$A * $B", "if (c) *p = 1; while (n) *p++; for (;;) *q = d * e; { } *r = 1; switch (s) *t;",
		"d * e A=d B=e");
	expect("$A & $B", "if (c) &x; if (c & d) &y; else &z;", "c & d A=c B=d");
	expect("$A - $B", "if (c) -x; if constexpr (c) -y; f(c) - z; #define M(x) -x\n", "f(c) - z A=f(c) B=z");
	expect("-$X", "if (c) -x; while (d(e)) -y; f(c) - z;", "-x X=x|-y X=y");
	expect("*$X = 1", "if (c) *p = 1; { } *q = 1; d *r = 1;", "*p = 1 X=p|*q = 1 X=q");
	expect("$F($X)", "if (c) (f)(x); while (c) (g->h)(y);", "(f)(x) F=(f) X=x|(g->h)(y) F=(g->h) X=y");
	expect("$A * $B", "x = T{1} * b; y = n::A<B>{1} * d; { M { } *e = 1; }",
		"T{1} * b A=T{1} B=b|n::A<B>{1} * d A=n::A<B>{1} B=d");
	expect("$A && $B", "#if (a || b) && !c\n#endif\n", "(a || b) && !c A=(a || b) B=!c");
	expect("f($X)", "a = f(b)\n#if C\n + 1\n#endif\n;", "f(b) X=b");
}

TEST(c_pattern_sign_behind_an_operand_is_no_prefix)
{
	expect("-$X", "int z = q++ - b; y = q-- - -c; x = ++ -d;", "-c X=c|-d X=d");
	expect("&$X", "a = q++ & b; c = d-- && &e;", "&e X=e");
	expect("-$X", "a = sizeof(T *) - x; b = sizeof (int) - y; c = (T *)-z; d = alignof(T *) - w;", "-z X=z");
	expect("*$X", "#define M (int)*(x || y)\n#define N *z * w\n", "*(x || y) X=(x || y)|*z X=z");
	expect("&$X", "a = sizeof(T *) & x; b = new (T *) & c; return (T *)&y;", "&y X=y");
	expect("$X->old", "p++->old; a.p--->old; ++q->old; *r++->old;",
		"p++->old X=p++|a.p--->old X=a.p--|q->old X=q|r++->old X=r++");
	expect("$X[0]", "p++[0]; f(p++)[0];", "p++[0] X=p++|f(p++)[0] X=f(p++)");
	expect("args", "template <class... A> void f(A... args, A &&...args) { g(args...); }", "args|args");
}

TEST(c_pattern_name_in_t_may_be_a_value)
{
	expect("-$X", "a = g(1)(len_t) - 1; b = (len_t)-c; d = (const n::len_t)-e; f = (int)(len_t)-h;",
		"-c X=c|-e X=e|-h X=h");
	expect("-$X", "if (c) (len_t)-d; a = (x len_t) - e; b = (len_t x) - f; g = h[1](len_t) - i;", "-d X=d");
	expect("$A - $B", "a = (g)(len_t) - 1; b = (len_t *)-c;", "(g)(len_t) - 1 A=(g)(len_t) B=1");
}

TEST(c_pattern_special_member_is_no_call)
{
	expect("$F($$$A)", "A::A() : x(1) { } A::~A() { } A::A(T &&o) { } n::A<T>::A(const T &) { } b::c(); d::d;",
		"x(1) F=x A=1|b::c() F=b::c A=");
	expect("$F($$$A)", "B &operator=(B &&o); T &operator*() const; B &operator++(); B operator++(int) { }", "");
	expect("$F($$$A)", "void *operator new[](std::size_t); void operator delete(void *p) noexcept;", "");
	expect("$F($$$A)", "bool operator!() = delete; bool operator<(B) override; B operator-() = 0;", "");
	expect("$F($$$A)", "x.operator++(); y = operator-(a); operator()(b); return operator!(c);",
		"x.operator++() F=x.operator++ A=|operator-(a) F=operator- A=a|operator()(b) F=operator() A=b|"
		"operator!(c) F=operator! A=c");
}

TEST(c_pattern_constructor_behind_any_member_is_no_call)
{
	expect("$F($$$A)", "struct A { A(A &&) = delete; A(B &&b) = default; A(c); using D = E; A(f); };", "");
	expect("$F($$$A)", "struct A { const char *s = \"x\"; A(b); int c = d.e, g = sizeof(int); A(h); };", "");
	expect("$F($$$A)", "struct A { typedef int B; A(c); template <class T> A(T d); friend class E; A(f); };", "");
	expect("$F($$$A)", "struct A { void f() { x = A(b); A(c); return; } A d = A(e); };",
		"A(b) F=A A=b|A(c) F=A A=c|A(e) F=A A=e");
}

TEST(c_pattern_constructor_in_a_long_class_is_no_call)
{
	struct str text = STR_INIT;
	str_addf(&text, "class A : public B {\n");
	for (int i = 0; i < 300; i++)
		str_addf(&text, "int a%d;\n", i);
	str_addf(&text, "A(b);\n~A();\nvoid g() { A(c); }\n};\n");
	str_add_char(&text, '\0');
	expect("$F($$$A)", text.ptr, "A(c) F=A A=c");
	str_release(&text);
}

TEST(c_pattern_conditional_in_a_conditional)
{
	expect("$A ? $B : $C", "f(a ? d ? x : y : z);", "a ? d ? x : y : z A=a B=d ? x : y C=z");
	expect("$A ? $B : $C", "f(a ? x : d ? y : z);", "a ? x : d ? y : z A=a B=x C=d ? y : z");
	expect("$A ? $B : $C", "f(a ? b ? c : d : e ? g : h);",
		"a ? b ? c : d : e ? g : h A=a B=b ? c : d C=e ? g : h");
	expect("b ? $B : $C", "f(a ? b ? c : d : e ? g : h);", "b ? c : d B=c C=d");
	expect("$A ? $B : z", "f(a ? b ? c : d ? e : g : z);", "a ? b ? c : d ? e : g : z A=a B=b ? c : d ? e : g");
}
