/* What triage prints, whole, and how sure it is. */
#include <stdlib.h>

#include "tables.h"
#include "unit.h"

static void assert_printed(const char *rows, const char *record, const char *log, const char *wanted)
{
	char *text = tables_print(rows, record, log);
	assert_string_equal(text, wanted);
	free(text);
}

#define ROW(id, level, more)                                                                                           \
	"- {id: " id ", level: " level ", step: s, match: 'wrong (\\w+)', sample: s, cause: 'the {1} is wrong'" more   \
	"}\n"
#define CANDIDATES                                                                                                     \
	", candidates: [{id: x, cause: it is x, tell: is it x?, fix: mend x}, "                                        \
	"{id: y, cause: it is y, tell: is it y?, fix: mend y, match: 'wrong yard'}, "                                  \
	"{id: z, cause: it is z, tell: is it z?, fix: mend z, when: {gcc: '>=9'}}]"

TEST(print_says_how_sure_a_cause_is)
{
	assert_printed(ROW("a", "fatal", ", fix: f"), "- {row: a, right: 2}\n", "wrong one\n",
		"a (fatal), line 1, confidence high: right on 2 of 2 logs that were new to it\n"
		"  >     1  wrong one\ncause  the one is wrong\nfix    f\n");
	assert_printed(ROW("a", "fatal", ", fix: f, unsure: yes"), "- {row: a, right: 2}\n", "wrong one\n",
		"a (fatal), line 1, confidence medium; another cause may say the same\n"
		"  >     1  wrong one\ncause  probably: the one is wrong\nfix    f\n");
	assert_printed(ROW("a", "fatal", ", fix: f, unsure: yes"), "[]", "wrong one\n",
		"a (fatal), line 1, confidence low\n"
		"  >     1  wrong one\ncause  possibly: the one is wrong\nnext   f\n");
	assert_printed(ROW("a", "last", ", fix: f"), "[]", "wrong one\n",
		"a (last), line 1, confidence low\n"
		"  >     1  wrong one\ncause  not known. The log says: the one is wrong\nnext   f\n");
	assert_printed(ROW("a", "fatal", ", fix: f"), "- {row: a, right: 5, wrong: 1}\n", "wrong one\n",
		"a (fatal), line 1, confidence high: right on 5 of 6 logs that were new to it\n"
		"  >     1  wrong one\ncause  the one is wrong\nfix    f\n");
	/* What only repeats the message is quoted. */
	assert_printed("- {id: a, level: general, step: s, match: 'wrong (\\w+)', sample: s, cause: '{1}', fix: f}",
		"[]", "wrong one\n",
		"a (general), line 1, confidence low\n"
		"  >     1  wrong one\ncause  not known. The log says: one\nnext   f\n");
}

#define THREE(raised, a, b, c)                                                                                         \
	"1      " raised "it is " a "\n       tell  is it " a "?\n       fix   mend " a "\n"                           \
	"2      it is " b "\n       tell  is it " b "?\n       fix   mend " b "\n"                                     \
	"3      it is " c "\n       tell  is it " c "?\n       fix   mend " c "\n"

TEST(print_lists_candidates_and_how_to_tell)
{
	assert_printed(ROW("a", "fatal", CANDIDATES), "- {row: a, right: 2}\n", "wrong one\n",
		"a (fatal), line 1, confidence medium\n  >     1  wrong one\n"
		"cause  the one is wrong; the likeliest reason comes first\n" THREE("", "x", "y", "z"));
	assert_printed(ROW("a", "fatal", CANDIDATES), "[]", "wrong one\n",
		"a (fatal), line 1, confidence low\n  >     1  wrong one\n"
		"cause  the one is wrong; which of these is the reason is not known\n" THREE("", "x", "y", "z"));
	assert_printed(ROW("a", "fatal", CANDIDATES), "[]", "wrong yard\n",
		"a (fatal), line 1, confidence medium\n  >     1  wrong yard\n"
		"cause  the yard is wrong; the likeliest reason comes first\n" THREE(
			"as this log suggests: ", "y", "x", "z"));
	assert_printed(ROW("a", "fatal", CANDIDATES), "[]", "gcc 9.1\nwrong one\n",
		"a (fatal), line 2, confidence medium\n  >     2  wrong one\n"
		"cause  the one is wrong; the likeliest reason comes first\n" THREE(
			"as this log suggests: ", "z", "x", "y") "seen   GCC 9.1\n");
	assert_printed(ROW("a", "fatal", CANDIDATES), "[]", "gcc 8.9\nin conda\nwrong one\n",
		"a (fatal), line 3, confidence low\n  >     3  wrong one\n"
		"cause  the one is wrong; which of these is the reason is not known\n" THREE(
			"", "x", "y", "z") "seen   GCC 8.9, conda\n");
}

#define NEXT                                                                                                           \
	"next   if the build failed, its first error says why; `tbuild report LOG` gathers what an issue "             \
	"needs\n"

TEST(print_says_where_to_go_on_without_a_cause)
{
	static const char rows[] = ROW("a", "fatal", ", fix: f");
	assert_printed(rows, "[]", "",
		"no known failure found in 0 lines\n"
		"next   nothing was written into this log: `COMMAND >build.log 2>&1` writes errors into it too\n");
	assert_printed(rows, "[]", "fine\n[1/2] CC a.o\nFAILED: a.o\ncc a.c\n",
		"no known failure found in 4 lines; Ninja's first FAILED is line 3: read on from there\n" NEXT);
}

TEST(print_shows_what_is_around_the_line)
{
	static const char rows[] = ROW("a", "fatal", ", fix: f, links: [l1, l2]") ROW("b", "last",
		", fix: g") "- {id: c, level: fatal, step: s, match: other (\\w+), sample: s, cause: c, fix: f}\n";
	assert_printed(rows, "[]", "zero\nFAILED: a.o\ncc a.c\ntwo\nwrong one\nafter 1\n\nafter 2\nother two\n",
		"a (fatal), line 5, confidence medium\n"
		"        2  FAILED: a.o\n        3  cc a.c\n        4  two\n  >     5  wrong one\n        6  after 1\n"
		"cause  probably: the one is wrong\nfix    f\nsee    l1\n       l2\n"
		"also   line 9: c (medium): c\n");
	assert_printed(rows, "[]", "wrong one\n\nafter 1\nafter 2\n",
		"a (fatal), line 1, confidence medium\n  >     1  wrong one\n        2  \n        3  after 1\n"
		"cause  probably: the one is wrong\nfix    f\nsee    l1\n       l2\n");
	assert_printed(rows, "[]", "wrong one\nafter 1\nafter 2\nafter 3\n",
		"a (fatal), line 1, confidence medium\n  >     1  wrong one\n        2  after 1\n        3  after 2\n"
		"cause  probably: the one is wrong\nfix    f\nsee    l1\n       l2\n");
}

TEST(print_shows_what_is_above_a_line_that_only_says_that_it_failed)
{
	assert_printed(ROW("b", "empty", ", fix: g"), "[]", "one\ntwo\nthree\nfour\nfive\nwrong one\nafter\n",
		"b (empty), line 6, confidence low\n        2  two\n        3  three\n        4  four\n"
		"        5  five\n"
		"  >     6  wrong one\n        7  after\ncause  not known: the one is wrong\nnext   g\n");
	assert_printed(ROW("b", "empty", ", fix: g"), "[]", "wrong one\n",
		"b (empty), line 1, confidence low\n  >     1  wrong one\n"
		"cause  not known: the one is wrong\nnext   g\n");
	/* It belongs to no message before it. */
	assert_printed("- {id: c, level: last, step: s, match: other, sample: s, cause: c, fix: f}\n" ROW(
			       "b", "empty", ", fix: g"),
		"[]", "a.c:1:1: error: other\nwrong one\n",
		"c (last), line 1, confidence low\n  >     1  a.c:1:1: error: other\n        2  wrong one\n"
		"cause  not known. The log says: c\nnext   f\n");
}

/* `n` letters, and what comes after them. */
static void assert_cut(size_t n, const char *after, const char *shown)
{
	struct str log = STR_INIT, wanted = STR_INIT;
	str_add_cstr(&log, "wrong one ");
	str_add_repeat(&log, 'x', n - log.len);
	str_addf(&wanted,
		"a (fatal), line 1, confidence medium\n  >     1  %s%s\ncause  probably: the one is wrong\nfix    f\n",
		log.ptr, shown);
	str_addf(&log, "%s\n", after);
	assert_printed(ROW("a", "fatal", ", fix: f"), "[]", log.ptr, wanted.ptr);
	str_release(&log);
	str_release(&wanted);
}

TEST(print_cuts_long_lines_between_characters)
{
	assert_cut(160, "", "");
	assert_cut(160, "y", "…");
	assert_cut(159, "\xc3\xa4", "…");
	assert_cut(158, "\xc3\xa4", "\xc3\xa4");
	assert_cut(158, "\xc3\xa4y", "\xc3\xa4…");
	/* What does not tell much is shown with what comes after it. */
	assert_printed(ROW("b", "last", ", fix: g"), "[]", "wrong one\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n",
		"b (last), line 1, confidence low\n  >     1  wrong one\n        2  1\n        3  2\n        4  3\n"
		"        5  4\n        6  5\n        7  6\n        8  7\n        9  8\n       10  9\n       11  10\n"
		"       12  11\n       13  12\ncause  not known. The log says: the one is wrong\nnext   g\n");
	/* One empty line is shown; the second ends it. */
	assert_printed(ROW("b", "last", ", fix: g"), "[]", "wrong one\n1\n\n2\n3\n\n4\n",
		"b (last), line 1, confidence low\n  >     1  wrong one\n        2  1\n        3  \n        4  2\n"
		"        5  3\ncause  not known. The log says: the one is wrong\nnext   g\n");
}

struct record {
	unsigned right, wrong;
	const char *more, *confidence;
};

/* Each is the last on its side of a line between two answers. */
TEST(print_confidence_is_what_the_record_keeps)
{
	static const struct record records[] = {
		{ 0, 0, "", "medium" },
		{ 1, 0, "", "medium" },
		{ 2, 0, "", "high" },
		{ 5, 1, "", "high" },
		{ 4, 1, "", "low" },
		{ 10, 2, "", "high" },
		{ 9, 2, "", "low" },
		{ 3, 1, "", "low" },
		{ 2, 1, "", "low" },
		{ 0, 1, "", "low" },
		{ 2, 0, ", table: header, otherwise: o", "medium" },
		{ 0, 0, ", unsure: yes", "low" },
		{ 1, 0, ", unsure: yes", "medium" },
		{ 9, 0, ", unsure: yes", "medium" },
		{ 5, 1, ", unsure: yes", "medium" },
		{ 4, 1, ", unsure: yes", "low" },
		{ 0, 0, ", yields: [b]", "low" },
		{ 1, 0, ", yields: [b]", "medium" },
		{ 2, 0, ", yields: [b]", "high" },
		{ 5, 1, ", yields: [b]", "high" },
		{ 4, 1, ", yields: [b]", "low" },
	};
	for (size_t i = 0; i < COUNT_OF(records); i++) {
		struct str row = STR_INIT, record = STR_INIT, wanted = STR_INIT;
		str_addf(&row,
			"- {id: a, level: fatal, step: s, match: 'wrong (\\w+)', sample: s, cause: c, fix: f%s}\n",
			records[i].more);
		str_add_cstr(&record, "- {row: a");
		if (records[i].right)
			str_addf(&record, ", right: %u", records[i].right);
		if (records[i].wrong)
			str_addf(&record, ", wrong: %u", records[i].wrong);
		str_add_cstr(&record, "}\n");
		char *text = tables_print(row.ptr, record.ptr, "wrong one\n");
		str_addf(&wanted, "a (fatal), line 1, confidence %s", records[i].confidence);
		if (!slice_starts_with(slice_of(text), wanted.ptr))
			fail_msg("%u right, %u wrong%s: %s", records[i].right, records[i].wrong, records[i].more, text);
		free(text);
		str_release(&row);
		str_release(&record);
		str_release(&wanted);
	}
}

static void assert_confidence_of(const char *cause, const char *record, const char *confidence)
{
	struct str row = STR_INIT, wanted = STR_INIT;
	str_addf(&row,
		"- {id: a, level: fatal, step: s, match: 'no (\\S+)', table: header, otherwise: o, sample: s, "
		"fix: f, cause: '%s'}\n- {id: b, level: fatal, step: s, match: wrong, sample: s, fix: f, "
		"cause: '%s'}\n",
		cause, cause);
	bool is_of_table = slice_find(slice_of(record), SLICE_LITERAL("row: a"), 0) != (size_t)-1;
	char *text = tables_print(row.ptr, record, is_of_table ? "no GL/gl.h\n" : "wrong\n");
	str_addf(&wanted, "%c (fatal), line 1, confidence %s", is_of_table ? 'a' : 'b', confidence);
	if (!slice_starts_with(slice_of(text), wanted.ptr))
		fail_msg("%s, %s: %s", cause, record, text);
	free(text);
	str_release(&row);
	str_release(&wanted);
}

TEST(print_confidence_of_a_cause_that_names_alternatives_is_a_step_less)
{
	static const char high[] = "- {row: b, right: 2}\n", none[] = "- {row: c, right: 2}\n";
	assert_confidence_of("it is this", high, "high");
	assert_confidence_of("it is this, or that", high, "medium");
	assert_confidence_of("it is this (one or two)", high, "high");
	assert_confidence_of("it is this (one or two) or that", high, "medium");
	assert_confidence_of("it is this", none, "medium");
	assert_confidence_of("it is this or that", none, "low");
	assert_confidence_of("it is an oracle", none, "medium");
	/* A table that has the very name leaves little open. */
	assert_confidence_of("it is this or that", "- {row: a, right: 2}\n", "medium");
}

/* The first line that is printed of `log` by a row that looks names up as headers, with the record `of`. */
static void assert_record_of(const char *of, const char *log, const char *confidence)
{
	struct str record = STR_INIT, wanted = STR_INIT;
	str_addf(&record, "- {row: a, right: 4, wrong: 1}\n- {row: gone, of: GL, right: 1}\n%s", of);
	char *text = tables_print(
		"- {id: a, level: fatal, step: s, match: 'no (\\S+)', table: header, otherwise: o, sample: s, "
		"cause: c, fix: f}\n",
		record.ptr, log);
	str_addf(&wanted, "a (fatal), line 1, confidence %s\n", confidence);
	if (!slice_starts_with(slice_of(text), wanted.ptr))
		fail_msg("%s%s: %s", of, log, text);
	free(text);
	str_release(&record);
	str_release(&wanted);
}

TEST(print_confidence_is_that_of_the_package)
{
	static const char gl_right[] = "- {row: a, of: GL, right: 5, wrong: 1}\n";
	static const char gl_wrong[] =
		"- {row: a, of: whole names, right: 9}\n- {row: a, of: GL, right: 1, wrong: 1}\n";
	static const char gl_twice[] = "- {row: a, of: GL, right: 4, wrong: 2}\n";
	static const char whole[] = "- {row: a, of: other, wrong: 1}\n- {row: a, of: whole names, right: 2}\n";
	assert_record_of("", "no GL/gl.h\n", "medium");
	assert_record_of("", "no GL/glu.h\n", "low");
	assert_record_of(gl_right, "no GL/gl.h\n", "medium");
	assert_record_of(gl_right, "no GL/glu.h\n", "medium");
	assert_record_of(gl_right, "no other.h\n", "low");
	assert_record_of(gl_wrong, "no GL/gl.h\n", "low");
	assert_record_of(gl_twice, "no GL/gl.h\n", "medium");
	assert_record_of(gl_twice, "no GL/glu.h\n", "low");
	assert_record_of(whole, "no GL/gl.h\n", "medium");
	assert_record_of(whole, "no GL/glu.h\n", "low");
	assert_record_of(whole, "no other.h\n", "low");
}
