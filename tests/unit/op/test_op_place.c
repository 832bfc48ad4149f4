/* What an edit leaves beside its place: statements that depend on one another stay together. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "edit_check.h"

#define ONE "there is room for one statement only"
#define DO_END "the 'do' before it would have no end"
#define OWN_SEMICOLON "the ';' after its block would part it from the 'else' or 'while' that follows"
#define PART "it is a part of a statement, where no statement fits"

/* `after` is what the edit makes of `before`, or the reason why it makes nothing. */
struct place_case {
	const char *op, *match, *text, *before, *after;
	bool is_refused;
};

static const char *hint_of(const char *op)
{
	return strcmp(op, "add-to") == 0 || strcmp(op, "remove-from") == 0 ? ""
	       : strcmp(op, "delete") == 0 ? " | match all that belongs together, or use 'replace'"
	       : strcmp(op, "set") == 0 ? " | give a value that fits what is around it, or 'replace' the whole argument"
					: " | match all that belongs together, or exclude this place by a condition";
}

/* With `set`, `add-to` and `remove-from`, the text is the value of the match's $X. */
static void check_place(const char *language, const struct place_case *row)
{
	bool is_set =
		strcmp(row->op, "set") == 0 || strcmp(row->op, "add-to") == 0 || strcmp(row->op, "remove-from") == 0;
	struct set_def set = { edit_text("X"), edit_text(row->text) };
	struct edit_def edit =
		is_set ? edit_list_op(row->op, row->match, &set) : edit_with_op(row->op, row->match, row->text);
	char message[300];
	snprintf(message, sizeof(message), "'%s' cannot be done here: %s%s", row->op, row->after, hint_of(row->op));
	if (row->is_refused) {
		check_unfit(&edit, language, row->before, message);
	} else {
		struct edit_result result = edit_run_once(&edit, language, row->before);
		assert_string_equal(result.text, row->after);
		free(result.text);
	}
}

TEST(op_place_the_end_of_a_do)
{
	static const struct place_case rows[] = {
		{ "delete", "while (x);", NULL, "do a(); while (x);\n", DO_END, true },
		{ "delete", "while (x);", NULL, "do { a(); } while (x);\n", DO_END, true },
		{ "replace", "while (x);", "c();", "do a(); while (x);\n", DO_END, true },
		{ "insert-before", "while (x);", "c();", "do { a(); } while (x);\n", DO_END, true },
		{ "replace", "while (x);", "while (y);", "do a(); while (x);\n", "do a(); while (y);\n", false },
		{ "replace", "while (x);", "while (y);", "do { a(); } while (x);\n", "do { a(); } while (y);\n",
			false },
		{ "delete", "while (x);", NULL, "a();\nwhile (x);\nb();\n", "a();\nb();\n", false },
		{ "delete", "while (x) c();", NULL, "if (a) { b(); }\nwhile (x) c();\n", "if (a) { b(); }\n", false },
		{ "delete", "while (x) c();", NULL, "{ b(); }\nwhile (x) c();\n", "{ b(); }\n", false },
		{ "delete", "a();", NULL, "do\n\ta();\nwhile (x);\n", "do\n\t;\nwhile (x);\n", false },
		{ "insert-after", "a();", "c();", "do\n\ta();\nwhile (x);\n", DO_END, true },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_place("c", &rows[i]);
}

TEST(op_place_of_a_statement_of_c)
{
	static const struct place_case rows[] = {
		{ "replace", "a();", "{ b(); };", "do\n\ta();\nwhile (x);\n", OWN_SEMICOLON, true },
		{ "replace", "a();", "{ b(); };", "if (x) a(); else c();\n", OWN_SEMICOLON, true },
		{ "replace", "a();", "if (y) { b(); } else { d(); };", "if (x) a(); else c();\n", OWN_SEMICOLON, true },
		{ "replace", "a();", "{ b(); };", "if (x) a();\n", "if (x) { b(); };\n", false },
		{ "replace", "a();", "y = (struct A){ 1 };", "if (x) a(); else c();\n",
			"if (x) y = (struct A){ 1 }; else c();\n", false },
		{ "replace", "a();", "struct A { int x; };", "if (x) a(); else c();\n",
			"if (x) struct A { int x; }; else c();\n", false },
		{ "replace", "a();", "auto g = [] { b(); };", "if (x) a(); else c();\n",
			"if (x) auto g = [] { b(); }; else c();\n", false },
		{ "replace", "a();", "try { b(); } catch (...) { d(); }", "if (x) a(); else c();\n",
			"if (x) try { b(); } catch (...) { d(); } else c();\n", false },
		{ "replace", "a();", "try { b(); } catch (A) { d(); } catch (...) { d(); } b();",
			"if (x) a(); else c();\n", ONE, true },
		{ "insert-after", "return;", "b();", "if (x) return;\nc();\n", ONE, true },
		{ "insert-before", "b();", "if (x)", "if (a)\n\tb();\nc();\n", "if (a)\n\tif (x)\n\tb();\nc();\n",
			false },
		{ "insert-before", "b();", "if (x)", "if (a)\n\tb();\nelse\n\tc();\n",
			"it would take the 'else' after it", true },
		{ "delete", "if (x)", NULL, "if (x)\n#ifdef A\n\ta();\n#else\n\tb();\n#endif\nelse\n\tc();\n",
			"the 'else' after it belongs to its 'if'", true },
		{ "delete", "if (x)", NULL, "if (x)\n#ifdef A\n\ta();\n#else\n\tb();\n#endif\nc();\n",
			"#ifdef A\n\ta();\n#else\n\tb();\n#endif\nc();\n", false },
		{ "replace", "g(1)", "return 1", "check(x, g(1));\n", PART, true },
		{ "replace", "g(2)", "return 1", "CHECK(x[1], g(2));\n", "CHECK(x[1], return 1);\n", false },
		{ "replace", "g(2)", "return 1", "C_2(g(2));\n", "C_2(return 1);\n", false },
		{ "replace", "g(2)", "return 1", "int x = (g(2));\n", PART, true },
		{ "replace", "g(2)", "case 1", "switch (x) { g(2): b(); }\n", "switch (x) { case 1: b(); }\n", false },
		{ "replace", "g(2)", "default", "A() = g(2);\n", "A() = default;\n", false },
		{ "replace", "g(2)", "b(); c()", "int x = g(2);\n", PART, true },
		{ "replace", "g(2)", "if (y)", "int x = g(2);\n", PART, true },
		{ "replace", "g(2)", "else", "int x = g(2);\n", PART, true },
		{ "replace", "g(2)", "{ y(); }", "int x = g(2);\n", PART, true },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_place("c", &rows[i]);
}

#define NO_DEFAULT "a parameter without a default cannot follow one that has one"

TEST(op_place_of_an_item_or_a_value_of_c)
{
	static const struct place_case rows[] = {
		{ "add-to", "f($$$X);", "int c", "f(int a, int b = 1);\n", NO_DEFAULT, true },
		{ "add-to", "f($$$X);", "int c", "f(A a, B<C> *b = {1});\n", NO_DEFAULT, true },
		{ "add-to", "f($$$X);", "int c", "f(int (*b)(void) = 0);\n", NO_DEFAULT, true },
		{ "add-to", "f($$$X);", "int c", "f(const A b[] = 0);\n", NO_DEFAULT, true },
		{ "add-to", "f($$$X);", "int c", "f(int = 1);\n", NO_DEFAULT, true },
		{ "add-to", "f($$$X);", "int c = 2", "f(int = 1);\n", "f(int = 1, int c = 2);\n", false },
		{ "add-to", "f($$$X);", "c", "f(a, b = 1);\n", "f(a, b = 1, c);\n", false },
		{ "add-to", "f($$$X);", "c", "f(a.b = 1, *a = 2, (a) = 3, a[1] = 4, a->b = 5);\n",
			"f(a.b = 1, *a = 2, (a) = 3, a[1] = 4, a->b = 5, c);\n", false },
		{ "add-to", "f($$$X);", "c", "f([=](int a = 1) {});\n", "f([=](int a = 1) {}, c);\n", false },
		{ "add-to", "f($$$X);", "int c", "f(void);\n", "f(int c);\n", false },
		{ "add-to", "f($$$X);", "c", "f((void));\n", "f((void), c);\n", false },
		{ "add-to", "f($$$X);", "int c", "f(const char *a, ...);\n", "f(const char *a, int c, ...);\n", false },
		{ "set", "f($X)", "bc", "f('a');\n", "a character has one letter", true },
		{ "set", "f($X)", "bc", "f('\\n');\n", "a character has one letter", true },
		{ "set", "f($X)", "bc", "f(\"a\");\n", "f(\"bc\");\n", false },
		{ "set", "f($X)", "\xC3\xA9", "f(L'a');\n", "f(L'\xC3\xA9');\n", false },

		{ "set", "#include $X", "b>c", "#include <a.h>\n", "the value would end the name of the header", true },
		{ "set", "#include $X", "b.h", "#include <a.h>\n", "#include <b.h>\n", false },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_place("c", &rows[i]);
}

#define JOINED "there is room for one command only, since another one is joined to it"
#define ASKED "another command depends on the result of this one"

TEST(op_place_of_a_command_of_a_shell)
{
	static const struct place_case rows[] = {
		{ "delete", "go", NULL, "go &\nb\n", "it runs in the background, and its '&' would be left", true },
		{ "delete", "go", NULL, "time go\nb\n", ASKED, true },
		{ "delete", "go", NULL, "if go; then b; fi\n", ASKED, true },
		{ "delete", "go", NULL, "b |\n\tgo\n", ASKED, true },
		{ "delete", "go", NULL, "b\ngo\n", "b\n", false },
		{ "insert-after", "go", "c", "go &&\n\tb\n", "it would come between a command and what it is joined to",
			true },
		{ "replace", "go", "c ||\n\td", "b || go\n", "b || c ||\n\td\n", false },
		{ "replace", "go", "c &&\n\n\td", "b || go\n", JOINED, true },
		{ "replace", "go", "c\nd", "b || go\n", JOINED, true },
		{ "replace", "! go", "! c", "! go | b\n", "! c | b\n", false },
		{ "replace", "go", "! c", "go && b\n", "! c && b\n", false },
		{ "replace", "go", "! c", "go | b\n", JOINED, true },
		{ "replace", "go", "! c", "time go\n", JOINED, true },
		{ "replace", "go && b", "c || d", "a && go && b\n", JOINED, true },
		{ "replace", "go && b", "c && d", "a || go && b\n", "a || c && d\n", false },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_place("shell", &rows[i]);
}

#define BACKSLASH "in these quotes, a backslash of the value would stay"
#define NOT_EXPANDED "in single quotes, the value would not be expanded"
#define MORE "without quotes, the value is more than one argument"

TEST(op_place_of_a_value_of_a_shell)
{
	static const struct place_case rows[] = {
		{ "set", "echo $X", "b\\c", "echo 'a'\n", BACKSLASH, true },
		{ "set", "echo $X", "$b", "echo 'a'\n", NOT_EXPANDED, true },
		{ "set", "echo $X", "`b`", "echo 'a'\n", NOT_EXPANDED, true },
		{ "set", "echo $X", "b c", "echo 'a'\n", "echo 'b c'\n", false },
		{ "set", "echo $X", "b\\c", "echo \"a\"\n", BACKSLASH, true },
		{ "set", "echo $X", "b\\", "echo \"a\"\n", "the value would end the quotes that are there", true },
		{ "set", "echo $X", "\\$b", "echo \"a\"\n", "echo \"\\$b\"\n", false },
		{ "set", "echo $X", "\\`b", "echo \"a\"\n", "echo \"\\`b\"\n", false },
		{ "set", "echo $X", "$b", "echo \"a\"\n", "echo \"$b\"\n", false },
		{ "set", "echo $X", "b c", "echo a\n", MORE, true },
		{ "set", "echo $X", "b;c", "echo a\n", MORE, true },
		{ "set", "echo $X", "#b", "echo a\n", "without quotes, a part of the value is a comment", true },
		{ "set", "echo $X", "b#c", "echo a\n", "echo b#c\n", false },
		{ "set", "echo $X", "b\\ c", "echo a\n", "echo b\\ c\n", false },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_place("shell", &rows[i]);
}

#define BRANCH_OF_IT "what follows is a branch of it"
#define ONE_LINE "it shares its line with other code, where there is room for one line only"
#define DOCSTRING "a docstring would no longer come first"

TEST(op_place_of_a_statement_of_python)
{
	static const struct place_case rows[] = {
		{ "delete", "async for x in y:\n    $$$", NULL, "async for x in y:\n    a()\nelse:\n    b()\n",
			BRANCH_OF_IT, true },
		{ "delete", "async for x in y:\n    $$$", NULL, "async for x in y:\n    a()\nb()\n", "b()\n", false },
		{ "replace", "async for x in y:\n    $$$B", "async with x:\n    $$$B",
			"async for x in y:\n    a()\nelse:\n    b()\n", BRANCH_OF_IT, true },
		{ "replace", "async for x in y:\n    $$$B", "for x in y:\n    $$$B",
			"async for x in y:\n    a()\nelse:\n    b()\n", "for x in y:\n    a()\nelse:\n    b()\n",
			false },
		{ "replace", "elif y:\n    $$$B", "if y:\n    $$$B",
			"if x:\n    a()\nelif y:\n    b()\nelse:\n    c()\n", BRANCH_OF_IT, true },
		{ "replace", "elif y:\n    $$$B", "elif z:\n    $$$B",
			"if x:\n    a()\nelif y:\n    b()\nelse:\n    c()\n",
			"if x:\n    a()\nelif z:\n    b()\nelse:\n    c()\n", false },
		{ "delete", "a()", NULL, "if x: a()\nelse: b()\n", "if x: pass\nelse: b()\n", false },
		{ "replace", "a()", "c(); d()", "if x: a()\nelse: b()\n", "if x: c(); d()\nelse: b()\n", false },
		{ "replace", "a()", "if y: c()", "if x: a()\nelse: b()\n", ONE_LINE, true },
		{ "replace", "a()", "c()\nd()", "if x: a()\nelse: b()\n", ONE_LINE, true },
		{ "replace", "a()", "c()\nd()", "a(); b()\n", ONE_LINE, true },
		{ "replace", "x = 1", "@d", "x = 1\ndef f(): pass\n", "it would decorate what follows", true },
		{ "insert-before", "def f(): pass", "@d", "@e\ndef f(): pass\n", "@e\n@d\ndef f(): pass\n", false },
		{ "insert-before", "def f(): pass", "y = 1", "@e\ndef f(): pass\n",
			"the decorator before it belongs to what follows", true },
		{ "insert-before", "\"a\" \"b\"", "y = 1", "def f():\n    \"a\" \"b\"\n", DOCSTRING, true },
		{ "insert-before", "(\"a\" \"b\")", "y = 1", "def f():\n    (\"a\" \"b\")\n", DOCSTRING, true },
		{ "insert-before", "\"a\"; b()", "y = 1", "def f():\n    \"a\"; b()\n", DOCSTRING, true },
		{ "insert-before", "R\"a\"", "y = 1", "class C:\n    R\"a\"\n", DOCSTRING, true },
		{ "insert-before", "rb\"a\"", "y = 1", "def f():\n    rb\"a\"\n", "def f():\n    y = 1\n    rb\"a\"\n",
			false },
		{ "insert-before", "\"a\".b()", "y = 1", "def f():\n    \"a\".b()\n",
			"def f():\n    y = 1\n    \"a\".b()\n", false },
		{ "insert-before", "(\"a\" + b)", "y = 1", "def f():\n    (\"a\" + b)\n",
			"def f():\n    y = 1\n    (\"a\" + b)\n", false },
		{ "insert-before", "(\"a\",)", "y = 1", "def f():\n    (\"a\",)\n",
			"def f():\n    y = 1\n    (\"a\",)\n", false },
		{ "insert-before", "\"a\"", "y = 1", "if x:\n    \"a\"\n", "if x:\n    y = 1\n    \"a\"\n", false },
		{ "replace", "a >= b", "a > b", "if a >= b: f(a >= b)\n", "if a > b: f(a > b)\n", false },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_place("python", &rows[i]);
}

#define BYTES "a string of bytes has no such letters"
#define BRACE "in an f-string, a brace of the value would be code"

TEST(op_place_of_a_value_of_python)
{
	static const struct place_case rows[] = {
		{ "set", "x = $X", "\xC3\xA9", "x = B'a'\n", BYTES, true },
		{ "set", "x = $X", "\xC3\xA9", "x = br'a'\n", BYTES, true },
		{ "set", "x = $X", "\xC3\xA9", "x = u'a'\n", "x = u'\xC3\xA9'\n", false },
		{ "set", "x = $X", "b}", "x = f'a'\n", BRACE, true },
		{ "set", "x = $X", "{b", "x = rF'a'\n", BRACE, true },
		{ "set", "x = $X", "{b}", "x = 'a'\n", "x = '{b}'\n", false },
		{ "add-to", "f($$$X)", "h", "f(g(x=1))\n", "f(g(x=1), h)\n", false },
		{ "add-to", "f($$$X)", "h", "f(a, x=1)\n", "f(a, h, x=1)\n", false },
		{ "add-to", "f($$$X)", "h", "f(lambda x=1: x)\n", "f(lambda x=1: x, h)\n", false },
		{ "add-to", "f($$$X)", "h", "f(a if b == 1 else c, *d, **e)\n", "f(a if b == 1 else c, *d, h, **e)\n",
			false },
		{ "add-to", "def f($$$X): pass", "h", "def f(a: g(x=1)): pass\n", "def f(a: g(x=1), h): pass\n",
			false },
		{ "add-to", "def f($$$X): pass", "h", "def f(a: int = 1): pass\n", NO_DEFAULT, true },
		{ "add-to", "def f($$$X): pass", "h", "def f(a, *, b): pass\n", "def f(a, *, b, h): pass\n", false },
		{ "add-to", "class A($$$X): pass", "D", "class A(B, metaclass=C): pass\n",
			"class A(B, D, metaclass=C): pass\n", false },
		{ "add-to", "class A($$$X): pass", "D", "class A(B, *C): pass\n", "class A(B, *C, D): pass\n", false },
		{ "add-to", "class A($$$X): pass", "D", "class A(): pass\n", "class A(D): pass\n", false },
		{ "add-to", "f($$$X)", "*h", "f(a, b=1)\n", "f(a, *h, b=1)\n", false },
		{ "add-to", "f($$$X)", "c=1", "f(a, **b)\n", "f(a, c=1, **b)\n", false },
		{ "add-to", "f($$$X)", "c", "f(a for a in b)\n", "a comprehension cannot have further items", true },
		{ "remove-from", "def f($$$X): pass", "b", "def f(a, *, b): pass\n",
			"no parameter would be left after '*'", true },
		{ "remove-from", "def f($$$X): pass", "a", "def f(a, /, b): pass\n",
			"no parameter would be left before '/'", true },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_place("python", &rows[i]);
}

#define NO_COMMA_BEFORE "the item before it has no ',' at its end"
#define NO_COMMA "it has no ',' at its end"

TEST(op_place_in_a_list_of_c)
{
	static const struct place_case rows[] = {
		{ "insert-after", "A", "C,", "typedef enum {\n  A,\n  B\n} E;\n",
			"typedef enum {\n  A,\n  C,\n  B\n} E;\n", false },
		{ "insert-after", "B", "C,", "enum class E : int {\n  A,\n  B\n};\n", NO_COMMA_BEFORE, true },
		{ "insert-after", "B", "C", "enum {\n  A,\n  B,\n};\n", "enum {\n  A,\n  B,\n  C\n};\n", false },
		{ "insert-after", "B", ", C", "enum {\n  A,\n  B\n};\n", "enum {\n  A,\n  B\n  , C\n};\n", false },
		{ "insert-after", "A", "C", "enum {\n  A,\n  B\n};\n", NO_COMMA, true },
		{ "insert-before", "A", "C", "enum {\n  A,\n  B\n};\n", NO_COMMA, true },
		{ "insert-after", "\"b\"", "\"c\",", "T a[] = {\n  \"a\",\n  \"b\"\n};\n", NO_COMMA_BEFORE, true },
		{ "insert-before", "\"b\"", "\"c\"", "T a[] = {\n  \"a\",\n  \"b\"\n};\n", NO_COMMA, true },
		{ "insert-after", "{2}", "{3},", "T a[] = {\n  {1},\n  {2}\n};\n", NO_COMMA_BEFORE, true },
		{ "insert-before", "{1}", "{3},", "T a[] = {\n  {1},\n  {2}\n};\n",
			"T a[] = {\n  {3},\n  {1},\n  {2}\n};\n", false },
		{ "insert-before", "2", "3", "T a[] = {\n  {\n    1,\n    2\n  }\n};\n", NO_COMMA, true },
		{ "insert-after", "X(b)", "X(c)", "T a[] = {\n  X(a)\n  X(b)\n};\n",
			"T a[] = {\n  X(a)\n  X(b)\n  X(c)\n};\n", false },
		{ "insert-after", "\"b\"", "\"c\",", "T a[] = {\n  \"a\",\n#if B\n  \"b\",\n#endif\n};\n",
			"T a[] = {\n  \"a\",\n#if B\n  \"b\",\n  \"c\",\n#endif\n};\n", false },
		{ "insert-after", "M(b)", "g();", "void f() {\n  {\n    M(b)\n  }\n}\n",
			"void f() {\n  {\n    M(b)\n    g();\n  }\n}\n", false },
		{ "insert-before", "g();", "h();", "enum E f() {\n  g();\n}\n", "enum E f() {\n  h();\n  g();\n}\n",
			false },
		{ "insert-before", "g();", "h();", "auto a = [] {\n  g();\n};\n", "auto a = [] {\n  h();\n  g();\n};\n",
			false },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_place("c", &rows[i]);
}

TEST(op_place_of_a_command_of_a_batch_file)
{
	static const struct place_case rows[] = {
		{ "replace", "go", "c\n:: d\ne", "if x==y (\n  go\n)\n",
			"in brackets, cmd takes a '::' for a label; write 'rem'", true },
		{ "replace", "go", "c\n:: d\ne", "go\n", "c\n:: d\ne\n", false },
		{ "replace", "go", "c\n:: d\ne", "( (a) & (b) )\ngo\n", "( (a) & (b) )\nc\n:: d\ne\n", false },
		{ "replace", "go", "c\n:: d\ne", "(\n(a) & (b)\ngo\n)\n",
			"in brackets, cmd takes a '::' for a label; write 'rem'", true },
		{ "replace", "go\n:: a\nb", "c\n:: d\ne", "(\n  go\n  :: a\n  b\n)\n", "(\n  c\n  :: d\n  e\n)\n",
			false },
		{ "delete", "go", NULL, "@go\n", "other code on its line depends on it", true },
		{ "delete", "go", NULL, "if x==y (\n  go\n)\n", "if x==y (\n  rem\n)\n", false },
		{ "set", "call $X", "c^d", "call \"ab\"\n", "in quotes, a '^' of the value would stay", true },
		{ "set", "call $X", "c^d", "call ab\n", "call c^d\n", false },
		{ "set", "call $X", "c d", "call \"ab\"\n", "call \"c d\"\n", false },
		{ "set", "call $X", "c d", "call ab\n", MORE, true },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_place("batch", &rows[i]);
}
