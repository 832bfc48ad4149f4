/* Diffs as records: every dialect, the errors with their places, and the reader under random changes. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "text/patch.h"
#include "text/visible.h"

static void read_ok(struct patch *patch, struct slice text, size_t strip)
{
	struct err err = ERR_INIT;
	if (!patch_read(patch, "x.patch", text, strip, &err))
		fail_msg("%zu:%zu: %s", err.line, err.column, err.message);
}

static void assert_fails(const char *text, size_t line, size_t column, const char *message)
{
	struct err err = ERR_INIT;
	struct patch patch;
	assert_false(patch_read(&patch, "x.patch", slice_of(text), 1, &err));
	if (err.line != line || err.column != column)
		fail_msg("%zu:%zu: %s", err.line, err.column, err.message);
	assert_says(&err, message);
	assert_string_equal(err.file, "x.patch");
	assert_int_equal(err.kind, ERR_USAGE);
	patch_release(&patch);
	err_release(&err);
}

static void assert_line(const struct patch_line *line, enum patch_side side, const char *text)
{
	assert_int_equal(line->side, side);
	assert_true(slice_eq_cstr(line->text, text));
}

static bool mixes(const char *lines)
{
	struct patch patch = { 0 };
	struct str text = STR_INIT;
	str_addf(&text, "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n%s", lines);
	read_ok(&patch, str_slice(&text), 1);
	bool mixes = patch_hunk_mixes_line_ends(&patch.files[0].hunks[0]);
	patch_release(&patch);
	str_release(&text);
	return mixes;
}

TEST(patch_tells_of_hunks_whose_line_ends_differ)
{
	assert_true(mixes(" a\r\n-b\r\n+c\n"));
	assert_true(mixes(" a\n-b\r\n+c\r\n"));
	assert_false(mixes(" a\r\n-b\r\n+c\r\n"));
	assert_false(mixes(" a\n-b\n+c\n"));
	assert_false(mixes(" a\r\n-b\r\n+c\n\\ No newline at end of file\n"));
	assert_false(mixes(" a\n-b\n+c\n\\ No newline at end of file\n"));
}

TEST(patch_reads_git)
{
	static const char text[] =
		"From 1234 Mon Sep 17 00:00:00 2001\nSubject: [PATCH] x\n\nwhy\n---\n a/b.c | 2 +-\n\n"
		"diff --git a/a/b.c b/a/b.c\nindex 123..456 100644\n--- a/a/b.c\n+++ b/a/b.c\n"
		"@@ -3,2 +3,3 @@ int main(void)\n"
		" one\n-two\n+TWO\n+three\n-- \n2.39.5\n";
	struct patch patch;
	read_ok(&patch, slice_of(text), 1);
	assert_int_equal(patch.n_files, 1);
	const struct patch_file *file = &patch.files[0];
	assert_string_equal(file->old_path, "a/b.c");
	assert_string_equal(file->new_path, "a/b.c");
	assert_true(slice_starts_with(file->preamble, "From 1234") && slice_ends_with(file->preamble, "2 +-"));
	assert_int_equal(file->line, 8);
	assert_int_equal(file->n_hunks, 1);
	const struct patch_hunk *hunk = &file->hunks[0];
	assert_int_equal(hunk->old_start, 3);
	assert_int_equal(hunk->old_count, 2);
	assert_int_equal(hunk->new_count, 3);
	assert_int_equal(hunk->line, 12);
	assert_true(slice_eq_cstr(hunk->section, "int main(void)"));
	assert_int_equal(hunk->n_lines, 4);
	assert_line(&hunk->lines[0], PATCH_BOTH, "one");
	assert_line(&hunk->lines[1], PATCH_OLD, "two");
	assert_line(&hunk->lines[3], PATCH_NEW, "three");
	assert_true(slice_starts_with(patch.trailer, "-- "));
	patch_release(&patch);
}

TEST(patch_knows_links_and_submodules)
{
	static const char *const rows[][2] = {
		{ "index 123..456 100644", "" },
		{ "index 123..456", "" },
		{ "index 123..456 word", "" },
		{ "new file mode 100755\nindex 0..1", "" },
		{ "index 123..456 120000", "special" },
		{ "old mode 100644\nnew mode 120000", "special" },
		{ "deleted file mode 160000\nindex 1..0", "special" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str text = STR_INIT;
		struct patch patch;
		str_addf(&text, "diff --git a/x b/x\n%s\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", rows[i][0]);
		read_ok(&patch, str_slice(&text), 1);
		assert_string_equal(patch.files[0].is_special ? "special" : "", rows[i][1]);
		patch_release(&patch);
		str_release(&text);
	}
}

TEST(patch_reads_modes_renames_and_binaries)
{
	static const char text[] =
		"diff --git a/x y b/x y\nold mode 100644\nnew mode 100755\n"
		"diff --git a/old name.c b/new.c\nsimilarity index 90%\nrename from old name.c\nrename to new.c\n"
		"--- a/old name.c\t\n+++ b/new.c\n@@ -1 +1 @@\n-a\n+b\n"
		"diff --git a/c b/d\nsimilarity index 100%\ncopy from c\ncopy to d\n"
		"diff --git a/made b/made\nnew file mode 100644\nindex 000..111\n--- /dev/null\n+++ b/made\n"
		"@@ -0,0 +1 @@\n+x\n"
		"diff --git a/gone b/gone\ndeleted file mode 100644\nindex 111..000\n--- a/gone\n+++ /dev/null\n"
		"@@ -1 +0,0 @@\n-x\n"
		"diff --git a/empty b/empty\nnew file mode 100644\nindex 000..e69\n"
		"diff --git a/i.png b/i.png\nindex 1..2 100644\nBinary files a/i.png and b/i.png differ\n"
		"diff --git a/j.png b/j.png\nindex 1..2 100644\nGIT binary patch\nliteral 3\nKcmZ\n\nliteral 0\n"
		"HcmV?d00001\n\n";
	struct patch patch;
	read_ok(&patch, slice_of(text), 1);
	assert_int_equal(patch.n_files, 8);
	assert_string_equal(patch.files[0].new_path, "x y");
	assert_int_equal(patch.files[0].old_mode, 0100644);
	assert_int_equal(patch.files[0].new_mode, 0100755);
	assert_true(patch.files[1].is_rename && patch.files[1].n_hunks == 1);
	assert_string_equal(patch.files[1].old_path, "old name.c");
	assert_string_equal(patch.files[1].new_path, "new.c");
	assert_true(patch.files[2].is_copy);
	assert_string_equal(patch.files[2].new_path, "d");
	assert_null(patch.files[3].old_path);
	assert_string_equal(patch.files[3].new_path, "made");
	assert_null(patch.files[4].new_path);
	assert_null(patch.files[5].old_path);
	assert_string_equal(patch.files[5].new_path, "empty");
	assert_true(patch.files[6].is_binary && patch.files[7].is_binary);
	for (size_t i = 0; i < patch.n_files; i++)
		assert_int_equal(patch.files[i].preamble.len, 0);
	patch_release(&patch);
}

TEST(patch_reads_quilt_and_plain_diffs)
{
	static const char text[] =
		"Description: one\n two\nAuthor: me\n---\nThis patch header follows DEP-3\nIndex: pytorch/a.c\n"
		"===================================================================\n"
		"--- pytorch.orig/a.c\t2024-01-01 10:00:00.000000000 "
		"+0000\n+++ pytorch/a.c\n@@ -1 +1 @@\n-a\n+b\n\nsecond file\n\ndiff -Nru o/b.c n/b.c\n"
		"--- o/b.c\t1970-01-01 "
		"00:00:00.000000000 +0000\n+++ n/b.c 2024-01-01 10:00:00.1 +0000\n@@ -0,0 +1 @@\n+b\n";
	struct patch patch;
	read_ok(&patch, slice_of(text), 1);
	assert_int_equal(patch.n_files, 2);
	assert_string_equal(patch.files[0].old_path, "a.c");
	assert_string_equal(patch.files[0].new_path, "a.c");
	assert_true(slice_ends_with(patch.files[0].preamble, "follows DEP-3"));
	assert_true(slice_eq_cstr(patch.files[1].preamble, "second file"));
	assert_null(patch.files[1].old_path);
	assert_string_equal(patch.files[1].new_path, "b.c");
	patch_release(&patch);
}

TEST(patch_takes_the_first_moment_of_1970_for_no_file)
{
	static const struct {
		const char *stamp;
		bool is_file;
	} rows[] = {
		{ "1970-01-01 00:00:00.000000000 +0000", false },
		{ "1970-01-01 05:30:00 +0530", false },
		{ "1969-12-31 16:00:00.000 -0800", false },
		{ "1970-01-01 00:00:00", false },
		{ "1970-01-01 00:00", false },
		{ "1970-01-01 00:00:01.000000000 +0000", true },
		{ "1970-01-01 01:00:01.000000000 +0100", true },
		{ "1970-01-01 01:00:00 +0000", true },
		{ "1970-01-01 00:00:00.000000001 +0000", true },
		{ "1969-12-31 00:00:00 +0000", true },
		{ "1970-01-01", true },
		{ "1970-01-01 0", true },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct patch patch;
		struct str text = STR_INIT;
		str_addf(
			&text, "--- a/x\t%s\n+++ b/x\t2024-01-01 10:00:00 +0000\n@@ -1 +1 @@\n-a\n+b\n", rows[i].stamp);
		read_ok(&patch, str_slice(&text), 1);
		if (!patch.files[0].old_path != !rows[i].is_file)
			fail_msg("%s", rows[i].stamp);
		patch_release(&patch);
		str_release(&text);
	}
}

TEST(patch_strips_folders)
{
	static const char text[] = "--- x//y/z.c\n+++ ./x/y/z.c\n@@ -1 +1 @@\n-a\n+b\n";
	struct patch patch;
	read_ok(&patch, slice_of(text), 2);
	assert_string_equal(patch.files[0].old_path, "z.c");
	patch_release(&patch);
	read_ok(&patch, SLICE_LITERAL("--- z.c\n+++ z.c\n@@ -1 +1 @@\n-a\n+b\n"), 0);
	assert_string_equal(patch.files[0].old_path, "z.c");
	patch_release(&patch);
	assert_fails("--- z.c\n+++ z.c\n@@ -1 +1 @@\n-a\n+b\n", 1, 5,
		"path 'z.c' does not begin with the 1 folder to strip | --strip 0 uses paths as they are");
}

TEST(patch_reads_quoted_paths)
{
	static const char text[] =
		"diff --git \"a/\\305\\272 \\\"x\\\"\\t.c\" \"b/\\305\\272 \\\"x\\\"\\t.c\"\nold mode 100644\n"
		"new mode 100755\n"
		"--- \"a/\\305\\272\"\t2020\n+++ \"b/\\305\\272\"\n@@ -1 +1 @@\n-a\n+b\n";
	struct patch patch;
	read_ok(&patch, slice_of(text), 1);
	assert_string_equal(patch.files[0].new_path, "\xC5\xBA");
	patch_release(&patch);
	read_ok(&patch, slice_sub(slice_of(text), 0, strstr(text, "---") - text), 1);
	assert_string_equal(patch.files[0].new_path, "\xC5\xBA \"x\"\t.c");
	patch_release(&patch);
}

TEST(patch_tells_line_ends_of_file_and_of_diff_apart)
{
	struct patch patch;
	read_ok(&patch, SLICE_LITERAL("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\r\n+a\n"), 1);
	assert_true(patch.files[0].hunks[0].lines[0].crlf);
	assert_false(patch.files[0].hunks[0].lines[1].crlf);
	patch_release(&patch);
	read_ok(&patch,
		SLICE_LITERAL("--- a/x\r\n+++ b/x\r\n@@ -1,2 +1,2 @@ f\r\n-a\r\r\n+b\r\n c\r\n"
			      "\\ No newline at end of file\r\n"),
		1);
	assert_string_equal(patch.files[0].new_path, "x");
	const struct patch_hunk *hunk = &patch.files[0].hunks[0];
	assert_true(hunk->lines[0].crlf);
	assert_line(&hunk->lines[0], PATCH_OLD, "a");
	assert_false(hunk->lines[1].crlf);
	assert_line(&hunk->lines[1], PATCH_NEW, "b");
	assert_true(hunk->lines[2].no_eol);
	patch_release(&patch);
}

TEST(patch_reads_utf16_and_byte_order_marks)
{
	static const char plain[] = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+\xC5\xBA\xF0\x9F\x98\x80\n";
	static const unsigned char last[] = { '+', 0, 0x7A, 0x01, 0x3D, 0xD8, 0x00, 0xDE, '\n', 0 };
	struct str wide = STR_INIT;
	struct patch patch;
	str_add_bytes(&wide, "\xFF\xFE", 2);
	for (const char *c = plain; *c != '\xC5'; c++)
		if (c[0] != '+' || c[1] != '\xC5')
			str_add_bytes(&wide, (char[]){ *c, 0 }, 2);
	str_add_bytes(&wide, (const char *)last, sizeof(last));
	read_ok(&patch, str_slice(&wide), 1);
	assert_line(&patch.files[0].hunks[0].lines[1], PATCH_NEW, "\xC5\xBA\xF0\x9F\x98\x80");
	patch_release(&patch);
	struct err err = ERR_INIT;
	assert_false(patch_read(&patch, "x", slice_sub(str_slice(&wide), 0, wide.len - 1), 1, &err));
	assert_non_null(strstr(err.message, "UTF-16"));
	err_release(&err);
	patch_release(&patch);
	str_clear(&wide);
	str_addf(&wide, "\xEF\xBB\xBF%s", plain);
	read_ok(&patch, str_slice(&wide), 1);
	patch_release(&patch);
	str_release(&wide);
}

TEST(patch_takes_context_that_lost_its_blank)
{
	struct patch patch;
	read_ok(&patch, SLICE_LITERAL("--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n\n-a\n+b\n\n"), 1);
	assert_int_equal(patch.files[0].hunks[0].n_lines, 4);
	assert_line(&patch.files[0].hunks[0].lines[3], PATCH_BOTH, "");
	patch_release(&patch);
}

#define NAMES "--- a/x\n+++ b/x\n"

TEST(patch_errors_have_places)
{
	assert_fails("", 1, 1, "it contains no unified diff | `git diff`, `diff -u` and `quilt diff` write one");
	assert_fails("hello\n", 1, 1, "it contains no unified diff | `git diff`, `diff -u` and `quilt diff` write one");
	assert_fails(NAMES "@@ -1,2 +1,2 @@\n a\n-b\n", 3, 1,
		"the hunk has fewer lines than its header says: 2 old and 1 new lines, not 2 and 2 | "
		"after editing a diff by hand, fix its counts: `recountdiff` or `git apply --recount` do "
		"that");
	assert_fails(NAMES "@@ -1,2 +1,2 @@\n a\n@@ -9 +9 @@\n-a\n+b\n", 3, 1,
		"the hunk has fewer lines than its header says: 1 old and 1 new lines, not 2 and 2 | "
		"after editing a diff by hand, fix its counts: `recountdiff` or `git apply --recount` do "
		"that");
	assert_fails(NAMES "@@ -1,1 +1,1 @@\n-a\n+b\n+c\n", 6, 1,
		"the hunk has more lines than its header says: 1 old and 2 new lines, not 1 and 1 | "
		"after editing a diff by hand, fix its counts: `recountdiff` or `git apply --recount` do "
		"that");
	assert_fails(NAMES "@@ -1,2 +1,1 @@\n-a\n+b\n+c\n", 6, 1,
		"the hunk has more lines than its header says: 1 old and 2 new lines, not 2 and 1 | "
		"after editing a diff by hand, fix its counts: `recountdiff` or `git apply --recount` do "
		"that");
	assert_fails(NAMES "@@ -1,2 +1,2 @@\n a\nb\n", 5, 1,
		"this is not a line of a hunk: 'b' | a line begins with a space (both sides), '-' (old) or '+' (new)");
	assert_fails(NAMES "@@ -1,2 + @@\n a\n", 3, 10,
		"a hunk's header cannot be read: '@@ -1,2 + @@' | it looks like '@@ -12,7 +12,8 @@'");
	assert_fails(NAMES "@@ -99999999999,2 +1,2 @@\n a\n", 3, 15,
		"a hunk's header cannot be read: '@@ -99999999999,2 +1,2 @@' | it looks like '@@ -12,7 +12,8 @@'");
	assert_fails(NAMES "@@ -1 +1 @@\n-a\n\\ No newline\n\\ No newline\n+b\n", 6, 1,
		"'\\ No newline at end of file' follows no line of the hunk");
	assert_fails("@@ -1 +1 @@\n-a\n+b\n", 1, 1,
		"a hunk has no '---' and '+++' lines above it: which file is it for? | keep the header "
		"lines of the diff");
	assert_fails("*** a/x\n--- b/x\n***************\n", 1, 1,
		"this is a context diff | `diff -u` and `filterdiff --format=unified` write unified ones");
	assert_fails("diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,1 -1,1 +1,1 @@@\n", 1, 1,
		"this is the combined diff of a merge, which has several old sides | `git diff FIRST "
		"SECOND` or `git show -m` write one for each");
	assert_fails("diff --git a/x b/x\nold mode 10o644\n", 2, 1, "'10o644' is not a file mode");
	assert_fails(
		"--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n", 3, 1, "a file exists neither before nor after");
}

/* Whatever is cut, doubled or overwritten: no crash (the sanitizers watch), and the records stay within what was
 * read. */
TEST(patch_mutations)
{
	static const char good[] =
		"Subject: x\n\ndiff --git a/x b/x\nold mode 100644\nnew mode 100755\nindex 1..2\n--- a/x\n+++ b/x\n"
		"@@ -1,3 +1,4 @@ f\n a\n-b\n"
		"+c\n+d\n e\n@@ -9 +10 @@\n-a\n\\ No newline at end of file\n+b\ndiff --git \"a/\\303\\244\" b/y\n"
		"rename from z\n"
		"rename to y\nIndex: a/q\n====\n--- a/q\t2020-01-01 00:00:00 +0000\n+++ b/q\n@@ -0,0 +1 @@\n+x\r\n";
	static const char *const words[] = { "@@ -1 +1 @@\n", "--- a/x\n", "+++ ", "\\", "\n", "\r\n", "-", "+", " ",
		"\"", "\t", "diff --git ", "9999999999", "\xFF\xFE", "/dev/null", "*** " };
	uint32_t seed = 7;
	size_t n_ok = 0;
	for (int round = 0; round < 20000; round++) {
		struct str text = STR_INIT;
		struct err err = ERR_INIT;
		struct patch patch;
		str_add_cstr(&text, good);
		for (int change = 0; change <= round % 3; change++) {
			seed = seed * 1664525u + 1013904223u;
			size_t at = (seed >> 8) % text.len, len = (seed >> 4) % 9;
			const char *word = words[(seed >> 20) % (sizeof(words) / sizeof(*words))];
			struct str changed = STR_INIT;
			str_add(&changed, slice_sub(str_slice(&text), 0, at));
			if ((seed >> 28) % 3)
				str_add_cstr(&changed, word);
			str_add(&changed,
				slice_sub(str_slice(&text), at + ((seed >> 28) % 3 == 1 ? 0 : len), text.len));
			str_release(&text);
			text = changed;
		}
		bool ok = patch_read(&patch, "x", str_slice(&text), round % 2, &err);
		size_t lines = 0;
		for (size_t f = 0; f < patch.n_files; f++)
			for (size_t h = 0; h < patch.files[f].n_hunks; h++)
				for (size_t i = 0; i < patch.files[f].hunks[h].n_lines; i++)
					lines += patch.files[f].hunks[h].lines[i].text.len + 1;
		assert_true(lines <= text.len);
		assert_true(ok == (err.kind == ERR_NONE) && (ok || err.message[0]));
		n_ok += ok;
		patch_release(&patch);
		err_release(&err);
		str_release(&text);
	}
	assert_true(n_ok > 1000 && n_ok < 19000);
}

TEST(patch_visible_shows_what_the_eye_does_not)
{
	struct str out = STR_INIT;
	visible_add(SLICE_LITERAL("a\tb\xC2\xA0\xE2\x80\x8B\xFF\x01  "), 100, &out);
	assert_string_equal(out.ptr, "a\\tb\\u00A0\\u200B\\xFF\\x01\\x20\\x20");
	str_clear(&out);
	visible_add(SLICE_LITERAL("abcdef"), 3, &out);
	assert_string_equal(out.ptr, "abc…");
	str_release(&out);
}

TEST(patch_binary_notices_are_files_of_their_own)
{
	static const char hunk[] = "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n";
	struct str text = STR_INIT;
	struct patch patch;
	struct err err = ERR_INIT;
	str_addf(&text,
		"diff --git a/p.png b/p.png\nBinary files a/p.png and b/p.png differ\n"
		"%sBinary files a/q r.png and b/q r.png differ\n%s",
		hunk, hunk);
	assert_true(patch_read(&patch, "x", str_slice(&text), 1, &err));
	assert_int_equal(patch.n_files, 4);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(patch.files[i].is_binary, i % 2 == 0);
		assert_int_equal(patch.files[i].n_hunks, i % 2);
	}
	assert_string_equal(patch.files[2].new_path, "q r.png");
	patch_release(&patch);
	str_release(&text);
}

/* UTF-8 that a shell took for code page 437 or 850: what its `>` writes. */
TEST(patch_of_another_encoding_is_refused_with_its_place)
{
	static const char *const damaged[] = { "B\xE2\x94\x9C\xE2\x95\x9Dro", "\xE2\x94\xAC\xC2\xAE" };
	static const char *const fine[] = { "\xE2\x94\x9C\xE2\x94\x80\xE2\x94\x80 file", "\xE2\x94\x9C", "B\xC3\xBCro",
		"\xE2\x94\xAC\xE2\x94\x90" };
	for (size_t i = 0; i < COUNT_OF(damaged) + COUNT_OF(fine); i++) {
		bool is_damaged = i < COUNT_OF(damaged);
		struct err err = ERR_INIT;
		struct patch patch;
		struct str text = STR_INIT;
		str_addf(&text, "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-%s\n+x\n",
			is_damaged ? damaged[i] : fine[i - COUNT_OF(damaged)]);
		assert_int_equal(patch_read(&patch, "f.diff", str_slice(&text), 1, &err), !is_damaged);
		if (is_damaged) {
			assert_string_equal(err.message, "another program read this text in the wrong encoding");
			assert_int_equal(err.line, 4);
			assert_non_null(strstr(err.hint, "--output diff=FILE"));
		}
		err_release(&err);
		patch_release(&patch);
		str_release(&text);
	}
}

TEST(patch_that_is_too_large_is_refused_before_it_is_read)
{
	struct err err = ERR_INIT;
	struct patch patch;
	assert_false(patch_read(&patch, "f.diff", slice_from("", PATCH_MAX_BYTES + 1), 1, &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_string_equal(err.message, "the diff is larger than 64 MiB");
	err_release(&err);
	patch_release(&patch);
}

static void assert_sides(const struct patch_hunk *hunk, const char *old_lines, const char *new_lines)
{
	struct str out = STR_INIT;
	patch_hunk_add_side(hunk, PATCH_OLD, &out);
	assert_string_equal(out.ptr ? out.ptr : "", old_lines);
	str_clear(&out);
	patch_hunk_add_side(hunk, PATCH_NEW, &out);
	assert_string_equal(out.ptr ? out.ptr : "", new_lines);
	str_release(&out);
}

/* The last file first: two of them may be one file. */
TEST(patch_reversed)
{
	static const char text[] = "diff --git a/a b/a\n"
				   "old mode 100644\nnew mode 100755\n"
				   "--- a/a\n+++ b/a\n"
				   "@@ -3,4 +3,5 @@ f\n"
				   " 1\n-2\n-3\n+two\n+three\n+more\n 4\n"
				   "@@ -9 +10 @@\n"
				   "-9\n+nine\n\\ No newline at end of file\n"
				   "--- /dev/null\n+++ b/new\n"
				   "@@ -0,0 +1,2 @@\n"
				   "+x\n+y\n";
	struct patch patch;
	read_ok(&patch, slice_of(text), 1);
	patch_reverse(&patch);
	assert_int_equal(patch.n_files, 2);
	const struct patch_file *gone = &patch.files[0], *file = &patch.files[1];
	assert_string_equal(gone->old_path, "new");
	assert_null(gone->new_path);
	assert_sides(&gone->hunks[0], "x\ny\n", "");
	assert_int_equal(gone->hunks[0].old_count, 2);
	assert_int_equal(gone->hunks[0].new_count, 0);
	assert_int_equal(file->old_mode, 0100755);
	assert_int_equal(file->new_mode, 0100644);
	assert_int_equal(file->hunks[0].old_start, 3);
	assert_int_equal(file->hunks[0].old_count, 5);
	assert_int_equal(file->hunks[0].new_count, 4);
	assert_int_equal(file->hunks[1].old_start, 10);
	assert_int_equal(file->hunks[1].new_start, 9);
	assert_sides(&file->hunks[0], "1\ntwo\nthree\nmore\n4\n", "1\n2\n3\n4\n");
	assert_sides(&file->hunks[1], "nine", "9\n");
	static const char *const order[] = { "1", "two", "three", "more", "2", "3", "4" };
	for (size_t i = 0; i < COUNT_OF(order); i++)
		assert_line(&file->hunks[0].lines[i],
			i == 0 || i == 6 ? PATCH_BOTH
			: i < 4          ? PATCH_OLD
					 : PATCH_NEW,
			order[i]);
	patch_release(&patch);
}

TEST(patch_reversed_renames_back)
{
	struct patch patch;
	read_ok(&patch, SLICE_LITERAL("diff --git a/a b/b\nsimilarity index 100%\nrename from a\nrename to b\n"), 1);
	patch_reverse(&patch);
	assert_true(patch.files[0].is_rename);
	assert_string_equal(patch.files[0].old_path, "b");
	assert_string_equal(patch.files[0].new_path, "a");
	patch_release(&patch);
}
