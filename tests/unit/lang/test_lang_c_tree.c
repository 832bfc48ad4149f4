/* C's blocks, and where its statements begin and end. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "lang_check.h"
#include "pattern_check.h"

extern const struct language language_c;

/* The heads of all blocks, each after as many dots as there are nodes around it, joined by '|'. */
static void expect_blocks(const char *code, const char *expected)
{
	struct slice bytes = slice_of(code);
	struct token_list tokens = { 0 };
	struct node_list nodes = { 0 };
	struct str out = STR_INIT;
	language_c.lex(bytes, false, &tokens);
	language_c.parse(bytes, &tokens, &nodes);
	for (size_t i = 0; i < nodes.count; i++) {
		const struct node *node = &nodes.items[i];
		str_add_cstr(&out, i ? "|" : "");
		for (uint32_t at = node->parent; at != NODE_NONE; at = nodes.items[at].parent)
			str_add_char(&out, '.');
		str_add(&out, slice_sub(bytes, tokens.items[node->first].begin, tokens.items[node->head_last - 1].end));
	}
	char *found = str_detach(&out);
	assert_string_equal(found, expected);
	free(found);
	node_list_release(&nodes);
	token_list_release(&tokens);
}

TEST(c_tree_functions)
{
	expect_blocks("int x;\nstatic int f(int a) const { if (a) { g(); } else if (b) { } else { } }",
		"static int f(int a) const|.if (a)|.else if (b)|.else");
	expect_blocks("template <class T, class U = V<T>>\nauto A<T>::f(T a = {1}) -> B<T> { }",
		"template <class T, class U = V<T>>\nauto A<T>::f(T a = {1}) -> B<T>");
	expect_blocks("A::A(int x) : a{x}, b(T{x}) { f(); } A& operator=(A&& o) { } ~A() noexcept { }",
		"A::A(int x) : a{x}, b(T{x})|A& operator=(A&& o)|~A() noexcept");
	expect_blocks("TORCH_LIBRARY(aten, m) { m.def(1); }", "TORCH_LIBRARY(aten, m)");
	expect_blocks("A() : B<T>{1} { f(); } A() : b::B{1} { f(); } A() noexcept : B<T>::C{1}, d(2) { f(); }",
		"A() : B<T>{1}|A() : b::B{1}|A() noexcept : B<T>::C{1}, d(2)");
	expect_blocks("A() try : a{1} { f(); } catch (...) { g(); }", "A() try : a{1}|catch (...)");
	expect_blocks("void f() throw() { g(); } void f() const throw(A, B) { if (a) throw T{1}; throw T{2}; }",
		"void f() throw()|void f() const throw(A, B)");
	expect_blocks(
		"[[nodiscard]] int f [[b]] () [[c]] { } operator bool() const { } void operator()(int) const & { }",
		"[[nodiscard]] int f [[b]] () [[c]]|operator bool() const|void operator()(int) const &");
	expect_blocks("auto f() -> decltype(x + y) { } static void (*f(int a))(int) { } int (f)(void) { }",
		"auto f() -> decltype(x + y)|static void (*f(int a))(int)|int (f)(void)");
}

TEST(c_tree_heads_of_control)
{
	expect_blocks("if (a) [[likely]] { } else [[unlikely]] [[b]] { } while (x[1]) { }",
		"if (a) [[likely]]|else [[unlikely]] [[b]]|while (x[1])");
	expect_blocks("if constexpr (a) { } if (auto x = f(); x) { } for (auto &x : { 1, 2 }) { }",
		"if constexpr (a)|if (auto x = f(); x)|for (auto &x : { 1, 2 })");
	expect_blocks("if (a) p = (T){ 1 }; if (a) return T{ 1 }; if (a) x = f(1)[2]{ 3 };", "");
	expect_blocks(
		"return [](int x) { }; f([&] { }); auto x = [a]() -> T<int> { };", "[](int x)|[&]|[a]() -> T<int>");
	check_inside(&language_c, "if (a)", "if (a) [[likely]] { x(1); } else [[unlikely]] { y(2); }", "1", 1);
	check_inside(&language_c, "else", "if (a) [[likely]] { x(1); } else [[unlikely]] { y(2); }", "2", 1);
}

TEST(c_tree_types_and_namespaces)
{
	expect_blocks(
		"namespace at::native { namespace { class TORCH_API C final : public B<int> { public: int f() { } }; "
		"} }",
		"namespace at::native|.namespace|..class TORCH_API C final : public B<int>|...int f()");
	expect_blocks("extern \"C\" { enum class E : int { A, B }; union U { int x; } u; }",
		"extern \"C\"|.enum class E : int|.union U");
}

TEST(c_tree_initializers_and_bare_blocks_are_none)
{
	expect_blocks("int a[] = {1, {2}}; T x{1}; f({1}, T{2}); return T{3}; x = b ? f(1) : T{4}; { y; }", "");
	expect_blocks("void f() { switch (x) { case 1: { a(); } default: b(); } }", "void f()|.switch (x)");
}

TEST(c_tree_lambdas)
{
	expect_blocks(
		"at::parallel_for(0, n, [&](int a) { f(); }); auto g = [=] { }; x[1] = T{1}; [[nodiscard]] int h() { }",
		"[&](int a)|[=]|[[nodiscard]] int h()");
}

TEST(c_tree_control)
{
	expect_blocks(
		"void f() { for (int i = 0; i < n; i++) { } do { } while (x); try { } catch (E& e) { } while (y) { } }",
		"void f()|.for (int i = 0; i < n; i++)|.do|.try|.catch (E& e)|.while (y)");
	expect_blocks("void f() { if (x) return T{1}; L: if (y) { } }", "void f()|.if (y)");
}

TEST(c_tree_conditionals)
{
	expect_blocks("#if A\na;\n#elif B\n#ifdef C\n#endif\n#else\n#endif\nx;\n", "#if A|#elif B|.#ifdef C|#else");
	expect_blocks("#define X {\n#ifndef H\n#define H\nvoid f() { }\n#endif", "#define X|#ifndef H|.void f()");
	expect_blocks("#define F(x) \\\n  { x; }\n#define G (x)\n#define H\n", "#define F(x)|#define G");
	expect_blocks("#if A\nvoid f()\n#else\nvoid g()\n#endif\n{ }", "#if A|#else|.void g()\n#endif");
}

TEST(c_tree_blocks_and_branches_may_overlap)
{
	static const char code[] = "#ifdef A\nextern \"C\" {\n#endif\nvoid f() { one; }\n#ifdef A\n}\n#endif\ntwo;\n";
	check_inside(&language_c, "extern \"C\"", code, "one;", 1);
	check_inside(&language_c, "#ifdef A", code, "one;", 0);
	check_inside(&language_c, "extern \"C\"", code, "two;", 0);
}

TEST(c_tree_branches_that_open_a_brace_each)
{
	static const char code[] =
		"void f() {\n#ifdef A\n  if (a) {\n    one;\n#else\n  if (b) {\n    two;\n#endif\n    three;\n  }\n}\n"
		"void g() { four; }\n";
	check_inside(&language_c, "if (a)", code, "one;", 1);
	check_inside(&language_c, "if (b)", code, "two;", 1);
	check_inside(&language_c, "#else", code, "two;", 1);
	check_inside(&language_c, "if (a)", code, "three;", 1);
	check_inside(&language_c, "void f()", code, "three;", 1);
	check_inside(&language_c, "void f()", code, "four;", 0);
	check_inside(&language_c, "void g()", code, "four;", 1);
}

TEST(c_heads_are_named_by_their_part)
{
	static const char code[] =
		"namespace at { class TORCH_API C : public B { static int f(int a, int b) const { if (x) { one; } } "
		"}; }";
	check_inside(&language_c, "int f($$$)", code, "one;", 1);
	check_inside(&language_c, "f($$$)", code, "one;", 1);
	check_inside(&language_c, "f($X)", code, "one;", 0);
	check_inside(&language_c, "class $$$ C", code, "one;", 1);
	check_inside(&language_c, "class TORCH_API C", code, "one;", 1);
	check_inside(&language_c, "class D", code, "one;", 0);
	check_inside(&language_c, "namespace at", code, "one;", 1);
	check_inside(&language_c, "if ($C)", code, "one;", 1);
	check_inside(&language_c, "int", code, "one;", 0);
}

TEST(c_heads_of_conditionals_are_whole)
{
	static const char code[] = "#if defined(_WIN32) && A\none;\n#else // no\ntwo;\n#endif\n";
	check_inside(&language_c, "#if defined(_WIN32)", code, "one;", 0);
	check_inside(&language_c, "#if defined(_WIN32) && $X", code, "one;", 1);
	check_inside(&language_c, "#if defined(_WIN32) && A", code, "two;", 0);
	check_inside(&language_c, "#else", code, "two;", 1);
}

TEST(c_statements_around_a_place)
{
	check_widens(&language_c, "f($X)", "a(); int x = f(1) + 2; b();", "int x = f(1) + 2;");
	check_widens(&language_c, "f($X)", "if (f(1)) { a(); } while (f(2)) b();", "if (f(1)) {|while (f(2)) b();");
	check_widens(&language_c, "f($X)", "for (int i = f(1); i < n; i++) { }", "for (int i = f(1); i < n; i++) {");
	check_widens(&language_c, "f($X)", "g([&](int a) { f(a); }, f(2));", "f(a);|g([&](int a) { f(a); }, f(2));");
	check_widens(&language_c, "return x;", "{ if (a)\n  return x;\nb(); return x; }", "return x;|return x;");
	check_widens(
		&language_c, "x();", "if (a) { } else if (b) x(); else { c; } d; if (e) { x(); } else f;", "x();|x();");
	check_widens(&language_c, "if (a) { $$$ }", "if (a) { b; } else if (c) d; else { e; } f;",
		"if (a) { b; } else if (c) d; else { e; }");
	check_widens(&language_c, "struct A { $$$ }", "struct A { int x; };", "struct A { int x; };");
	check_widens(&language_c, "auto m", "auto m = [&] { f(); }(); b();", "auto m = [&] { f(); }();");
	check_widens(&language_c, "int m", "int m = [] { return 1; }()[0] + T{ 2 }(3)[4], n;",
		"int m = [] { return 1; }()[0] + T{ 2 }(3)[4], n;");
	check_widens(&language_c, "(m)->f()", "if (a) { b; } (m)->f(); c = { 1 };", "(m)->f();");
	check_widens(&language_c, "int g()", "void f() { a; } [[m]] int g();", "[[m]] int g();");
	check_widens(&language_c, "f($X)", "#define M \\\n  f(1); g();\nx;", "#define M \\\n  f(1); g();");
	check_widens(&language_c, "#include <a>", "#include <a> // x\n#include <b>\n", "#include <a>");
}

TEST(c_items_of_lists_around_a_place)
{
	check_widens(&language_c, "\"b\"", "T a[] = {\n  {\"a\", f},\n  {\"b\", g},\n  {\"c\"}\n};", "\"b\",");
	check_widens(
		&language_c, "{\"b\", $$$}", "T a[] = {\n  {\"a\", f},\n  {\"b\", g},\n  {\"c\"}\n};", "{\"b\", g},");
	check_widens(&language_c, "f($X)", "T a[] = { 1, x(f(1)) + 2, 3 };", "x(f(1)) + 2,");
	check_widens(&language_c, "B", "enum E { A, B, C };", "B,");
	check_widens(&language_c, "C", "enum E { A, B, C };", "C");
}
