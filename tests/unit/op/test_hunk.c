/* Hunks as an operation: what compiles, where they fit, which bytes change. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "edit_check.h"
#include "op/op.h"

struct outcome {
	char *text;     /* after the edits */
	size_t n_edits; /* byte ranges changed */
	size_t n_matches, n_applied;
	bool ambiguous, incomplete, unproved;
	char *said; /* the ambiguity, or the nearest miss, or NULL */
};

static struct edit_def hunk_def(const char *hunk)
{
	return (struct edit_def){ .op = op_find(SLICE_LITERAL("hunk")),
		.text = { .text = { hunk, strlen(hunk) }, .line = 1, .column = 1, .block = true } };
}

static struct outcome run(const char *hunk, struct slice text)
{
	struct err err = ERR_INIT;
	struct edit_def def = hunk_def(hunk);
	struct edit_rule *rule = edit_rule_new(&def, language_find(SLICE_LITERAL("text")), &err);
	if (!rule)
		fail_msg("%s", err.message);
	struct source source;
	struct document doc;
	struct edit_outcome found = { 0 };
	struct edit_list edits = EDIT_LIST_INIT;
	struct arena arena = ARENA_INIT;
	struct str out = STR_INIT;
	uint32_t group = 0;
	size_t a, b, line;
	source_init(&source, "test", text);
	document_init(&doc, &source, language_find(SLICE_LITERAL("text")));
	edit_rule_find(rule, &doc, NULL, NULL, &found);
	assert_true(edit_rule_emit(rule, &doc, NULL, &found, NULL, NULL, 0, &group, &edits, &err));
	assert_true(edit_list_settle(&edits, &a, &b));
	edit_list_apply(&edits, text, &out);
	const char *said = found.ambiguous                          ? found.ambiguous
			   : found.matches.count || found.n_applied ? NULL
								    : edit_rule_nearest(rule, &doc, &arena, &line);
	struct outcome outcome = { str_detach(&out), edits.count, found.matches.count, found.n_applied,
		found.ambiguous != NULL, found.incomplete, found.unproved, NULL };
	if (said) {
		struct str copy = STR_INIT;
		str_add_cstr(&copy, said);
		outcome.said = str_detach(&copy);
	}
	arena_release(&arena);
	edit_list_release(&edits);
	edit_outcome_release(&found);
	document_release(&doc);
	source_release(&source);
	edit_rule_free(rule);
	return outcome;
}

static void release(struct outcome *outcome)
{
	free(outcome->text);
	free(outcome->said);
}

/* `before` becomes `after`, in which the hunk is recognised. */
static void assert_hunk(const char *hunk, const char *before, const char *after)
{
	struct outcome first = run(hunk, slice_of(before));
	assert_string_equal(first.text, after);
	assert_true(first.n_matches > 0);
	struct outcome second = run(hunk, slice_of(after));
	assert_string_equal(second.text, after);
	assert_int_equal(second.n_matches, 0);
	assert_true(second.n_applied > 0);
	release(&first);
	release(&second);
}

/* `before` becomes `after`, which does not tell that it was made. */
static void assert_leaves_no_proof(const char *hunk, const char *before, const char *after)
{
	struct outcome first = run(hunk, slice_of(before));
	assert_string_equal(first.text, after);
	assert_true(first.n_matches > 0);
	struct outcome second = run(hunk, slice_of(after));
	assert_string_equal(second.text, after);
	assert_int_equal(second.n_matches + second.n_applied, 0);
	assert_true(second.unproved);
	release(&first);
	release(&second);
}

static void assert_absent(const char *hunk, const char *text, const char *said)
{
	struct outcome outcome = run(hunk, slice_of(text));
	assert_int_equal(outcome.n_matches + outcome.n_applied, 0);
	assert_string_equal(outcome.text, text);
	if (said)
		assert_string_equal(outcome.said, said);
	else
		assert_null(outcome.said);
	release(&outcome);
}

static void assert_refused(const char *hunk, const char *message, size_t line)
{
	struct err err = ERR_INIT;
	struct edit_def def = hunk_def(hunk);
	assert_null(edit_rule_new(&def, language_find(SLICE_LITERAL("text")), &err));
	assert_says(&err, message);
	assert_int_equal(err.line, line);
	err_release(&err);
}

TEST(hunk_fits_wherever_it_moved)
{
	assert_hunk("@@ -900,3 +900,3 @@\n a\n-b\n+B\n c\n", "x\ny\na\nb\nc\n", "x\ny\na\nB\nc\n");
	assert_hunk("@@\n a\n-b\n+B\n c\n", "a\nb\nc\n", "a\nB\nc\n");
}

TEST(hunk_changes_only_changed_lines)
{
	struct outcome outcome = run("@@\n a\n-b\n+B\n c\n d\n+D\n", SLICE_LITERAL("a\r\nb\nc\r\nd\n"));
	assert_string_equal(outcome.text, "a\r\nB\nc\r\nd\nD\n");
	assert_int_equal(outcome.n_edits, 2);
	release(&outcome);
}

TEST(hunk_takes_the_line_end_beside_it)
{
	assert_hunk("@@\n a\n+b\n+c\n", "a\r\nz\n", "a\r\nb\r\nc\r\nz\n");
	assert_hunk("@@\n-a\n+b\n+c\n z\n", "a\nz\r\n", "b\nc\nz\r\n");
	assert_hunk("@@\n+b\n a\n", "a\r\n", "b\r\na\r\n");
}

TEST(hunk_keeps_a_missing_final_newline)
{
	assert_hunk("@@\n a\n-b\n+c\n", "a\nb", "a\nc");
	assert_hunk("@@\n a\n+b\n", "a", "a\nb");
	assert_hunk("@@\n a\n+b\n", "z\r\na", "z\r\na\r\nb");
	assert_hunk("@@\n a\n-b\n", "a\nb", "a");
	assert_hunk("@@\n a\n-b\n-c\n", "a\r\nb\r\nc", "a");
}

TEST(hunk_marker_decides_on_the_final_newline)
{
	static const char adds[] = "@@\n-a\n\\ No newline at end of file\n+a\n",
			  removes[] = "@@\n-a\n+a\n\\ No newline at end of file\n";
	assert_hunk(adds, "z\na", "z\na\n");
	assert_hunk(removes, "z\na\n", "z\na");
	assert_hunk("@@\n-a\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of file\n", "a", "a\nb");
	assert_absent("@@\n a\n-b\n\\ No newline at end of file\n+c\n", "a\nb\n",
		"line 2: only the end of the file differs: it has a line end");
	assert_absent("@@\n a\n-b\n\\ No newline at end of file\n+c\n", "a\nb\nd\n",
		"line 2: the file continues where the hunk ends it");
}

TEST(hunk_added_lines_alone_have_an_anchor)
{
	assert_hunk("@@ -0,0 +1,2 @@\n+a\n+b\n", "", "a\nb\n");
	assert_hunk("@@ -0,0 +1,2 @@\n+a\n+b\n", "\xEF\xBB\xBFx\r\n",
		"\xEF\xBB\xBF"
		"a\r\nb\r\nx\r\n");
	assert_hunk("@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n", "", "a");
	assert_hunk("@@ -2,0 +3 @@\n+c\n", "a\nb\n", "a\nb\nc\n");
	assert_hunk("@@ -2,0 +3 @@\n+c\n", "a\nb", "a\nb\nc");
	assert_absent("@@ -2,0 +3 @@\n+c\n", "a\n", NULL);
}

TEST(hunk_removed_lines_need_neighbours_to_be_made)
{
	assert_leaves_no_proof("@@ -1,2 +0,0 @@\n-a\n-b\n", "a\nb\nc\n", "c\n");
	assert_leaves_no_proof("@@\n-a\n", "a", "");
	assert_leaves_no_proof("@@\n a\n-b\n", "z\na\nb\nc\n", "z\na\nc\n");
	assert_leaves_no_proof("@@\n-b\n a\n", "z\nb\na\n", "z\na\n");
	assert_leaves_no_proof("@@\n-a\n+A\n@@\n-b\n", "a\nb\n", "A\n");
	assert_hunk("@@\n a\n-b\n c\n", "z\na\nb\nc\n", "z\na\nc\n");
	assert_hunk("@@\n a\n-b\n", "z\na\nb\n", "z\na\n");
	assert_hunk("@@\n-b\n a\n", "b\na\n", "a\n");
	assert_hunk("@@\n a\n-b\n+c\n", "a\nb\nz\n", "a\nc\nz\n");
	assert_absent(
		"@@\n a\n-b\n c\n", "a\nb2\nc\n", "line 2: 'b2' where the hunk has 'b' (2 of its 3 old lines fit)");
	assert_absent("@@\n a\n-b\n", "a\nb2\nc\n", "line 2: 'b2' where the hunk has 'b' (1 of its 2 old lines fit)");
}

TEST(hunk_two_places_are_ambiguous)
{
	struct outcome outcome = run("@@\n a\n-b\n+c\n", SLICE_LITERAL("a\nb\na\nb\nx\na\nb\n"));
	assert_true(outcome.ambiguous);
	assert_int_equal(outcome.n_matches, 0);
	assert_string_equal(outcome.said,
		"the hunk fits at line 1 and at line 3, and at 1 more; more lines of context would distinguish them");
	release(&outcome);
}

TEST(hunk_heading_tells_two_places_apart)
{
	static const char text[] = "def f():\n  a\n  b\nclass C:\n  def g():\n    x\n  a\n  b\nz = 1\n";
	static const char made[] = "def f():\n  a\n  b\nclass C:\n  def g():\n    x\n  a\n  c\nz = 1\n";
	assert_hunk("@@ -7,2 +7,2 @@ class C:\n   a\n-  b\n+  c\n", text, made);
	assert_hunk("@@ -7,2 +7,2 @@ def g():\n   a\n-  b\n+  c\n", text, made);
	/* and two hunks, each by its own */
	assert_hunk("@@ -2,2 +2,2 @@ def f():\n   a\n-  b\n+  d\n@@ -7,2 +7,2 @@ def g():\n   a\n-  b\n+  c\n",
		"def e():\n  a\n  b\ndef f():\n  a\n  b\ndef g():\n  a\n  b\ndef h():\n  a\n  b\n",
		"def e():\n  a\n  b\ndef f():\n  a\n  d\ndef g():\n  a\n  c\ndef h():\n  a\n  b\n");
	struct outcome outcome = run("@@ -7,2 +7,2 @@ def h():\n   a\n-  b\n+  c\n", slice_of(text));
	assert_true(outcome.ambiguous);
	release(&outcome);
	outcome = run("@@ -7,2 +7,2 @@ def f():\n   a\n-  b\n+  c\n", SLICE_LITERAL("def f():\n  a\n  b\n  a\n  b\n"));
	assert_true(outcome.ambiguous);
	release(&outcome);
}

TEST(hunk_between_two_that_moved_alike_has_its_place)
{
	static const char hunks[] = "@@ -1 +1 @@\n-x\n+X\n@@ -3,2 +3,2 @@\n a\n-b\n+c\n@@ -9 +9 @@\n-y\n+Y\n";
	assert_hunk(hunks, "0\nx\n2\na\nb\n5\na\nb\n8\ny\n", "0\nX\n2\na\nc\n5\na\nb\n8\nY\n");
	struct outcome outcome = run(hunks, SLICE_LITERAL("0\nx\n2\na\nb\n5\na\nb\n7\n8\ny\n"));
	assert_true(outcome.ambiguous);
	release(&outcome);
}

TEST(hunk_between_two_may_have_a_later_place)
{
	assert_hunk("@@ -1 +1 @@\n-x\n+X\n@@ -6,2 +6,2 @@\n a\n-b\n+c\n@@ -9 +9 @@\n-y\n+Y\n",
		"0\nx\n2\na\nb\n5\na\nb\n8\ny\n", "0\nX\n2\na\nb\n5\na\nc\n8\nY\n");
}

static void assert_ambiguous(const char *hunks, const char *text)
{
	struct outcome outcome = run(hunks, slice_of(text));
	assert_true(outcome.ambiguous);
	release(&outcome);
}

TEST(hunk_between_two_needs_numbers_and_alike_neighbours)
{
	static const char text[] = "0\nx\n2\na\nb\n5\na\nb\n8\ny\n";
	static const char none_there[] = "@@ -1 +1 @@\n-x\n+X\n@@ -4,2 +4,2 @@\n a\n-b\n+c\n@@ -9 +9 @@\n-y\n+Y\n";
	static const char behind_all[] = "@@ -1 +1 @@\n-x\n+X\n@@ -7,2 +7,2 @@\n a\n-b\n+c\n@@ -9 +9 @@\n-y\n+Y\n";
	assert_ambiguous(none_there, text);
	assert_ambiguous(behind_all, text);
	assert_ambiguous("@@\n-x\n+X\n@@ -3,2 +3,2 @@\n a\n-b\n+c\n@@ -9 +9 @@\n-y\n+Y\n", text);
	assert_ambiguous("@@ -1 +1 @@\n-x\n+X\n@@\n a\n-b\n+c\n@@ -9 +9 @@\n-y\n+Y\n", text);
	assert_ambiguous("@@ -1 +1 @@\n-x\n+X\n@@ -3,2 +3,2 @@\n a\n-b\n+c\n@@\n-y\n+Y\n", text);
	/* one of them was made, the other was not */
	assert_ambiguous("@@ -1 +1 @@\n-z\n+x\n@@ -3,2 +3,2 @@\n a\n-b\n+c\n@@ -9 +9 @@\n-y\n+Y\n", text);
	/* each may be at two places */
	assert_ambiguous("@@ -1 +1 @@\n-x\n+X\n@@ -3,2 +3,2 @@\n a\n-b\n+c\n@@ -9 +9 @@\n-y\n+Y\n",
		"x\nx\n2\na\nb\n5\na\nb\n8\ny\n");
	assert_ambiguous("@@ -1 +1 @@\n-x\n+X\n@@ -3,2 +3,2 @@\n a\n-b\n+c\n@@ -9 +9 @@\n-y\n+Y\n",
		"0\nx\n2\na\nb\n5\na\nb\n8\ny\ny\n");
	/* nothing is after it */
	assert_ambiguous("@@ -1 +1 @@\n-x\n+X\n@@ -3,2 +3,2 @@\n a\n-b\n+c\n", text);
}

TEST(hunk_headings_begin_with_what_git_takes_for_a_letter)
{
	assert_hunk("@@ -1,2 +1,2 @@ _f\n  a\n- b\n+ c\n", "g\n a\n b\n_f\n a\n b\n", "g\n a\n b\n_f\n a\n c\n");
	assert_hunk("@@ -1,2 +1,2 @@ $f\n  a\n- b\n+ c\n", "g\n a\n b\n$f\n a\n b\n", "g\n a\n b\n$f\n a\n c\n");
	assert_hunk("@@ -1,2 +1,2 @@ async def f():\n   a\n-  b\n+  c\n",
		"class C:\n async def g():\n  a\n  b\n async def f():\n  a\n  b\n",
		"class C:\n async def g():\n  a\n  b\n async def f():\n  a\n  c\n");
	assert_ambiguous("@@ -1,2 +1,2 @@ 1f\n  a\n- b\n+ c\n", "g\n a\n b\n1f\n a\n b\n");
}

TEST(hunk_that_empties_a_file_without_its_last_line_end)
{
	static const char hunk[] = "@@ -1 +0,0 @@\n-a\n\\ No newline at end of file\n";
	assert_hunk("@@ -1,2 +1 @@\n x\n-a\n\\ No newline at end of file\n", "x\na", "x\n");
	struct outcome outcome = run(hunk, SLICE_LITERAL("a"));
	assert_string_equal(outcome.text, "");
	release(&outcome);
	outcome = run(hunk, SLICE_LITERAL("a\n"));
	assert_int_equal(outcome.n_matches, 0);
	release(&outcome);
}

TEST(hunk_overlapping_places_are_ambiguous)
{
	struct outcome outcome = run("@@\n a\n a\n-a\n", SLICE_LITERAL("a\na\na\na\n"));
	assert_true(outcome.ambiguous);
	release(&outcome);
}

TEST(hunk_old_form_comes_before_new_forms_elsewhere)
{
	assert_hunk("@@\n a\n-b\n+c\n", "a\nc\na\nb\na\nc\n", "a\nc\na\nc\na\nc\n");
}

TEST(hunk_sides_may_hold_each_other)
{
	assert_hunk("@@\n a\n+a\n", "x\na\ny\n", "x\na\na\ny\n");
	assert_hunk("@@\n x\n-a\n a\n", "x\na\na\ny\n", "x\na\ny\n");
	assert_hunk("@@\n-import a\n+try:\n+import a\n+except E:\n+pass\n", "import a\n",
		"try:\nimport a\nexcept E:\npass\n");
}

TEST(hunk_list_is_found_in_order)
{
	static const char hunks[] = "@@\n-a\n+A\n@@\n-b\n+B\n";
	assert_hunk(hunks, "b\na\nb\n", "b\nA\nB\n");
	assert_hunk(hunks, "A\nb\n", "A\nB\n");
	assert_absent(hunks, "b\na\n", "hunk 2 of 2, which fits, but not after the one before it");
	struct outcome outcome = run(hunks, SLICE_LITERAL("a\nx\n"));
	assert_true(outcome.incomplete);
	assert_int_equal(outcome.n_matches, 0);
	release(&outcome);
}

TEST(hunk_nearest_shows_what_the_eye_does_not)
{
	assert_absent("@@\n one\n-two\n+TWO\n three\n", "one\ntwo\nthree \n",
		"line 3: 'three\\x20' where the hunk has 'three' (2 of its 3 old lines fit)");
	assert_absent("@@\n one\n-\ttwo\n+TWO\n three\n", "x\none\n        two\nthree\n",
		"line 3: '        two' where the hunk has '\\ttwo' (2 of its 3 old lines fit)");
	assert_absent("@@\n one\n-t w\n+TWO\n three\n", "one\nt\xC2\xA0w\nthree\n",
		"line 2: 't\\u00A0w' where the hunk has 't w' (2 of its 3 old lines fit)");
	assert_absent("@@\n one\n-two\n+TWO\n three\n", "one\ntwo\r\r\nthree\n",
		"line 2: 'two\\r' where the hunk has 'two' (2 of its 3 old lines fit)");
	assert_absent("@@\n one\n two\n-three\n+3\n", "zero\none\ntwo\n",
		"line 3: the file ends where the hunk has 'three' (2 of its 3 old lines fit)");
	assert_absent("@@\n one\n two\n-three\n+3\n", "two\nthree\n",
		"line 1: the file begins where the hunk has 'one' (2 of its 3 old lines fit)");
	assert_absent("@@\n one\n two\n-three\n+3\n", "nothing\nof\nit\n", NULL);
	/* Words weigh more than brackets, and these more than blank lines. */
	assert_absent("@@\n }\n \n-\xC3\xA4\n+b\n }\n", "}\n\n(\n}\nx\n\n\xC3\xA4\n)\n",
		"line 5: 'x' where the hunk has '}' (2 of its 4 old lines fit)");
	assert_absent("@@\n }\n \n-)\n+b\n", "{\n\nx\n}\n\ny\n",
		"line 6: 'y' where the hunk has ')' (2 of its 3 old lines fit)");
	assert_absent("@@\n-a\n+b\n\\ No newline at end of file\n", "a",
		"line 1: only the end of the file differs: it lacks a line end");
	assert_absent("@@\n-a\n\\ No newline at end of file\n+b\n", "a\n",
		"line 1: only the end of the file differs: it has a line end");
}

TEST(hunk_refuses_what_it_cannot_mean)
{
	assert_refused(
		"a\n", "a hunk's header cannot be read: 'a' | it looks like '@@ -12,7 +12,8 @@', or is '@@' alone", 1);
	assert_refused("@@ -1,2 +1,3 @@\n a\n+b\n",
		"the hunk has fewer lines than its header says: 1 old and 2 new lines, not 2 and 3 | "
		"write '@@' alone to have the lines counted; an empty line of context is one space",
		1);
	assert_refused("@@ -1,1 +1,2 @@\n a\n+b\n+c\n",
		"the hunk has more lines than its header says: 1 old and 3 new lines, not 1 and 2 | "
		"write '@@' alone to have the lines counted; an empty line of context is one space",
		4);
	assert_refused("@@ -1,2 +1,2 @@\n a\nb\n",
		"this is not a line of a hunk: 'b' | a line begins with a space (both sides), '-' (old) or '+' (new)",
		3);
	assert_refused(
		"@@\n a\n b\n", "the hunk changes nothing | lines to remove begin with '-', lines to add with '+'", 1);
	assert_refused(
		"@@\n-a\n+a\n", "the hunk changes nothing | lines to remove begin with '-', lines to add with '+'", 1);
	assert_refused("@@\n-a\n+b\n@@\n+c\n",
		"the hunk has no line of context and none to remove, so it could be anywhere | add a "
		"line of context; '@@ -0,0 +1,1 @@' is for the file's beginning",
		4);
	assert_refused(
		"@@\n\\ No newline at end of file\n", "'\\ No newline at end of file' follows no line of the hunk", 2);
	assert_refused("@@\n-a\n\\ No newline at end of file\n b\n",
		"a line follows '\\ No newline at end of file' of its side", 4);
	assert_refused(
		"", "a hunk's header cannot be read: '' | it looks like '@@ -12,7 +12,8 @@', or is '@@' alone", 1);
}

static bool changes_something(const char *hunk)
{
	struct err err = ERR_INIT;
	struct edit_def def = hunk_def(hunk);
	struct edit_rule *rule = edit_rule_new(&def, language_find(SLICE_LITERAL("text")), &err);
	edit_rule_free(rule);
	err_release(&err);
	return rule != NULL;
}

static void assert_same_lines(const char *a, const char *b)
{
	for (; *a || *b; a++, b++) {
		a += *a == '\r';
		b += *b == '\r';
		assert_int_equal(*a, *b);
	}
}

/* Random files of few different lines and random hunks cut from them: found, made, recognised. */
TEST(hunk_random_files)
{
	static const char *const words[] = { "", "a", "b", "  a", "c " };
	uint32_t seed = 1;
	size_t made = 0;
	for (int round = 0; round < 3000; round++) {
		struct str before = STR_INIT, after = STR_INIT, hunk = STR_INIT;
		size_t lines = 3 + round % 9;
		str_add_cstr(&hunk, "@@\n");
		for (size_t i = 0; i < lines; i++) {
			seed = seed * 1664525u + 1013904223u;
			const char *word = words[(seed >> 16) % 5], *eol = (seed >> 8) % 7 ? "\n" : "\r\n";
			unsigned kind = (seed >> 24) % 4;
			bool in_hunk = i > 0 && i + 1 < lines;
			str_addf(&before, "%s%s", kind == 0 && in_hunk ? "" : word, kind == 0 && in_hunk ? "" : eol);
			if (kind != 1 || !in_hunk)
				str_addf(&after, "%s%s", word, eol);
			str_addf(&hunk, "%c%s\n", !in_hunk || kind > 1 ? ' ' : kind == 0 ? '+' : '-', word);
		}
		if (changes_something(hunk.ptr)) {
			struct outcome outcome = run(hunk.ptr, str_slice(&before));
			struct outcome again = run(hunk.ptr, slice_of(outcome.text));
			made += outcome.n_matches;
			assert_int_equal(again.n_matches, 0);
			if (outcome.n_matches) {
				assert_true(again.n_applied > 0);
				assert_same_lines(outcome.text, after.ptr);
			}
			release(&outcome);
			release(&again);
		}
		str_release(&before);
		str_release(&after);
		str_release(&hunk);
	}
	assert_true(made > 1000);
}

/* Where a hunk of added lines alone goes, and where the end of the file decides. `after` is what it makes of the file;
 * "made" and "missing" say that it makes nothing. */
TEST(hunk_at_the_ends_of_a_file)
{
#define NO_EOL "\\ No newline at end of file\n"
	static const struct {
		const char *hunk, *before, *after;
	} rows[] = {
		{ "@@ -0,0 +1 @@\n+x\n", "a\n", "x\na\n" },
		{ "@@ -0,0 +1 @@\n+x\n", "", "x\n" },
		{ "@@ -0,0 +1 @@\n+x\n", "x\na\n", "made" },
		{ "@@ -0,0 +1 @@\n+x\n", "x\nx\n", "made" },
		{ "@@ -0,0 +1 @@\n+x\n", "a\nx\n", "x\na\nx\n" },
		{ "@@ -0,0 +1 @@\n+x\n" NO_EOL, "", "x" },
		{ "@@ -0,0 +1 @@\n+x\n" NO_EOL, "x", "made" },
		{ "@@ -0,0 +1 @@\n+x\n" NO_EOL, "x\n", "missing" },
		{ "@@ -0,0 +1 @@\n+x\n" NO_EOL, "a\n", "missing" },
		{ "@@ -2,0 +3 @@\n+x\n", "a\nb\n", "a\nb\nx\n" },
		{ "@@ -2,0 +3 @@\n+x\n", "a\nb", "a\nb\nx" },
		{ "@@ -2,0 +3 @@\n+x\n", "a\nb\nx\n", "made" },
		{ "@@ -2,0 +3 @@\n+x\n", "a\nx\nx\n", "made" },
		{ "@@ -2,0 +3 @@\n+x\n", "a\nb\nc\n", "missing" },
		{ "@@ -2,0 +3 @@\n+x\n", "a\n", "missing" },
		{ "@@ -2,0 +3 @@\n+x\n", "a\nx\n", "a\nx\nx\n" },
		{ "@@ -2,0 +3,2 @@\n+x\n+y\n", "a\r\nb\r\n", "a\r\nb\r\nx\r\ny\r\n" },
		{ "@@ -1,2 +1,2 @@\n a\n-b\n" NO_EOL "+c\n" NO_EOL, "a\nb", "a\nc" },
		{ "@@ -1,2 +1,2 @@\n a\n-b\n" NO_EOL "+c\n" NO_EOL, "a\nb\n", "missing" },
		{ "@@ -1,2 +1,2 @@\n a\n-b\n" NO_EOL "+c\n", "a\nb", "a\nc\n" },
		{ "@@ -1,2 +1,2 @@\n a\n-b\n" NO_EOL "+b\n", "a\nb", "a\nb\n" },
		{ "@@ -1,2 +1,2 @@\n a\n-b\n" NO_EOL "+b\n", "a\nb\n", "made" },
		{ "@@ -1,2 +1,2 @@\n a\n-b\n+b\n" NO_EOL, "a\nb\n", "a\nb" },
		{ "@@ -1,2 +1,2 @@\n a\n-b\n+c\n", "a\nb", "a\nc" },
		{ "@@ -1,2 +1,3 @@\n a\n+x\n b\n" NO_EOL, "a\nb", "a\nx\nb" },
		{ "@@ -1,2 +1,3 @@\n a\n+x\n b\n" NO_EOL, "a\nb\nc", "missing" },
		{ "@@ -1,2 +1,3 @@\n a\n+x\n b\n" NO_EOL, "a\nb\n", "missing" },
		{ "@@ -1,3 +1,5 @@\n a\n-b\n+B\n+C\n c\n+d\n", "a\r\nb\nc\r\n", "a\r\nB\nC\nc\r\nd\r\n" },
		{ "@@ -1 +1,2 @@\n+x\n a\n",
			"\xEF\xBB\xBF"
			"a\n",
			"\xEF\xBB\xBFx\na\n" },
		{ "@@ -1 +1 @@\n-a\n+b\n",
			"\xEF\xBB\xBF"
			"a\n",
			"\xEF\xBB\xBF"
			"b\n" },
	};
#undef NO_EOL
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct outcome outcome = run(rows[i].hunk, slice_of(rows[i].before));
		const char *got = outcome.ambiguous   ? "ambiguous"
				  : outcome.n_matches ? outcome.text
				  : outcome.n_applied ? "made"
						      : "missing";
		if (strcmp(got, rows[i].after) != 0)
			fail_msg("%s\nin\n%s\n=\n%s", rows[i].hunk, rows[i].before, got);
		release(&outcome);
	}
}
