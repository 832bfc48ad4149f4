/* Which of several places in a block an edit takes: places that are made count, those in other blocks do not. */
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
