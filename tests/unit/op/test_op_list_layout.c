/* Items that come and go, with the lines, separators and comments beside them. */
#include "unit.h"

#include "base/alloc.h"
#include "edit_check.h"

struct row {
	const char *language, *match, *items, *before, *after;
};

static void check_rows(const char *op, const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct set_def set = { edit_text("A"), edit_text(rows[i].items) };
		struct edit_def edit = edit_list_op(op, rows[i].match, &set);
		check_edit(&edit, rows[i].language, rows[i].before, rows[i].after);
	}
}

TEST(op_items_that_leave)
{
	static const struct row rows[] = {
		{ "python", "x = [$$$A]", "3", "x = [1, 2,\n     3]\n", "x = [1, 2]\n" },
		{ "python", "x = [$$$A]", "2", "x = [1, 2,\n     3]\n", "x = [1, 3]\n" },
		{ "python", "x = [$$$A]", "1", "x = [1, 2,\n     3]\n", "x = [2,\n     3]\n" },
		{ "python", "x = [$$$A]", "b", "x = [a,\n  # about b\n  b,\n  c]\n", "x = [a,\n  # about b\n  c]\n" },
		{ "python", "x = [$$$A]", "b, c", "x = [a,  # about a\n  b,  # about b\n  c]  # about c\n",
			"x = [a  # about a\n  ]  # about c\n" },
		{ "python", "x = [$$$A]", "a, c", "x = [a,  # about a\n  b,  # about b\n  c]  # about c\n",
			"x = [b  # about b\n  ]  # about c\n" },
		{ "python", "x = {$$$A}", "'b': 2", "x = {\n  'a': 1,  # a\n  'b': 2  # b\n}\n",
			"x = {\n  'a': 1  # a\n}\n" },
		{ "python", "x = ($$$A)", "2", "x = (1,\n     2)  # t\n", "x = (1,)  # t\n" },
		{ "python", "x = $$$A", "2", "x = 1, 2\n", "x = 1,\n" },
		{ "python", "x = (a, $$$A)", "b", "x = (a, b, c)\n", "x = (a, c)\n" },
		{ "python", "x = (a, $$$A)", "b", "x = (a, b)\n", "x = (a,)\n" },
		{ "python", "x = ($$$A, b, c)", "a", "x = (a, b, c)\n", "x = (b, c)\n" },
		{ "python", "f($$$A, b)", "a", "f(a, b)\nf(a, c, b)\n", "f(b)\nf(c, b)\n" },
		{ "python", "class A($$$A):", "B", "class A(B):\n    pass\n", "class A():\n    pass\n" },
		{ "c", "int a[] = { $$$A };", "2", "int a[] = {\n\t1,\n\t2, /* two */\n};\n",
			"int a[] = {\n\t1,\n};\n" },
		{ "c", "int a[] = { $$$A };", "2", "int a[] = {\n\t1\n\t, 2 /* two */\n};\n",
			"int a[] = {\n\t1 /* two */\n};\n" },
		{ "c", "int a[] = { $$$A };", "1", "int a[] = {\n\t1\n\t, 2 /* two */\n};\n",
			"int a[] = {\n\t2 /* two */\n};\n" },
		{ "cmake", "set(X $$$A)", "b", "set(X a b # b\n  c)\n", "set(X a # b\n  c)\n" },
		{ "cmake", "set(X $$$A)", "b", "set(X a # a\n b # b\n  c)\n", "set(X a # a\n  c)\n" },
		{ "cmake", "set(X $$$A)", "a c", "set(X a # a\n b # b\n  c)\n", "set(X # a\n b # b\n  )\n" },
		{ "shell", "B=($$$A)", "a", "B=(\n  a\n  b\n)\n", "B=(\n  b\n)\n" },
	};
	check_rows("remove-from", rows, COUNT_OF(rows));
}

TEST(op_items_that_come)
{
	static const struct row rows[] = {
		{ "python", "x = [$$$A]", "4", "x = [1, 2,\n     3]\n", "x = [1, 2,\n     3,\n     4]\n" },
		{ "python", "x = {$$$A}", "'c': 3", "x = {\n  'a': 1,  # a\n  'b': 2  # b\n}\n",
			"x = {\n  'a': 1,  # a\n  'b': 2,  # b\n  'c': 3\n}\n" },
		{ "python", "from a import $$$A", "d", "from a import (b,\n  c)\n", "from a import (b,\n  c,\n  d)\n" },
		{ "python", "f($$$A)", "c", "f(a, b=1)\nf(*a)\nf()\n", "f(a, c, b=1)\nf(*a, c)\nf(c)\n" },
		{ "python", "f($$$A)", "c=1", "f(**a)\nf(a, **b)\n", "f(c=1, **a)\nf(a, c=1, **b)\n" },
		{ "python", "def f($$$A):", "c=1", "def f(a, *, b=1): pass\n", "def f(a, *, b=1, c=1): pass\n" },
		{ "python", "def f($$$A):", "c", "def f(a, /): pass\n", "def f(a, /, c): pass\n" },
		{ "python", "class A($$$A):", "C", "class A(B):\n    pass\n", "class A(B, C):\n    pass\n" },
		{ "c", "int a[] = { $$$A };", "3", "int a[] = { 1, 2 };\n", "int a[] = { 1, 2, 3 };\n" },
		{ "c", "int a[] = { $$$A };", "3", "int a[] = {\n\t1,\n\t2, /* two */\n};\n",
			"int a[] = {\n\t1,\n\t2, /* two */\n\t3,\n};\n" },
		{ "c", "enum { $$$A };", "C", "enum { A, B };\nenum {\n\tA,\n\tB\n};\n",
			"enum { A, B, C };\nenum {\n\tA,\n\tB,\n\tC\n};\n" },
		{ "shell", "f $$$A", "c", "f a b # x\nf a \\\n  b\nf\nf a | g\n",
			"f a b c # x\nf a \\\n  b \\\n  c\nf c\nf a c | g\n" },
		{ "toml", "y = [$$$A]", "3", "y = [1, 2] # c\ny = [\n  1,\n  2\n]\n",
			"y = [1, 2, 3] # c\ny = [\n  1,\n  2,\n  3\n]\n" },
	};
	check_rows("add-to", rows, COUNT_OF(rows));
}
