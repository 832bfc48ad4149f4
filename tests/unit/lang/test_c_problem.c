/* What no compiler of C and C++ reads, and what it does, whatever the names mean. */
#include "unit.h"

#include "problem_check.h"

TEST(c_problem_takes_what_compilers_take)
{
	assert_whole("c", "int a = -1 + !b, *c = &d, e = (int)-f, g = h ? i : j ?: k;\n"
			  "A<b + 1> l{.m = 1, .n = {1, 2,}};\n");
	assert_whole("c", "auto f = [=, &g](int h, ...) mutable -> int { return g ? (h) : -h; };\n"
			  "auto i = [=] { j; }();\n");
	assert_whole(
		"c", "class A : public B { A() = default; A(A &&) = delete; int a : 1, : 2; A &operator=(A); };\n");
	assert_whole("c", "using A = unsigned long;\nclass B {\n public:\n  using C = void *;\n  typedef int D;\n};\n"
			  "template <class E = int, int F = 1> void g(E *, E & = h, ...);\nusing I [[j]] = float;\n");
	assert_whole("c",
		"void f() {\n  for (;;) break;\n  for (int a = 1; a; a++) continue;\n  for (auto &b : c) goto d;\n"
		"  if constexpr (e) return; else if (int g = 1; g) { } else throw;\n"
		"  switch (int h = 1; h) { case 1: ; }\n  if not consteval { l(); }\n"
		"  do i(); while (j);\n  try { k(); } catch (...) { }\nd:\n  return x(), {1};\n}\n");
	assert_whole("c", "CHECK(a, return 1);\nREDUCE(+, b, <=);\nEACH(int, x y;)\nint s = _REDUCE(| : b);\n"
			  "#define A +\n#define B return 1 2\n");
	assert_whole("c", "asm volatile(\"a\" ::\"r\"(b) : \"memory\");\nasm(\"\" : \"=l\"(c)::);\n"
			  "asm goto(\"d\" : : : : e);\n");
	assert_whole("c", "template <class T> requires (sizeof(T) > 1 && ...) void f(T... a) { g(h(a)...); "
			  "(a + ...); (... + a); }\n"
			  "template <class T> concept C = requires(T t) {\n  typename T::a;\n  { t.b() } -> D;\n"
			  "  { t.c() } noexcept;\n};\n");
	assert_whole("c", "void f() {\n#if A\n  int x =\n#else\n  int y =\n#endif\n      1;\n  a ?\n#if B\n"
			  "    b :\n#endif\n    c;\n}\n");
	assert_whole("c", "PyObject *new = a, *delete; char *p = (char *)new; if (!new) new->x = 1;\nreturn @{};\n");
	assert_whole("c", "int a = sizeof(int) + (int)b + int(c) - unsigned{1} * long(2), d = T::e, f = x->~T();\n");
}

TEST(c_problem_values)
{
	assert_broken("c", "a = ;", "2: a value is missing beside an operator");
	assert_broken("c", "f(a = );", "4: a value is missing beside an operator");
	assert_broken("c", "f(a /);", "4: a value is missing beside an operator");
	assert_broken("c", "f(= a);", "2: a value is missing beside an operator");
	assert_broken("c", "a = b ? c : ;", "10: a value is missing beside an operator");
	assert_broken("c", "f(a, );", "3: a value is missing beside an operator");
	assert_broken("c", "f(: a);", "2: a value is missing beside an operator");
	assert_broken("c", "a = sizeof;", "4: a keyword without what has to follow it");
	assert_broken("c", "a.;", "1: the name of a member is missing");
	assert_broken("c", "a = ->b;", "2: a value is missing beside an operator");
	assert_broken("c", "a ? b;", "5: a '?' without its ':'");
	assert_broken("c", "f(a ? b);", "7: a '?' without its ':'");
	assert_broken("c", "f(1 2);", "4: two values side by side");
	assert_broken("c", "f(a 1);", "4: two values side by side");
	assert_broken("c", "a = b c;", "6: two values side by side");
	assert_broken("c", "return a b;", "9: two values side by side");
	assert_broken("c", "a = 1 + int;", "8: a type where a value is needed");
	assert_broken("c", "a = const char *;", "4: a type where a value is needed");
	assert_broken("c", "a = (int);", "4: a type where a value is needed");
	assert_broken("c", "return unsigned long;", "7: a type where a value is needed");
}

TEST(c_problem_statements)
{
	assert_broken("c", "a = return 1;", "2: a statement where a value is needed");
	assert_broken("c", "f(if (a) b);", "2: a statement where a value is needed");
	assert_broken("c", "return return;", "7: a statement where a value is needed");
	assert_broken("c", "f(a; b);", "3: a ';' within brackets");
	assert_broken("c", "for (a; b) c;", "9: a 'for' needs two ';' or a ':'");
	assert_broken("c", "for (;;;) a;", "8: a 'for' needs two ';' or a ':'");
	assert_broken("c", "if a b();", "0: a keyword without what has to follow it");
	assert_broken("c", "if () b();", "3: a keyword without what has to follow it");
	assert_broken("c", "switch { }", "0: a keyword without what has to follow it");
	assert_broken("c", "goto;", "0: a keyword without what has to follow it");
	assert_broken("c", "case :", "0: a keyword without what has to follow it");
	assert_broken("c", "return = a;",
		"0: a keyword without what has to follow it; 7: a value is missing beside an operator");
	assert_broken("c", "{ else a(); }", "2: 'else' or 'catch' after something else than a statement");
	assert_broken("c", "a; catch (...) { }", "3: 'else' or 'catch' after something else than a statement");
	assert_broken("c", "try { a(); } b();", "11: a 'try' without its 'catch'");
	assert_broken("c", "if (a) { b() }", "13: a statement without its ';'");
	assert_broken("c", "else { return 1 }", "16: a statement without its ';'");
}
