/* What goes with a statement, and what has to stay in its place. */
#include "unit.h"

#include "base/alloc.h"
#include "edit_check.h"

TEST(op_delete_of_a_statement_in_every_place)
{
	static const struct {
		const char *language, *match, *before, *after;
	} rows[] = {
		/* alone in its block, or not */
		{ "python", "b()", "if x:\n    b()\nc()\n", "if x:\n    pass\nc()\n" },
		{ "python", "b()", "if x: b()\nc()\n", "if x: pass\nc()\n" },
		{ "python", "b()", "if x:\n    b()\n    b()\nelse:\n    b()\n", "if x:\n    pass\nelse:\n    pass\n" },
		{ "python", "b()", "if x:\n    b()\n    # c\nd()\n", "if x:\n    pass\n    # c\nd()\n" },
		{ "python", "b()", "try:\n    b()\nexcept E:\n    c()\n", "try:\n    pass\nexcept E:\n    c()\n" },
		{ "shell", "b", "if a; then\n\tb\nelse\n\tc\nfi\nb\n", "if a; then\n\t:\nelse\n\tc\nfi\n" },
		{ "shell", "b", "f() {\n\tb\n}\nwhile a; do b; done\n", "f() {\n\t:\n}\nwhile a; do :; done\n" },
		{ "shell", "b", "case $x in\na) b ;;\n*) b; c ;;\nesac\n", "case $x in\na) ;;\n*) c ;;\nesac\n" },
		{ "batch", "b", "if exist a (\r\n  b\r\n) else (\r\n  c\r\n)\r\n",
			"if exist a (\r\n  rem\r\n) else (\r\n  c\r\n)\r\n" },
		{ "cmake", "f()", "if(A)\n  f()\nendif()\n", "if(A)\nendif()\n" },
		{ "c", "f();", "for (;;)\n\tf();\nwhile (x) f();\ndo f(); while (y);\n",
			"for (;;)\n\t;\nwhile (x) ;\ndo ; while (y);\n" },
		{ "c", "f();", "switch (a) {\ncase 1: f();\ncase 2: g();\n}\nx: f();\ng();\n",
			"switch (a) {\ncase 1:\ncase 2: g();\n}\nx:\ng();\n" },
		{ "c", "f();", "switch (a) {\ncase 1: g();\ncase 2: f();\n}\n",
			"switch (a) {\ncase 1: g();\ncase 2: ;\n}\n" },
		{ "c", "f();", "void k() { { f(); } if (a) { f(); } }\n", "void k() { { } if (a) { } }\n" },
		/* with others on its line */
		{ "python", "b()", "a(); b(); c()\na(); b()  # x\nb(); c()\n", "a(); c()\na()  # x\nc()\n" },
		{ "cmake", "f()", "f() g()\n", "g()\n" },
		/* with what is said of it */
		{ "python", "def f():\n    $$$B", "@d\n@e\ndef f():\n    pass\n    # inner\n\n# outer\ng()\n",
			"\n# outer\ng()\n" },
		{ "python", "y = 2", "class A:\n    x = 1\n    # about y\n    y = 2  # y\n",
			"class A:\n    x = 1\n    # about y\n" },
		{ "c", "int a, b;", "int a, b; /* x */\nint c;\n", "int c;\n" },
		{ "toml", "x = 1", "[a]\nx = 1 # x\n[b]\ny = 1\n", "[a]\n[b]\ny = 1\n" },
		{ "requirements", "scipy", "numpy \\\n  --hash=sha256:1\nscipy # s\n",
			"numpy \\\n  --hash=sha256:1\n" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct edit_def edit = edit_with_op("delete", rows[i].match, NULL);
		check_edit(&edit, rows[i].language, rows[i].before, rows[i].after);
	}
}

TEST(op_delete_where_something_depends_on_it)
{
	static const struct {
		const char *language, *match, *text, *why;
	} rows[] = {
		{ "shell", "b", "a && b\n", "another command depends on the result of this one" },
		{ "shell", "b", "a |\n  b\n", "another command depends on the result of this one" },
		{ "batch", "b", "a & b & c\r\n", "other code on its line depends on it" },
		{ "c", "if (a) {\n\t$$$B\n}", "if (a) {\n\tf();\n} else\n\tg();\n",
			"the 'else' after it belongs to its 'if'" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct edit_def edit = edit_with_op("delete", rows[i].match, NULL);
		struct str message = STR_INIT;
		str_addf(&message,
			"'delete' cannot be done here: %s | match all that belongs together, or use 'replace'",
			rows[i].why);
		check_unfit(&edit, rows[i].language, rows[i].text, message.ptr);
		str_release(&message);
	}
}
