/* What is wrong with a file, as each language sees it: edits must make no more of it. */
#include "unit.h"

#include "lang/problem.h"

static size_t count(const char *language, const char *text)
{
	struct source source;
	struct document doc;
	struct problem_list list = { 0 };
	source_init(&source, "test", slice_of(text));
	document_init(&doc, &source, language_find(slice_of(language)));
	document_problems(&doc, &list);
	size_t n = list.count;
	problem_list_release(&list);
	document_release(&doc);
	source_release(&source);
	return n;
}

static void assert_whole(const char *language, const char *text)
{
	if (count(language, text))
		fail_msg("%s: something is wrong with:\n%s", language, text);
}

static void assert_broken(const char *language, const char *text)
{
	if (!count(language, text))
		fail_msg("%s: nothing is wrong with:\n%s", language, text);
}

TEST(problem_python_blocks)
{
	assert_whole("python",
		"if a:\n    b\nelif c: d\nelse:\n    e\nfor x in y:\n    z\nelse:\n    z\nwhile x: y\nelse: z\n");
	assert_whole("python",
		"try:\n    a\nexcept B:\n    c\nexcept D: e\nelse:\n    f\nfinally:\n    g\ntry: a\nfinally: b\n");
	assert_whole("python",
		"@a\n@b(1)\nasync def f(a, *b, c=1, **d): pass\nclass C: x = 1; y = 2\nmatch a:\n    case 1: b\n"
		"    case _:\n        c\n");
	assert_broken("python", "if a:\nb\n");
	assert_broken("python", "a\n    b\n");
	assert_broken("python", "a\nelse:\n    b\n");
	assert_broken("python", "if a:\n    b\nc\nelif d:\n    e\n");
	assert_broken("python", "try:\n    a\nb\n");
	assert_broken("python", "def f():\n    try:\n        a\n");
	assert_broken("python", "try:\n    a\nfinally:\n    b\nexcept C:\n    d\n");
	assert_broken("python", "@a\nb\n");
	assert_broken("python", "def f():\n");
	assert_whole("python", "match a:\n    case 1:\n        b\n    case c.d if e: f\ncase = 1\ncase[a] = 2\n");
	assert_broken("python", "match a:\n    b\n    case 1:\n        c\n");
	assert_broken("python", "match a:\n    case 1:\n        b\n    c\n");
	assert_broken("python", "if a:\n    case 1:\n        b\n");
	assert_whole("python", "'''a'''\n'b'\nfrom __future__ import c\nfrom __future__ import d\nimport e\n");
	assert_broken("python", "import a\nfrom __future__ import b\n");
	assert_broken("python", "'''a'''\nb = 1; from __future__ import c\n");
}

TEST(problem_python_statements)
{
	assert_whole("python",
		"from a import *\nx = ...\nx: int\nx = a,\nprint x\nprint >>f, 'a' 'b'\n*a, b = c\ntype X = int\n"
		"exec code in d\n");
	assert_whole("python", "f(a, b=1, **c)\nf(*a,)\nlambda a, b: c\nx = a if b else c\nreturn\nyield\nx.import_\n");
	assert_whole("python",
		"f(a=(b := c), d=e)\nf(b := c, **d)\n{**a}\ndef f[**P](a: int = 1, *, b=2): c\nf(k=lambda a=b.c: a)\n");
	assert_broken("python", "f(a=b := c)\n");
	assert_broken("python", "[a, **b]\n");
	assert_broken("python", "a[**b]\n");
	assert_broken("python", "f(-a=b)\n");
	assert_broken("python", "f(a.b=c)\n");
	assert_broken("python", "f(a()=c)\n");
	assert_broken("python", "x =\n");
	assert_broken("python", "from a import\n");
	assert_broken("python", "from a import b,\n");
	assert_broken("python", "f(, a)\n");
	assert_broken("python", "[a,, b]\n");
	assert_broken("python", "a; ; b\n");
	assert_broken("python", "x = a b\n");
	assert_broken("python", "def f(**kw, c=None): pass\n");
	assert_broken("python", "x = (\n");
	assert_broken("python", "x = 'a\n");
}

TEST(problem_python_arguments)
{
	assert_whole("python", "f(x for x, y in z)\nf(lambda a, b=1: a for c in d)\nf((x for x in y), 1)\nx = *a, b\n");
	assert_whole("python", "[lambda k=1: k, f(k=2)]\n{1: f(k=2)}\n");
	assert_whole(
		"python", "class A[T = int]: pass\ndef f[T = int](x=1): pass\nx[y := 1]\nx: L[int] = f(k={**a})\n");
	assert_whole("python", "f([x for x in y], 1)\nx = [a for b in c if d(e, f)]\n");
	assert_broken("python", "f(x for x in y, 1)\n");
	assert_broken("python", "f(1, x for x in y)\n");
	assert_broken("python", "x = [k=1]\n");
	assert_broken("python", "x = a[k=1]\n");
	assert_broken("python", "f(k=*a)\n");
	assert_broken("python", "f(k=**a)\n");
}

TEST(problem_blocks_by_statements)
{
	assert_whole("cmake", "if(A)\n  foreach(x y)\n  endforeach()\nelseif(B)\nelse()\nendif()\n");
	assert_broken("cmake", "if(A)\n  b()\n");
	assert_broken("cmake", "b()\nendif()\n");
	assert_broken("cmake", "else()\n");
	assert_broken("cmake", "a(b\n");
	assert_whole("shell", "if a; then\n  b\nelif c; then d; else e; fi\ncase x in\n  a) b ;;\n  (c) d ;;\nesac\n"
			      "f() { for x in y; do z; done; }\n");
	assert_broken("shell", "if a; then\n  b\n");
	assert_whole("shell",
		"((a++))\nfor ((i = 0; i < 3; i++)); do ((b)); done\nif ((a)) && ! ((b)); then time -p ((c)); fi\n"
		"f() ((x))\nfunction g ((x))\ncoproc N ((x))\n[[ ((a == b)) || c ]]\ncat <((a))\na=((b) (c))\n"
		"( ((a)) )\n{ ((a)); }\ncase x in @((a)|b)) c ;; esac\n");
	assert_broken("shell", "word ((a))\n");
	assert_broken("shell", "word 'b' ((a + 1)) c\n");
	assert_broken("shell", "[[ a ]] ((a))\n");
	assert_broken("shell", "word ((a); (b))\n");
	assert_broken("shell", "if a; then\nfi\n");
	assert_broken("shell", "a\nfi\n");
	assert_broken("shell", "f() {\n}\n");
	assert_broken("shell", "a 'b\n");
	assert_broken("batch", "if defined A (\n  b\n");
	assert_broken("batch", "a\n)\n");
	assert_whole("batch", "if defined A (\n  b\n) else (\n  c\n)\n");
}

TEST(problem_c)
{
	assert_whole("c",
		"#if A\nif (x) {\n#else\nif (y) {\n#endif\n}\n#ifdef __cplusplus\nextern \"C\" {\n#endif\nint x;\n"
		"#ifdef __cplusplus\n}\n#endif\n");
	assert_broken("c", "#if A\nint x;\n");
	assert_broken("c", "int x;\n#endif\n");
	assert_broken("c", "int f() {\n");
	assert_broken("c", "}\n");
	assert_broken("c", "int x[] = {, 1};\n");
}
