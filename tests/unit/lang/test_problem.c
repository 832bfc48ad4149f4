/* What is wrong with a file, as each language sees it: edits must make no more of it. */
#include "unit.h"

#include "base/alloc.h"
#include "problem_check.h"

TEST(problem_python_blocks)
{
	assert_whole("python",
		"if a:\n    b\nelif c: d\nelse:\n    e\nfor x in y:\n    z\nelse:\n    z\nwhile x: y\nelse: z\n");
	assert_whole("python",
		"try:\n    a\nexcept B:\n    c\nexcept D: e\nelse:\n    f\nfinally:\n    g\ntry: a\nfinally: b\n");
	assert_whole("python",
		"@a\n@b(1)\nasync def f(a, *b, c=1, **d): pass\nclass C: x = 1; y = 2\nmatch a:\n    case 1: b\n"
		"    case _:\n        c\n");
	assert_broken("python", "if a:\nb\n", "0: a block has no body");
	assert_broken("python", "a\n    b\n", "6: unexpected indentation");
	assert_broken("python", "a\nelse:\n    b\n", "2: 'else', 'elif', 'except' or 'finally' without its statement");
	assert_broken("python", "if a:\n    b\nc\nelif d:\n    e\n",
		"14: 'else', 'elif', 'except' or 'finally' without its statement");
	assert_broken("python", "try:\n    a\nb\n", "9: 'try' without 'except' or 'finally'");
	assert_broken("python", "def f():\n    try:\n        a\n", "26: 'try' without 'except' or 'finally'");
	assert_broken("python", "try:\n    a\nfinally:\n    b\nexcept C:\n    d\n",
		"26: 'else', 'elif', 'except' or 'finally' without its statement");
	assert_broken("python", "@a\nb\n", "0: a decorator with nothing to decorate");
	assert_broken("python", "def f():\n", "0: a block has no body");
	assert_whole("python", "try: a\nexcept B: c\nfinally: d\n@a\nclass C: pass\nasync for a in b: c\nelse: d\n");
	assert_whole("python", "try: a\nexcept B: c\nelse: d\nfinally: e\n");
	assert_broken(
		"python", "if a: b\nfinally: c\n", "8: 'else', 'elif', 'except' or 'finally' without its statement");
	assert_broken("python", "try: a\nfinally: b\nelse: c\n",
		"18: 'else', 'elif', 'except' or 'finally' without its statement");
	assert_whole("python", "match a:\n    case 1:\n        b\n    case c.d if e: f\ncase = 1\ncase[a] = 2\n");
	assert_broken(
		"python", "match a:\n    b\n    case 1:\n        c\n", "13: something else than 'case' in a 'match'");
	assert_broken(
		"python", "match a:\n    case 1:\n        b\n    c\n", "35: something else than 'case' in a 'match'");
	assert_broken("python", "if a:\n    case 1:\n        b\n", "10: 'case' without its 'match'");
	assert_whole("python", "'''a'''\n'b'\nfrom __future__ import c\nfrom __future__ import d\nimport e\n");
	assert_broken("python", "import a\nfrom __future__ import b\n",
		"9: an import from __future__ comes after other code");
	assert_broken("python", "'''a'''\nb = 1; from __future__ import c\n",
		"15: an import from __future__ comes after other code");
}

TEST(problem_python_statements)
{
	assert_whole("python",
		"from a import *\nx = ...\nx: int\nx = a,\nprint x\nprint >>f, 'a' 'b'\n*a, b = c\ntype X = int\n"
		"exec code in d\n");
	assert_whole("python", "f(a, b=1, **c)\nf(*a,)\nlambda a, b: c\nx = a if b else c\nreturn\nyield\nx.import_\n");
	assert_whole("python", "f(a=(b := c), d=e)\nf(b := c, **d)\n{**a}\ndef f[**P](a: int = 1, *, "
			       "b=2): c\nf(k=lambda a=b.c: a)\n");
	assert_broken("python", "f(a=b := c)\n", "6: ':=' in a named argument needs brackets of its own");
	assert_broken("python", "[a, **b]\n", "4: '*' where a value is needed");
	assert_broken("python", "a[**b]\n", "2: '*' where a value is needed");
	assert_broken("python", "f(-a=b)\n", "4: what is before '=' is no name");
	assert_broken("python", "f(a.b=c)\n", "5: what is before '=' is no name");
	assert_broken("python", "f(a()=c)\n", "5: what is before '=' is no name");
	assert_broken("python", "x =\n", "0: a statement is incomplete");
	static const char *const incomplete[] = { "while: a\n", "if:\n    a\n", "class: a\n", "global a,\n",
		"nonlocal a,\n", "import a,\n", "< b\n", ". b\n", "from a import b as\n" };
	for (size_t i = 0; i < COUNT_OF(incomplete); i++)
		assert_broken("python", incomplete[i], "0: a statement is incomplete");
	assert_whole("python", "-a\n+a\n~a\n*a, b = c\nprint a,\nif a: b\nelse: c\n");
	assert_broken("python", "from a import\n", "0: a statement is incomplete");
	assert_broken("python", "from a import b,\n", "0: a statement is incomplete");
	assert_broken("python", "f(, a)\n", "2: a separator with nothing before it");
	assert_broken("python", "[a,, b]\n", "3: a separator with nothing before it");
	assert_broken("python", "a; ; b\n", "3: a statement is incomplete");
	assert_broken("python", "x = a b\n", "6: two operands side by side");
	assert_broken("python", "def f(**kw, c=None): pass\n", "12: a parameter follows '**'");
	assert_broken("python", "x = (\n", "4: bracket is never closed; 4: a bracket is never closed");
	assert_broken(
		"python", "x = 'a\n", "4: bytes that the language does not allow here; 4: string is never closed");
}

TEST(problem_python_arguments)
{
	assert_whole("python", "f(x for x, y in z)\nf(lambda a, b=1: a for c in d)\nf((x for x in y), 1)\nx = *a, b\n");
	assert_whole("python", "[lambda k=1: k, f(k=2)]\n{1: f(k=2)}\n");
	assert_whole(
		"python", "class A[T = int]: pass\ndef f[T = int](x=1): pass\nx[y := 1]\nx: L[int] = f(k={**a})\n");
	assert_whole("python", "f([x for x in y], 1)\nx = [a for b in c if d(e, f)]\n");
	assert_broken(
		"python", "f(x for x in y, 1)\n", "14: a generator beside other arguments needs brackets of its own");
	assert_broken(
		"python", "f(1, x for x in y)\n", "7: a generator beside other arguments needs brackets of its own");
	assert_broken("python", "x = [k=1]\n", "6: a named argument outside of a call");
	assert_broken("python", "x = a[k=1]\n", "7: a named argument outside of a call");
	assert_broken("python", "f(k=*a)\n", "3: '*' where a value is needed");
	assert_broken("python", "f(k=**a)\n", "3: '*' where a value is needed");
}

TEST(problem_blocks_by_statements)
{
	assert_whole("cmake", "if(A)\n  foreach(x y)\n  endforeach()\nelseif(B)\nelse()\nendif()\n");
	assert_broken("cmake", "if(A)\n  b()\n", "0: a block has no end");
	assert_broken("cmake", "b()\nendif()\n", "4: the end or branch of a block that did not begin");
	assert_broken("cmake", "else()\n", "0: the end or branch of a block that did not begin");
	assert_broken("cmake", "a(b\n", "1: the '(' is never closed; 1: a bracket is never closed");
	assert_whole("shell", "if a; then\n  b\nelif c; then d; else e; fi\ncase x in\n  a) b ;;\n  (c) d ;;\nesac\n"
			      "f() { for x in y; do z; done; }\n");
	assert_broken("shell", "if a; then\n  b\n", "0: a block has no end");
	assert_whole("shell",
		"((a++))\nfor ((i = 0; i < 3; i++)); do ((b)); done\nif ((a)) && ! ((b)); then time -p ((c)); fi\n"
		"f() ((x))\nfunction g ((x))\ncoproc N ((x))\n[[ ((a == b)) || c ]]\ncat <((a))\na=((b) (c))\n"
		"( ((a)) )\n{ ((a)); }\ncase x in @((a)|b)) c ;; esac\n");
	assert_broken("shell", "word ((a))\n", "5: bash's (( )) as a word of a command");
	assert_broken("shell", "word 'b' ((a + 1)) c\n", "9: bash's (( )) as a word of a command");
	assert_broken("shell", "[[ a ]] ((a))\n", "8: bash's (( )) as a word of a command");
	assert_broken("shell", "word ((a); (b))\n", "5: bash's (( )) as a word of a command");
	assert_whole("shell", "case $a in\n  # b\n  c|'d e'*) f ;;\n  (g) h ;&\n\n  @(i|j)) k\nesac\n");
	assert_whole("shell", "case `a b` in c) d;; esac\ncase in in (in) in;; esac\ncase a in\nesac\nx case in\ny\n");
	assert_whole("shell", "case a in\n  b) case c in\n    d) e ;;\n    esac ;;\n  *) f\nesac\n");
	assert_broken("shell", "case $a in\nb=c\n  d) e ;;\nesac\n", "0: a command where 'case' has a pattern");
	assert_broken(
		"shell", "case $a in\n  b) c ;;\n  d\n  e) f ;;\nesac\n", "18: a command where 'case' has a pattern");
	assert_broken("shell", "case $a\n\nin\nb=c\n  d) e ;;\nesac\n", "0: a command where 'case' has a pattern");
	assert_whole("shell", "case $a # b\nin\n  d) e ;;\nesac\n");
	assert_broken("shell", "if a; then\nfi\n", "11: a block with nothing in it");
	assert_broken("shell", "a\nfi\n", "2: the end or branch of a block that did not begin");
	assert_broken("shell", "f() {\n}\n", "6: a block with nothing in it");
	assert_broken("shell", "a 'b\n",
		"2: bytes that the language does not allow here; 2: quote or expansion is never closed");
	assert_broken("batch", "if defined A (\n  b\n", "13: a bracket is never closed");
	assert_broken("batch", "a\n)\n", "2: a ')' closes nothing");
	assert_whole("batch", "if defined A (\n  b\n) else (\n  c\n)\n");
}

TEST(problem_c)
{
	assert_whole("c",
		"#if A\nif (x) {\n#else\nif (y) {\n#endif\n}\n#ifdef __cplusplus\nextern \"C\" {\n#endif\nint x;\n"
		"#ifdef __cplusplus\n}\n#endif\n");
	assert_broken("c", "#if A\nint x;\n", "0: a block has no end");
	assert_broken("c", "int x;\n#endif\n", "7: the end or branch of a block that did not begin");
	assert_broken("c", "int f() {\n", "8: bracket is never closed; 8: a bracket is never closed");
	assert_broken(
		"c", "}\n", "0: closing bracket without an opening one; 0: a closing bracket without an opening one");
	assert_broken("c", "int x[] = {, 1};\n", "11: a separator with nothing before it");
}

TEST(problem_shell_operators)
{
	assert_broken("shell", "&& a\n", "0: an operator with no command before it");
	assert_broken("shell", "a\n|| b\n", "2: an operator with no command before it");
	assert_broken("shell", "| a\n", "0: an operator with no command before it");
	assert_whole("shell", "a &&\nb | c\nd || e\n");
}

TEST(problem_toml)
{
	assert_broken("toml", "[a}]\nb = 1\n",
		"2: bytes that the language does not allow here; 2: a brace in a table "
		"header; 2: neither a key/value pair "
		"nor a table header");
	assert_broken("toml", "a = $X\n",
		"4: bytes that the language does not allow here; 5: bytes that the "
		"language does not allow here; 4: '$' in "
		"code; 4: a value is missing");
	assert_broken("toml", "a = {b = 1]\n",
		"4: a bracket is never closed; 10: a closing bracket without an "
		"opening one; 4: a bracket is never closed; "
		"10: a comma or the closing bracket is missing");
	assert_broken("toml", "a = {b 1}\n", "7: a value is missing");
	assert_broken("toml", "a = {= 1}\n", "5: neither a key/value pair nor a table header");
	assert_broken("toml", "a = [1,\n",
		"4: a bracket is never closed; 4: a bracket is never closed; 8: a value is missing");
	assert_broken("toml", "a = [1 2]\n", "7: a comma or the closing bracket is missing");
	assert_broken("toml", "a = {b = 1,}\n", "11: an inline table spans lines or ends with a comma");
	assert_broken("toml", "[a.b]\nx = 1\n[a]\nb.y = 2\n", "16: a table is defined twice");
	assert_broken("toml", "[[a.b]]\nx = 1\n[a]\nb.y = 2\n", "18: a table is defined twice");
	assert_whole("toml", "[a.b]\nx = 1\n[a]\nc.y = 2\n");
	assert_whole("toml", "a = [1, {b = 2, c = [{}, []]}, [],]\n");
}

TEST(problem_requirements_versions)
{
	assert_broken("requirements", "foo == >= 1\n", "7: a version is missing");
	assert_broken("requirements", "foo >=\n", "6: a version is missing");
	assert_whole("requirements",
		"foo >= 1, < 2\nfoo === a/b?c\nfoo (=== a/b)\nfoo === a/b; x == '1'\nfoo === a/b,>=2\n");
}

TEST(problem_cmake_references_and_blocks)
{
	assert_whole("cmake",
		"a(${B} \"$ENV{C}/${${D}_E}\" $CACHE{F} \\${ \"\\${\" [[${]] $<1:x> $(G) ${@H@} \"$\" # ${\n)\n");
	assert_whole("cmake", "if(A)\nelseif(B)\nELSE()\nendif(A)\nforeach(i)\nwhile(C)\nendwhile()\nendforeach()\n");
	assert_broken("cmake", "a(${B)\n", "2: a variable's reference that is no whole one");
	assert_broken("cmake", "a(\"${B ${C}\")\n", "2: a variable's reference that is no whole one");
	assert_broken("cmake", "a(\"${B c}\")\n", "2: a variable's reference that is no whole one");
	assert_broken("cmake", "if(A)\nendwhile()\n", "6: the end or branch of another block");
	assert_broken("cmake", "foreach(i)\nelse()\nendforeach()\n", "11: the end or branch of another block");
	assert_broken("cmake", "if(A)\nelse()\nelse()\nendif()\n", "13: a branch after 'else()'");
	assert_broken("cmake", "if(A)\nelse()\nelseif(B)\nendif()\n", "13: a branch after 'else()'");
}
