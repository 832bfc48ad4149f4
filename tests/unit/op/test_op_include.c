/* ensure-include at the edges of a file, and beside what sets something for the headers. */
#include "unit.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "edit_check.h"

static void check_include(const char *header, const char *before, const char *after)
{
	struct edit_def edit = edit_with_op("ensure-include", "LIB_VERSION", header);
	check_edit(&edit, "c", before, after);
}

TEST(op_include_where_a_file_has_no_line_end_or_no_include)
{
	static const struct {
		const char *before, *after;
	} rows[] = {
		{ "int x = LIB_VERSION;", "#include <lib/version.h>\n\nint x = LIB_VERSION;" },
		{ "/* c */ int x = LIB_VERSION;", "#include <lib/version.h>\n\n/* c */ int x = LIB_VERSION;" },
		{ "#include <lib/a.h>\n#if LIB_VERSION",
			"#include <lib/a.h>\n#include <lib/version.h>\n#if LIB_VERSION" },
		{ "// c\n\nint x = LIB_VERSION;\n", "// c\n\n#include <lib/version.h>\n\nint x = LIB_VERSION;\n" },
		{ "// c\n  \nint x = LIB_VERSION;\n", "// c\n\n#include <lib/version.h>\n  \nint x = LIB_VERSION;\n" },
		{ "// c\nint x = LIB_VERSION;\n", "#include <lib/version.h>\n\n// c\nint x = LIB_VERSION;\n" },
		{ "#define X LIB_VERSION\nint x = X;\n",
			"#define X LIB_VERSION\n\n#include <lib/version.h>\n\nint x = X;\n" },
		{ "#include\n#include <a>\n#include <lib/z.h>\nint x = LIB_VERSION;\n",
			"#include\n#include <a>\n#include <lib/version.h>\n"
			"#include <lib/z.h>\nint x = LIB_VERSION;\n" },
		{ "\xEF\xBB\xBFint x = LIB_VERSION;\n",
			"\xEF\xBB\xBF#include <lib/version.h>\n\nint x = LIB_VERSION;\n" },
		{ "\nint x = LIB_VERSION;\n", "#include <lib/version.h>\n\nint x = LIB_VERSION;\n" },
		{ "\xEF\xBB\xBF\nint x = LIB_VERSION;\n",
			"\xEF\xBB\xBF#include <lib/version.h>\n\nint x = LIB_VERSION;\n" },
		{ "\xEF\xBB\xBF// c\n\nint x = LIB_VERSION;\n",
			"\xEF\xBB\xBF// c\n\n#include <lib/version.h>\n\nint x = LIB_VERSION;\n" },
		{ "/* c\n */ /* d */\n\n\nint x = LIB_VERSION;\n",
			"/* c\n */ /* d */\n\n#include <lib/version.h>\n\n\nint x = LIB_VERSION;\n" },
		{ "// c\r\n\r\nint x = LIB_VERSION;\r\n",
			"// c\r\n\r\n#include <lib/version.h>\r\n\r\nint x = LIB_VERSION;\r\n" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_include("<lib/version.h>", rows[i].before, rows[i].after);
}

TEST(op_include_goes_to_its_kin)
{
	static const struct {
		const char *header, *before, *after;
	} rows[] = {
		{ "<lib/v.h>", "#include <lib/a.h>\n#include \"b.h\"\n#include <c/d.h>\nint x = LIB_VERSION;\n",
			"#include <lib/a.h>\n#include <lib/v.h>\n#include \"b.h\"\n"
			"#include <c/d.h>\nint x = LIB_VERSION;\n" },
		{ "<lib/v.h>", "#include <lib/a.h>\n\n#include <c/d.h>\nint x = LIB_VERSION;\n",
			"#include <lib/a.h>\n#include <lib/v.h>\n\n#include <c/d.h>\nint x = LIB_VERSION;\n" },
		{ "<lib/v.h>", "#include <a>\n\n#include <b>\nint x = LIB_VERSION;\n",
			"#include <a>\n\n#include <b>\n#include <lib/v.h>\nint x = LIB_VERSION;\n" },
		{ "<lib/b.h>", "#include <lib/a.h>\n#include <lib/c.h>\nint x = LIB_VERSION;\n",
			"#include <lib/a.h>\n#include <lib/b.h>\n#include <lib/c.h>\nint x = LIB_VERSION;\n" },
		{ "<lib/b.h>", "#include <lib/c.h>\n#include <lib/a.h>\nint x = LIB_VERSION;\n",
			"#include <lib/c.h>\n#include <lib/a.h>\n#include <lib/b.h>\nint x = LIB_VERSION;\n" },
		{ "\"lib/b.h\"", "#include <lib/a.h>\nint x = LIB_VERSION;\n",
			"#include <lib/a.h>\n#include \"lib/b.h\"\nint x = LIB_VERSION;\n" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_include(rows[i].header, rows[i].before, rows[i].after);
}

TEST(op_include_stays_out_of_what_is_set_for_other_headers)
{
	static const struct {
		const char *before, *after;
	} rows[] = {
		{ "#include <a>\n#pragma pack(1)\n#include <lib/z.h>\n#pragma pack()\nint x = LIB_VERSION;\n",
			"#include <a>\n#include <lib/v.h>\n#pragma pack(1)\n#include <lib/z.h>\n#pragma pack()\n"
			"int x = LIB_VERSION;\n" },
		{ "#include <a>\n#pragma pack(1)\n#include <b>\n#pragma pack()\n"
		  "#include <lib/y.h>\nint x = LIB_VERSION;\n",
			"#include <a>\n#pragma pack(1)\n#include <b>\n#pragma pack()\n#include <lib/v.h>\n"
			"#include <lib/y.h>\nint x = LIB_VERSION;\n" },
		{ "#include <a>\n#define FOO\n#include <lib/y.h>\n#undef FOO\nint x = LIB_VERSION;\n",
			"#include <a>\n#define FOO\n#include <lib/y.h>\n#undef FOO\n\n#include <lib/v.h>\n\n"
			"int x = LIB_VERSION;\n" },
		{ "#include <a>\n#define FOO\n#include <lib/y.h>\n#undef FOO\n"
		  "#include <lib/z.h>\nint x = LIB_VERSION;\n",
			"#include <a>\n#define FOO\n#include <lib/y.h>\n#undef FOO\n#include <lib/v.h>\n"
			"#include <lib/z.h>\nint x = LIB_VERSION;\n" },
		{ "#include <lib/a.h>\n#undef FOO\n#include <b>\nint x = LIB_VERSION;\n",
			"#include <lib/a.h>\n#undef FOO\n#include <b>\n#include <lib/v.h>\nint x = LIB_VERSION;\n" },
		{ "#include <a>\n#ifdef B\n#undef FOO\n#include <lib/y.h>\n#endif\nint x = LIB_VERSION;\n",
			"#include <a>\n#include <lib/v.h>\n#ifdef B\n#undef FOO\n#include <lib/y.h>\n#endif\n"
			"int x = LIB_VERSION;\n" },
		{ "#include <a>\n#endif\n#include <lib/z.h>\nint x = LIB_VERSION;\n",
			"#include <a>\n#endif\n#include <lib/v.h>\n#include <lib/z.h>\nint x = LIB_VERSION;\n" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_include("<lib/v.h>", rows[i].before, rows[i].after);
	struct edit_def edit = edit_with_op("ensure-include", "LIB_VERSION", "<lib/v.h>");
	check_unfit(&edit, "c",
		"#ifdef B\n#ifdef C\n#define FOO\n#endif\n#include <lib/y.h>\nint x = LIB_VERSION;\n#endif\nint y;\n",
		"'ensure-include' cannot be done here: a macro of its branch of an #if is for the headers below it | "
		"match all that belongs together, or exclude this place by a condition");
}

TEST(op_include_needs_one_header)
{
	static const char *const wrong[] = { "", "<>", "<a", "a>", "\"a", "a\"", "a.h", "<a> <b>", "\"a\"\n\"b\"" };
	for (size_t i = 0; i < COUNT_OF(wrong); i++) {
		struct edit_def edit = edit_with_op("ensure-include", "LIB_VERSION", wrong[i]);
		struct err err = ERR_INIT;
		assert_null(edit_rule_new(&edit, language_find(SLICE_LITERAL("c")), &err));
		assert_says(&err, "'ensure-include' needs one header as it is included: <cstdint> or \"a/b.h\"");
		err_release(&err);
	}
	struct edit_def edit = edit_with_op("ensure-include", "x", "<a>");
	struct err err = ERR_INIT;
	assert_null(edit_rule_new(&edit, language_find(SLICE_LITERAL("python")), &err));
	assert_says(&err, "'ensure-include' is for C and C++, not for python");
	err_release(&err);
}
