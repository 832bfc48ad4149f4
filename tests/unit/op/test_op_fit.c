/* What may come where: an edit is refused where its text would say something else. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "edit_check.h"

#define CANNOT "'replace' cannot be done here: "
#define EXCLUDE " | match all that belongs together, or exclude this place by a condition"

/* `text` with `new` for the `go` in it. */
static char *with(const char *text, const char *new)
{
	struct str out = STR_INIT;
	size_t at = slice_find(slice_of(text), SLICE_LITERAL("go"), 0);
	str_add(&out, slice_sub(slice_of(text), 0, at));
	str_add_cstr(&out, new);
	str_add_cstr(&out, text + at + strlen("go"));
	return str_detach(&out);
}

/* + it comes; else the reason by its letter. */
struct fits {
	const char *text, *fits;
};

struct reason {
	char letter;
	const char *text;
};

static void check_fits(const char *language, const char *old, const struct fits *row, const char *const *news,
	const struct reason *reasons)
{
	char *before = with(row->text, old);
	for (size_t k = 0; row->fits[k]; k++) {
		struct edit_def edit = edit_replace(old, news[k]);
		char *after = with(row->text, news[k]);
		const struct reason *reason = reasons;
		while (row->fits[k] != '+' && reason->letter != row->fits[k])
			reason++;
		if (row->fits[k] == '+')
			check_edit(&edit, language, before, after);
		else
			check_unfit(&edit, language, before, reason->text);
		free(after);
	}
	free(before);
}

TEST(op_fit_commands_of_a_shell_stay_one_where_one_is_asked)
{
	static const struct reason reasons[] = { { ';', CANNOT "a ';' follows, which cannot be after '&'" EXCLUDE },
		{ 'j', CANNOT "there is room for one command only, since another one is joined to it" EXCLUDE } };
	static const char *const news[] = { "c; d", "c && d", "c || d", "c | d", "! c", "c &", "c\nd",
		"if c; then d; fi", "{ c; d; }" };
	static const struct fits rows[] = {
		{ "go\n", "+++++++++" },
		{ "go; b\n", "+++++;+++" },
		{ "if go; then b; fi\n", "+++++;+++" },
		{ "case x in y) go;; esac\n", "+++++;+++" },
		{ "{ go; }\n", "+++++;+++" },
		{ "(go)\n", "+++++++++" },
		{ "go && b\n", "j+j++jj++" },
		{ "b || go\n", "jj+++jj++" },
		{ "b && go\n", "j+j++jj++" },
		{ "go | b\n", "jjj+jjj++" },
		{ "b | go\n", "jjj+jjj++" },
		{ "! go | b\n", "jjj+jjj++" },
		{ "! go\n", "jjj+jjj++" },
		{ "time go\n", "jjj+jjj++" },
		{ "go &\n", "j++++jj++" },
		{ "go & b\n", "j++++jj++" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_fits("shell", "go", &rows[i], news, reasons);
}

TEST(op_fit_commands_of_a_batch_file_stay_one_where_they_share_a_line)
{
	static const char *const news[] = { "c", "c & d", "c && d", "c || d", "c | d", "c\nd", "if e==f c", ":m",
		"goto l", "for %%j in (x) do c", "c >d 2>&1" };
	static const struct reason reasons[] = {
		{ '1', CANNOT "there is room for one command only, since it shares its line with other code" EXCLUDE },
		{ ':', CANNOT "in brackets, cmd refuses a label at their end, and a 'goto' to it leaves them" EXCLUDE }
	};
	static const struct fits rows[] = {
		{ "go\n", "+++++++++++" },
		{ ":l\ngo\ngoto l\n", "+++++++++++" },
		{ "(go)\n", "+++++++:+++" },
		{ "if x==y (go) else b\n", "+++++++:+++" },
		{ "if x==y go\n", "+1111111+1+" },
		{ "for %%i in (x) do go\n", "+1111111+1+" },
		{ "go & b\n", "+1111111+1+" },
		{ "b & go\n", "+1111111+1+" },
		{ "go && b\n", "+1111111+1+" },
		{ "go || b\n", "+1111111+1+" },
		{ "go | b\n", "+1111111+1+" },
		{ "@go\n", "+1111111+1+" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_fits("batch", "go", &rows[i], news, reasons);
}

TEST(op_fit_statements_of_c_stay_one_where_there_is_room_for_one)
{
	static const char *const news[] = { "c();", "c(); d();", "if (e) d();", "{ c(); d(); }", "do d(); while (e);",
		"else d();", ";", "#define A" };
	static const struct reason reasons[] = { { '1', CANNOT "there is room for one statement only" EXCLUDE },
		{ 'e', CANNOT "an 'else' would come without its 'if'" EXCLUDE },
		{ 't', CANNOT "it would take the 'else' after it" EXCLUDE },
		{ '#', CANNOT "a directive cannot begin in the middle of a line" EXCLUDE } };
	static const struct fits rows[] = {
		{ "void f() { go }\n", "+++++e+#" },
		{ "void f() { if (c) go }\n", "+1+++e+#" },
		{ "void f() { if (c) go else b(); }\n", "+1t++e+#" },
		{ "void f() { if (c) b(); else go }\n", "+1+++e+#" },
		{ "void f() { for (;;) go }\n", "+1+++e+#" },
		{ "void f() { do go while (c); }\n", "+1+++e+#" },
		{ "void f() { switch (c) { case 1: go } }\n", "+++++e+#" },
		{ "void f() { l: go }\n", "+++++e+#" },
		{ "void f() { if (c)\n#ifdef D\n    go\n#endif\n    b(); }\n", "+1+++e+1" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_fits("c", "go();", &rows[i], news, reasons);
}

/* By what the expression would be taken apart; NULL: it comes. */
struct taken_apart {
	const char *language, *text, *new, *by;
};

static void check_expression(const struct taken_apart *row)
{
	struct edit_def edit = edit_replace("f(a)", row->new);
	size_t at = slice_find(slice_of(row->text), SLICE_LITERAL("f(a)"), 0);
	struct str text = STR_INIT;
	if (row->by) {
		str_addf(&text,
			CANNOT "'%s' would be taken apart by the '%s' beside it | write parentheses around it in the "
			       "text of the rule, or exclude this place by a condition",
			row->new, row->by);
		check_unfit(&edit, row->language, row->text, text.ptr);
	} else {
		str_addf(&text, "%.*s%s%s", (int)at, row->text, row->new, row->text + at + strlen("f(a)"));
		check_edit(&edit, row->language, row->text, text.ptr);
	}
	str_release(&text);
}

TEST(op_fit_an_expression_is_not_taken_apart)
{
	static const struct taken_apart rows[] = {
		{ "python", "x = c - f(a)\n", "a - b", "-" },
		{ "python", "x = f(a) - c\n", "a - b", NULL },
		{ "python", "x = f(a) ** c\n", "a ** b", "**" },
		{ "python", "x = c ** f(a)\n", "a ** b", NULL },
		{ "python", "x = f(a) ** 2\n", "-b", "**" },
		{ "python", "x = f(a) < c\n", "a < b", "<" },
		{ "python", "x = c < f(a)\n", "a < b", "<" },
		{ "python", "x = f(a) not in c\n", "a < b", "not" },
		{ "python", "x = f(a) if e else g\n", "b if c else d", "if" },
		{ "python", "x = e if g else f(a)\n", "b if c else d", NULL },
		{ "python", "x = e if f(a) else g\n", "b if c else d", "else" },
		{ "python", "x = f(a) or c\n", "lambda: b", "or" },
		{ "python", "x = -f(a)\n", "not b", "-" },
		{ "python", "x = f(a).c\n", "await b", "." },
		{ "python", "x = g(f(a) + d)\n", "*b", "+" },
		{ "c", "int x = c - f(a);\n", "a - b", "-" },
		{ "c", "int x = f(a) - c;\n", "a - b", NULL },
		{ "c", "int x = f(a) < c;\n", "a < b", NULL },
		{ "c", "int x = c = f(a);\n", "a = b", NULL },
		{ "c", "int x = (int)f(a);\n", "a - b", ")" },
		{ "c", "int x = (int)f(a);\n", "a.b", NULL },
		{ "c", "int x = -f(a);\n", "a < b", "-" },
		{ "c", "int x = -f(a);\n", "a<b>(c)", NULL },
		{ "c", "int x = e ? h : f(a);\n", "b ? c : d", NULL },
		{ "c", "int x = f(a) ? e : g;\n", "b ? c : d", "?" },
		{ "c", "void g() { if (c) f(a); }\n", "a - b", NULL },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++)
		check_expression(&rows[i]);
}

TEST(op_fit_what_binds_alike_on_both_sides_may_be_beside_itself)
{
	static const char *const operators[] = { "and", "or", "&", "|" };
	for (size_t i = 0; i < COUNT_OF(operators); i++) {
		struct str before = STR_INIT, new = STR_INIT;
		str_addf(&before, "x = c %s f(a)\n", operators[i]);
		str_addf(&new, "g(a) %s b", operators[i]);
		struct edit_def edit = edit_replace("f(a)", new.ptr);
		struct edit_result result = edit_run_once(&edit, "python", before.ptr);
		struct str after = STR_INIT;
		str_addf(&after, "x = c %s g(a) %s b\n", operators[i], operators[i]);
		assert_string_equal(result.text, after.ptr);
		free(result.text);
		str_release(&before);
		str_release(&new);
		str_release(&after);
	}
}

TEST(op_fit_the_head_of_a_block_does_not_go_alone)
{
	static const struct {
		const char *match, *text;
	} left[] = {
		{ "else: $$$", "if x:\n    a()\nelse:\n    b()\n" },
		{ "else:", "if x:\n    a()\nelse: b()\n" },
		{ "except E: $$$", "try:\n    a()\nexcept E:\n    b()\nfinally: c()\n" },
		{ "case 2: $$$", "match x:\n    case 1:\n        a()\n    case 2:\n        b()\n" },
		{ "if x: $$$", "if x:\n    a()\n" },
	};
	for (size_t i = 0; i < COUNT_OF(left); i++) {
		struct edit_def edit = edit_with_op("delete", left[i].match, NULL);
		check_unfit(&edit, "python", left[i].text,
			"'delete' cannot be done here: its block would stay behind; an indented $$$ on a line "
			"of its own takes it along | match all that belongs together, or use 'replace'");
	}
	struct edit_def block = edit_with_op("delete", "else:\n    $$$", NULL);
	check_edit(&block, "python", "if x:\n    a()\nelse:\n    b()\n", "if x:\n    a()\n");
	check_edit(&block, "python", "if x:\n    a()\nelse: b()\n", "if x:\n    a()\n");
	struct edit_def line = edit_with_op("delete", "else: $$$", NULL);
	check_edit(&line, "python", "if x: a()\nelse: b()\nc()\n", "if x: a()\nc()\n");
	struct edit_def slice = edit_with_op("delete", "x: int", NULL);
	check_edit(&slice, "python", "a()\nx: int\nb()\n", "a()\nb()\n");
}
