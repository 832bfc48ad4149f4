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
