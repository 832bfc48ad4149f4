/* Lines around a match: their indentation, blank lines and line ends. */
#include "unit.h"

#include "base/alloc.h"
#include "edit_check.h"

TEST(op_wrap_of_statements)
{
	static const struct {
		const char *language, *match, *text, *before, *after;
	} rows[] = {
		{ "cmake", "f($$$X)", "if(x)\n  $MATCH\nendif()", "if(Q)\n  f(b\n    c) # c\nendif()\n",
			"if(Q)\n  if(x)\n    f(b\n      c) # c\n  endif()\nendif()\n" },
		{ "cmake", "f($$$X)", "if(x)\n  $MATCH\nendif()", "f(\"x\n y\"\n  z)\n",
			"if(x)\n  f(\"x\n y\"\n    z)\nendif()\n" },
		{ "cmake", "f(a)", "if(x)\n  $MATCH\nendif()", "f(a)", "if(x)\n  f(a)\nendif()" },
		{ "cmake", "f(a)", "if(x)\n  k()\n\n  $MATCH\n\n  l()\nendif()", "f(a)\r\n",
			"if(x)\r\n  k()\r\n\r\n  f(a)\r\n\r\n  l()\r\nendif()\r\n" },
		{ "cmake", "f(a)", "\nif(x)\n\n\n  $MATCH\nendif()\n\nm()\n\n", "if(Q)\n\tf(a)\nendif()\n",
			"if(Q)\n\tif(x)\n\n\n\t  f(a)\n\tendif()\n\n\tm()\nendif()\n" },
		{ "cmake", "if(A)\n  $$$X\nelse()\n  $$$Y\nendif()", "if(B)\n  $MATCH\nendif()",
			"if(A)\n\tf()\nelse()\n\tg()\nendif()\n",
			"if(B)\n\tif(A)\n\t\tf()\n\telse()\n\t\tg()\n\tendif()\nendif()\n" },
		{ "python", "x = f($$$A)", "if b:\n    $MATCH\nelse:\n    x = None", "x = f(1,\n      2)  # c\ny\n",
			"if b:\n    x = f(1,\n          2)  # c\nelse:\n    x = None\ny\n" },
		{ "python", "f(1)", "if x:\n\n    $MATCH\n\nelse:\n    k()", "if q:\n    f(1)\n",
			"if q:\n    if x:\n\n        f(1)\n\n    else:\n        k()\n" },
		{ "c", "if (a) {\n\t$$$B\n}", "if (b) {\n\t$MATCH\n}",
			"void f() {\n\tif (a) {\nlabel:\n\t\tg();\n\t}\n}\n",
			"void f() {\n\tif (b) {\n\t\tif (a) {\n\tlabel:\n\t\t\tg();\n\t\t}\n\t}\n}\n" },
		{ "shell", "f $A", "if b; then\n\t$MATCH\nfi", "f \"a;b\"\n", "if b; then\n\tf \"a;b\"\nfi\n" },
		{ "batch", "set A=1", "if exist x (\n  $MATCH\n)", "set A=1\r\nset B=2\r\n",
			"if exist x (\r\n  set A=1\r\n)\r\nset B=2\r\n" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct edit_def edit = edit_with_op("wrap", rows[i].match, rows[i].text);
		check_edit(&edit, rows[i].language, rows[i].before, rows[i].after);
	}
}
