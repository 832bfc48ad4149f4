/* What a replacement makes of the layout: blanks, line ends and comments of the file, and those of the rule. */
#include "unit.h"

#include <string.h>

#include "base/alloc.h"
#include "edit_check.h"

struct row {
	const char *language, *match, *text, *before, *after;
};

static void check_rows(const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct edit_def edit = edit_replace(rows[i].match, rows[i].text);
		check_edit(&edit, rows[i].language, rows[i].before, rows[i].after);
	}
}

TEST(op_replace_keeps_the_layout_of_what_stays)
{
	static const struct row rows[] = {
		{ "python", "f($A, $B)", "f($A)", "f(1, 2)\nf( 1 , 2 )\nf(1,\n  2)\nf(1, 2,)\n",
			"f(1)\nf( 1 )\nf(1)\nf(1)\n" },
		{ "python", "f($A, $B)", "f($B)", "f(1, 2)\nf( 1 , 2 )\nf(1,  # one\n  2)  # two\n",
			"f(2)\nf( 2 )\nf(  # one\n  2)  # two\n" },
		{ "python", "f($A)", "f($A, 2)", "f(1)\nf( 1 )\nf(\n  1\n)\nf(\n  1,\n)\nf(1  # one\n)\n",
			"f(1, 2)\nf( 1, 2 )\nf(\n  1, 2\n)\nf(\n  1, 2,\n)\nf(1, 2  # one\n)\n" },
		{ "python", "f($A)", "f(0, $A)", "f(1)\nf( 1 )\nf(\n  1\n)\nf(  # zero\n  1)\n",
			"f(0, 1)\nf(0, 1 )\nf(0,\n  1\n)\nf(0,  # zero\n  1)\n" },
		{ "python", "$A.f()", "f($A)", "x.f()\nx[0].f()\n(a + b).f()\nx . f()\n",
			"f(x)\nf(x[0])\nf((a + b))\nf(x)\n" },
		{ "python", "$A + $B", "add($A, $B)", "x = a + b + c\nx = a+b\n",
			"x = add(add(a, b), c)\nx = add(a, b)\n" },
		{ "python", "if $A:\n    $$$B", "if $A:\n    k()\n    $$$B", "if q:\n  x()\n\n  # c\n  y()\n",
			"if q:\n  k()\n  x()\n\n  # c\n  y()\n" },
		{ "python", "k()\nif $A:\n    $$$B", "if $A:\n    $$$B\nk()", "k()\nif q:\n    x()\n    y()\nz()\n",
			"if q:\n    x()\n    y()\nk()\nz()\n" },
		{ "c", "if ($A) {\n$$$B\n}", "if ($A) {\n\tk();\n$$$B\n}",
			"if (x) {\n\tf();\n}\nif (x)\n{\n\tf();\n}\n",
			"if (x) {\n\tk();\n\tf();\n}\nif (x)\n{\n\tk();\n\tf();\n}\n" },
		{ "cmake", "f($A $$$B)", "f($A)", "f(1 2 3)\nf(1)\nf( 1\n  2 # two\n  3\n)\n",
			"f(1)\nf(1)\nf( 1\n)\n" },
		{ "cmake", "f($A $$$B)", "g($A X $$$B)", "f(1 2 3)\nf(1)\nf( 1\n  2 # two\n  3\n)\n",
			"g(1 X 2 3)\ng(1 X)\ng( 1 X\n  2 # two\n  3\n)\n" },
		{ "shell", "f $A $$$B", "g $A", "f 1 2 3\nf 1\nf 1 \\\n  2 # c\n", "g 1\ng 1\ng 1 # c\n" },
	};
	check_rows(rows, COUNT_OF(rows));
}

/* Of a list that took nothing the separator beside it goes, but for one that the new code needs. */
TEST(op_replace_before_an_empty_list)
{
	static const struct row rows[] = {
		{ "python", "f(0, $$$A, k)", "f(0, 1, $$$A, k)", "f(0, k)\nf(0, a, b, k)\n",
			"f(0, 1, k)\nf(0, 1, a, b, k)\n" },
		{ "python", "f(0, $$$A, k)", "f(0, 1, $$$A)", "f(0, k)\nf(0, a, k)\n", "f(0, 1)\nf(0, 1, a)\n" },
		{ "python", "f(0, $$$A, k)", "f(0, 1, 2, $$$A, m)", "f(0, k)\nf(0, a, k)\n",
			"f(0, 1, 2, m)\nf(0, 1, 2, a, m)\n" },
		{ "python", "f(x, $$$A)", "f(y, z, $$$A)", "f(x)\nf(x, 1)\nf( x )\n",
			"f(y, z)\nf(y, z, 1)\nf( y, z )\n" },
		{ "c", "f($$$A, 1, $$$B)", "f($$$A, 2, 3, $$$B)", "f(x, 1, y); f(1); f(x, 1); f(1, y);\n",
			"f(x, 2, 3, y); f(2, 3); f(x, 2, 3); f(2, 3, y);\n" },
		{ "c", "f($$$A, 1, $$$B)", "f(2, $$$A, 3, $$$B, 4)", "f(x, 1, y); f(1); f(x, 1); f(1, y);\n",
			"f(2, x, 3, y, 4); f(2, 3, 4); f(2, x, 3, 4); f(2, 3, y, 4);\n" },
		{ "cmake", "f(0 $$$A k)", "f(0 1 $$$A k)", "f(0 k)\nf(0 a b k)\n", "f(0 1 k)\nf(0 1 a b k)\n" },
		{ "cmake", "f($$$A 1 $$$B)", "f($$$A 2 3 $$$B)", "f(1)\nf(x 1)\nf(1 y)\n",
			"f(2 3)\nf(x 2 3)\nf(2 3 y)\n" },
	};
	check_rows(rows, COUNT_OF(rows));
}

/* In place of the file's layout, or beside a comment that is there. */
TEST(op_replace_writes_its_comments)
{
	static const struct row rows[] = {
		{ "cmake", "set(A $X)", "set(B # why\n  $X)", "set(A 1)\nset(A\n  1)\n",
			"set(B # why\n  1)\nset(B # why\n  1)\n" },
		{ "cmake", "set(A $X)\nf()", "set(A $X)\n# why\ng()\nk()",
			"if(Q)\n  set(A 1)\n  f()\nendif()\nset(A 1)\n\nf()\n",
			"if(Q)\n  set(A 1)\n  # why\n  g()\n  k()\nendif()\nset(A 1)\n# why\ng()\nk()\n" },
		{ "cmake", "set(A $X)\nf()", "set(A $X)\n# why\ng()", "if(Q)\n  set(A 1) # old\n  f()\nendif()\n",
			"if(Q)\n  set(A 1) # old\n  # why\n  g()\nendif()\n" },
		{ "cmake", "set(A $X)\nf()", "set(A $X)\n# why\ng()\nf()", "set(A 1)\nf()\n",
			"set(A 1)\n# why\ng()\nf()\n" },
		{ "cmake", "set(A $X)\nf()", "set(A $X)\ng()\n# why\nf()", "if(Q)\n  set(A 1)\n  f()\nendif()\n",
			"if(Q)\n  set(A 1)\n  g()\n  # why\n  f()\nendif()\n" },
		{ "python", "x = $A", "x = (  # new\n    $A\n)", "if q:\n    x = 1  # one\n",
			"if q:\n    x = (  # new\n        1\n    )  # one\n" },
		{ "c", "f($A)", "f(/* zero */ 0, $A, 2 /* two */)", "x = f( 1 );\n",
			"x = f(/* zero */ 0, 1, 2 /* two */);\n" },
		{ "c", "f($A, 3)", "f($A, /* four */ 4)", "x = f( 1, 3 );\nx = f(1, /* three */ 3);\n",
			"x = f( 1, /* four */ 4 );\nx = f(1, /* three */ /* four */ 4);\n" },
	};
	check_rows(rows, COUNT_OF(rows));
}

/* Nothing would be written where a comment is between code that stays. */
TEST(op_replace_refuses_a_comment_that_it_would_not_write)
{
	static const struct {
		const char *match, *text, *message;
	} rows[] = {
		{ "f($A, $B)", "g($A, /* b */ $B)", "a comment between code that stays would not be written" },
		{ "f($A, 1, $B)", "f($A, /* b */ $B)", "a comment between code that stays would not be written" },
		{ "f($A)", "g($A) /* b */", "a comment after the code would not be written" },
		{ "f($A)", "/* b */ g($A)", "a comment before the code would not be written" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct edit_def edit = edit_replace(rows[i].match, rows[i].text);
		struct err err = ERR_INIT;
		assert_null(edit_rule_new(&edit, language_find(SLICE_LITERAL("c")), &err));
		assert_string_equal(err.message, rows[i].message);
		assert_int_equal(err.column, (size_t)(strstr(rows[i].text, "/*") - rows[i].text) + 1);
		err_release(&err);
	}
}

/* Code that moves further in takes the indentation of its new place, in the style that the file shows. */
TEST(op_replace_moves_lines_further_in)
{
	static const char deeper[] = "if $A:\n    if k:\n        $$$B\n    else:\n        z()";
	static const struct row rows[] = {
		{ "python", "if $A:\n    $$$B", deeper, "if q:\n\tx()\n\n\ty()\n",
			"if q:\n\tif k:\n\t\tx()\n\n\t\ty()\n\telse:\n\t\tz()\n" },
		{ "python", "if $A:\n    $$$B", deeper, "if q:\r\n  x(1,\r\n    2)\r\n",
			"if q:\r\n  if k:\r\n    x(1,\r\n      2)\r\n  else:\r\n    z()\r\n" },
		{ "python", "if $A:\n    $$$B", deeper, "def f():\n\tif q:\n\t    x()\n",
			"def f():\n\tif q:\n\t    if k:\n\t        x()\n\t    else:\n\t        z()\n" },
		{ "python", "if $A:\n    $$$B", deeper, "if q:\n  x()\n  s = '''\n  t\n'''\n",
			"if q:\n  if k:\n    x()\n    s = '''\n  t\n'''\n  else:\n    z()\n" },
		{ "python", "if $A:\n    $$$B", "$A()\nfor i in a:\n    if i:\n        $$$B",
			"if q:\n    x(1,\n      2)\n", "q()\nfor i in a:\n    if i:\n        x(1,\n          2)\n" },
		{ "cmake", "if(A)\n  $$$B\nendif()", "if(A)\n  if(B)\n    $$$B\n  endif()\nendif()",
			"if(A)\n\tf()\n\tg(a\n\t  b)\nendif()\n",
			"if(A)\n\tif(B)\n\t\tf()\n\t\tg(a\n\t\t  b)\n\tendif()\nendif()\n" },
		{ "c", "if (a) {\n  $$$B\n}", "if (a) {\n  if (b) {\n    $$$B\n  }\n}",
			"void f() {\n\tif (a) {\n\t\tg();\n#pragma x\n\t\th(); // h\n\t}\n}\n",
			"void f() {\n\tif (a) {\n\t\tif (b) {\n\t\t\tg();\n#pragma x\n"
			"\t\t\th(); // h\n\t\t}\n\t}\n}\n" },
	};
	check_rows(rows, COUNT_OF(rows));
}
