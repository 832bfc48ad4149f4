/* Which round brackets of C are a cast, and which hold parameters. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "lang/language.h"

extern const struct language language_c;

/* Fails unless `marked` is `text` with CAST: behind each bracket that is a cast whatever the names mean, and DECL:
 * behind each with the parameters of what is declared there. */
static void assert_brackets(const char *text, const char *marked)
{
	struct slice bytes = slice_of(text);
	struct token_list tokens = { 0 };
	struct str out = STR_INIT;
	language_c.lex(bytes, false, &tokens);
	for (uint32_t i = 0; i < tokens.count; i++) {
		str_add(&out, token_text(bytes, &tokens, i));
		if (!token_is(bytes, &tokens, i, TOKEN_OPEN, "("))
			continue;
		str_add_cstr(&out, language_c.is_cast(bytes, &tokens, i) ? "CAST:" : "");
		str_add_cstr(&out, language_c.declares_at(bytes, &tokens, i) ? "DECL:" : "");
	}
	char *found = str_detach(&out);
	assert_string_equal(found, marked);
	free(found);
	token_list_release(&tokens);
}

TEST(c_brackets_that_are_casts)
{
	assert_brackets("a = (int)-x + (int)x; b = (T *)&y; c = (const A<B> *)*z; d = (unsigned long)(e); f = "
			"(size_t)-1; g = (n)-1; h = (n_t)(o);\n"
			"p(x)(n_t) - 1; q = (std::string::size_type)-1; (void)(r); (void (*)(int))(s); sizeof(int) - "
			"1; sizeof (t) * u; return (int)-v; if (w) -x; y[(int)-z];\n"
			"(a_t::b)-c; d = (struct e)(f); g = (struct h *)(i); j = (int[])(k); l = (int (*)[2])(m); n = "
			"(T *const)~o; p = (T &&)!q; r = (T const *)++s; t = (__m128)+u;\n"
			"new (p) T; new (int)(q); catch (E)(r); for (int)-s; while (t) *u; decltype(v) - w; x.y "
			"(z)(int)-1; (a * b) - c; (*d)(e); (&f)->g; h = (auto)-i; (\"s\")-j; ()-k; (1)-l; (m[n])-o;\n"
			"(p_t)-q; r = s((t_t)-u, (v_t)*w), (x_t)(y); R (C::*f)(int) &; int (*g)(void) = h; "
			"alignof(int) + i; case (int)-j: throw (int)-k; l && (int)-m; n ? (int)-o : (int)-p; { "
			"(int)-q; } #define X (int)-r\n"
			"#define Y(a) (int)-a\n"
			"A<int>(b)(c); typeof(d)(e); (long long unsigned int)-f; (int volatile)-g; (class h)(i); (enum "
			"j)-k; (A::B<C::D *, 1> const &)(l); (A B)(m); (A . B)-n; (A -> B)-o; (A, B)-p; (A *)-q; (A "
			"**)-r; (A * * const *)-s; (A &)-t;\n",
		"a = (CAST:int)-x + (int)x; b = (CAST:T *)&y; c = (CAST:const A<B> *)*z; d = (CAST:unsigned "
		"long)(e); f = (CAST:size_t)-1; g = (n)-1; h = (CAST:n_t)(o);\n"
		"p(x)(n_t) - 1; q = (std::string::size_type)-1; (CAST:void)(r); (CAST:void (*)(int))(s); "
		"sizeof(int) - 1; sizeof (t) * u; return (CAST:int)-v; if (w) -x; y[(CAST:int)-z];\n"
		"(a_t::b)-c; d = (CAST:struct e)(f); g = (CAST:struct h *)(i); j = (int[])(k); l = (CAST:int "
		"(*)[2])(m); n = (CAST:T *const)~o; p = (CAST:T &&)!q; r = (CAST:T const *)++s; t = "
		"(__m128)+u;\n"
		"new (p) T; new (int)(q); catch (E)(r); for (int)-s; while (t) *u; decltype(v) - w; x.y "
		"(z)(CAST:int)-1; (a * b) - c; (*d)(e); (&f)->g; h = (auto)-i; (\"s\")-j; ()-k; (1)-l; "
		"(m[n])-o;\n"
		"(CAST:p_t)-q; r = s((CAST:t_t)-u, (CAST:v_t)*w), (CAST:x_t)(y); R (C::*f)(int) &; int "
		"(*g)(void) = h; alignof(int) + i; case (CAST:int)-j: throw (CAST:int)-k; l && (CAST:int)-m; n "
		"? (CAST:int)-o : (CAST:int)-p; { (CAST:int)-q; } #define X (int)-r\n"
		"#define Y(a) (CAST:int)-a\n"
		"A<int>(b)(c); typeof(d)(e); (CAST:long long unsigned int)-f; (CAST:int volatile)-g; "
		"(CAST:class h)(i); (CAST:enum j)-k; (CAST:A::B<C::D *, 1> const &)(l); (A B)(m); (A . B)-n; "
		"(A -> B)-o; (A, B)-p; (CAST:A *)-q; (CAST:A **)-r; (CAST:A * * const *)-s; (CAST:A &)-t;\n");
}

TEST(c_brackets_with_parameters)
{
	assert_brackets("class A : public B {\n"
			"\tA(int); A() = default; ~A(); explicit A(const A &a); virtual ~A() override; static A "
			"make(); A f(A); A(*g)(); B(x); public: A(T t) : x(t) { A(1); y = A(2); A a(3); a.A::~A(); }\n"
			"\ttemplate <class T> A(T); A &operator=(A &&); bool operator==(const A &) const; operator "
			"bool() const; T operator()(int i); void *operator new(size_t); friend A operator+(A, A);\n"
			"\tstruct C { C(int); A(2); }; enum D { E = A(4) }; using F = A(int); int h = A(5); void i() "
			"const; if (A(6)) j(); };\n"
			"A::A(int x) : B(x) { } A::~A() { } A<T>::A(T &&) noexcept { } A::f() { } p->A::~A(); A::A(b); "
			"A::A(c, d); N::A::A() = default; T A::operator[](int i) { } A operator-(B); x = "
			"a.operator+(b); a & operator=(b); C::operator T() const { } bool A::operator<(A a); return "
			"operator-(b, c);\n"
			"static const A<B> operator*(C); using A::operator=; A *operator&(); (*this).operator()(x); "
			"operator delete(p); auto operator<=>(const A &) const = delete; int f(int); g(h); namespace A "
			"{ A(7); } struct A; A::A(int); A::A(int) try { } catch (...) { } operator-(x) -> y; T "
			"&operator->(); T operator\"\"_x(const char *); T x = operator\"\"_y(\"z\"); class final G { "
			"G(int); }; class H final { H(); }; struct I : J<K> { I(); ~I(); ;I(int) }; union L { L(); }; "
			"struct { M(); };\n",
		"class A : public B {\n"
		"\tA(DECL:int); A(DECL:) = default; ~A(DECL:); explicit A(const A &a); virtual ~A() override; "
		"static A make(); A f(A); A(DECL:*g)(); B(x); public: A(DECL:T t) : x(t) { A(1); y = A(2); A "
		"a(3); a.A::~A(); }\n"
		"\ttemplate <class T> A(DECL:T); A &operator=(DECL:A &&); bool operator==(DECL:const A &) "
		"const; operator bool(DECL:) const; T operator()(DECL:int i); void *operator new(DECL:size_t); "
		"friend A operator+(DECL:A, A);\n"
		"\tstruct C { C(DECL:int); A(2); }; enum D { E = A(4) }; using F = A(int); int h = A(5); void "
		"i() const; if (A(6)) j(); };\n"
		"A::A(DECL:int x) : B(x) { } A::~A(DECL:) { } A<T>::A(DECL:T &&) noexcept { } A::f() { } "
		"p->A::~A(); A::A(b); A::A(c, d); N::A::A(DECL:) = default; T A::operator[](DECL:int i) { } A "
		"operator-(DECL:B); x = a.operator+(b); a & operator=(b); C::operator T() const { } bool "
		"A::operator<(DECL:A a); return operator-(b, c);\n"
		"static const A<B> operator*(C); using A::operator=; A *operator&(DECL:); "
		"(*this).operator()(x); operator delete(p); auto operator<=>(DECL:const A &) const = delete; "
		"int f(int); g(h); namespace A { A(7); } struct A; A::A(int); A::A(DECL:int) try { } catch "
		"(...) { } operator-(x) -> y; T &operator->(DECL:); T operator\"\"_x(DECL:const char *); T x = "
		"operator\"\"_y(\"z\"); class final G { G(int); }; class H final { H(DECL:); }; struct I : "
		"J<K> { I(DECL:); ~I(DECL:); ;I(DECL:int) }; union L { L(DECL:); }; struct { M(); };\n");
}
