#include <string.h>

#include "base/alloc.h"
#include "report/report.h"
#include "unit.h"

#define COUNTS(lines_added, lines_removed)                                                                             \
	.has_no_texts = true, .stat = { .added = (lines_added), .removed = (lines_removed) }

static struct change changes[] = {
	{ .path = "a.txt", COUNTS(1, 20) },
	{ .path = "deep/er/b c.txt", .new_path = "deep/er/d.txt", COUNTS(0, 0) },
	{ .path = "gone.sh", .is_gone = true, .changes_mode = true, .mode = 0644, COUNTS(0, 3) },
	{ .path = "made.sh", .is_new = true, .changes_mode = true, .mode = 0755, COUNTS(300, 0) },
	{ .path = "mode", .changes_mode = true, .mode = 0644, COUNTS(0, 0) },
	{ .path = "moved", .new_path = "m", .changes_mode = true, .mode = 0755, COUNTS(2, 2) },
};

static void assert_stat(size_t width, bool colored, size_t n_changes, const char *wanted)
{
	struct plan plan = { .changes = changes, .n_changes = n_changes };
	struct str out = STR_INIT;
	report_stat(&plan, width, colored, &out);
	assert_string_equal(out.ptr, wanted);
	str_release(&out);
}

#define WHOLE                                                                                                          \
	" a.txt                            | +1 -20\n"                                                                 \
	" deep/er/b c.txt => deep/er/d.txt | +0 -0  renamed\n"                                                         \
	" gone.sh                          | +0 -3  removed\n"                                                         \
	" made.sh                          | +300 -0  created +x\n"                                                    \
	" mode                             | +0 -0  mode changed -x\n"                                                 \
	" moved => m                       | +2 -2  renamed +x\n"

TEST(report_stat_has_a_line_for_each_file)
{
	assert_stat(0, false, COUNT_OF(changes), WHOLE);
	assert_stat(30, false, COUNT_OF(changes), WHOLE);
	assert_stat(56, false, COUNT_OF(changes), WHOLE);
	assert_stat(0, true, 1, " a.txt | \033[32m+1\033[0m \033[31m-20\033[0m\n");
}

TEST(report_stat_cuts_paths_where_there_is_little_room)
{
	assert_stat(55, false, COUNT_OF(changes),
		" a.txt                           | +1 -20\n"
		" .../er/b c.txt => deep/er/d.txt | +0 -0  renamed\n"
		" gone.sh                         | +0 -3  removed\n"
		" made.sh                         | +300 -0  created +x\n"
		" mode                            | +0 -0  mode changed -x\n"
		" moved => m                      | +2 -2  renamed +x\n");
	assert_stat(31, false, COUNT_OF(changes),
		" a.txt   | +1 -20\n"
		" ....txt | +0 -0  renamed\n"
		" gone.sh | +0 -3  removed\n"
		" made.sh | +300 -0  created +x\n"
		" mode    | +0 -0  mode changed -x\n"
		" ...=> m | +2 -2  renamed +x\n");
}

TEST(report_shows_a_diff_with_its_control_bytes)
{
	static const char diff[] = "diff --git a/a b/b\nold mode 100644\nnew mode 100755\nsimilarity index 90%\n"
				   "rename from a\nrename to b\nindex 1..2 100644\n--- a/a\n+++ b/b\n@@ -1 +1 @@\n"
				   "-\033[0m\x7f\tx\r\n+y\r \n rename from\r\n\\ No newline at end of file\n";
	static const char plain[] = "diff --git a/a b/b\nold mode 100644\nnew mode 100755\nsimilarity index 90%\n"
				    "rename from a\nrename to b\nindex 1..2 100644\n--- a/a\n+++ b/b\n@@ -1 +1 @@\n"
				    "-^[[0m^?\tx\r\n+y^M \n rename from\r\n\\ No newline at end of file\n";
	static const char colored[] =
		"\033[1mdiff --git a/a b/b\033[0m\n\033[1mold mode 100644\033[0m\n\033[1mnew mode 100755\033[0m\n"
		"\033[1msimilarity index 90%\033[0m\n\033[1mrename from a\033[0m\n\033[1mrename to b\033[0m\n"
		"\033[1mindex 1..2 100644\033[0m\n\033[1m--- a/a\033[0m\n\033[1m+++ b/b\033[0m\n"
		"\033[36m@@ -1 +1 @@\033[0m\n\033[31m-^[[0m^?\tx\033[0m\r\n\033[32m+y^M \033[0m\n"
		" rename from\r\n\\ No newline at end of file\n";
	struct str out = STR_INIT;
	report_show_diff(slice_of(diff), false, &out);
	assert_string_equal(out.ptr, plain);
	str_clear(&out);
	report_show_diff(slice_of(diff), true, &out);
	assert_string_equal(out.ptr, colored);
	str_release(&out);
}

/* What rules 0, 1 and 2 of a plan do to a file, each alone and two together. */
static void assert_part(const struct change *change, const char *rules, const char *wanted)
{
	bool is_wanted[3] = { false };
	for (; *rules; rules++)
		is_wanted[*rules - '0'] = true;
	struct str out = STR_INIT;
	struct diff_stat stat;
	assert_int_equal(report_part(change, is_wanted, 3, &out, &stat), *wanted != '\0');
	assert_string_equal(out.len ? out.ptr : "", wanted);
	str_release(&out);
}

#define SLICE_OF(text)                                                                                                 \
	{                                                                                                              \
		(text), sizeof(text) - 1                                                                               \
	}
#define DIFF_HEAD "diff --git a/a b/a\n"
#define DIFF_HEAD_B "diff --git a/a b/b\n"
#define RENAMED "rename from a\nrename to b\n"
#define RAISED "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-old\n+new\n"

static const struct edit raises[] = { { .begin = 0, .end = 3, .text = SLICE_OF("new"), .owner = 0, .co_owner = 1 } };
static const struct edit makes[] = { { .begin = 0, .end = 0, .text = SLICE_OF("new\n"), .owner = 1, .co_owner = 1 } };

TEST(report_part_of_a_file_that_is_edited_moved_and_made_executable)
{
	struct change change = {
		.path = "a", .before = SLICE_OF("old\n"), .st.mode = 0644, .edits = raises, .n_edits = 1
	};
	assert_part(&change, "0", DIFF_HEAD RAISED);
	assert_part(&change, "1", DIFF_HEAD RAISED);
	assert_part(&change, "2", "");
	change.changes_mode = true;
	change.mode = 0755;
	change.mode_owner = change.mode_co_owner = 2;
	assert_part(&change, "0", DIFF_HEAD RAISED);
	assert_part(&change, "2", DIFF_HEAD "old mode 100644\nnew mode 100755\n");
	assert_part(&change, "12", DIFF_HEAD "old mode 100644\nnew mode 100755\n" RAISED);
	change.new_path = "b";
	change.file_owner = 1;
	change.file_co_owner = 2;
	assert_part(&change, "0", DIFF_HEAD RAISED);
	assert_part(&change, "1", DIFF_HEAD_B RENAMED "--- a/a\n+++ b/b\n@@ -1 +1 @@\n-old\n+new\n");
	assert_part(&change, "2", DIFF_HEAD_B "old mode 100644\nnew mode 100755\nsimilarity index 100%\n" RENAMED);
}

TEST(report_part_of_a_file_that_comes_or_goes)
{
	struct change comes = { .path = "a",
		.is_new = true,
		.st.mode = 0644,
		.mode = 0755,
		.changes_mode = true,
		.file_owner = 1,
		.file_co_owner = 1,
		.mode_owner = 2,
		.mode_co_owner = 2,
		.edits = makes,
		.n_edits = 1 };
	assert_part(&comes, "0", "");
	assert_part(&comes, "1", DIFF_HEAD "new file mode 100755\n--- /dev/null\n+++ b/a\n@@ -0,0 +1 @@\n+new\n");
	assert_part(&comes, "2", "");
	struct change goes = { .path = "a",
		.is_gone = true,
		.before = SLICE_OF("old\n"),
		.st.mode = 0644,
		.file_owner = 1,
		.file_co_owner = 2 };
	assert_part(&goes, "0", "");
	for (const char *rule = "12"; *rule; rule++)
		assert_part(&goes, *rule == '1' ? "1" : "2",
			DIFF_HEAD "deleted file mode 100644\n--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n");
}
