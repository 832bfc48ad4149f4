/* Why an edit takes a place or leaves it, and how a pattern differs from code that it does not fit. */
#include "unit.h"

#include <string.h>

#include "edit_check.h"
#include "match/near.h"
#include "op/edit_trace.h"
#include "text/visible.h"

static struct def_text def(const char *text)
{
	return (struct def_text){ .text = { text, text ? strlen(text) : 0 }, .line = 1, .column = 1 };
}

/* Lays `pattern` along the first line of `text`; the differences as "wanted/found" joined by blanks. */
static void assert_near(const char *language_name, const char *pattern_text_, const char *text, const char *expected)
{
	const struct language *language = language_find(slice_of(language_name));
	struct err err = ERR_INIT;
	size_t offset;
	struct pattern *pattern = pattern_new(slice_of(pattern_text_), language, &offset, &err);
	assert_non_null(pattern);
	struct source source;
	struct document doc;
	struct arena arena = ARENA_INIT;
	struct near near;
	struct str got = STR_INIT;
	source_init(&source, "test", slice_of(text));
	document_init(&doc, &source, language);
	assert_true(pattern_near(
		pattern, &doc, 0, (uint32_t)source_line_begin(&source, 1), (uint32_t)strlen(text), &arena, &near));
	for (size_t i = 0; i < near.count; i++)
		str_addf(&got, "%s" SLICE_FMT "/" SLICE_FMT, i ? " " : "", SLICE_ARG(near.items[i].wanted),
			SLICE_ARG(near.items[i].found));
	assert_string_equal(got.ptr ? got.ptr : "", expected);
	str_release(&got);
	arena_release(&arena);
	document_release(&doc);
	source_release(&source);
	pattern_free(pattern);
}

TEST(near_names_the_token_that_differs)
{
	assert_near("cmake", "set(A $V)", "set(B 1)\n", "A/B");
	assert_near("cmake", "set(A $V)", "set(A)\n", "$V/");
	assert_near("cmake", "set(A $V)", "set(A 1 CACHE)\n", "/CACHE");
	assert_near("cmake", "f($$$ VERSION $MIN $$$)", "f(FATAL VERZION 3.1 X)\n", "VERSION/VERZION");
}

TEST(near_takes_expressions_for_captures)
{
	assert_near("python", "f($A, $B)", "x = f(a.b(1, 2), [3])\n", "");
	assert_near("python", "f($A, $B)", "f(a)\n", ",/ $B/");
	assert_near("python", "a.b.c($X)", "y = a.c(1)\n", "b/ ./");
	assert_near("python", "a.$B($X, y)", "y = a.c(1, z)\n", "y/z");
}

TEST(near_statement_ends_where_the_file_ends_it)
{
	assert_near("python", "from s import d", "from s import d, e\n", "/, /e");
	assert_near("python", "from s import d", "from s.t import d\n", "/. /t");
}

TEST(near_of_one_line_looks_at_no_other)
{
	assert_near("python", "f(a, b, c)", "f(b)\nf(a, b, d)\n", "a/ ,/ ,/ c/");
	assert_near("python", "f(a, b)", "if x:\n    f(a)\nf(a, b, c)\n", "f/ (/ a/ ,/ b/ )/");
	assert_near("python", "f(a)\ng(b)", "f(a)\ng(c)\n", "b/c");
	assert_near("cmake", "f(a b c)", "f(b)\nf(a b d)\n", "a/ c/");
	assert_near("c", "f(a, b, c);", "f(b);\nf(a, b, d);\n", "a/ ,/ ,/ c/");
	assert_near("cmake", "f(\n  a\n  b)", "f(\n  b)\nf(a c)\n", "a/");
	assert_near("c", "#define A 1", "#define A 2\n#define B 1\n", "1/2");
}

static struct edit_trace trace_of(const struct edit_def *edit, const char *language_name, const char *text)
{
	const struct language *language = language_find(slice_of(language_name));
	struct err err = ERR_INIT;
	struct edit_rule *rule = edit_rule_new(edit, language, &err);
	assert_non_null(rule);
	struct source source;
	struct document doc;
	struct edit_outcome traced = { 0 }, plain = { 0 };
	struct edit_trace trace = { 0 };
	struct regex_scratch *scratch = regex_scratch_new();
	source_init(&source, "test", slice_of(text));
	document_init(&doc, &source, language);
	edit_rule_find_traced(rule, &doc, scratch, NULL, &traced, &trace);
	edit_rule_find(rule, &doc, scratch, NULL, &plain);
	assert_int_equal(traced.matches.count, plain.matches.count);
	assert_int_equal(traced.n_applied, plain.n_applied);
	assert_int_equal(traced.n_passed, plain.n_passed);
	assert_int_equal(traced.n_out_of_place, plain.n_out_of_place);
	edit_outcome_release(&traced);
	edit_outcome_release(&plain);
	regex_scratch_free(scratch);
	document_release(&doc);
	source_release(&source);
	edit_rule_free(rule);
	return trace;
}

static void assert_fates(const struct edit_trace *trace, const enum trace_fate *fates, size_t count)
{
	assert_int_equal(trace->count, count);
	for (size_t i = 0; i < count; i++)
		assert_string_equal(trace_fate_name(trace->places[i].fate), trace_fate_name(fates[i]));
}

TEST(trace_where_tells_value_and_answer)
{
	struct def_text range = def("<3.5");
	struct where_def where = { .capture = def("MIN"), .kind = WHERE_VERSION, .values = &range, .n_values = 1 };
	struct set_def set = { def("MIN"), def("3.5") };
	struct edit_def edit = { .match = def("m(VERSION $MIN)"),
		.op = op_find(SLICE_LITERAL("set")),
		.sets = &set,
		.n_sets = 1,
		.where = &where,
		.n_where = 1 };
	struct edit_trace trace =
		trace_of(&edit, "cmake", "m(VERSION 2.8)\nm(VERSION 3.9)\nm(VERSION ${X})\nm(VERSION 3.5)\n");
	static const enum trace_fate fates[] = { TRACE_TO_MAKE, TRACE_WHERE, TRACE_WHERE, TRACE_MADE };
	assert_fates(&trace, fates, 4);
	assert_int_equal(trace.places[0].clauses[0].answer, WHERE_HOLDS);
	assert_string_equal(trace.places[0].clauses[0].value, "2.8");
	assert_string_equal(trace.places[1].clauses[0].text, "where MIN: version <3.5");
	assert_int_equal(trace.places[1].clauses[0].answer, WHERE_HOLDS_NOT);
	assert_int_equal(trace.places[2].clauses[0].answer, WHERE_UNDECIDABLE);
	edit_trace_release(&trace);
}

TEST(trace_context_names_the_blocks_around)
{
	struct context_def part = { .kind = CONTEXT_INSIDE, .pattern = def("if(MSVC)") };
	struct edit_def edit = { .match = def("set(A $V)"),
		.op = op_find(SLICE_LITERAL("delete")),
		.context = { CONTEXT_ALL, { .text = { 0 } }, &part, 1 } };
	struct edit_trace trace =
		trace_of(&edit, "cmake", "if(UNIX)\n  set(A 1)\nendif()\nif(MSVC)\n  set(A 1)\nendif()\n");
	static const enum trace_fate fates[] = { TRACE_OUT_OF_PLACE, TRACE_TO_MAKE };
	assert_fates(&trace, fates, 2);
	assert_string_equal(trace.places[0].clauses[0].text, "inside if(MSVC)");
	assert_string_equal(trace.places[0].clauses[0].value, "if(UNIX)");
	edit_trace_release(&trace);
}

TEST(trace_pick_and_made)
{
	struct edit_def edit = {
		.match = def("a()"), .op = op_find(SLICE_LITERAL("replace")), .text = def("b()"), .pick = PICK_FIRST
	};
	struct edit_trace trace = trace_of(&edit, "cmake", "a()\na()\n");
	static const enum trace_fate picked[] = { TRACE_TO_MAKE, TRACE_NOT_PICKED };
	assert_fates(&trace, picked, 2);
	edit_trace_release(&trace);
	trace = trace_of(&edit, "cmake", "b()\na()\n");
	static const enum trace_fate made[] = { TRACE_MADE, TRACE_NOT_PICKED };
	assert_fates(&trace, made, 2);
	edit_trace_release(&trace);
}

TEST(trace_place_within_its_own_replacement_is_one_place)
{
	struct edit_def edit = {
		.match = def("f($X)"), .op = op_find(SLICE_LITERAL("replace")), .text = def("g(f($X))")
	};
	struct edit_trace trace = trace_of(&edit, "python", "y = g(f(1))\nz = f(2)\n");
	static const enum trace_fate fates[] = { TRACE_MADE, TRACE_TO_MAKE };
	assert_fates(&trace, fates, 2);
	edit_trace_release(&trace);
}

TEST(trace_already)
{
	struct def_text already = def("done()");
	struct edit_def edit = {
		.match = def("a()"), .op = op_find(SLICE_LITERAL("delete")), .already = &already, .n_already = 1
	};
	struct edit_trace trace = trace_of(&edit, "cmake", "a()\ndone()\n");
	static const enum trace_fate fates[] = { TRACE_TO_MAKE, TRACE_ALREADY };
	assert_fates(&trace, fates, 2);
	edit_trace_release(&trace);
}

TEST(trace_regex_where_keeps_its_groups)
{
	struct def_text wanted = def("^1");
	struct where_def where = { .capture = def("1"), .kind = WHERE_REGEX, .values = &wanted, .n_values = 1 };
	struct edit_def edit = { .regex = def("v=(\\d+)"),
		.op = op_find(SLICE_LITERAL("replace")),
		.text = def("w=$1"),
		.where = &where,
		.n_where = 1 };
	struct edit_trace trace = trace_of(&edit, "text", "v=12\nv=21\n");
	static const enum trace_fate fates[] = { TRACE_TO_MAKE, TRACE_WHERE };
	assert_fates(&trace, fates, 2);
	assert_string_equal(trace.places[1].clauses[0].value, "21");
	edit_trace_release(&trace);
}

TEST(visible_signs_show_what_is_not_seen)
{
	struct str out = STR_INIT;
	visible_add_signs(slice_of("\xef\xbb\xbf\ta\xc2\xa0"
				   "b\x01  \r"),
		100, &out);
	assert_string_equal(out.ptr, "[BOM]→a[NBSP]b[01]··␍");
	str_clear(&out);
	visible_add_signs(slice_of("0123456789 \r"), 4, &out);
	assert_string_equal(out.ptr, "0123…·␍");
	str_release(&out);
}
