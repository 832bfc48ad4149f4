/* Operations: an edit as written, a file, the file after it; and the same again, which must change nothing. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#include "op/op.h"

static struct def_text def(const char *text)
{
	return (struct def_text){ .text = { text, text ? strlen(text) : 0 }, .line = 1, .column = 1 };
}

struct result {
	char *text;
	size_t n_matches, n_applied, n_passed, n_out_of_place, n_notes;
	bool unproved, ambiguous;
};

static struct result run_once(const struct edit_def *edit, const char *language_name, const char *text)
{
	const struct language *language = language_find(slice_of(language_name));
	struct err err = ERR_INIT;
	struct edit_rule *rule = edit_rule_new(edit, language, &err);
	if (!rule)
		fail_msg("%s", err.message);
	struct source source;
	struct document doc;
	struct edit_outcome outcome = { 0 };
	struct edit_list edits = EDIT_LIST_INIT;
	struct regex_scratch *scratch = regex_scratch_new();
	uint32_t group = 0;
	size_t a, b;
	source_init(&source, "test", slice_of(text));
	document_init(&doc, &source, language);
	edit_rule_find(rule, &doc, scratch, NULL, &outcome);
	assert_true(edit_rule_emit(rule, &doc, scratch, &outcome, NULL, NULL, 0, &group, &edits, &err));
	assert_true(edit_list_settle(&edits, &a, &b));
	struct str out = STR_INIT;
	edit_list_apply(&edits, source.bytes, &out);
	struct result result = { str_detach(&out), outcome.matches.count, outcome.n_applied, outcome.n_passed, outcome.n_out_of_place, outcome.n_notes,
		                 outcome.unproved, outcome.ambiguous != NULL };
	edit_list_release(&edits);
	edit_outcome_release(&outcome);
	regex_scratch_free(scratch);
	document_release(&doc);
	source_release(&source);
	edit_rule_free(rule);
	return result;
}

/* `before` becomes `after`; `after` stays and is recognised as made. */
static void assert_edit(const struct edit_def *edit, const char *language, const char *before, const char *after)
{
	struct result first = run_once(edit, language, before);
	if (strcmp(first.text, after) != 0)
		fail_msg("before:\n%s\ngot:\n%s\nexpected:\n%s", before, first.text, after);
	struct result second = run_once(edit, language, after);
	if (second.n_matches || strcmp(second.text, after) != 0)
		fail_msg("not idempotent, %zu matches:\n%s\ngot:\n%s", second.n_matches, after, second.text);
	assert_true(second.n_applied > 0 || (edit->op->leaves_nothing && !edit->n_already && second.unproved));
	free(first.text);
	free(second.text);
}

static void assert_untouched(const struct edit_def *edit, const char *language, const char *text)
{
	struct result result = run_once(edit, language, text);
	assert_string_equal(result.text, text);
	assert_int_equal(result.n_matches, 0);
	free(result.text);
}

static struct edit_def replace(const char *match, const char *text)
{
	return (struct edit_def){ .match = def(match), .op = op_find(SLICE_LITERAL("replace")), .text = def(text) };
}

static struct edit_def with_op(const char *name, const char *match, const char *text)
{
	return (struct edit_def){ .match = def(match), .op = op_find(slice_of(name)), .text = def(text) };
}

TEST(op_replace_keeps_what_is_shared)
{
	struct edit_def edit = replace("distutils._msvccompiler._get_vc_env($ARCH)", "distutils_msvccompiler._get_vc_env($ARCH)");
	assert_edit(&edit, "python", "env = distutils._msvccompiler._get_vc_env(  # why\n    vc_arch )\n",
	            "env = distutils_msvccompiler._get_vc_env(  # why\n    vc_arch )\n");
}

TEST(op_replace_statement_keeps_comment_and_indentation)
{
	struct edit_def edit = replace("from setuptools import distutils", "from setuptools._distutils import _msvccompiler as distutils_msvccompiler");
	assert_edit(&edit, "python", "if x:\n    from setuptools import distutils  # type: ignore[import]\n",
	            "if x:\n    from setuptools._distutils import _msvccompiler as distutils_msvccompiler  # type: ignore[import]\n");
}

TEST(op_replace_may_hold_what_it_replaces)
{
	struct edit_def edit = replace("f($X)", "g(f($X))");
	assert_edit(&edit, "python", "y = f(1)\n", "y = g(f(1))\n");
}

TEST(op_replace_adds_a_line_with_indentation_and_line_end)
{
	struct edit_def edit = replace("import a\nb()", "import a\nimport c\nb()");
	assert_edit(&edit, "python", "if x:\r\n    import a  # A\r\n    b()\r\n", "if x:\r\n    import a  # A\r\n    import c\r\n    b()\r\n");
}

TEST(op_replace_adds_an_argument)
{
	struct edit_def edit = replace("f($$$A)", "f($$$A, z=1)");
	assert_edit(&edit, "python", "f(x,\n  y)\n", "f(x,\n  y, z=1)\n");
	assert_edit(&edit, "python", "f()\n", "f(z=1)\n");
	struct edit_def first = replace("f($$$A)", "f(z, $$$A)");
	assert_edit(&first, "python", "f(x, y)\n", "f(z, x, y)\n");
	assert_edit(&first, "python", "f()\n", "f(z)\n");
}

TEST(op_replace_removes_an_argument)
{
	struct edit_def edit = replace("target_link_libraries($T $$$A foo $$$B)", "target_link_libraries($T $$$A $$$B)");
	struct result result = run_once(&edit, "cmake", "target_link_libraries(t\n  bar # keep\n  foo\n  baz)\n");
	assert_string_equal(result.text, "target_link_libraries(t\n  bar # keep\n  baz)\n");
	free(result.text);
}

TEST(op_replace_cmake_keeps_layout)
{
	struct edit_def edit = replace("set($V ON CACHE BOOL $D FORCE)", "set($V OFF CACHE BOOL $D FORCE)");
	assert_edit(&edit, "cmake", "SET( USE_X   ON # c\n  CACHE BOOL \"\" FORCE)\n", "SET( USE_X   OFF # c\n  CACHE BOOL \"\" FORCE)\n");
}

TEST(op_set_changes_only_the_capture)
{
	struct set_def set = { def("MIN"), def("3.5") };
	struct def_text below = def("<3.5");
	struct where_def where = { def("MIN"), WHERE_VERSION, &below, 1 };
	struct edit_def edit = { .match = def("cmake_minimum_required(VERSION $MIN $$$REST)"), .op = op_find(SLICE_LITERAL("set")),
		                 .sets = &set, .n_sets = 1, .where = &where, .n_where = 1 };
	assert_edit(&edit, "cmake", "cmake_minimum_required ( VERSION 2.8.12 FATAL_ERROR ) # x\n", "cmake_minimum_required ( VERSION 3.5 FATAL_ERROR ) # x\n");
	assert_edit(&edit, "cmake", "CMAKE_MINIMUM_REQUIRED(VERSION \"2.8\")\n", "CMAKE_MINIMUM_REQUIRED(VERSION \"3.5\")\n");
	assert_edit(&edit, "cmake", "cmake_minimum_required(VERSION 2.8...3.4)\n", "cmake_minimum_required(VERSION 3.5)\n");
	assert_untouched(&edit, "cmake", "cmake_minimum_required(VERSION 3.10)\n");
	assert_untouched(&edit, "cmake", "cmake_minimum_required(VERSION 2.8...3.10)\n");
	assert_untouched(&edit, "cmake", "# cmake_minimum_required(VERSION 2.8)\n");
	struct result result = run_once(&edit, "cmake", "cmake_minimum_required(VERSION ${V})\n");
	assert_int_equal(result.n_notes, 1);
	assert_int_equal(result.n_matches, 0);
	free(result.text);
}

TEST(op_set_of_a_string_keeps_its_quotes_and_is_recognised)
{
	struct set_def set = { def("STD"), def("-std=c++17") };
	struct def_text old = def("-std=c++14");
	struct where_def where = { def("STD"), WHERE_IN, &old, 1 };
	struct edit_def edit = { .match = def("f($STD)"), .op = op_find(SLICE_LITERAL("set")), .sets = &set, .n_sets = 1, .where = &where, .n_where = 1 };
	assert_edit(&edit, "python", "f('-std=c++14')\n", "f('-std=c++17')\n");
	assert_edit(&edit, "python", "f(\"-std=c++14\")\n", "f(\"-std=c++17\")\n");
	assert_untouched(&edit, "python", "f('-std=c++20')\n");
	struct set_def number = { def("X"), def("3") };
	struct edit_def plain = { .match = def("f($X)"), .op = op_find(SLICE_LITERAL("set")), .sets = &number, .n_sets = 1 };
	assert_edit(&plain, "python", "f(2)\nf('2')\n", "f(3)\nf('3')\n");
}

TEST(op_insert_after_takes_indentation_and_line_end)
{
	struct edit_def edit = with_op("insert-after", "include(CheckFortranFunctionExists)", "include(CheckFunctionExists)\n");
	assert_edit(&edit, "cmake", "a()\r\n  INCLUDE(CheckFortranFunctionExists) # f\r\nb()\r\n",
	            "a()\r\n  INCLUDE(CheckFortranFunctionExists) # f\r\n  include(CheckFunctionExists)\r\nb()\r\n");
	assert_edit(&edit, "cmake", "include(CheckFortranFunctionExists)", "include(CheckFortranFunctionExists)\ninclude(CheckFunctionExists)");
	assert_edit(&edit, "cmake", "include(CheckFortranFunctionExists)\nx()\ninclude(CheckFunctionExists)\n",
	            "include(CheckFortranFunctionExists)\ninclude(CheckFunctionExists)\nx()\ninclude(CheckFunctionExists)\n");
}

TEST(op_insert_before_takes_indentation)
{
	struct edit_def edit = with_op("insert-before", "return $X", "log($X)");
	assert_edit(&edit, "python", "def f():\n\treturn a + b\n", "def f():\n\tlog(a + b)\n\treturn a + b\n");
}

TEST(op_insert_beside_an_expression_goes_beside_the_statement)
{
	struct edit_def edit = with_op("insert-after", "f(1)", "g()");
	assert_edit(&edit, "python", "x = [\n  f(1),\n  2]\ny\n", "x = [\n  f(1),\n  2]\ng()\ny\n");
}

TEST(op_insert_after_a_block_head_goes_into_the_block)
{
	struct edit_def edit = with_op("insert-after", "def f($$$A):", "global x");
	assert_edit(&edit, "python", "def f(a):\n    pass\n", "def f(a):\n    global x\n    pass\n");
}

TEST(op_insert_many_lines)
{
	struct edit_def edit = with_op("insert-after", "project($P)", "if(A)\n  b()\nendif()\n");
	assert_edit(&edit, "cmake", "  project(x)\nz()\n", "  project(x)\n  if(A)\n    b()\n  endif()\nz()\n");
}

TEST(op_delete_takes_the_line)
{
	struct edit_def edit = { .match = def("cmake_policy(SET CMP0037 OLD)"), .op = op_find(SLICE_LITERAL("delete")) };
	assert_edit(&edit, "cmake", "a()\n  cmake_policy(SET CMP0037 OLD)  \nb()\n", "a()\nb()\n");
	assert_edit(&edit, "cmake", "a() cmake_policy(SET CMP0037 OLD) # why\nb()\n", "a() # why\nb()\n");
}

TEST(op_delete_is_made_where_that_is_proved)
{
	struct def_text made = def("a()\nb()");
	struct edit_def edit = { .match = def("drop(X)"), .op = op_find(SLICE_LITERAL("delete")), .already = &made, .n_already = 1 };
	assert_edit(&edit, "cmake", "a()\ndrop(X)\nb()\n", "a()\nb()\n");
	struct result found = run_once(&edit, "cmake", "a()\ndrop(X 3)\nb()\n");
	assert_true(found.unproved && !found.n_matches && !found.n_applied);
	free(found.text);
	found = run_once(&edit, "cmake", "a()\nb()\nc()\ndrop(X)\n");
	assert_true(found.ambiguous);
	free(found.text);
	struct def_text kept = def("if(OLD)\n  drop(X)\nendif()");
	edit.already = &kept;
	found = run_once(&edit, "cmake", "if(OLD)\n  drop(X)\nendif()\n");
	assert_true(!found.ambiguous && !found.n_matches && found.n_applied == 1);
	free(found.text);
}

TEST(op_remove_from_doubts_another_version)
{
	static const struct {
		const char *item, *list;
		bool unproved;
	} cases[] = {
		{ "\"numpy\"", "f([\"numpy>=2\", \"x\"])\n", true },       { "\"numpy\"", "f(['numpy >= 2.1rc1'])\n", true },
		{ "\"numpy\"", "f([\"numpy-extra\", \"x\"])\n", false },   { "\"numpy\"", "f([\"numpydoc\"])\n", false },
		{ "\"numpy==1\"", "f([\"numpy==1.2\"])\n", true },          { "\"numpy\"", "f([\"x\"])\n", false },
		{ "b", "f([b.c])\n", false },
	};
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct set_def set = { def("L"), def(cases[i].item) };
		struct edit_def edit = { .match = def("f([$$$L])"), .op = op_find(SLICE_LITERAL("remove-from")), .sets = &set, .n_sets = 1 };
		struct result found = run_once(&edit, "python", cases[i].list);
		if (found.unproved != cases[i].unproved || found.n_applied == cases[i].unproved || found.n_matches)
			fail_msg("%s: %d", cases[i].list, found.unproved);
		free(found.text);
	}
}

TEST(op_delete_by_regex_is_made_where_that_is_proved)
{
	struct def_text made = def("^a\nb$");
	struct edit_def edit = { .regex = def("^drop.*\n"), .op = op_find(SLICE_LITERAL("delete")), .already = &made, .n_already = 1 };
	assert_edit(&edit, "text", "a\ndrop it\nb\n", "a\nb\n");
	struct result found = run_once(&edit, "text", "a\n drop it\nb\n");
	assert_true(found.unproved && !found.n_matches && !found.n_applied);
	free(found.text);
}

TEST(op_regex_replaces_with_groups)
{
	struct def_text made = def("v=\\d+;");
	struct edit_def edit = { .regex = def("^v = (\\d+)$"), .op = op_find(SLICE_LITERAL("replace")), .text = def("v=$1;"), .already = &made, .n_already = 1 };
	assert_edit(&edit, "text", "v = 12\r\nw\r\n", "v=12;\r\nw\r\n");
}

static struct context_def place(enum context_kind kind, const char *pattern)
{
	return (struct context_def){ .kind = kind, .pattern = def(pattern) };
}

/* `edit` where `parts` must all hold makes `after` of `before`. */
static void assert_context(struct edit_def edit, struct context_def *parts, size_t n, const char *language, const char *before, const char *after)
{
	edit.context = (struct context_def){ .kind = CONTEXT_ALL, .parts = parts, .n_parts = n };
	struct result result = run_once(&edit, language, before);
	if (strcmp(result.text, after) != 0)
		fail_msg("before:\n%s\ngot:\n%s\nexpected:\n%s", before, result.text, after);
	free(result.text);
}

TEST(op_inside_and_not_inside)
{
	const char *text = "if(MSVC)\n  foreach(x)\n    set(A 1)\n  endforeach()\nelse()\n  set(A 1)\nendif()\nset(A 1)\n";
	struct context_def msvc = place(CONTEXT_INSIDE, "if(MSVC)"), outside = { .kind = CONTEXT_NOT, .parts = &msvc, .n_parts = 1 };
	assert_context(replace("set(A 1)", "set(A 2)"), &msvc, 1, "cmake", text,
	               "if(MSVC)\n  foreach(x)\n    set(A 2)\n  endforeach()\nelse()\n  set(A 1)\nendif()\nset(A 1)\n");
	assert_context(replace("set(A 1)", "set(A 2)"), &outside, 1, "cmake", text,
	               "if(MSVC)\n  foreach(x)\n    set(A 1)\n  endforeach()\nelse()\n  set(A 2)\nendif()\nset(A 2)\n");
	struct context_def function = place(CONTEXT_INSIDE, "def f");
	assert_context(replace("x = 1", "x = 2"), &function, 1, "python",
	               "x = 1\nclass C:\n    def f(self):\n        if a:\n            x = 1\n    def g(self):\n        x = 1\n",
	               "x = 1\nclass C:\n    def f(self):\n        if a:\n            x = 2\n    def g(self):\n        x = 1\n");
}

TEST(op_after_and_before_stay_in_the_block)
{
	const char *text = "set(A 1)\nproject(p)\nset(A 1)\nif(x)\n  set(A 1)\nendif()\n";
	struct context_def after = place(CONTEXT_AFTER, "project($P)"), before = place(CONTEXT_BEFORE, "project($P)");
	assert_context(replace("set(A 1)", "set(A 2)"), &after, 1, "cmake", text, "set(A 1)\nproject(p)\nset(A 2)\nif(x)\n  set(A 1)\nendif()\n");
	assert_context(replace("set(A 1)", "set(A 2)"), &before, 1, "cmake", text, "set(A 2)\nproject(p)\nset(A 1)\nif(x)\n  set(A 1)\nendif()\n");
}

TEST(op_context_any_all_not)
{
	const char *text = "if(a)\n  s(1)\nelseif(b)\n  s(1)\nelse()\n  s(1)\nendif()\n";
	struct context_def heads[] = { place(CONTEXT_INSIDE, "if(a)"), place(CONTEXT_INSIDE, "else()") };
	struct context_def any = { .kind = CONTEXT_ANY, .parts = heads, .n_parts = 2 }, none = { .kind = CONTEXT_NOT, .parts = &any, .n_parts = 1 };
	struct context_def all = { .kind = CONTEXT_ALL, .parts = heads, .n_parts = 2 };
	assert_context(replace("s(1)", "s(2)"), &any, 1, "cmake", text, "if(a)\n  s(2)\nelseif(b)\n  s(1)\nelse()\n  s(2)\nendif()\n");
	assert_context(replace("s(1)", "s(2)"), &none, 1, "cmake", text, "if(a)\n  s(1)\nelseif(b)\n  s(2)\nelse()\n  s(1)\nendif()\n");
	assert_context(replace("s(1)", "s(2)"), &all, 1, "cmake", text, text);
}

TEST(op_pick_counts_what_is_made)
{
	struct edit_def edit = replace("s(1)", "s(2)");
	edit.pick = PICK_LAST;
	assert_edit(&edit, "cmake", "s(1)\ns(1)\n", "s(1)\ns(2)\n");
	edit.pick = PICK_FIRST;
	assert_edit(&edit, "cmake", "s(1)\nif(x)\n  s(1)\n  s(1)\nendif()\n", "s(2)\nif(x)\n  s(2)\n  s(1)\nendif()\n");
	edit.pick = PICK_NTH;
	edit.pick_number = 2;
	assert_edit(&edit, "cmake", "s(1)\ns(1)\ns(1)\n", "s(1)\ns(2)\ns(1)\n");
	struct edit_def include = with_op("ensure-after", "include($X)", "include(New)");
	include.pick = PICK_LAST;
	assert_edit(&include, "cmake", "include(A)\ninclude(B)\nx()\n", "include(A)\ninclude(B)\ninclude(New)\nx()\n");
}

TEST(op_where_in_and_regex)
{
	struct def_text values[] = { def("a"), def("b") };
	struct where_def where = { def("X"), WHERE_IN, values, 2 };
	struct edit_def edit = replace("f($X)", "g($X)");
	edit.where = &where;
	edit.n_where = 1;
	assert_edit(&edit, "python", "f(a)\nf(c)\n", "g(a)\nf(c)\n");
	struct def_text pattern = def("^\\d+$");
	struct where_def digits = { def("X"), WHERE_NOT_REGEX, &pattern, 1 };
	edit.where = &digits;
	assert_edit(&edit, "python", "f(12)\nf(c)\n", "f(12)\ng(c)\n");
}

TEST(op_errors_have_a_place)
{
	struct err err = ERR_INIT;
	struct edit_def edit = replace("f($X)", "g($Y)");
	assert_null(edit_rule_new(&edit, language_find(SLICE_LITERAL("python")), &err));
	assert_non_null(strstr(err.message, "'Y'"));
	assert_int_equal(err.line, 1);
	assert_int_equal(err.column, 3);
	err_release(&err);
	struct edit_def empty = { .regex = def("a*"), .op = op_find(SLICE_LITERAL("delete")) };
	assert_null(edit_rule_new(&empty, language_find(SLICE_LITERAL("text")), &err));
	assert_non_null(strstr(err.message, "nothing at all"));
	err_release(&err);
}

static struct edit_def list_edit(const char *name, const char *match, struct set_def *set)
{
	return (struct edit_def){ .match = def(match), .op = op_find(slice_of(name)), .sets = set, .n_sets = 1 };
}

TEST(op_add_to_cmake_list)
{
	struct set_def set = { def("S"), def("new.cc") };
	struct edit_def edit = list_edit("add-to", "list(APPEND SRCS $$$S)", &set);
	assert_edit(&edit, "cmake", "list(APPEND SRCS a.cc b.cc)\n", "list(APPEND SRCS a.cc b.cc new.cc)\n");
	assert_edit(&edit, "cmake", "list(APPEND SRCS)\n", "list(APPEND SRCS new.cc)\n");
	assert_edit(&edit, "cmake", "list(APPEND SRCS\r\n  a.cc\r\n  b.cc # last\r\n)\r\n",
	            "list(APPEND SRCS\r\n  a.cc\r\n  b.cc # last\r\n  new.cc\r\n)\r\n");
	assert_edit(&edit, "cmake", "list(APPEND SRCS\n  a.cc\n  b.cc)\n", "list(APPEND SRCS\n  a.cc\n  b.cc\n  new.cc)\n");
	struct set_def two = { def("S"), def("b.cc\nnew.cc") };
	struct edit_def both = list_edit("add-to", "list(APPEND SRCS $$$S)", &two);
	assert_edit(&both, "cmake", "list(APPEND SRCS a.cc b.cc)\n", "list(APPEND SRCS a.cc b.cc new.cc)\n");
}

TEST(op_add_to_python_list)
{
	struct set_def set = { def("S"), def("'12.0', '12.1'") };
	struct edit_def edit = list_edit("add-to", "supported = [$$$S]", &set);
	assert_edit(&edit, "python", "supported = ['9.0', '9.0a']\n", "supported = ['9.0', '9.0a', '12.0', '12.1']\n");
	assert_edit(&edit, "python", "supported = []\n", "supported = ['12.0', '12.1']\n");
	assert_edit(&edit, "python", "supported = ['12.1',]\n", "supported = ['12.1', '12.0',]\n");
	assert_edit(&edit, "python", "supported = [\n    '9.0',\n    '9.0a',  # hopper\n]\n",
	            "supported = [\n    '9.0',\n    '9.0a',  # hopper\n    '12.0',\n    '12.1',\n]\n");
	assert_edit(&edit, "python", "supported = [\n    '9.0',\n    '9.0a'  # hopper\n]\n",
	            "supported = [\n    '9.0',\n    '9.0a',  # hopper\n    '12.0',\n    '12.1'\n]\n");
	assert_edit(&edit, "python", "supported = ['3.5', '3.7',\n             '9.0']\n",
	            "supported = ['3.5', '3.7',\n             '9.0',\n             '12.0',\n             '12.1']\n");
	struct set_def keyword = { def("A"), def("z=1") };
	struct edit_def call = list_edit("add-to", "f(x, $$$A)", &keyword);
	assert_edit(&call, "python", "f(x)\n", "f(x, z=1)\n");
	assert_edit(&call, "python", "f(x, y)\n", "f(x, y, z=1)\n");
}

TEST(op_remove_from_lists)
{
	struct set_def set = { def("S"), def("b.cc") };
	struct edit_def edit = list_edit("remove-from", "list(APPEND SRCS $$$S)", &set);
	assert_edit(&edit, "cmake", "list(APPEND SRCS a.cc b.cc c.cc)\n", "list(APPEND SRCS a.cc c.cc)\n");
	assert_edit(&edit, "cmake", "list(APPEND SRCS\n  a.cc\n  b.cc # why\n  c.cc)\n", "list(APPEND SRCS\n  a.cc\n  c.cc)\n");
	assert_edit(&edit, "cmake", "list(APPEND SRCS\n  a.cc\n  b.cc)\n", "list(APPEND SRCS\n  a.cc)\n");
	struct set_def item = { def("S"), def("'b'") };
	struct edit_def python = list_edit("remove-from", "x = [$$$S]", &item);
	assert_edit(&python, "python", "x = ['a', 'b', 'c']\n", "x = ['a', 'c']\n");
	assert_edit(&python, "python", "x = ['b', 'c']\n", "x = ['c']\n");
	assert_edit(&python, "python", "x = ['a', 'b']\n", "x = ['a']\n");
	assert_edit(&python, "python", "x = ['b']\n", "x = []\n");
	assert_edit(&python, "python", "x = [\n    'a',\n    'b',  # b\n    'c',\n]\n", "x = [\n    'a',\n    'c',\n]\n");
	assert_edit(&python, "python", "x = [\n    'a',\n    'b'\n]\n", "x = [\n    'a'\n]\n");
	assert_edit(&python, "python", "x = ['a', 'b',]\n", "x = ['a',]\n");
	assert_edit(&python, "python", "x = ['b',]\n", "x = []\n");
}

TEST(op_remove_from_takes_several_at_the_end)
{
	struct set_def items = { def("S"), def("'b', 'c'") };
	struct edit_def python = list_edit("remove-from", "x = [$$$S]", &items);
	assert_edit(&python, "python", "x = ['a', 'b', 'c']\n", "x = ['a']\n");
	assert_edit(&python, "python", "x = ['a', 'b', 'c',]\n", "x = ['a',]\n");
	assert_edit(&python, "python", "x = ['b', 'c']\n", "x = []\n");
	assert_edit(&python, "python", "x = ['c', 'b',]\n", "x = []\n");
	assert_edit(&python, "python", "x = ['c', 'a', 'b']\n", "x = ['a']\n");
	assert_edit(&python, "python", "x = [\n    'a',  # a\n    'b',  # b\n    'c'\n]\n", "x = [\n    'a'  # a\n]\n");
	assert_edit(&python, "python", "x = [\n    'a',  # a\n    'b', 'c',\n]\n", "x = [\n    'a',  # a\n]\n");
	struct edit_def cmake = list_edit("remove-from", "set(X $$$S)", &(struct set_def){ def("S"), def("b c") });
	assert_edit(&cmake, "cmake", "set(X a b c)\n", "set(X a)\n");
	assert_edit(&cmake, "cmake", "set(X b\n  c)\n", "set(X)\n");
}

TEST(op_remove_from_leaves_comments_of_other_items)
{
	struct set_def item = { def("S"), def("'b'") };
	struct edit_def python = list_edit("remove-from", "x = [$$$S]", &item);
	assert_edit(&python, "python", "x = [\n    'a',  # a\n    'b'\n]\n", "x = [\n    'a'  # a\n]\n");
	assert_edit(&python, "python", "x = [\n    'a',  # a\n    'b'  # b\n]\n", "x = [\n    'a'  # a\n]\n");
	assert_edit(&python, "python", "x = [\n    'a'  # a\n    ,  # comma\n    'b'\n]\n", "x = [\n    'a'  # a\n      # comma\n]\n");
	assert_edit(&python, "python", "x = ['a',  # a\n     'b']\n", "x = ['a'  # a\n     ]\n");
	assert_edit(&python, "python", "x = ['a',  # a\n     'b',]\n", "x = ['a',  # a\n     ]\n");
	assert_edit(&python, "python", "x = ['a',\n     'b',]\n", "x = ['a',]\n");
}

TEST(op_delete_of_a_last_line_without_line_end)
{
	struct edit_def edit = with_op("delete", "last($$$)", "");
	assert_edit(&edit, "cmake", "a()\nlast()", "a()");
	assert_edit(&edit, "cmake", "a()\r\n  last() ", "a()");
	assert_edit(&edit, "cmake", "a()\nlast()\n", "a()\n");
	assert_edit(&edit, "cmake", "last()", "");
	assert_edit(&edit, "cmake", "a()\nlast(1)\nlast(2)", "a()\n");
	assert_edit(&edit, "cmake", "a() last()", "a()");
}

TEST(op_insert_after_an_expression_in_a_head_begins_the_body)
{
	struct edit_def edit = with_op("insert-after", "foo($X)", "bar()");
	assert_edit(&edit, "python", "if foo(a):\n    b\n", "if foo(a):\n    bar()\n    b\n");
	assert_edit(&edit, "python", "def f(x=foo(1)) -> int:\n\tb\n", "def f(x=foo(1)) -> int:\n\tbar()\n\tb\n");
	assert_edit(&edit, "python", "x = foo(a)\ny\n", "x = foo(a)\nbar()\ny\n");
}

TEST(op_ensure_looks_everywhere_and_adds_once)
{
	struct edit_def edit = with_op("ensure-after", "include($X)", "include(CheckFunctionExists)");
	assert_edit(&edit, "cmake", "include(A)\ninclude(B)\nx()\n", "include(A)\ninclude(CheckFunctionExists)\ninclude(B)\nx()\n");
	assert_untouched(&edit, "cmake", "include(A)\nx()\nif(Y)\n  INCLUDE(CheckFunctionExists)\nendif()\n");
	struct edit_def before = with_op("ensure-before", "import $X", "import os");
	assert_edit(&before, "python", "import sys\nimport re\n", "import os\nimport sys\nimport re\n");
}

TEST(op_ensure_include_in_its_sorted_place)
{
	struct edit_def edit = with_op("ensure-include", "use($X)", "<cstdint>");
	assert_edit(&edit, "c", "#include <algorithm>\n#include <string>\n\nuse(x);\n", "#include <algorithm>\n#include <cstdint>\n#include <string>\n\nuse(x);\n");
	assert_edit(&edit, "c", "#include <b>\r\n#include <a>\r\nuse(x);\r\n", "#include <b>\r\n#include <a>\r\n#include <cstdint>\r\nuse(x);\r\n");
	assert_edit(&edit, "c", "#pragma once\n\n#include <c10/macros/Macros.h>\n#include <c10/util/x.h>\n\n#include <string>\n#include <vector>\n\n#include \"b.h\"\nuse(x);\n",
	            "#pragma once\n\n#include <c10/macros/Macros.h>\n#include <c10/util/x.h>\n\n#include <cstdint>\n#include <string>\n#include <vector>\n\n#include \"b.h\"\nuse(x);\n");
	assert_edit(&edit, "c", "#include \"b.h\"\nuse(x);\n", "#include \"b.h\"\n#include <cstdint>\nuse(x);\n");
	assert_untouched(&edit, "c", "#include <string>\nint x;\n");
	struct edit_def bytes = { .regex = def("\\buint8_t\\b"), .op = op_find(SLICE_LITERAL("ensure-include")), .text = def("<cstdint>") };
	assert_edit(&bytes, "c", "#include <a>\nuint8_t x;\nuint8_t y;\n", "#include <a>\n#include <cstdint>\nuint8_t x;\nuint8_t y;\n");
	assert_untouched(&bytes, "c", "#include <cstdint>\nuint8_t x;\nuint8_t y;\n");
	assert_untouched(&edit, "c", "// head\n#include  <cstdint> // why\nuse(x);\n");
}

TEST(op_ensure_include_is_for_everyone)
{
	struct edit_def edit = with_op("ensure-include", "use($X)", "<cstdint>");
	assert_edit(&edit, "c", "#include <a>\n#ifdef _WIN32\n#include <cstdint>\n#include <z>\n#endif\nuse(x);\n",
	            "#include <a>\n#include <cstdint>\n#ifdef _WIN32\n#include <cstdint>\n#include <z>\n#endif\nuse(x);\n");
	assert_edit(&edit, "c", "#ifndef A_H\n#define A_H\n#include <a>\nuse(x);\n#endif\n", "#ifndef A_H\n#define A_H\n#include <a>\n#include <cstdint>\nuse(x);\n#endif\n");
	assert_untouched(&edit, "c", "#ifndef A_H\n#define A_H\n#include <cstdint>\nuse(x);\n#endif\n");
	assert_edit(&edit, "c", "#ifndef A_H\n#define A_H\nuse(x);\n#endif\n", "#ifndef A_H\n#define A_H\n\n#include <cstdint>\n\nuse(x);\n#endif\n");
	assert_edit(&edit, "c", "#include <a>\nextern \"C\" {\n#include <cstdint>\n}\nuse(x);\n",
	            "#include <a>\n#include <cstdint>\nextern \"C\" {\n#include <cstdint>\n}\nuse(x);\n");
	assert_untouched(&edit, "c", "use(x);\n#include <cstdint>\n");
}

TEST(op_ensure_include_without_includes)
{
	struct edit_def edit = with_op("ensure-include", "use($X)", "<cstdint>");
	assert_edit(&edit, "c", "use(x);\n", "#include <cstdint>\n\nuse(x);\n");
	assert_edit(&edit, "c", "\xEF\xBB\xBF" "use(x);\n", "\xEF\xBB\xBF" "#include <cstdint>\n\nuse(x);\n");
	assert_edit(&edit, "c", "#pragma once\nuse(x);\n", "#pragma once\n\n#include <cstdint>\n\nuse(x);\n");
	assert_edit(&edit, "c", "/*\n * Copyright\n */\n\n// x\nuse(x);\n", "/*\n * Copyright\n */\n\n#include <cstdint>\n\n// x\nuse(x);\n");
	assert_edit(&edit, "c", "// x\nuse(x);\n", "#include <cstdint>\n\n// x\nuse(x);\n");
}

TEST(op_ensure_include_refuses_what_is_no_header)
{
	struct err err = ERR_INIT;
	struct edit_def bare = with_op("ensure-include", "uint8_t", "cstdint"), two = with_op("ensure-include", "uint8_t", "<a> <b>");
	assert_null(edit_rule_new(&bare, language_find(SLICE_LITERAL("c")), &err));
	assert_non_null(strstr(err.message, "one header"));
	err_release(&err);
	assert_null(edit_rule_new(&two, language_find(SLICE_LITERAL("c")), &err));
	err_release(&err);
	struct edit_def python = with_op("ensure-include", "x", "<a>");
	assert_null(edit_rule_new(&python, language_find(SLICE_LITERAL("python")), &err));
	assert_non_null(strstr(err.message, "for C"));
	err_release(&err);
}

TEST(op_wrap_puts_lines_round)
{
	struct edit_def edit = with_op("wrap", "find_package(CUDA $$$A)", "if(USE_CUDA)\n  $MATCH\nendif()\n");
	assert_edit(&edit, "cmake", "a()\n  find_package(CUDA\n    REQUIRED) # c\nb()\n",
	            "a()\n  if(USE_CUDA)\n    find_package(CUDA\n      REQUIRED) # c\n  endif()\nb()\n");
	assert_edit(&edit, "cmake", "find_package(CUDA)", "if(USE_CUDA)\n  find_package(CUDA)\nendif()");
	struct edit_def no_foot = with_op("wrap", "f()", "if X:\n    $MATCH\n");
	assert_edit(&no_foot, "python", "a\nf()", "a\nif X:\n    f()");
	struct edit_def python = with_op("wrap", "$X = f($$$A)", "try:\n    $MATCH\nexcept OSError:\n    $X = None\n");
	assert_edit(&python, "python", "def g():\n    v = f(\"\"\"a\nb\"\"\")\r\n    w\n",
	            "def g():\n    try:\n        v = f(\"\"\"a\nb\"\"\")\r\n    except OSError:\n        v = None\n    w\n");
}

TEST(op_new_operations_refuse_what_they_cannot_do)
{
	struct err err = ERR_INIT;
	struct set_def set = { def("S"), def("a b") };
	struct edit_def not_list = list_edit("add-to", "f($S)", &set);
	assert_null(edit_rule_new(&not_list, language_find(SLICE_LITERAL("python")), &err));
	assert_non_null(strstr(err.message, "no list capture"));
	struct set_def broken = { def("S"), def("a)") };
	struct edit_def unbalanced = list_edit("add-to", "f($$$S)", &broken);
	assert_null(edit_rule_new(&unbalanced, language_find(SLICE_LITERAL("python")), &err));
	struct edit_def no_place = with_op("wrap", "f()", "if x:\n    pass\n");
	assert_null(edit_rule_new(&no_place, language_find(SLICE_LITERAL("python")), &err));
	assert_non_null(strstr(err.message, "$MATCH"));
	err_release(&err);
}
