#include "unit.h"

#include <string.h>

#include "patchset/expectation.h"

/* Four lines; the test begins in line 5, column 7. */
#define TEXT "tests:\n  a: 1\n  b: 2\n  c:\n    - before: x\n      after: y\n"

/* Another program may have written the file since the tests were run. */
TEST(expectation_of_a_test_that_is_gone_is_refused)
{
	static const struct {
		size_t line, column;
		const char *result; /* NULL: refused */
	} rows[] = { { 5, 7, "tests:\n  a: 1\n  b: 2\n  c:\n    - before: x\n      after: z\n" }, { 4, 7, NULL },
		{ 6, 7, NULL }, { 5, 6, NULL }, { 5, 8, NULL }, { 1, 1, NULL } };
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct err err = ERR_INIT;
		struct str out = STR_INIT;
		struct expectation one = { rows[i].line, rows[i].column, SLICE_LITERAL("z") };
		assert_int_equal(
			expectations_write("a.yaml", slice_of(TEXT), &one, 1, &out, &err), rows[i].result != NULL);
		if (rows[i].result) {
			assert_string_equal(out.ptr, rows[i].result);
		} else {
			assert_int_equal(err.kind, ERR_PATCHSET);
			assert_string_equal(
				err.message, "the test is no longer here: the file has changed since it was read");
			assert_string_equal(err.file, "a.yaml");
			assert_int_equal(err.line, rows[i].line);
			assert_int_equal(err.column, rows[i].column);
			assert_int_equal(out.len, 0);
		}
		err_release(&err);
		str_release(&out);
	}
}

/* What the file keeps is around the new text; a comment has its place after it, or after the '|' of a block. */
TEST(expectation_keeps_what_is_around_it)
{
	static const struct {
		const char *before, *text, *after;
	} rows[] = {
		{ "after: |-   # why\n      x\n\n    name: n\n", "z", "after: 'z' # why\n\n    name: n\n" },
		{ "after: |-   # why\n      x\n\n    name: n\n", "z\n", "after: | # why\n      z\n\n    name: n\n" },
		{ "after: |+\n      x\n\n    # c\n", "z\n", "after: |\n      z\n    # c\n" },
		{ "after: 'x' # c\n", "z", "after: 'z' # c\n" },
		{ "after: 'x' # c\n", "z\n", "after: | # c\n      z\n" },
		{ "after: x\n", "z # y", "after: 'z # y'\n" },
		{ "\"after\": x", "z\n", "\"after\": |\n      z" },
		{ "after: &a x\n", "z", NULL },
		{ "after: >\n      x\n", "z", NULL },
		{ "after: |\n      x\n", " z\n", "after: |2\n       z\n" },
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct err err = ERR_INIT;
		struct str text = STR_INIT, expected = STR_INIT, out = STR_INIT;
		struct expectation one = { 2, 5, slice_of(rows[i].text) };
		str_addf(&text, "c:\n  - before: x\n    %s", rows[i].before);
		str_addf(&expected, "c:\n  - before: x\n    %s", rows[i].after ? rows[i].after : "");
		assert_int_equal(expectations_write("a.yaml", str_slice(&text), &one, 1, &out, &err), !!rows[i].after);
		if (rows[i].after)
			assert_string_equal(out.ptr, expected.ptr);
		else
			assert_int_equal(err.line, 3);
		err_release(&err);
		str_release(&text);
		str_release(&expected);
		str_release(&out);
	}
}
