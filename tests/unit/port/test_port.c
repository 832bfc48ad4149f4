/* Carrying patches: the parts that find, merge and count. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "port/carry/place.h"
#include "port/port_text.h"
#include "port/review.h"
#include "port/side.h"
#include "series/series.h"
#include "port/carry/words.h"
#include "scratch.h"

static void check_recount(const char *text, const char *expected, size_t n)
{
	struct str out = STR_INIT;
	size_t first = 0;
	assert_int_equal(diff_recount(slice_of(text), &out, &first), n);
	assert_string_equal(out.ptr, expected);
	str_release(&out);
}

TEST(port_recount)
{
	check_recount("--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@ f\n a\n-b\n+c\n+d\n@@ -7 +8 @@\n-x\n+y\n",
		"--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@ f\n a\n-b\n+c\n+d\n@@ -7 +8 @@\n-x\n+y\n", 1);
	/* What was cut off stays so, and is refused later. */
	check_recount("--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n a\n-b\n", "--- a/x\n+++ b/x\n@@ -1,4 +1,4 @@\n a\n-b\n", 0);
	/* A mail's signature, the next file, and empty lines in between are no part of the hunk. */
	check_recount("@@ -1,9 +1,9 @@\n-a\n+b\n\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n-- \n2.3\n",
		"@@ -1,1 +1,1 @@\n-a\n+b\n\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n-- \n2.3\n", 1);
	/* Removed lines "-- x" and "-", and an added "++ y": right counts stay, whatever the lines look like. */
	check_recount("@@ -1,9 +1,9 @@\n-a\n+b\n--- a/x\n+++ b/x\n@@ -1,5 +1,4 @@\n--- x\n+++ y\n a\n--\n b\n-c\n+d\n",
		"@@ -1,1 +1,1 @@\n-a\n+b\n--- a/x\n+++ b/x\n@@ -1,5 +1,4 @@\n--- x\n+++ y\n a\n--\n b\n-c\n+d\n", 1);
	/* With wrong ones, a '-' that is removed is no signature either. */
	check_recount(
		"@@ -1,9 +1,3 @@\n a\n--\n b\n-c\n+d\ndiff x\n", "@@ -1,4 +1,3 @@\n a\n--\n b\n-c\n+d\ndiff x\n", 1);
	check_recount("@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n",
		"@@ -1 +1 @@\n-a\n+b\n\\ No newline at end of file\n", 0);
	/* The first of two; lines of CRLF; no line end behind the last one. */
	check_recount("diff\n@@ -1,9 +1,9 @@ f\r\n-a\r\n+b\r\n\r\n c\r\n\r\n@@ -5 +5 @@\n-a\n+b\n+c",
		"diff\n@@ -1,3 +1,3 @@ f\r\n-a\r\n+b\r\n\r\n c\r\n\r\n@@ -5,1 +5,2 @@\n-a\n+b\n+c", 2);
	/* A signature with nothing behind it, or with an empty line. */
	check_recount("@@ -1 +1,2 @@\n-a\n+b\n-- \n", "@@ -1,1 +1,1 @@\n-a\n+b\n-- \n", 1);
	check_recount("@@ -1 +1,2 @@\n-a\n+b\n-- \n\n2.3\n", "@@ -1,1 +1,1 @@\n-a\n+b\n-- \n\n2.3\n", 1);
	check_recount("@@ -1,2 +1,1 @@\n-a\n+b\n--- x\n--- y\n", "@@ -1,3 +1,1 @@\n-a\n+b\n--- x\n--- y\n", 1);
	/* No headers of hunks. */
	static const char *const others[] = { "@@ -1 @@\n+a\n+b\n", "@@ -x +1 @@\n+a\n+b\n", "@@ -1, +1 @@\n+a\n+b\n",
		"@@ -1 +1\n+a\n+b\n", "@@ -1 -1 @@\n+a\n+b\n", "@@ -1,99999999999 +1 @@\n+a\n+b\n",
		"@@ -1 +1 @\n+a\n+b\n", "@@ -" };
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		check_recount(others[i], others[i], 0);
	check_recount("@@ -1 +1 @@\n-a\n+b\n+c\n", "@@ -1,1 +1,2 @@\n-a\n+b\n+c\n", 1);
}

static void check_merge(const char *base, const char *ours, const char *theirs, const char *expected)
{
	struct line_ids ids = { 0 };
	struct words words[3] = { { 0 } };
	struct str out = STR_INIT;
	words_add(&words[0], &ids, slice_of(base));
	words_add(&words[1], &ids, slice_of(ours));
	words_add(&words[2], &ids, slice_of(theirs));
	bool ok = words_merge(&ids, &words[0], &words[1], &words[2], &out);
	assert_int_equal(ok, expected != NULL);
	if (expected)
		assert_string_equal(out.ptr, expected);
	for (size_t i = 0; i < 3; i++)
		free(words[i].items);
	line_ids_release(&ids);
	str_release(&out);
}

TEST(port_words_merge)
{
	check_merge("f(a, b)", "f(a, b, c)", "g(a, b)", "g(a, b, c)");
	check_merge("set(FLAGS -O2)", "set(FLAGS -O2 -g)", "set(FLAGS -Os)", "set(FLAGS -Os -g)");
	check_merge("x = 1", "x = 2", "x = 2", "x = 2");
	check_merge("x = 1", "x = 2", "x = 3", NULL);
	check_merge("a b", "a c b", "a d b", NULL);
	check_merge("a b", "b", "a b c", "b c");
	check_merge("a b", "", "a c", NULL);
	/* What is put beside what the other one replaces stays; what is put into it does not, whoever does it. */
	static const struct {
		const char *put, *merged;
	} rows[] = { { "a q,b,c.d", "a q,X.d" }, { "a b,c,q.d", "a X,q.d" }, { "a b,q,c.d", NULL },
		{ "a b,c.d,q", "a X.d,q" }, { "q,a b,c.d", "q,a X.d" } };
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		check_merge("a b,c.d", rows[i].put, "a X.d", rows[i].merged);
		check_merge("a b,c.d", "a X.d", rows[i].put, rows[i].merged);
	}
}

static struct port_place find(const char *text, const char *side, size_t begin, size_t end, const char *section)
{
	struct line_ids ids = { 0 };
	struct port_text file, hunk;
	struct port_place place;
	port_text_init(&file, &ids, slice_of(text));
	port_text_init(&hunk, &ids, slice_of(side));
	struct place_query query = { .ids = &ids,
		.text = file.lines,
		.n_text = file.n,
		.to = file.n,
		.side = hunk.lines,
		.n_side = hunk.n,
		.begin = begin,
		.end = end,
		.section = slice_of(section) };
	place_find(&query, &place);
	port_text_release(&file);
	port_text_release(&hunk);
	line_ids_release(&ids);
	return place;
}

TEST(port_place)
{
	struct port_place place = find("a\nb\nc\nX\nd\n", "b\nc\nX\nD\n", 2, 3, "");
	assert_int_equal(place.by, PLACE_ONLY);
	assert_int_equal(place.line, 3);
	assert_int_equal(place.above, 2);
	assert_int_equal(place.below, 0);
	assert_int_equal(place.full - place.weight, LINE_WEIGHT_WORDS);
	/* More context wins; of equals, the one below the heading. */
	assert_int_equal(find("q\nX\nz\nb\nX\nc\n", "b\nX\nc\n", 1, 2, "").line, 4);
	place = find("def f():\n  b\n  X\ndef g():\n  b\n  X\n", "  b\n  X\n", 1, 2, "def g():");
	assert_int_equal(place.by, PLACE_SECTION);
	assert_int_equal(place.line, 5);
	assert_int_equal(find("b\nX\n1\n2\nb\nX\n", "b\nX\n", 1, 2, "").n_places, 2);
	/* The heading is looked for above the context, not below the place. */
	place = find("def f():\n  a\n  b\n  X\ndef g():\n  a\n  b\n  X\n", "  a\n  b\n  X\n", 2, 3, "def g():");
	assert_int_equal(place.by, PLACE_SECTION);
	assert_int_equal(place.line, 7);
	/* A gap between lines needs a line beside it that says something. */
	assert_int_equal(find("a\nb\n", "a\nb\n", 1, 1, "").line, 1);
	assert_int_equal(find("c\n\nd\n", "a\n\n", 2, 2, "").by, PLACE_NOWHERE);
	assert_int_equal(find("c\n", "x\n", 0, 1, "").by, PLACE_NOWHERE);
}

/* Of more places than are weighed, the nearest ones by line numbers are. */
TEST(port_place_of_very_many)
{
	struct line_ids ids = { 0 };
	struct port_place place;
	uint32_t x = line_id(&ids, SLICE_LITERAL("X")), lines[100];
	for (size_t i = 0; i < COUNT_OF(lines); i++)
		lines[i] = x;
	struct place_query query = { .ids = &ids,
		.text = lines,
		.n_text = COUNT_OF(lines),
		.to = COUNT_OF(lines),
		.side = &x,
		.n_side = 1,
		.end = 1 };
	/* Where it is expected, the first and the last that are weighed. */
	static const size_t cases[][3] = { { 0, 0, 63 }, { 40, 8, 71 }, { 90, 36, 99 }, { 99, 36, 99 } };
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		query.expected = cases[i][0];
		place_find(&query, &place);
		assert_int_equal(place.by, PLACE_NEAREST);
		assert_int_equal(place.line, cases[i][0]);
		assert_int_equal(place.n_places, 100);
		assert_int_equal(place.other, cases[i][0] == cases[i][1] ? cases[i][1] + 1 : cases[i][1]);
	}
	/* Too far from all of them to be one of them. */
	query.expected = 200;
	place_find(&query, &place);
	assert_int_equal(place.by, PLACE_SEVERAL);
	assert_int_equal(place.line, 99);
	assert_int_equal(place.other, 36);
	line_ids_release(&ids);
}

TEST(port_text_keeps_who_did_what)
{
	struct line_ids ids = { 0 };
	struct port_text text;
	uint32_t added[2] = { line_id(&ids, SLICE_LITERAL("new")), line_id(&ids, SLICE_LITERAL("newer")) };
	port_text_init(&text, &ids, SLICE_LITERAL("a\nb\nc\n"));
	port_text_splice(&text, &(struct port_splice){ .line = 1, .n_old = 1, .lines = added, .n_new = 1 }, 1, 0);
	assert_int_equal(text.origins[2], 2);
	assert_int_equal(text.removed_by[1], 0);
	/* The second patch takes out what the first one put in: they belong together. */
	port_text_splice(&text,
		&(struct port_splice){ .line = 1, .n_old = 1, .lines = added + 1, .n_new = 1, .end_mark = 1 }, 1, 2);
	assert_int_equal(port_text_owner(&text, 2), 0);
	assert_int_equal(port_text_owner(&text, 1), 1);
	assert_int_equal(text.n, 3);
	assert_true(text.ends_open && !text.was_open);
	port_text_release(&text);
	line_ids_release(&ids);
}

static const char reviewed[] = "tpatch: 1\n"
			       "# carried, look at it: in no rule\n"
			       "rules:\n"
			       "  # one rule, since they change the same lines: a, b\n"
			       "  # carried, look at it: a.patch:3\n"
			       "  #   evidence\n"
			       "  #     -old\n"
			       "  # carried, reviewed: b.patch:7\n"
			       "  #   more\n"
			       "  - id: first\n"
			       "    edits:\n"
			       "      - hunk: |\n"
			       "          # carried, look at it: no comment\n"
			       "  # carried, look at it: c.patch:9\n"
			       "  - id: second\n"
			       "    edits: []\n"
			       "# needs a person: x, d.patch:1\n"
			       "#   why\n";

TEST(port_review_reads)
{
	struct review review;
	review_read(&review, slice_of(reviewed));
	assert_int_equal(review.n_rules, 2);
	assert_int_equal(review.n_edits, 3);
	assert_int_equal(review.n_by_hand, 1);
	assert_true(slice_eq_cstr(review.edits[0].label, "a.patch:3"));
	assert_true(slice_eq_cstr(review.edits[0].body, "  #   evidence\n  #     -old\n"));
	assert_false(review.edits[0].is_accepted);
	assert_true(review.edits[1].is_accepted);
	assert_int_equal(review.edits[1].rule, 0);
	assert_int_equal(review.edits[2].rule, 1);
	assert_true(review_has_accepted(&review, SLICE_LITERAL("b.patch:7"), SLICE_LITERAL("  #   more\n")));
	/* What was accepted with other evidence is to be looked at again. */
	assert_false(review_has_accepted(&review, SLICE_LITERAL("b.patch:7"), SLICE_LITERAL("  #   other\n")));
	assert_false(review_has_accepted(&review, SLICE_LITERAL("c.patch:9"), SLICE_LITERAL("")));
	review_release(&review);
}

/* What the text becomes with these answers for the edits that are open in it. */
static void check_review(enum review_answer first, enum review_answer third, const char *expected)
{
	struct review review;
	struct str out = STR_INIT;
	review_read(&review, slice_of(reviewed));
	review_answer(&review, 0, first);
	review_answer(&review, 2, third);
	review_write(&review, &out);
	const char *rules = strstr(out.ptr, "\nrules:");
	assert_non_null(rules);
	assert_string_equal(rules + 1, expected);
	review_release(&review);
	str_release(&out);
}

/* A line that somebody wrote between a comment and its rule parts them. */
TEST(port_review_of_a_file_that_was_edited)
{
	static const char text[] =
		"rules:\n  # carried, look at it: a:1\n  x: y\n  # carried, look at it: b:2\n  - id: r\n";
	struct review review;
	struct str out = STR_INIT;
	review_read(&review, slice_of(text));
	assert_int_equal(review.n_edits, 1);
	review_answer(&review, 0, REVIEW_ACCEPT);
	review_write(&review, &out);
	assert_string_equal(
		out.ptr, "rules:\n  # carried, look at it: a:1\n  x: y\n  # carried, reviewed: b:2\n  - id: r\n");
	review_release(&review);
	str_release(&out);
}

/* An editor, or git on Windows, wrote it with other line ends, or without the last. */
TEST(port_review_of_other_line_ends)
{
	struct review review;
	struct str text = STR_INIT, out = STR_INIT;
	for (const char *c = reviewed; *c; c++)
		str_addf(&text, *c == '\n' ? "\r\n" : "%c", *c);
	text.len -= 2;
	review_read(&review, str_slice(&text));
	assert_true(review_has_accepted(&review, SLICE_LITERAL("b.patch:7"), SLICE_LITERAL("  #   more\n")));
	assert_false(review_has_accepted(&review, SLICE_LITERAL("b.patch:7"), SLICE_LITERAL("  #   more\n  #   x\n")));
	assert_false(review_has_accepted(&review, SLICE_LITERAL("b.patch:7"), SLICE_LITERAL("")));
	review_answer(&review, 2, REVIEW_REJECT);
	review_write(&review, &out);
	const char *end = strstr(out.ptr, "# needs a person");
	assert_non_null(end);
	assert_string_equal(end, "# needs a person: x, d.patch:1\r\n"
				 "#   why\r\n"
				 "# rejected: second\r\n"
				 "#   # carried, look at it: c.patch:9\r\n"
				 "#   - id: second\r\n"
				 "#     edits: []\r\n");
	review_release(&review);
	str_release(&text);
	str_release(&out);
}

TEST(port_review_writes)
{
	check_review(REVIEW_OPEN, REVIEW_OPEN, strstr(reviewed, "\nrules:") + 1);
	check_review(REVIEW_ACCEPT, REVIEW_REJECT,
		"rules:\n"
		"  # one rule, since they change the same lines: a, b\n"
		"  # carried, reviewed: a.patch:3\n"
		"  #   evidence\n"
		"  #     -old\n"
		"  # carried, reviewed: b.patch:7\n"
		"  #   more\n"
		"  - id: first\n"
		"    edits:\n"
		"      - hunk: |\n"
		"          # carried, look at it: no comment\n"
		"# needs a person: x, d.patch:1\n"
		"#   why\n"
		"# rejected: second\n"
		"#   # carried, look at it: c.patch:9\n"
		"#   - id: second\n"
		"#     edits: []\n");
	struct review review;
	struct str out = STR_INIT;
	review_read(&review, slice_of(reviewed));
	review_answer(&review, 0, REVIEW_REJECT);
	assert_true(review_keeps_rules(&review));
	review_write(&review, &out);
	review_answer(&review, 2, REVIEW_REJECT);
	assert_false(review_keeps_rules(&review));
	review_release(&review);
	/* And what was rejected counts. */
	review_read(&review, str_slice(&out));
	assert_int_equal(review.n_by_hand, 2);
	assert_int_equal(review.n_rules, 1);
	review_release(&review);
	str_release(&out);
}

/* Where not all can be read, those that are must be the same ones whatever order the file system lists them in. */
TEST(port_side_lists_names_in_order)
{
	static const char *const made[] = { "m/b", "a", "z", "m/a", "k/z", "b", "m.c", "k/a" };
	static const char *const expected[] = { "a", "b", "k/a", "k/z", "m.c", "m/a", "m/b", "z" };
	struct scratch scratch = scratch_new();
	struct tree tree = tree_of_root(scratch.root);
	struct line_ids ids = { 0 };
	struct side side;
	struct err err = ERR_INIT;
	for (size_t i = 0; i < COUNT_OF(made); i++)
		scratch_write(&scratch, made[i], "");
	side_init(&side, &tree, &ids);
	assert_true(side_list_names(&side, &err));
	assert_int_equal(side.n_names, COUNT_OF(expected));
	for (size_t i = 0; i < COUNT_OF(expected); i++)
		assert_string_equal(side.names[i], expected[i]);
	side_release(&side);
	line_ids_release(&ids);
	scratch_free(&scratch);
}
