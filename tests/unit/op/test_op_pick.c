/* Which of several places an edit takes: in a block, where those that are made count, and by conditions. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "edit_check.h"

/* `before` with `b` in place of `a` where the digit behind it is one of `changed`. */
static void check_pick(
	enum pick_kind pick, size_t number, const char *language, const char *before, const char *changed)
{
	struct edit_def edit = edit_replace("a($X)", "b($X)");
	struct str after = STR_INIT;
	edit.pick = pick;
	edit.pick_number = number;
	str_add_cstr(&after, before);
	for (size_t i = 0; i + 2 < after.len; i++)
		if (memcmp(after.ptr + i, "a(", 2) == 0 && strchr(changed, after.ptr[i + 2]))
			after.ptr[i] = 'b';
	check_edit(&edit, language, before, after.ptr);
	str_release(&after);
}

TEST(op_pick_takes_one_place_of_each_block)
{
	static const char python[] = "a(0)\ndef f():\n    a(1)\n    a(2)\n    if x:\n        a(3)\n        a(4)\n"
				     "    a(5)\ndef g():\n    b(6)\n    a(7)\ndef h():\n    a(8)\n    b(9)\n";
	check_pick(PICK_FIRST, 0, "python", python, "0138");
	check_pick(PICK_LAST, 0, "python", python, "0457");
	check_pick(PICK_NTH, 1, "python", python, "0138");
	check_pick(PICK_NTH, 2, "python", python, "247");
	check_pick(PICK_NTH, 3, "python", python, "5");
	static const char cmake[] = "if(X)\n  a(1)\n  a(2)\nelse()\n  b(3)\n  a(4)\n  a(5)\nendif()\na(6)\n";
	check_pick(PICK_FIRST, 0, "cmake", cmake, "16");
	check_pick(PICK_LAST, 0, "cmake", cmake, "256");
	check_pick(PICK_NTH, 2, "cmake", cmake, "24");
	static const char c[] = "void f() {\n\ta(1);\n\ta(2);\n\tif (x) {\n\t\ta(3);\n\t\ta(4);\n\t}\n\ta(5);\n}\n"
				"void g() { a(6); }\n";
	check_pick(PICK_FIRST, 0, "c", c, "136");
	check_pick(PICK_LAST, 0, "c", c, "456");
	check_pick(PICK_NTH, 2, "c", c, "24");
}

TEST(op_pick_of_a_number_that_no_block_has)
{
	struct edit_def edit = edit_replace("a($X)", "b($X)");
	edit.pick = PICK_NTH;
	edit.pick_number = 3;
	check_untouched(&edit, "python", "a(1)\na(2)\nif x:\n    a(3)\n");
}

static const char places[] =
	"s()\na(1)\nif q:\n    a(2)\n    s()\n    a(3)\n    for i in x:\n        a(4)\n    e()\n    a(5)\n"
	"a(6)\ne()\na(7)\n";

/* Of these places, those for which all of `parts` hold are changed. */
static void check_context(struct context_def *parts, size_t n_parts, enum pick_kind pick, const char *changed)
{
	struct edit_def edit = edit_replace("a($X)", "b($X)");
	struct str after = STR_INIT;
	edit.context = (struct context_def){ .kind = CONTEXT_ALL, .parts = parts, .n_parts = n_parts };
	edit.pick = pick;
	str_add_cstr(&after, places);
	for (size_t i = 0; i + 2 < after.len; i++)
		if (memcmp(after.ptr + i, "a(", 2) == 0 && strchr(changed, after.ptr[i + 2]))
			after.ptr[i] = 'b';
	struct edit_result result = edit_run_once(&edit, "python", places);
	if (strcmp(result.text, after.ptr) != 0)
		fail_msg("expected %s of\n%s", changed, result.text);
	assert_int_equal(result.n_matches, strlen(changed));
	free(result.text);
	str_release(&after);
}

TEST(op_conditions_on_the_place)
{
	struct context_def after = { .kind = CONTEXT_AFTER, .pattern = edit_text("s()") },
			   before = { .kind = CONTEXT_BEFORE, .pattern = edit_text("e()") },
			   behind = { .kind = CONTEXT_AFTER, .pattern = edit_text("e()") },
			   inside = { .kind = CONTEXT_INSIDE, .pattern = edit_text("if q:") },
			   loop = { .kind = CONTEXT_INSIDE, .pattern = edit_text("for $A in $B:") },
			   nowhere = { .kind = CONTEXT_INSIDE, .pattern = edit_text("if z:") };
	check_context(&after, 1, PICK_EVERY, "13567");
	check_context(&before, 1, PICK_EVERY, "1236");
	check_context(&behind, 1, PICK_EVERY, "57");
	check_context(&inside, 1, PICK_EVERY, "2345");
	check_context(&loop, 1, PICK_EVERY, "4");
	check_context(&nowhere, 1, PICK_EVERY, "");
	struct context_def both[] = { after, before }, either[] = { loop, behind }, none[] = { inside, nowhere };
	struct context_def any = { .kind = CONTEXT_ANY, .parts = either, .n_parts = 2 },
			   all = { .kind = CONTEXT_ALL, .parts = both, .n_parts = 2 },
			   not_inside = { .kind = CONTEXT_NOT, .parts = none, .n_parts = 1 },
			   not_there = { .kind = CONTEXT_NOT, .parts = &after, .n_parts = 1 };
	check_context(&any, 1, PICK_EVERY, "457");
	check_context(both, 2, PICK_EVERY, "136");
	check_context(&all, 1, PICK_EVERY, "136");
	check_context(&not_inside, 1, PICK_EVERY, "167");
	struct context_def mixed[] = { inside, not_there };
	check_context(mixed, 2, PICK_EVERY, "24");
	check_context(&inside, 1, PICK_FIRST, "24");
	check_context(&after, 1, PICK_LAST, "57");
}
