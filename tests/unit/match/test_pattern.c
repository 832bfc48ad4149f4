/* Patterns against small files: what fits, where, and what does not. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "match/pattern.h"
#include "scratch.h"

/* Texts of all places where `pattern` fits, joined by '|'. The caller frees. */
static char *find_all(const char *language_name, const char *pattern_text, const char *text)
{
	const struct language *language = language_find(slice_of(language_name));
	struct err err = ERR_INIT;
	size_t offset = 0;
	struct pattern *pattern = pattern_new(slice_of(pattern_text), language, &offset, &err);
	if (!pattern)
		fail_msg("pattern '%s': %s at %zu", pattern_text, err.message, offset);
	struct source source;
	struct document doc;
	struct match_list list = { 0 };
	struct str out = STR_INIT;
	source_init(&source, "test", slice_of(text));
	document_init(&doc, &source, language);
	pattern_find(pattern, &doc, &list);
	for (size_t i = 0; i < list.count; i++) {
		str_addf(&out, "%s", i ? "|" : "");
		str_add(&out, slice_sub(source.bytes, list.items[i].begin, list.items[i].end));
		for (size_t c = 0; c < pattern_capture_count(pattern); c++) {
			str_addf(&out, " %.*s=", SLICE_ARG(pattern_capture_name(pattern, c)));
			str_add(&out, match_capture_text(&list.items[i], c, &doc));
		}
	}
	match_list_release(&list);
	document_release(&doc);
	source_release(&source);
	pattern_free(pattern);
	return str_detach(&out);
}

static void assert_finds(const char *language, const char *pattern, const char *text, const char *expected)
{
	char *found = find_all(language, pattern, text);
	if (strcmp(found, expected) != 0)
		fail_msg("pattern '%s' in '%s': found '%s', expected '%s'", pattern, text, found, expected);
	free(found);
}

static void assert_refused(const char *language, const char *text, size_t expected_offset, const char *message)
{
	struct err err = ERR_INIT;
	size_t offset = 0;
	struct pattern *pattern = pattern_new(slice_of(text), language_find(slice_of(language)), &offset, &err);
	assert_null(pattern);
	assert_int_equal(err.kind, ERR_PATCHSET);
	assert_says(&err, message);
	assert_int_equal(offset, expected_offset);
	err_release(&err);
}

TEST(pattern_takes_the_name_of_an_operator_whole)
{
	assert_finds("c", "!$X", "a = !operator==(b, c);\n", "!operator==(b, c) X=operator==(b, c)");
	assert_finds("c", "$A - $B", "a = operator-(b) * c - d;\n", "operator-(b) * c - d A=operator-(b) * c B=d");
	assert_finds("c", "$F($X)", "a = b.operator()(c);\n", "b.operator()(c) F=b.operator() X=c");
	assert_finds("c", "operator==($X)", "a = operator ==(b);\n", "operator ==(b) X=b");
	assert_finds("c", "operator ==($X)", "a = operator==(b);\n", "operator==(b) X=b");
	assert_finds("c", "operator new[]($X)", "operator new [] (b);\noperator new(d);\noperatornew(e);\n",
		"operator new [] (b) X=b");
	assert_finds("c", "operator new($X)", "operatornew(e);\noperator  new(d);\n", "operator  new(d) X=d");
	assert_finds("c", "operatornew($X)", "operatornew(e);\noperator  new(d);\n", "operatornew(e) X=e");
	assert_finds("c", "operator\"\"_abcdefghij($X)", "a = operator \"\" _abcdefghij(1);\n",
		"operator \"\" _abcdefghij(1) X=1");
	assert_finds("c", "$X.$F()", "a = b.operator bool();\n", "b.operator bool() X=b F=operator bool");
	assert_finds("c", "operator $T();", "operator A<B>();\noperator bool();\n", "operator A<B>(); T=A<B>");
	assert_finds("c", "operator =($X)", "operator ==(b);\noperator\t=(d);\n", "operator\t=(d) X=d");
}

TEST(pattern_cmake_takes_any_layout_and_case)
{
	assert_finds("cmake", "cmake_minimum_required(VERSION $MIN $$$REST)",
		"CMAKE_MINIMUM_REQUIRED ( VERSION\n  3.1 # old\n FATAL_ERROR )\n",
		"CMAKE_MINIMUM_REQUIRED ( VERSION\n  3.1 # old\n FATAL_ERROR ) MIN=3.1 REST=FATAL_ERROR");
}

TEST(pattern_cmake_list_may_be_empty)
{
	assert_finds("cmake", "cmake_minimum_required(VERSION $MIN $$$REST)", "cmake_minimum_required(VERSION 2.8)",
		"cmake_minimum_required(VERSION 2.8) MIN=2.8 REST=");
}

TEST(pattern_cmake_skips_comments_strings_and_brackets)
{
	assert_finds("cmake", "foo($X)", "# foo(a)\nmessage(\"foo(b)\")\nset(x [[foo(c)]])\n#[[ foo(d) ]]\nfoo(e)\n",
		"foo(e) X=e");
}

TEST(pattern_cmake_needs_all_arguments)
{
	assert_finds("cmake", "include(CheckFunctionExists)", "include(CheckFunctionExists OPTIONAL)\n", "");
}

TEST(pattern_cmake_argument_matches_quoted_value)
{
	assert_finds("cmake", "foo(VERSION $V)", "foo(\"VERSION\" \"2.8\")", "foo(\"VERSION\" \"2.8\") V=\"2.8\"");
}

TEST(pattern_cmake_condition_tells_a_variable_from_its_name)
{
	assert_finds("cmake", "if(A)", "if(\"A\")\nendif()\nIF(A)\nendif()\n", "IF(A)");
	assert_finds("cmake", "if(\"A\")", "if(A)\nendif()\nif([[A]])\nendif()\nif(\"A\")\nendif()\n",
		"if([[A]])|if(\"A\")");
	assert_finds("cmake", "if(B AND NOT A)", "if(B AND NOT \"A\")\nendif()\nif(\"B\" AND NOT A)\nendif()\n", "");
	assert_finds(
		"cmake", "while((B) OR A)", "while((B) OR \"A\")\nendwhile()\nwhile((\"B\") OR A)\nendwhile()\n", "");
	assert_finds("cmake", "elseif(A STREQUAL x)",
		"if(B)\nelseif(A STREQUAL \"x\")\nelseif(\"A\" STREQUAL x)\nendif()\n", "elseif(A STREQUAL \"x\")");
	assert_finds("cmake", "if(${A} STREQUAL x)", "if(\"${A}\" STREQUAL \"x\")\nendif()\n",
		"if(\"${A}\" STREQUAL \"x\")");
	assert_finds("cmake", "if(EXISTS x)", "if(EXISTS \"x\")\nendif()\n", "if(EXISTS \"x\")");
}

TEST(pattern_cmake_several_commands_in_a_row)
{
	assert_finds("cmake", "project($P)\ncmake_minimum_required(VERSION $V)",
		"project(x C)\nproject(y) # now\n\ncmake_minimum_required(VERSION 3)\n",
		"project(y) # now\n\ncmake_minimum_required(VERSION 3) P=y V=3");
}

TEST(pattern_cmake_same_name_is_same_code)
{
	assert_finds("cmake", "set($A $A)", "set(x y)\nset(z z)\n", "set(z z) A=z");
}

TEST(pattern_cmake_capture_takes_a_group)
{
	assert_finds("cmake", "if($A OR B)", "if((x AND y) OR B)", "if((x AND y) OR B) A=(x AND y)");
}

TEST(pattern_cmake_variable_reference_is_text)
{
	assert_finds("cmake", "set(A ${B} $C)", "set(A ${B} ${D})", "set(A ${B} ${D}) C=${D}");
}

TEST(pattern_python_statement_is_whole)
{
	assert_finds("python", "from setuptools import distutils",
		"from setuptools import distutils, x\nfrom setuptools import distutils  # type: ignore\nif a:\n"
		"    from setuptools import distutils\n",
		"from setuptools import distutils|from setuptools import distutils");
}

TEST(pattern_begins_with_an_operand_or_a_prefix)
{
	assert_finds("python", "-$X", "a = f(x) - y @ z\nb = c[1] - -y\n", "-y X=y");
	assert_finds("python", "*$X", "a = f(x) * y\n", "");
	assert_finds("python", "[$X]", "a = b()[1]\nc = d[2]\nf(x: Dict[k], y=[3])\n", "[3] X=3");
	assert_finds("python", "($X)", "a = b()(1)\nc = (2)\n", "(2) X=2");
	assert_finds("python", "($X, $Y)", "print(1, 2)\nif a: f(3, 4)\nprint -(5, 6)\n", "(5, 6) X=5 Y=6");
	assert_finds("python", "$F()", "super().start()\n", "super().start() F=super().start");
	assert_finds("python", "[$X]", "def f(a: Dict[str], b: int = [1]): pass\n", "[1] X=1");
	assert_finds("c", "-$X", "int a = f(x) - y * b[1] - 2;\nif (c) -d;\n", "-d X=d");
	assert_finds("c", "*$X", "a = f(x) * y;\nif (c) *d = 1;\nwhile (c) *e++;\n", "*d X=d|*e++ X=e++");
	assert_finds("c", "&$X", "a = f(x) & y;\ng(&z);\n", "&z X=z");
	assert_finds("c", "[$X]", "f(x)[1];\n", "");
	assert_finds("c", "$F($A)", "f(x)->g(y);\n", "f(x)->g(y) F=f(x)->g A=y");
	assert_finds("c", "-$X", "b = (char)(-y);\n#define M(x) -x\n", "-y X=y|-x X=x");
	assert_finds("c", "&$X", "a = (char *)&x;\nb = (c) & d;\n", "&x X=x");
	assert_finds("c", "-$X", "a = (n_t)(char16_t)-1;\nb = (n_t)(wchar_t)-1;\nc = f(x)(n_t)-1;\n", "-1 X=1|-1 X=1");
}

TEST(pattern_c_capture_ends_with_the_expression)
{
	assert_finds("c", "$X->n", "if (a) b->n = 1;\nfor (;;)\n\tc->d->n++;\nelse e->n = f;\n",
		"b->n X=b|c->d->n X=c->d|e->n X=e");
	assert_finds("c", "$F($A)", "int f(void)\n{\n\tg(1);\n}\nif (a) h(2);\n", "g(1) F=g A=1|h(2) F=h A=2");
	assert_finds("c", "$X.p", "a = (unsigned char)b.p;\n", "b.p X=b");
	assert_finds("c", "$X + 1", "a = (int)b + 1;\n", "(int)b + 1 X=(int)b");
	assert_finds("c", "b + 1", "a = (int)b + 1;\n", "");
	assert_finds("c", "$X[0]", "int a[0], *b = (int *)c[0];\n", "c[0] X=c");
	assert_finds("c", "sizeof($T)", "sizeof(struct a *);\n", "sizeof(struct a *) T=struct a *");
	assert_finds("c", "$T $N = 1;", "const char x = 1;\n", "const char x = 1; T=const char N=x");
	assert_finds("c", "$T $F($$$)", "static int f(int a)\n{\n}\n", "static int f(int a) T=static int F=f");
	assert_finds("c", "f($X)", "f(\"a\" B \"c\");\n", "f(\"a\" B \"c\") X=\"a\" B \"c\"");
	assert_finds("c", "$X + y", "a = \"a\" \"b\" + y;\n", "\"a\" \"b\" + y X=\"a\" \"b\"");
}

/* Of those that begin at one place, the outermost. */
TEST(pattern_that_begins_with_a_capture_takes_all_of_a_chain)
{
	assert_finds("python", "$X.b", "y = a.b.b\nz = a.b.b.c\nw = f.b(1).b\n",
		"a.b.b X=a.b|a.b.b X=a.b|f.b(1).b X=f.b(1)");
	assert_finds("c", "$F($$$A)", "a.f(1).g(2, h(3));", "a.f(1).g(2, h(3)) F=a.f(1).g A=2, h(3)");
	assert_finds("c", "$A - $B", "x = a - b - c * d - e;", "a - b - c * d - e A=a - b - c * d B=e");
	assert_finds("c", "$X[0]", "a[0][1][0][2];", "a[0][1][0] X=a[0][1]");
	assert_finds("python", "$X + $X", "a + a + a + a\nb + b + b\n", "a + a X=a|b + b X=b");
	assert_finds("python", "$A if $B else $C", "f(x if a else y if b else z)\n",
		"x if a else y if b else z A=x B=a C=y if b else z");
}

TEST(pattern_python_expression_anywhere)
{
	assert_finds("python", "distutils._msvccompiler._get_vc_env($ARCH)",
		"vc: Dict[str, str] = distutils._msvccompiler._get_vc_env(\n    arch  # c\n)\n"
		"x.distutils._msvccompiler._get_vc_env(1)\n",
		"distutils._msvccompiler._get_vc_env(\n    arch  # c\n) ARCH=arch");
}

TEST(pattern_python_respects_binding)
{
	assert_finds("python", "$A + 1", "x = a * b + 1\n", "a * b + 1 A=a * b");
	assert_finds("python", "$A * 2", "x = a + b * 2\n", "b * 2 A=b");
	assert_finds("python", "a + b", "x = c * a + b\n", "");
	assert_finds("python", "a + b", "x = c + a + b\n", "");
	assert_finds("python", "a + b", "x = a + b * c\n", "");
	assert_finds("python", "a + b", "x = a + b + c\n", "a + b");
	assert_finds("python", "a.b", "a.b(c)\n", "a.b");
	assert_finds("python", "not $X", "if not a and b: pass\n", "not a X=a");
}

TEST(pattern_python_lambda_and_comprehension_are_one_argument)
{
	assert_finds("python", "f($X, $Y)", "f(lambda a, b: c)\nf(x for a, b in c)\nf(a, lambda: b)\n",
		"f(a, lambda: b) X=a Y=lambda: b");
	assert_finds("python", "f($X)", "f(lambda a, b: c)\nf(x for a, b in c)\nf(...)\n",
		"f(lambda a, b: c) X=lambda a, b: c|f(x for a, b in c) X=x for a, b in c|f(...) X=...");
	assert_finds("python", "x in $Y", "for x in y: pass\nz = x in y\n", "x in y Y=y");
	assert_finds("python", "2 ** $X", "a = 2 ** -x\n", "2 ** -x X=-x");
	assert_finds("python", "a ** b", "x = a ** b ** c\n", "");
}

TEST(pattern_groups_conditions_to_the_right)
{
	assert_finds("python", "$A if $B else $C", "f(x if a else y if b else z)\n",
		"x if a else y if b else z A=x B=a C=y if b else z");
	assert_finds("python", "y if b else $C", "v = x if a else y if b else z\n", "y if b else z C=z");
	assert_finds("python", "x if a else y", "v = x if a else y if b else z\n", "");
	assert_finds("python", "$A if $B else $C", "v = lambda: x or y if a else z\n",
		"x or y if a else z A=x or y B=a C=z");
	assert_finds(
		"python", "$A if $B else $C", "v = [x if a else y for a in b if c]\n", "x if a else y A=x B=a C=y");
	assert_finds("python", "x if $B else $C", "v = x if a else lambda: y if b else z\n",
		"x if a else lambda: y if b else z B=a C=lambda: y if b else z");
	assert_finds("starlark", "y if b else $C", "v = x if a else y if b else z\n", "y if b else z C=z");
	assert_finds("c", "$A ? $B : $C", "f(x ? a : y ? b : z);\n", "x ? a : y ? b : z A=x B=a C=y ? b : z");
	assert_finds("c", "y ? $B : $C", "f(x ? a : y ? b : z);\n", "y ? b : z B=b C=z");
	assert_finds("c", "x ? a : y", "f(x ? a : y ? b : z);\n", "");
	assert_finds("c", "y = $X", "x = y = z;\n", "y = z X=z");
	assert_finds("c", "x = y", "x = y = z;\n", "");
}

TEST(pattern_python_names_that_are_declared_are_no_calls)
{
	assert_finds("python", "main()", "def main():\n    main()\nclass main(): pass\n", "main()");
	assert_finds("python", "f($$$A)", "async def f(a, b): return f(a)\n", "f(a) A=a");
	assert_finds("python", "Base", "class C(Base): pass\nclass Base: pass\n", "Base|Base");
	assert_finds("python", "def $F($$$A): $$$B", "def f(a): return a\n", "def f(a): return a F=f A=a B=return a");
	assert_finds("starlark", "f($X)", "def f(a):\n    f(a)\n", "f(a) X=a");
}

TEST(pattern_python_expression_after_a_soft_keyword)
{
	assert_finds("python", "f($X)", "match f(a):\n    case f(b) if f(c): pass\n", "f(a) X=a|f(b) X=b|f(c) X=c");
	assert_finds("python", "x + 1", "match x + 1:\n    case 2: pass\n", "x + 1");
	assert_finds("python", "f($X)", "if x: print f(a)\n", "f(a) X=a"); /* Python 2 */
	assert_finds("python", "f($X)", "x = a f(b)\nmatch.f(c)\nmatch(f(d))\n", "f(d) X=d");
	assert_finds("python", "match $X:", "match f(a):\n    case 1: pass\n", "match f(a): X=f(a)");
}

TEST(pattern_python_bare_yield_is_a_statement)
{
	assert_finds("python", "yield", "def f():\n    yield\n    x = yield\n    yield x\n", "yield");
	assert_finds("python", "yield $X", "def f():\n    yield\n    y = yield x\n", "yield x X=x");
}

TEST(pattern_python_argument_lists)
{
	assert_finds("python", "f($$$A, x)", "f(x)\nf(1, x)\nf(1, g(2, 3), x)\n",
		"f(x) A=|f(1, x) A=1|f(1, g(2, 3), x) A=1, g(2, 3)");
	assert_finds("python", "f(x, $$$A)", "f(x)\nf(x, y=1)\n", "f(x) A=|f(x, y=1) A=y=1");
	assert_finds("python", "f($X)", "f(k=v)\nf(a, b)\nf()\nf(\n  a,\n)\n", "f(k=v) X=k=v|f(\n  a,\n) X=a");
}

TEST(pattern_python_tuple_comma_counts)
{
	assert_finds("python", "x = (a)", "x = (a,)\n", "");
	assert_finds("python", "x = [a]", "x = [a,]\n", "x = [a,]");
}

TEST(pattern_python_assignment)
{
	assert_finds("python", "$T = $V", "x: int = 3\ny = f(1)\n", "y = f(1) T=y V=f(1)");
}

TEST(pattern_python_statements_in_a_row)
{
	assert_finds("python", "import a\n$$$MIDDLE\nimport b", "import a\nx = 1\nif y:\n    z()\nimport b\n",
		"import a\nx = 1\nif y:\n    z()\nimport b MIDDLE=x = 1\nif y:\n    z()");
	assert_finds("python", "import a\nimport b", "import a\n\n# c\nimport b\n", "import a\n\n# c\nimport b");
}

TEST(pattern_python_strings_and_comments_never_match)
{
	assert_finds("python", "f(x)", "# f(x)\ns = 'f(x)'\n\"\"\"\nf(x)\n\"\"\"\n", "");
}

TEST(pattern_python_keyword_argument_name_is_no_match_for_call)
{
	assert_finds("python", "import packaging", "x.import_packaging()\nimport packaging.version\nimport packaging\n",
		"import packaging");
}

TEST(pattern_c_brackets_of_delete_are_no_list)
{
	assert_finds("c", "delete $P;", "delete[] p; delete p; delete [] *q; delete q->r[0];",
		"delete p; P=p|delete q->r[0]; P=q->r[0]");
	assert_finds("c", "delete[] $P;", "delete[] p; delete p; delete [] q;", "delete[] p; P=p|delete [] q; P=q");
	assert_finds("c", "f($X)", "f([] { g(); })", "f([] { g(); }) X=[] { g(); }");
	assert_finds("c", "f($X)", "f([] noexcept { g(); })", "f([] noexcept { g(); }) X=[] noexcept { g(); }");
	assert_finds("python", "f($X)", "f([] or x, y)\nf([])\n", "f([]) X=[]");
}

TEST(pattern_refuses_what_is_no_code)
{
	assert_refused("cmake", "# only a comment", 0,
		"pattern has no code | comments and spaces match nothing by themselves; use 'regex' for "
		"text without structure");
	assert_refused("python", "", 0,
		"pattern has no code | comments and spaces match nothing by themselves; use 'regex' for "
		"text without structure");
	assert_refused("python", "f($X, $$$X)", 6,
		"capture 'X' is used both as $X and as $$$X | give the two captures different names");
}

#define DEPTH 60

/* What a search remembers once it takes long must not change what it finds. */
static void assert_finds_within(
	const char *pattern, const char *begin, const char *middle, const char *end, const char *expected)
{
	struct str text = STR_INIT;
	for (size_t i = 0; i < DEPTH; i++)
		str_add_cstr(&text, begin);
	str_add_cstr(&text, middle);
	for (size_t i = 0; i < DEPTH; i++)
		str_add_cstr(&text, end);
	assert_finds("cmake", pattern, text.ptr, expected);
	str_release(&text);
}

TEST(pattern_long_search_finds_what_a_short_one_does)
{
	const char *begin = "if(A)\nset(x)\n", *end = "endif()\n";
	assert_finds_within("if(A)\n$$$\nbar()\nendif()", begin, "if(A)\nset(y)\nbar()\nendif()\n", end,
		"if(A)\nset(y)\nbar()\nendif()");
	assert_finds_within("if(A)\n$$$\nbar()\nendif()", begin, "if(A)\nset(y)\nendif()\nbar()\n", end,
		"if(A)\nset(x)\nif(A)\nset(y)\nendif()\nbar()\nendif()");
	assert_finds_within("if(A)\n$$$\nbar()\nendif()", begin, "if(A)\nbar()\nelse()\nset(y)\nendif()\n", end, "");
	assert_finds_within("set(x)\n$$$\nbar()\n$$$R", begin, "foo()\nbar()\nif(B)\nelse()\nendif()\n", end,
		"set(x)\nfoo()\nbar()\nif(B)\nelse()\nendif() R=if(B)\nelse()\nendif()");
	assert_finds_within(
		"set(x)\n$$$\nbar()\n$$$R", begin, "foo()\nbar()\nelse()\nqux()\n", end, "set(x)\nfoo()\nbar() R=");
}

TEST(pattern_same_name_is_same_code_of_any_length)
{
	for (size_t n = 1; n < 40; n++) {
		struct str same = STR_INIT, text = STR_INIT;
		for (size_t i = 0; i < n; i++)
			str_addf(&same, "%s1", i ? " + " : "");
		str_addf(&text, "f(%s, %s + 1, 1 - %s, %s)", same.ptr, same.ptr, same.ptr, same.ptr);
		char *found = find_all("python", "f($A, $$$B, $A)", text.ptr);
		assert_non_null(strstr(found, ", 1 - "));
		assert_true(strncmp(found, text.ptr, text.len) == 0);
		free(found);
		str_clear(&text);
		str_addf(&text, "f(%s, %s + 1, 1 - %s, %s + 2)", same.ptr, same.ptr, same.ptr, same.ptr);
		assert_finds("python", "f($A, $$$B, $A)", text.ptr, "");
		str_clear(&text);
		str_addf(&text, "f(%s + 2, %s + 1)", same.ptr, same.ptr);
		assert_finds("python", "f($A, $A)", text.ptr, "");
		str_release(&same);
		str_release(&text);
	}
}

TEST(pattern_same_list_is_the_same_code)
{
	assert_finds("python", "f([$$$A], [$$$A])", "f([1, 2], [1, 2])", "f([1, 2], [1, 2]) A=1, 2");
	assert_finds("python", "f([$$$A], [$$$A])", "f([1, 2], [1, 2, 3])\nf([1, 2], [1])\nf([], [])", "f([], []) A=");
	assert_finds("cmake", "f($$$A x $$$A y)", "f(1 2 x 1 2 y)\nf(1 2 x 1 3 y)", "f(1 2 x 1 2 y) A=1 2");
}

TEST(pattern_python_body_on_the_line_of_its_head)
{
	assert_finds("python", "if $A:\n    f()\ng()", "if x: f()\ng()\n", "if x: f()\ng() A=x");
	assert_finds("python", "if $A:\n    f()\ng()", "if x:\n    f()\ng()\n", "if x:\n    f()\ng() A=x");
	assert_finds("python", "if $A:\n    f()\ng()", "if x: f()\nh()\n", "");
	assert_finds(
		"python", "if $A:\n    $$$B\ng($$$C)", "if x: f()\ng(1, 2)\n", "if x: f()\ng(1, 2) A=x B=f() C=1, 2");
	assert_finds("python", "if $A:\n    $$$B\nelse:\n    f($$$C)", "if x: g()\nelse: f(1)\n",
		"if x: g()\nelse: f(1) A=x B=g() C=1");
}

TEST(pattern_shell_list_ends_with_its_command)
{
	assert_finds("shell", "run $$$A", "run a b && other c\n", "run a b A=a b");
	assert_finds("shell", "run $$$A", "run a b; other c\n", "run a b A=a b");
	assert_finds("shell", "run $$$A", "run a b | other c\n", "run a b A=a b");
	assert_finds("shell", "run $$$A", "run a = b\n", "run a = b A=a = b");
}

/* What opens in a bracket and is closed nowhere in it does not reach beyond. */
TEST(pattern_statement_that_is_not_closed_in_its_bracket)
{
	assert_finds("shell", "a\n$$$B\nc", "(\na\nif x; then\nb\n)\nc\n", "");
	assert_finds("shell", "a\n$$$B\nc", "a\n(\nif x; then\nb\n)\nc\n",
		"a\n(\nif x; then\nb\n)\nc B=(\nif x; then\nb\n)");
	assert_finds("shell", "a\n$$$B\nc", "a\nif x; then\nb\nfi\nc\n", "a\nif x; then\nb\nfi\nc B=if x; then\nb\nfi");
}

TEST(pattern_bracket_without_a_partner)
{
	assert_finds("python", "f(x)", "f(x,)\n", "f(x,)");
	assert_finds("python", "f(x)", "f(x,]\n", "");
}

TEST(pattern_may_begin_with_empty_lines)
{
	assert_finds("cmake", "\n\nset(a $B)", "set(a 1)\nset(b 2)\n", "set(a 1) B=1");
	assert_finds("python", "\nimport a\nimport b\n", "import a\nimport b\n", "import a\nimport b");
}

/* What leads nowhere is not tried again: without that, each of these takes more steps than a file may cost. */
static void assert_finds_after(const char *language, const char *pattern, const char *begin, const char *repeated,
	size_t n, const char *end, const char *expected)
{
	struct str text = STR_INIT;
	str_add_cstr(&text, begin);
	for (size_t i = 0; i < n; i++)
		str_add_cstr(&text, repeated);
	str_add_cstr(&text, end);
	assert_finds(language, pattern, text.ptr, expected);
	str_release(&text);
}

/* A loop after a statement is no part of it, and what follows a head is by the head that it belongs to. */
TEST(pattern_list_behind_a_head_ends_with_its_statement)
{
	assert_finds("c", "if ($X) $$$B", "if (a) { b(); }\nwhile (c) { d(); }\n", "if (a) { b(); } X=a B={ b(); }");
	assert_finds("c", "while ($X) $$$B", "while (a) b();\nwhile (c) d();\n",
		"while (a) b(); X=a B=b();|while (c) d(); X=c B=d();");
	assert_finds("c", "if ($X) $$$B", "if (a) do b(); while (c); else d();\nwhile (e) f();\n",
		"if (a) do b(); while (c); else d(); X=a B=do b(); while (c); else d();");
	assert_finds("c", "do $$$B", "do { b(); } while (c);\nwhile (e) f();\n",
		"do { b(); } while (c); B={ b(); } while (c);");
	assert_finds("c", "while ($X) $$$B", "if (q) while (a) b(); else c();\n", "while (a) b(); X=a B=b();");
	assert_finds("c", "if constexpr ($X) $$$B", "if constexpr (a) if (b) c(); else d(); else e();\nf();\n",
		"if constexpr (a) if (b) c(); else d(); else e(); X=a B=if (b) c(); else d(); else e();");
	assert_finds("c", "try $$$B", "try { a(); } catch (b) { c(); } catch (d) {}\nwhile (e) f();\n",
		"try { a(); } catch (b) { c(); } catch (d) {} B={ a(); } catch (b) { c(); } catch (d) {}");
	assert_finds("c", "catch ($X) $$$B", "try { a(); } catch (b) { c(); }\ntry { d(); } catch (e) { f(); }\n",
		"catch (b) { c(); } X=b B={ c(); }|catch (e) { f(); } X=e B={ f(); }");
}

TEST(pattern_search_ends_soon_where_much_nearly_fits)
{
	assert_finds_after("python", "f($$$A, x, $$$B, x, $$$C, y)", "f(", "x, ", 1000, "z)\nf(x, 1, x, y)\n",
		"f(x, 1, x, y) A= B=1 C=");
	assert_finds_after(
		"cmake", "f($$$A x $$$B x $$$C y)", "f(", "x ", 1000, "z)\nf(x 1 x y)\n", "f(x 1 x y) A= B=1 C=");
	assert_finds_after("cmake", "set(x)\n$$$A\nset(x)\n$$$B\nbar()", "", "set(x)\n", 1000,
		"if(a)\nset(x)\nfoo()\nset(x)\nbar()\nendif()\n", "set(x)\nfoo()\nset(x)\nbar() A=foo() B=");
	assert_finds_after("cmake", "set($V)\n$$$A\nunset($V)", "", "set(x)\n", 1000, "set(y)\nfoo()\nunset(y)\n",
		"set(y)\nfoo()\nunset(y) V=y A=foo()");
	assert_finds_after(
		"python", "f($A + $B, $$$C, y)", "f(", "x + ", 300, "x, z)\nf(1 + 2, y)\n", "f(1 + 2, y) A=1 B=2 C=");
}

/* Where all else is slow, 20 million steps of one loop say nothing new. */
#define STRIDE_OF_SLOW_PROGRAMS 60

TEST(pattern_search_is_given_up_where_too_much_nearly_fits)
{
	if (scratch_stride() > STRIDE_OF_SLOW_PROGRAMS)
		skip();
	struct str text = STR_INIT;
	struct err err = ERR_INIT;
	size_t offset = 0;
	struct pattern *pattern = pattern_new(SLICE_LITERAL("f($$$A, $B, $$$C, $D, $$$E, $B, $$$F, $D, y)"),
		language_find(SLICE_LITERAL("python")), &offset, &err);
	assert_non_null(pattern);
	str_add_cstr(&text, "f(");
	for (size_t i = 0; i < 400; i++)
		str_add_cstr(&text, "x, ");
	str_add_cstr(&text, "z)\nf(1, 2, 1, 2, y)\n");
	struct source source;
	struct document doc;
	struct match_list list = { 0 };
	source_init(&source, "test", str_slice(&text));
	document_init(&doc, &source, language_find(SLICE_LITERAL("python")));
	pattern_find(pattern, &doc, &list);
	assert_true(list.limited);
	assert_int_equal(list.count, 0);
	match_list_release(&list);
	document_release(&doc);
	source_release(&source);
	pattern_free(pattern);
	str_release(&text);
}

/* The same text in a search that takes long and in one that does not. */
static void assert_same_after_long_search(const char *pattern, const char *text, const char *expected)
{
	struct str prefix = STR_INIT, all = STR_INIT;
	assert_finds("shell", pattern, text, expected);
	str_add_cstr(&prefix, "if q; then\n");
	for (size_t i = 0; i < 200; i++)
		str_add_cstr(&prefix, "a\n");
	str_addf(&prefix, "fi\n%s", text);
	assert_finds("shell", pattern, prefix.ptr, expected);
	str_release(&all);
	str_release(&prefix);
}

TEST(pattern_long_search_knows_brackets_and_statements)
{
	assert_same_after_long_search(
		"a\n$$$B\nc", "a\n(b\nif x; then\nd)\nc\n", "a\n(b\nif x; then\nd)\nc B=(b\nif x; then\nd)");
	assert_same_after_long_search("a\n$$$B\nc", "a\n{ b\nfi\nd; }\nc\n", "a\n{ b\nfi\nd; }\nc B={ b\nfi\nd; }");
	assert_same_after_long_search(
		"a\n$$$B\nc", "a\nif b; then d; fi\nc\n", "a\nif b; then d; fi\nc B=if b; then d; fi");
	assert_same_after_long_search("a\n$$$B\nc", "a\nb)\nc\n", "");
	assert_same_after_long_search("a\n$$$B\nc", "a\ncase q in\nx) b;;\n*) if d; then e; fi;;\nesac\nc\n",
		"a\ncase q in\nx) b;;\n*) if d; then e; fi;;\nesac\nc "
		"B=case q in\nx) b;;\n*) if d; then e; fi;;\nesac");
	assert_same_after_long_search("a\n$$$B\nc", "a\nwhile b; do\n(c\n", "");
	assert_same_after_long_search("a\n$$$B\nc", "a\nfor i in x; do (b\ndone)\ndone\nc\n",
		"a\nfor i in x; do (b\ndone)\ndone\nc B=for i in x; do (b\ndone)\ndone");
}

/* What is after `.` is no expression, but the name of a member. */
TEST(pattern_capture_of_a_member_is_its_name)
{
	assert_finds("python", "x.$B($$$C)", "x.y(1)\nx.y.z(2)\nx.y\na.x.y(3)\n", "x.y(1) B=y C=1");
	assert_finds("python", "$A.$B($$$C)", "a.b.c(1)\n", "a.b.c(1) A=a.b B=c C=1");
	assert_finds("python", "f($A.$B)", "f(a.b)\nf(a.b.c)\nf(a)\nf(a.b + 1)\n", "f(a.b) A=a B=b|f(a.b.c) A=a.b B=c");
	assert_finds("python", "$A.$A()", "b.b()\nb.c()\n", "b.b() A=b");
	assert_finds("c", "x->$B", "x->y; x->y->z;", "x->y B=y|x->y B=y");
	assert_finds("c", "$A::f($$$B)", "a::f(1); a::b::f();", "a::f(1) A=a B=1|a::b::f() A=a::b B=");
	assert_finds("c", "at::$F($$$A);", "at::f(1); b = at::g(2); at::h::i(3);", "at::f(1); F=f A=1");
}
