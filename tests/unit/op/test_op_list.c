/* The operations on lists, add-to and remove-from: an edit as written, a file, the file after it. */
#include "unit.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "edit_check.h"

TEST(op_add_to_leaves_the_end_of_a_set_where_it_is)
{
	struct set_def set = { edit_text("A"), edit_text("c.c") };
	struct edit_def edit = edit_list_op("add-to", "set(S $$$A)", &set);
	check_edit(&edit, "cmake", "set(S a.c PARENT_SCOPE)\n", "set(S a.c c.c PARENT_SCOPE)\n");
	check_edit(&edit, "cmake", "set(S\n  a.c\n  PARENT_SCOPE\n)\n", "set(S\n  a.c\n  c.c\n  PARENT_SCOPE\n)\n");
	check_edit(&edit, "cmake", "set(S a.c CACHE STRING \"for\")\n", "set(S a.c c.c CACHE STRING \"for\")\n");
	check_edit(&edit, "cmake", "set(S a.c CACHE PATH x FORCE)\n", "set(S a.c c.c CACHE PATH x FORCE)\n");
	check_edit(&edit, "cmake", "set(S PARENT_SCOPE)\n", "set(S c.c PARENT_SCOPE)\n");
	check_edit(&edit, "cmake", "set(S CACHE a for)\n", "set(S CACHE a for c.c)\n");
}

TEST(op_add_to_cmake_list)
{
	struct set_def set = { edit_text("S"), edit_text("new.cc") };
	struct edit_def edit = edit_list_op("add-to", "list(APPEND SRCS $$$S)", &set);
	check_edit(&edit, "cmake", "list(APPEND SRCS a.cc b.cc)\n", "list(APPEND SRCS a.cc b.cc new.cc)\n");
	check_edit(&edit, "cmake", "list(APPEND SRCS)\n", "list(APPEND SRCS new.cc)\n");
	check_edit(&edit, "cmake", "list(APPEND SRCS\r\n  a.cc\r\n  b.cc # last\r\n)\r\n",
		"list(APPEND SRCS\r\n  a.cc\r\n  b.cc # last\r\n  new.cc\r\n)\r\n");
	check_edit(
		&edit, "cmake", "list(APPEND SRCS\n  a.cc\n  b.cc)\n", "list(APPEND SRCS\n  a.cc\n  b.cc\n  new.cc)\n");
	struct set_def two = { edit_text("S"), edit_text("b.cc\nnew.cc") };
	struct edit_def both = edit_list_op("add-to", "list(APPEND SRCS $$$S)", &two);
	check_edit(&both, "cmake", "list(APPEND SRCS a.cc b.cc)\n", "list(APPEND SRCS a.cc b.cc new.cc)\n");
}

TEST(op_add_to_python_list)
{
	struct set_def set = { edit_text("S"), edit_text("'12.0', '12.1'") };
	struct edit_def edit = edit_list_op("add-to", "supported = [$$$S]", &set);
	check_edit(&edit, "python", "supported = ['9.0', '9.0a']\n", "supported = ['9.0', '9.0a', '12.0', '12.1']\n");
	check_edit(&edit, "python", "supported = []\n", "supported = ['12.0', '12.1']\n");
	check_edit(&edit, "python", "supported = ['12.1',]\n", "supported = ['12.1', '12.0',]\n");
	check_edit(&edit, "python", "supported = [\n    '9.0',\n    '9.0a',  # hopper\n]\n",
		"supported = [\n    '9.0',\n    '9.0a',  # hopper\n    '12.0',\n    '12.1',\n]\n");
	check_edit(&edit, "python", "supported = [\n    '9.0',\n    '9.0a'  # hopper\n]\n",
		"supported = [\n    '9.0',\n    '9.0a',  # hopper\n    '12.0',\n    '12.1'\n]\n");
	check_edit(&edit, "python", "supported = ['3.5', '3.7',\n             '9.0']\n",
		"supported = ['3.5', '3.7',\n             '9.0',\n             '12.0',\n             '12.1']\n");
	struct set_def keyword = { edit_text("A"), edit_text("z=1") };
	struct edit_def call = edit_list_op("add-to", "f(x, $$$A)", &keyword);
	check_edit(&call, "python", "f(x)\n", "f(x, z=1)\n");
	check_edit(&call, "python", "f(x, y)\n", "f(x, y, z=1)\n");
}

TEST(op_remove_from_lists)
{
	struct set_def set = { edit_text("S"), edit_text("b.cc") };
	struct edit_def edit = edit_list_op("remove-from", "list(APPEND SRCS $$$S)", &set);
	check_edit(&edit, "cmake", "list(APPEND SRCS a.cc b.cc c.cc)\n", "list(APPEND SRCS a.cc c.cc)\n");
	check_edit(&edit, "cmake", "list(APPEND SRCS\n  a.cc\n  b.cc # why\n  c.cc)\n",
		"list(APPEND SRCS\n  a.cc\n  c.cc)\n");
	check_edit(&edit, "cmake", "list(APPEND SRCS\n  a.cc\n  b.cc)\n", "list(APPEND SRCS\n  a.cc)\n");
	struct set_def item = { edit_text("S"), edit_text("'b'") };
	struct edit_def python = edit_list_op("remove-from", "x = [$$$S]", &item);
	check_edit(&python, "python", "x = ['a', 'b', 'c']\n", "x = ['a', 'c']\n");
	check_edit(&python, "python", "x = ['b', 'c']\n", "x = ['c']\n");
	check_edit(&python, "python", "x = ['a', 'b']\n", "x = ['a']\n");
	check_edit(&python, "python", "x = ['b']\n", "x = []\n");
	check_edit(
		&python, "python", "x = [\n    'a',\n    'b',  # b\n    'c',\n]\n", "x = [\n    'a',\n    'c',\n]\n");
	check_edit(&python, "python", "x = [\n    'a',\n    'b'\n]\n", "x = [\n    'a'\n]\n");
	check_edit(&python, "python", "x = ['a', 'b',]\n", "x = ['a',]\n");
	check_edit(&python, "python", "x = ['b',]\n", "x = []\n");
}

TEST(op_remove_from_takes_several_at_the_end)
{
	struct set_def items = { edit_text("S"), edit_text("'b', 'c'") };
	struct edit_def python = edit_list_op("remove-from", "x = [$$$S]", &items);
	check_edit(&python, "python", "x = ['a', 'b', 'c']\n", "x = ['a']\n");
	check_edit(&python, "python", "x = ['a', 'b', 'c',]\n", "x = ['a',]\n");
	check_edit(&python, "python", "x = ['b', 'c']\n", "x = []\n");
	check_edit(&python, "python", "x = ['c', 'b',]\n", "x = []\n");
	check_edit(&python, "python", "x = ['c', 'a', 'b']\n", "x = ['a']\n");
	check_edit(&python, "python", "x = [\n    'a',  # a\n    'b',  # b\n    'c'\n]\n", "x = [\n    'a'  # a\n]\n");
	check_edit(&python, "python", "x = [\n    'a',  # a\n    'b', 'c',\n]\n", "x = [\n    'a',  # a\n]\n");
	struct edit_def cmake =
		edit_list_op("remove-from", "set(X $$$S)", &(struct set_def){ edit_text("S"), edit_text("b c") });
	check_edit(&cmake, "cmake", "set(X a b c)\n", "set(X a)\n");
	check_edit(&cmake, "cmake", "set(X b\n  c)\n", "set(X \"\")\n");
}

TEST(op_remove_from_leaves_comments_of_other_items)
{
	struct set_def item = { edit_text("S"), edit_text("'b'") };
	struct edit_def python = edit_list_op("remove-from", "x = [$$$S]", &item);
	check_edit(&python, "python", "x = [\n    'a',  # a\n    'b'\n]\n", "x = [\n    'a'  # a\n]\n");
	check_edit(&python, "python", "x = [\n    'a',  # a\n    'b'  # b\n]\n", "x = [\n    'a'  # a\n]\n");
	check_edit(&python, "python", "x = [\n    'a'  # a\n    ,  # comma\n    'b'\n]\n",
		"x = [\n    'a'  # a\n      # comma\n]\n");
	check_edit(&python, "python", "x = ['a',  # a\n     'b']\n", "x = ['a'  # a\n     ]\n");
	check_edit(&python, "python", "x = ['a',  # a\n     'b',]\n", "x = ['a',  # a\n     ]\n");
	check_edit(&python, "python", "x = ['a',\n     'b',]\n", "x = ['a',]\n");
}

/* Arguments behind a whole lambda are not its parameters. */
TEST(op_add_to_behind_a_lambda)
{
	struct set_def plain = { edit_text("P"), edit_text("c") };
	struct edit_def call = edit_list_op("add-to", "f(lambda $A: $B, $$$P)", &plain);
	check_edit(&call, "python", "f(lambda x: y, k=1)\n", "f(lambda x: y, c, k=1)\n");
}

/* The ':' of a lambda makes no pair of an item, and takes none from it. */
TEST(op_lists_with_lambdas_in_braces)
{
	struct set_def pair = { edit_text("P"), edit_text("'b': 1") },
		       lambda = { edit_text("P"), edit_text("lambda: 0") },
		       value = { edit_text("P"), edit_text("'a': lambda: 0") };
	struct edit_def add_pair = edit_list_op("add-to", "x = {$$$P}", &pair),
			add_lambda = edit_list_op("add-to", "x = {$$$P}", &lambda),
			remove = edit_list_op("remove-from", "x = {$$$P}", &value);
	check_edit(&add_pair, "python", "x = {'a': lambda: 0}\n", "x = {'a': lambda: 0, 'b': 1}\n");
	check_edit(&add_lambda, "python", "x = {1}\n", "x = {1, lambda: 0}\n");
	check_unfit(&add_lambda, "python", "x = {'a': lambda: 0}\n",
		"'add-to' cannot be done here: a dictionary has pairs only, and a set has none");
	check_edit(&remove, "python", "x = {'a': lambda: 0}\n", "x = {}\n");
}

/* The indentation is that of an item, not that of a directive before it. */
TEST(op_add_to_behind_an_item_below_a_directive)
{
	struct set_def item = { edit_text("E"), edit_text("D") };
	struct edit_def edit = edit_list_op("add-to", "enum E { $$$E }", &item);
	check_edit(&edit, "c", "enum E {\n  A,\n#if X\n  B,\n#endif\n  C\n};\n",
		"enum E {\n  A,\n#if X\n  B,\n#endif\n  C,\n  D\n};\n");
	check_edit(&edit, "c", "enum E {\n#if X\n#if Y\n  B, /* b */\n#endif\n#endif\n  C,\n};\n",
		"enum E {\n#if X\n#if Y\n  B, /* b */\n#endif\n#endif\n  C,\n  D,\n};\n");
}

TEST(op_add_to_bases_of_a_class)
{
	struct set_def item = { edit_text("B"), edit_text("C") };
	struct edit_def edit = edit_list_op("add-to", "class A($$$B):", &item);
	check_edit(&edit, "python", "class A(B, metaclass=M):\n    pass\n", "class A(B, C, metaclass=M):\n    pass\n");
	check_edit(&edit, "python", "class A(metaclass=M):\n    pass\n", "class A(C, metaclass=M):\n    pass\n");
	check_edit(&edit, "python", "class A(*b, **m):\n    pass\n", "class A(*b, C, **m):\n    pass\n");
}

TEST(op_add_to_keeps_the_order_of_items)
{
	struct set_def two = { edit_text("P"), edit_text("b=1, c=2") };
	struct edit_def lambda = edit_list_op("add-to", "lambda $$$P: a", &two);
	check_edit(&lambda, "python", "g = lambda a, **kw: a\n", "g = lambda a, b=1, c=2, **kw: a\n");
	struct set_def plain = { edit_text("P"), edit_text("c") };
	struct edit_def call = edit_list_op("add-to", "f($$$P)", &plain);
	check_edit(&call, "python", "f(\n    k=1,\n)\n", "f(\n    c,\n    k=1,\n)\n");
	struct set_def mixed = { edit_text("P"), edit_text("c, m=2") };
	struct edit_def both = edit_list_op("add-to", "f($$$P)", &mixed);
	check_edit(&both, "python", "f(a, k=1)\n", "f(a, c, k=1, m=2)\n");
}

TEST(op_add_to_refuses_a_second_of_a_kind)
{
	struct set_def star = { edit_text("P"), edit_text("*rest") }, stars = { edit_text("P"), edit_text("**rest") };
	struct edit_def one = edit_list_op("add-to", "lambda $$$P: a", &star),
			two = edit_list_op("add-to", "lambda $$$P: a", &stars),
			call = edit_list_op("add-to", "f($$$P)", &star);
	check_unfit(&one, "python", "g = lambda a, *b: a\n",
		"'add-to' cannot be done here: the list already has such an item");
	check_unfit(&two, "python", "g = lambda a, **b: a\n",
		"'add-to' cannot be done here: the list already has such an item");
	check_edit(&one, "python", "g = lambda a, **b: a\n", "g = lambda a, *rest, **b: a\n");
	check_edit(&two, "python", "g = lambda a, *b: a\n", "g = lambda a, *b, **rest: a\n");
	check_edit(&call, "python", "f(*a)\n", "f(*a, *rest)\n");
}

/* The last item of a list without brackets. */
TEST(op_remove_from_takes_the_statement_of_an_import)
{
	struct set_def set = { edit_text("L"), edit_text("b") };
	struct edit_def del = edit_list_op("remove-from", "del $$$L", &set),
			rest = edit_list_op("remove-from", "del $A, $$$L", &set);
	check_unfit(&del, "python", "x = 1\ndel b\n",
		"'remove-from' cannot be done here: the statement would be left without its subject");
	struct def_text one = edit_text("del $A");
	rest.already = &one;
	rest.n_already = 1;
	check_edit(&rest, "python", "del f(1).x, b  # why\n", "del f(1).x  # why\n");
	struct def_text made = edit_text("import a\nx = 1");
	struct edit_def import = edit_list_op("remove-from", "from m import $$$L", &set);
	check_unfit(&import, "python", "from m import b\n",
		"'remove-from' cannot be done here: the statement disappears with its last item, and nothing would "
		"show that it was done | give the edit an 'already' that the result contains");
	import.already = &made;
	import.n_already = 1;
	struct edit_result result = edit_run_once(&import, "python", "import a\nfrom m import b\nx = 1\n");
	assert_string_equal(result.text, "import a\nx = 1\n");
	free(result.text);
}

TEST(op_items_of_an_edit_leave_side_by_side)
{
	struct set_def set = { edit_text("A"), edit_text("a b") };
	struct edit_def edit = edit_list_op("remove-from", "f($$$A)", &set);
	check_edit(&edit, "cmake", "f(a b c)\n", "f(c)\n");
	check_edit(&edit, "cmake", "f( a b c)\n", "f( c)\n");
	check_edit(&edit, "cmake", "f(a b)\n", "f()\n");
	check_edit(&edit, "cmake", "f(z a b c)\n", "f(z c)\n");
	check_edit(&edit, "cmake", "f(a\n  b\n  c)\n", "f(\n  c)\n");
	check_edit(&edit, "cmake", "f(z a\n  b\n  c)\n", "f(z\n  c)\n");
	check_edit(&edit, "cmake", "f(a # d\n  b\n  c)\n", "f( # d\n  c)\n");
	check_edit(&edit, "cmake", "f(\n  a b\n  c)\n", "f(\n  c)\n");
	struct set_def commas = { edit_text("A"), edit_text("a, b") };
	struct edit_def call = edit_list_op("remove-from", "f($$$A)", &commas);
	check_edit(&call, "python", "f(a, b, c)\n", "f(c)\n");
	check_edit(&call, "python", "f(a,\n  b,\n  c)\n", "f(\n  c)\n");
	check_edit(&call, "python", "f(z, a,\n  b,\n  c)\n", "f(z,\n  c)\n");
	check_edit(&call, "python", "f(a,\n  b\n  )\n", "f(\n  )\n");
	struct set_def three = { edit_text("A"), edit_text("a, b, c") };
	struct edit_def longer = edit_list_op("remove-from", "f($$$A)", &three);
	check_edit(&longer, "python", "f(a, b,\n  c,\n  d)\n", "f(\n  d)\n");
	check_edit(&longer, "python", "f(a, b, # d\n  c,\n  d)\n", "f( # d\n  d)\n");
}

TEST(op_the_last_items_of_a_part_of_a_list_take_a_separator_along)
{
	static const struct {
		const char *language, *match, *before, *after;
	} rows[] = {
		{ "c", "f(y, $$$A)", "int z = f(y, a);\n", "int z = f(y);\n" },
		{ "c", "f(y, $$$A)", "int z = f(y,\n  a);\n", "int z = f(y);\n" },
		{ "c", "f(y, $$$A)", "int z = f(y, /* why */ a);\n", "int z = f(y /* why */ );\n" },
		{ "c", "f($$$A, x)", "int z = f(a, x);\n", "int z = f(x);\n" },
		{ "c", "f(y, $$$A, x)", "int z = f(y, a, x);\n", "int z = f(y, x);\n" },
		{ "c", "f(y, $$$A, x)", "int z = f(y,\n  a,\n  x);\n", "int z = f(y,\n  x);\n" },
		{ "c", "int z[] = { y, $$$A };", "int z[] = { y, a, };\n", "int z[] = { y, };\n" },
		{ "python", "f(y, $$$A)", "f(y, a)\n", "f(y)\n" },
		{ "python", "t = (y, $$$A)", "t = (y, a)\n", "t = (y,)\n" },
		{ "python", "from m import (y, $$$A)", "from m import (y, a)\n", "from m import (y,)\n" },
		{ "python", "def f(y, $$$A): $$$", "def f(y, a): pass\n", "def f(y): pass\n" },
		{ "python", "def f(*r, $$$A): $$$", "def f(*r, a): pass\n", "def f(*r): pass\n" },
		{ "python", "def f(*, $$$A, b): $$$", "def f(*, a, b): pass\n", "def f(*, b): pass\n" },
		{ "cmake", "f($$$A X)", "f(a X)\n", "f(X)\n" },
		{ "cmake", "f(Y $$$A X)", "f(Y a X)\n", "f(Y X)\n" },
		{ "cmake", "f($$$A X)", "f(a # why\n  X)\n", "f( # why\n  X)\n" },
	};
	struct set_def set = { edit_text("A"), edit_text("a") };
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct edit_def edit = edit_list_op("remove-from", rows[i].match, &set);
		check_edit(&edit, rows[i].language, rows[i].before, rows[i].after);
	}
	struct set_def text = { edit_text("A"), edit_text("'a'") };
	struct edit_def last = edit_list_op("remove-from", "r = ['y', $$$A]", &text);
	check_edit(&last, "toml", "r = ['y', 'a']\n", "r = ['y']\n");
	struct edit_def first = edit_list_op("remove-from", "r = [$$$A, 'x']", &text);
	check_edit(&first, "toml", "r = ['a', 'x']\n", "r = ['x']\n");
}

TEST(op_a_sign_among_parameters_keeps_one_beside_it)
{
	struct set_def set = { edit_text("A"), edit_text("a") };
	static const char *const after_star[] = { "def f(*, a): pass\n", "def f(*, a,): pass\n",
		"def f(b, *, a, **r): pass\n" };
	for (size_t i = 0; i < COUNT_OF(after_star); i++) {
		struct edit_def edit = edit_list_op(
			"remove-from", i == 2 ? "def f(b, *, $$$A, **r): $$$" : "def f(*, $$$A): $$$", &set);
		check_unfit(&edit, "python", after_star[i],
			"'remove-from' cannot be done here: no parameter would be left after '*'");
	}
	struct edit_def slash = edit_list_op("remove-from", "def f($$$A, /, b): $$$", &set);
	check_unfit(&slash, "python", "def f(a, /, b): pass\n",
		"'remove-from' cannot be done here: no parameter would be left before '/'");
}

TEST(op_items_come_into_an_empty_part_of_a_list)
{
	static const struct {
		const char *language, *match, *before, *after;
	} rows[] = {
		{ "c", "f($$$A, x)", "int z = f(x);\n", "int z = f(a, x);\n" },
		{ "c", "f($$$A, x)", "int z = f(\n  x);\n", "int z = f(\n  a,\n  x);\n" },
		{ "c", "f(y, $$$A, x)", "int z = f(y, x);\n", "int z = f(y, a, x);\n" },
		{ "c", "f(y, $$$A)", "int z = f(y);\n", "int z = f(y, a);\n" },
		{ "python", "f(y, $$$A, x)", "f(y,\n  x)\n", "f(y, a,\n  x)\n" },
		{ "python", "t = ($$$A, x)", "t = (x)\n", "t = (a, x)\n" },
		{ "python", "f(lambda $$$A: 1)", "f(lambda: 1)\n", "f(lambda a: 1)\n" },
		{ "cmake", "f($$$A X)", "f(X)\n", "f(a X)\n" },
		{ "cmake", "f($$$A X)", "f( X)\n", "f(a X)\n" },
		{ "cmake", "f(Y $$$A X)", "f(Y X)\n", "f(Y a X)\n" },
	};
	struct set_def set = { edit_text("A"), edit_text("a") };
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct edit_def edit = edit_list_op("add-to", rows[i].match, &set);
		check_edit(&edit, rows[i].language, rows[i].before, rows[i].after);
	}
	struct set_def two = { edit_text("A"), edit_text("a b") };
	struct edit_def edit = edit_list_op("add-to", "f($$$A X)", &two);
	check_edit(&edit, "cmake", "f(X)\n", "f(a b X)\n");
}

TEST(op_an_item_with_another_version_is_no_proof_that_it_left)
{
	static const struct {
		const char *item, *list;
		bool may_be;
	} rows[] = {
		{ "'numpy'", "'a', 'b'", false },
		{ "'numpy'", "'numpy>=2', 'b'", true },
		{ "'numpy'", "'a', \"numpy==1.0\"", true },
		{ "'numpy'", "'numpy2'", false },
		{ "'numpy'", "'numpy-stubs'", false },
		{ "'numpy'", "'numpy/a'", false },
		{ "'numpy'", "'numpy:a'", false },
		{ "'numpy'", "'numpy and more'", false },
		{ "'numpy'", "'numpy 3'", true },
		{ "'numpy'", "numpy", false },
		{ "'numpy'", "'num'", false },
		{ "''", "'3'", false },
		{ "a", "a(3)", true },
		{ "a", "a(b)", false },
		{ "a", "a=2", true },
		{ "a=1", "b=1", false },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct set_def set = { edit_text("A"), edit_text(rows[i].item) };
		struct edit_def edit = edit_list_op("remove-from", "f($$$A)", &set);
		struct str text = STR_INIT;
		str_addf(&text, "f(%s)\n", rows[i].list);
		struct edit_result result = edit_run_once(&edit, "python", text.ptr);
		if (result.unproved != rows[i].may_be || result.n_matches)
			fail_msg("%s in %s", rows[i].item, rows[i].list);
		free(result.text);
		str_release(&text);
	}
}

TEST(op_lists_of_a_macro_end_with_its_line)
{
	struct set_def set = { edit_text("L"), edit_text("d") };
	struct edit_def add = edit_list_op("add-to", "#define A $$$L", &set);
	check_edit(&add, "c", "#define A a, b\n#define B a\n", "#define A a, b, d\n#define B a\n");
	check_edit(&add, "c", "#define A a, \\\n  b // c\nint x;\n", "#define A a, \\\n  b, \\\n  d // c\nint x;\n");
	check_edit(&add, "c", "#define A a, \\\r\n  b\r\n", "#define A a, \\\r\n  b, \\\r\n  d\r\n");
	check_edit(&add, "c", "#define A\n", "#define A d\n");
	check_edit(&add, "c", "#define A a", "#define A a, d");
	struct edit_def leave = edit_list_op("remove-from", "#define A $$$L", &set);
	check_edit(&leave, "c", "#define A a, d\n", "#define A a\n");
	check_edit(&leave, "c", "#define A d, b // c\n", "#define A b // c\n");
	check_edit(&leave, "c", "#define A a, \\\n  d\nint x;\n", "#define A a\nint x;\n");
	check_edit(&leave, "c", "#define A a, \\\n  d, \\\n  b // c\n", "#define A a, \\\n  b // c\n");
	struct edit_def call = edit_list_op("add-to", "#define A f($$$L)", &set);
	check_edit(&call, "c", "#define A f( \\\n  a, \\\n  b)\nint x;\n",
		"#define A f( \\\n  a, \\\n  b, \\\n  d)\nint x;\n");
	check_unfit(&leave, "c", "#define A d\n",
		"'remove-from' cannot be done here: the statement would be left without its subject");
}

TEST(op_set_in_a_macro_stays_in_it)
{
	struct set_def set = { edit_text("V"), edit_text("1 +\n2") };
	struct edit_def edit = edit_list_op("set", "#define A $V", &set);
	struct edit_result result = edit_run_once(&edit, "c", "#define A 1\nint x;\n");
	assert_string_equal(result.text, "#define A 1 + \\\n2\nint x;\n");
	free(result.text);
	struct edit_def both = edit_list_op("set", "#define A\nint x = $V;", &set);
	check_edit(&both, "c", "#define A\nint x = 1;\n", "#define A\nint x = 1 +\n2;\n");
}

static void check_requirement(const char *wanted, const char *before, const char *after)
{
	struct set_def set = { edit_text("R"), edit_text(wanted) };
	struct edit_def edit = edit_list_op("ensure-requirement", "r = [$$$R]", &set);
	check_edit(&edit, "toml", before, after);
}

TEST(op_ensure_requirement_raises_what_is_lower)
{
	check_requirement("'numpy>=2'", "r = []\n", "r = ['numpy>=2']\n");
	check_requirement("'numpy>=2'", "r = ['numpy']\n", "r = ['numpy>=2']\n");
	check_requirement("'numpy>=2'", "r = [\"NumPy ==1.0\", 'b']\n", "r = [\"NumPy >=2\", 'b']\n");
	check_requirement("'numpy>=2'", "r = ['numpy~=1.2']\n", "r = ['numpy>=2']\n");
	check_requirement("'numpy>=2'", "r = ['numpy>=1,<3']\n", "r = ['numpy>=2']\n");
	check_requirement("'numpy>=2'", "r = ['numpy<3']\n", "r = ['numpy>=2']\n");
	check_requirement("'numpy>=2'", "r = ['numpy[x] (>=1)']\n", "r = ['numpy[x] (>=2)']\n");
	check_requirement("'numpy>=2'", "r = ['numpy>1.9; python_version<\"3.9\"']\n",
		"r = ['numpy>=2; python_version<\"3.9\"']\n");
	check_requirement("\"a>=2; sys_platform == 'win32'\"", "r = [\"a>=1; sys_platform=='win32'\", 'a>=1']\n",
		"r = [\"a>=2; sys_platform=='win32'\", 'a>=1']\n");
	check_requirement("'a-b>=1.10'", "r = ['A_b>=1.9', 'a.c>=1']\n", "r = ['A_b>=1.10', 'a.c>=1']\n");
	check_requirement("'a<3'", "r = ['a>=1']\n", "r = ['a<3']\n");
}

TEST(op_ensure_requirement_leaves_what_is_as_high)
{
	static const char *const texts[] = { "r = ['numpy>=2']\n", "r = ['numpy>=2.1']\n", "r = ['numpy==2.0']\n",
		"r = ['numpy~=2.3']\n", "r = ['numpy>2']\n", "r = ['numpy>=1,>=2']\n", "r = ['numpy>=2,<3']\n",
		"r = ['b', \"numpy (>= 2)\"]\n", "r = ['numpy===2.0']\n" };
	struct set_def set = { edit_text("R"), edit_text("'numpy>=2'") };
	struct edit_def edit = edit_list_op("ensure-requirement", "r = [$$$R]", &set);
	for (size_t i = 0; i < COUNT_OF(texts); i++)
		check_untouched(&edit, "toml", texts[i]);
	check_unfit(&edit, "toml", "r = ['numpy @ https://x']\n",
		"the list asks for 'numpy' by a URL | remove it with remove-from, and add the other one");
	check_unfit(&edit, "toml", "r = ['numpy>=1', 'NumPy>=1.5']\n",
		"the list asks for 'numpy' more than once | give the requirement the marker of the one that is meant");
}
