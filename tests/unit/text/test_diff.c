#include "unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/change.h"
#include "text/diff.h"
#include "text/myers.h"

static void check_diff(const char *before, const char *after, size_t context, const char *wanted)
{
	struct str out = STR_INIT;
	diff_unified("f", slice_of(before), slice_of(after), context, &out, NULL);
	struct str whole = STR_INIT;
	if (*wanted)
		str_addf(&whole, "diff --git a/f b/f\n--- a/f\n+++ b/f\n%s", wanted);
	assert_string_equal(str_slice(&out).ptr, str_slice(&whole).ptr);
	str_release(&out);
	str_release(&whole);
}

TEST(diff_of_equal_texts_is_nothing)
{
	struct str out = STR_INIT;
	struct diff_stat stat = { 7, 7 };
	diff_unified("f", SLICE_LITERAL("a\n"), SLICE_LITERAL("a\n"), 3, &out, &stat);
	assert_int_equal(out.len, 0);
	assert_int_equal(stat.added + stat.removed, 0);
	str_release(&out);
}

TEST(diff_one_line_changed)
{
	check_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nV\n6\n7\n8\n9\n", 3,
		"@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+V\n 6\n 7\n 8\n");
	check_diff("1\n2\n3\n4\n5\n", "1\n2\nIII\n4\n5\n", 0, "@@ -3 +3 @@\n-3\n+III\n");
	check_diff("1\n2\n3\n4\n5\n", "1\n2\nIII\n4\n5\n", 1, "@@ -2,3 +2,3 @@\n 2\n-3\n+III\n 4\n");
}

TEST(diff_empty_ranges_name_the_line_before)
{
	check_diff("", "a\nb\n", 3, "@@ -0,0 +1,2 @@\n+a\n+b\n");
	check_diff("a\nb\n", "", 3, "@@ -1,2 +0,0 @@\n-a\n-b\n");
	check_diff("1\n2\n3\n", "1\n2\nx\n3\n", 0, "@@ -2,0 +3 @@\n+x\n");
	check_diff("1\n2\n3\n", "1\n3\n", 0, "@@ -2 +1,0 @@\n-2\n");
}

TEST(diff_missing_final_newline_is_told)
{
	check_diff("a\nb", "a\nb\n", 3, "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n");
	check_diff("a\nb\n", "a\nb", 3, "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n");
	check_diff("a\nb", "A\nb", 3, "@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n");
	check_diff("", "a", 3, "@@ -0,0 +1 @@\n+a\n\\ No newline at end of file\n");
}

TEST(diff_carriage_returns_belong_to_the_lines)
{
	check_diff("1\r\n2\r\n", "1\r\n2\n", 3, "@@ -1,2 +1,2 @@\n 1\r\n-2\r\n+2\n");
}

TEST(diff_hunks_join_when_their_context_touches)
{
	check_diff("1\na\nb\n2\n", "I\na\nb\nII\n", 1, "@@ -1,4 +1,4 @@\n-1\n+I\n a\n b\n-2\n+II\n");
	check_diff("1\na\nb\nc\n2\n", "I\na\nb\nc\nII\n", 1,
		"@@ -1,2 +1,2 @@\n-1\n+I\n a\n@@ -4,2 +4,2 @@ b\n c\n-2\n+II\n");
	check_diff("1\na\n2\n", "I\na\nII\n", 0, "@@ -1 +1 @@\n-1\n+I\n@@ -3 +3 @@ a\n-2\n+II\n");
	check_diff("1\n2\n3\n", "1\nx\n3\n", (size_t)-1, "@@ -1,3 +1,3 @@\n 1\n-2\n+x\n 3\n");
}

TEST(diff_heading_is_the_last_line_that_begins_with_a_word)
{
	check_diff("if(MSVC)  \r\n  1\n  2\n  3\n  4\n\n  5\n  6\n  7\n",
		"if(MSVC)  \r\n  1\n  2\n  3\n  x\n\n  5\n  6\n  y\n", 1,
		"@@ -4,3 +4,3 @@ if(MSVC)\n   3\n-  4\n+  x\n \n@@ -8,2 +8,2 @@ if(MSVC)\n   6\n-  7\n+  y\n");
}

TEST(diff_counts_lines)
{
	struct str out = STR_INIT;
	struct diff_stat stat;
	diff_unified("f", SLICE_LITERAL("1\n2\n3\n"), SLICE_LITERAL("2\nx\ny\n4\n"), 3, &out, &stat);
	assert_int_equal(stat.added, 3);
	assert_int_equal(stat.removed, 2);
	str_release(&out);
}

TEST(diff_name_with_a_blank_ends_with_a_tab)
{
	struct str out = STR_INIT;
	diff_unified("my dir/f", SLICE_LITERAL("a\n"), SLICE_LITERAL("b\n"), 3, &out, NULL);
	assert_string_equal(
		out.ptr, "diff --git a/my dir/f b/my dir/f\n--- a/my dir/f\t\n+++ b/my dir/f\t\n@@ -1 +1 @@\n-a\n+b\n");
	str_release(&out);
}

TEST(diff_name_with_a_quote_is_quoted)
{
	struct str out = STR_INIT;
	diff_unified("a\"b", SLICE_LITERAL("a\n"), SLICE_LITERAL("b\n"), 3, &out, NULL);
	assert_string_equal(out.ptr,
		"diff --git \"a/a\\\"b\" \"b/a\\\"b\"\n--- \"a/a\\\"b\"\n+++ \"b/a\\\"b\"\n@@ -1 +1 @@\n-a\n+b\n");
	str_release(&out);
}

TEST(diff_an_added_block_is_shown_whole)
{
	check_diff("def a():\n    one\n\ndef c():\n    three\n",
		"def a():\n    one\n\ndef b():\n    two\n\ndef c():\n    three\n", 1,
		"@@ -3,2 +3,5 @@ def a():\n \n+def b():\n+    two\n+\n def c():\n");
	check_diff("if(A)\n  a()\nendif()\nif(C)\n  c()\nendif()\n",
		"if(A)\n  a()\nendif()\nif(B)\n  b()\nendif()\nif(C)\n  c()\nendif()\n", 1,
		"@@ -3,2 +3,5 @@ if(A)\n endif()\n+if(B)\n+  b()\n+endif()\n if(C)\n");
}

TEST(diff_changes_that_can_meet_are_one)
{
	check_diff("a\nx\nx\nb\n", "a\nx\nx\nx\nx\nb\n", 0, "@@ -3,0 +4,2 @@ x\n+x\n+x\n");
}

static unsigned next_random(unsigned *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return *seed >> 10;
}

/* Length of the longest common subsequence, by the table of the textbook. */
static size_t common_length(const uint32_t *a, size_t n, const uint32_t *b, size_t m)
{
	size_t table[2][64] = { { 0 } };
	for (size_t i = 1; i <= n; i++) {
		for (size_t j = 1; j <= m; j++) {
			size_t up = table[(i - 1) & 1][j], left = table[i & 1][j - 1];
			table[i & 1][j] = a[i - 1] == b[j - 1] ? table[(i - 1) & 1][j - 1] + 1 : up > left ? up : left;
		}
	}
	return table[n & 1][m];
}

/* True when what is not marked is the same on both sides; `*kept` is how much that is. */
static bool is_script(
	const uint32_t *a, size_t n, const uint32_t *b, size_t m, const unsigned char *marks, size_t *kept)
{
	size_t i = 0, j = 0;
	for (*kept = 0;; i++, j++, (*kept)++) {
		while (i < n && marks[i])
			i++;
		while (j < m && marks[n + j])
			j++;
		if (i == n || j == m)
			return i == n && j == m;
		if (a[i] != b[j])
			return false;
	}
}

TEST(diff_myers_finds_a_shortest_script)
{
	unsigned seed = 1;
	for (int round = 0; round < 30000; round++) {
		uint32_t a[40], b[40];
		unsigned char marks[80] = { 0 };
		size_t n = next_random(&seed) % 40, m = next_random(&seed) % 40, letters = 1 + next_random(&seed) % 6,
		       kept;
		for (size_t i = 0; i < n; i++)
			a[i] = next_random(&seed) % letters;
		for (size_t j = 0; j < m; j++)
			b[j] = next_random(&seed) % letters;
		myers_diff(a, n, b, m, MYERS_DEFAULT_BUDGET, marks, marks + n);
		assert_true(is_script(a, n, b, m, marks, &kept));
		assert_int_equal(kept, common_length(a, n, b, m));
	}
}

TEST(diff_myers_with_little_budget_is_still_right)
{
	enum { N = 1000 };
	static uint32_t a[N], b[N];
	static unsigned char marks[2 * N];
	unsigned seed = 2;
	for (int round = 0; round < 60; round++) {
		size_t kept;
		for (size_t i = 0; i < N; i++) {
			a[i] = next_random(&seed) % 50;
			b[i] = next_random(&seed) % 50;
		}
		memset(marks, 0, sizeof(marks));
		uint64_t budget = (uint64_t)1 << (round % 30);
		myers_diff(a, N, b, N, budget, marks, marks + N);
		assert_true(is_script(a, N, b, N, marks, &kept));
	}
}

/* Reads a decimal number and moves past it. */
static size_t read_number(const char **at)
{
	size_t number = 0;
	for (; **at >= '0' && **at <= '9'; (*at)++)
		number = number * 10 + (size_t)(**at - '0');
	return number;
}

/* Appends the next line of the old text, which must be `text`. */
static size_t check_old_line(struct slice old, size_t at, struct slice text)
{
	assert_true(at + text.len <= old.len);
	assert_memory_equal(old.ptr + at, text.ptr, text.len);
	return at + text.len;
}

/* Applies a diff without any leniency: every line number, count and context byte must be right. */
static void apply_strictly(struct slice old, const char *diff, struct str *out)
{
	size_t at = 0, old_line = 0, new_line = 0;
	const char *p = strstr(diff, "+++ ");
	p = p ? strchr(p, '\n') + 1 : "";
	while (*p) {
		assert_int_equal(strncmp(p, "@@ -", 4), 0);
		p += 4;
		size_t from = read_number(&p), from_count = 1, to, to_count = 1;
		if (*p == ',' && p++)
			from_count = read_number(&p);
		assert_int_equal(strncmp(p, " +", 2), 0);
		p += 2;
		to = read_number(&p);
		if (*p == ',' && p++)
			to_count = read_number(&p);
		for (size_t target = from_count ? from - 1 : from; old_line < target; old_line++, new_line++) {
			const char *end = memchr(old.ptr + at, '\n', old.len - at);
			assert_non_null(end);
			str_add_bytes(out, old.ptr + at, (size_t)(end + 1 - old.ptr) - at);
			at = (size_t)(end + 1 - old.ptr);
		}
		assert_int_equal(new_line, to_count ? to - 1 : to);
		p = strchr(p, '\n') + 1;
		while (*p && *p != '@') {
			const char *end = strchr(p, '\n');
			bool no_newline = end[1] == '\\';
			struct slice text = slice_from(p + 1, (size_t)(end - p) - (no_newline ? 1 : 0));
			if (*p != '+') {
				at = check_old_line(old, at, text);
				old_line++;
				from_count--;
			}
			if (*p != '-') {
				str_add(out, text);
				new_line++;
				to_count--;
			}
			p = end + 1;
			if (no_newline)
				p = strchr(p, '\n') + 1;
		}
		assert_int_equal(from_count, 0);
		assert_int_equal(to_count, 0);
	}
	str_add(out, slice_sub(old, at, old.len));
}

static void random_text(struct str *out, unsigned *seed)
{
	static const char *const lines[] = { "\n", "a\n", "  b\n", "\r\n", "a\r\n", "}\n", "    x = 1\n" };
	str_clear(out);
	for (size_t n = next_random(seed) % 30; n > 0; n--)
		str_add_cstr(out, lines[next_random(seed) % (sizeof(lines) / sizeof(lines[0]))]);
	if (next_random(seed) % 3 == 0)
		str_add_cstr(out, "end");
}

TEST(diff_applied_to_before_gives_after)
{
	unsigned seed = 3;
	struct str before = STR_INIT, after = STR_INIT, diff = STR_INIT, got = STR_INIT;
	for (int round = 0; round < 20000; round++) {
		random_text(&before, &seed);
		random_text(&after, &seed);
		str_clear(&diff);
		str_clear(&got);
		diff_unified("f", str_slice(&before), str_slice(&after), next_random(&seed) % 5, &diff, NULL);
		apply_strictly(str_slice(&before), str_slice(&diff).ptr, &got);
		assert_int_equal(got.len, after.len);
		assert_string_equal(str_slice(&got).ptr, str_slice(&after).ptr);
	}
	str_release(&before);
	str_release(&after);
	str_release(&diff);
	str_release(&got);
}

/* Up to six edits that do not overlap, some of them of nothing. */
static void random_edits(struct slice text, struct edit_list *list, unsigned *seed)
{
	struct str with = STR_INIT;
	size_t at = 0;
	for (size_t n = next_random(seed) % 7; n > 0; n--) {
		size_t begin = at + next_random(seed) % (text.len - at + 1),
		       end = begin + (next_random(seed) % 2 ? next_random(seed) % (text.len - begin + 1) : 0);
		random_text(&with, seed);
		edit_list_add(list, begin, end, slice_sub(str_slice(&with), 0, next_random(seed) % 12), 0, 0);
		at = end;
	}
	size_t a, b;
	assert_true(edit_list_settle(list, &a, &b));
	str_release(&with);
}

TEST(diff_of_known_edits_applied_to_before_gives_after)
{
	unsigned seed = 5;
	struct str before = STR_INIT, after = STR_INIT, diff = STR_INIT, got = STR_INIT;
	for (int round = 0; round < 20000; round++) {
		struct edit_list list = EDIT_LIST_INIT;
		random_text(&before, &seed);
		str_clear(&after);
		str_clear(&diff);
		str_clear(&got);
		random_edits(str_slice(&before), &list, &seed);
		edit_list_apply(&list, str_slice(&before), &after);
		diff_files(&(struct diff_file){ .old_path = "f",
				   .new_path = "f",
				   .before = str_slice(&before),
				   .after = str_slice(&after),
				   .edits = list.items,
				   .n_edits = list.count },
			next_random(&seed) % 5, &diff, NULL);
		apply_strictly(str_slice(&before), str_slice(&diff).ptr, &got);
		assert_int_equal(got.len, after.len);
		assert_string_equal(str_slice(&got).ptr, str_slice(&after).ptr);
		edit_list_release(&list);
	}
	str_release(&before);
	str_release(&after);
	str_release(&diff);
	str_release(&got);
}

/* Lines that are there many times: a search would go through all of them for each line that is changed. */
TEST(diff_of_known_edits_tells_each_where_it_is)
{
	struct str before = STR_INIT, after = STR_INIT, diff = STR_INIT;
	struct edit_list list = EDIT_LIST_INIT;
	struct diff_stat stat;
	for (size_t i = 0; i < 50000; i++) {
		if (i % 3 == 0)
			edit_list_add(&list, before.len, before.len + 1, SLICE_LITERAL("b"), 0, 0);
		str_add_cstr(&before, i % 3 == 1 ? "b\n" : "a\n");
	}
	edit_list_apply(&list, str_slice(&before), &after);
	diff_files(&(struct diff_file){ .old_path = "f",
			   .new_path = "f",
			   .before = str_slice(&before),
			   .after = str_slice(&after),
			   .edits = list.items,
			   .n_edits = list.count },
		0, &diff, &stat);
	assert_int_equal(stat.added, list.count);
	assert_int_equal(stat.removed, list.count);
	edit_list_release(&list);
	str_release(&before);
	str_release(&after);
	str_release(&diff);
}

TEST(diff_of_a_long_file_with_few_changes_is_small)
{
	struct str before = STR_INIT, after = STR_INIT, diff = STR_INIT;
	for (size_t i = 0; i < 200000; i++) {
		char line[32];
		str_add_bytes(&before, line, (size_t)snprintf(line, sizeof(line), "line %zu\n", i));
		str_add_bytes(&after, line,
			(size_t)snprintf(line, sizeof(line), i % 50000 == 77 ? "changed %zu\n" : "line %zu\n", i));
	}
	struct diff_stat stat;
	diff_unified("f", str_slice(&before), str_slice(&after), 3, &diff, &stat);
	assert_int_equal(stat.added, 4);
	assert_int_equal(stat.removed, 4);
	str_release(&before);
	str_release(&after);
	str_release(&diff);
}
