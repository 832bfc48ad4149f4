/* Drafts of patch sets: what a diff's text tells, what becomes code, what is refused. */
#include "scratch.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

#include "draft/draft.h"
#include "draft/provenance.h"
#include "patchset/patchset.h"

TEST(draft_provenance_of_dep3)
{
	struct arena arena = ARENA_INIT;
	struct provenance from;
	assert_true(provenance_read(
		SLICE_LITERAL("Description: make it\n work\n .\n really\nAuthor: Me <me@x.y>\nBug: https://a.b/1\n"
			      "Bug-Debian: "
			      "https://bugs.debian.org/2\nForwarded: https://a.b/pull/3\nLast-Update: 2024-01-02\n"
			      "Reviewed-by: You\n"),
		&arena, &from));
	assert_string_equal(from.title, "make it");
	assert_string_equal(from.why, "work\n\nreally");
	assert_string_equal(from.author, "Me <me@x.y>");
	assert_string_equal(from.date, "2024-01-02");
	assert_string_equal(from.status, "submitted");
	assert_string_equal(from.status_link, "https://a.b/pull/3");
	assert_int_equal(from.n_links, 3);
	assert_true(provenance_read(SLICE_LITERAL("Subject: x\nForwarded: not-needed\n"), &arena, &from));
	assert_string_equal(from.status, "inappropriate");
	assert_true(provenance_read(SLICE_LITERAL("Subject: x\nForwarded: no\n"), &arena, &from));
	assert_string_equal(from.status, "pending");
	assert_true(
		provenance_read(SLICE_LITERAL("Subject: x\nOrigin: upstream, https://a.b/commit/1\n"), &arena, &from));
	assert_string_equal(from.status, "backport");
	assert_string_equal(from.status_link, "https://a.b/commit/1");
	assert_false(provenance_read(SLICE_LITERAL(""), &arena, &from));
	assert_null(from.status);
	arena_release(&arena);
}

TEST(draft_provenance_of_mail)
{
	struct arena arena = ARENA_INIT;
	struct provenance from;
	assert_true(provenance_read(
		SLICE_LITERAL("From 123 Mon Sep 17 00:00:00 2001\r\nFrom: Me <m@x>\nDate: today\n"
			      "Subject: [PATCH v2 1/5] cmake: do\n it\n\nBecause "
			      "it fails.\n\nFixes: https://a.b/1\nSigned-off-by: Me <m@x>\n---\n a | 2 +-\n"),
		&arena, &from));
	assert_string_equal(from.title, "cmake: do");
	assert_true(
		strstr(from.why, "Because it fails.") && !strstr(from.why, "Signed-off") && !strstr(from.why, "2 +-"));
	assert_int_equal(from.n_links, 1);
	arena_release(&arena);
}

struct result {
	struct str yaml;
	struct draft_report report;
	bool ok;
};

/* `root` may be NULL. */
static struct result draft_in(struct root *root, const char *diff)
{
	struct result result = { .yaml = STR_INIT };
	struct patch patch;
	struct err err = ERR_INIT;
	struct tree tree = tree_of_root(root);
	struct draft_options options = {
		.diff_name = "some-fix.patch", .project = "pytorch", .versions = "2.6.0", .tree = root ? &tree : NULL
	};
	if (!patch_read(&patch, "x", slice_of(diff), 1, &err))
		fail_msg("%s", err.message);
	result.ok = draft_make(&patch, &options, &result.yaml, &result.report, &err);
	err_release(&err);
	patch_release(&patch);
	return result;
}

static struct result draft(const char *diff)
{
	return draft_in(NULL, diff);
}

static void release(struct result *result)
{
	draft_report_release(&result->report);
	str_release(&result->yaml);
}

static void assert_has(const struct result *result, const char *text)
{
	if (!result->yaml.ptr || !strstr(result->yaml.ptr, text))
		fail_msg("no '%s' in\n%s", text, result->yaml.ptr ? result->yaml.ptr : "");
}

#define NAMES(path) "--- a/" path "\n+++ b/" path "\n"

TEST(draft_code_where_it_does_the_same)
{
	struct scratch scratch = scratch_new();
	scratch_write(&scratch, "CMakeLists.txt",
		"if(X)\n  option(A \"a\" ON)\nendif()\nset(B 1)\nset(D 3)\nset(E 1)\nset(F 2)\nset(G 3)\n");
	struct result result = draft_in(scratch.root,
		NAMES("CMakeLists.txt") "@@ -1,3 +1,3 @@\n if(X)\n-  option(A \"a\" ON)\n+  option(A \"a\" OFF)\n"
					" endif()\n"
					"@@ -9,2 +9,3 @@\n set(B 1)\n+set(C 2)\n set(D 3)\n@@ -19,3 +20,2 @@\n"
					" set(E 1)\n-set(F 2)\n set(G 3)\n");
	assert_true(result.ok);
	assert_int_equal(result.report.n_complaints, 0);
	assert_int_equal(result.report.n_code_edits, 3);
	assert_has(&result, "- match: 'option(A \"a\" ON)'\n        replace: 'option(A \"a\" OFF)'\n");
	assert_has(&result, "- match: set(B 1)\n        insert-after: set(C 2)\n");
	assert_has(&result, "- match: set(F 2)\n        delete: true\n        already: |-\n          set(E 1)\n"
			    "          set(G 3)\n");
	assert_has(&result, "expect: {files: 1, edits: 3}\n");
	assert_has(&result, "title: Apply some-fix\n");
	release(&result);
	scratch_free(&scratch);
}

TEST(draft_says_of_a_path_that_is_not_utf8_that_yaml_cannot_hold_it)
{
	struct result result = draft("--- a/x\xFF.txt\n+++ b/x\xFF.txt\n@@ -1 +1 @@\n-a\n+b\n");
	assert_false(result.ok);
	assert_int_equal(result.report.n_complaints, 1);
	assert_non_null(strstr(result.report.complaints[0].text, "bytes that are not UTF-8"));
	release(&result);
}

TEST(draft_takes_a_statement_of_several_lines_whole)
{
	struct scratch scratch = scratch_new();
	scratch_write(&scratch, "CMakeLists.txt", "set(A\n  a\n  c\n  d)\nset(B\n  f)\nset(C)\n");
	scratch_write(&scratch, "a.py", "x = 1\ny = [\n    2,\n]\nz = 4\nz = 5\n");
	struct result result = draft_in(scratch.root,
		NAMES("CMakeLists.txt") "@@ -1,7 +1,7 @@\n set(A\n-  a\n+  b\n   c\n-  d)\n+  e)\n set(B\n   f)\n"
					" set(C)\n" NAMES(
						"a.py") "@@ -1,6 +1,6 @@\n x = 1\n y = [\n     2,\n+    3,\n ]\n"
							"-z = 4\n z = 5\n");
	assert_true(result.ok);
	assert_int_equal(result.report.n_hunks, 0);
	assert_int_equal(result.report.n_code_edits, 3);
	assert_has(&result, "- match: |-\n          set(A\n            a\n            c\n            d)\n"
			    "        replace: |-\n          set(A\n            b\n            c\n            e)\n");
	assert_has(&result, "- match: |-\n          y = [\n              2,\n          ]\n"
			    "        replace: |-\n          y = [\n              2,\n              3,\n          ]\n");
	assert_has(&result, "- match: 'z = 4'\n        delete: true\n");
	release(&result);
	scratch_free(&scratch);
}

TEST(draft_hunk_where_code_would_not_do)
{
	/* A comment is nothing to a pattern; text has no structure; a statement that stands twice is no place. */
	static const char *const diffs[] = {
		NAMES("CMakeLists.txt") "@@ -1,3 +1,3 @@\n set(A 1)\n-# old\n+# new\n set(B 1)\n",
		NAMES("notes.txt") "@@ -1,2 +1,2 @@\n a\n-b\n+c\n",
		NAMES("a.py") "@@ -1,3 +1,3 @@\n f()\n-f()\n+g()\n h()\n",
		NAMES("CMakeLists.txt") "@@ -1,2 +1,2 @@\n set(A 1)\n-set(B $ENV{X} $Y)\n+set(B 1)\n",
	};
	for (size_t i = 0; i < sizeof(diffs) / sizeof(*diffs); i++) {
		struct result result = draft(diffs[i]);
		assert_true(result.ok);
		assert_int_equal(result.report.n_code_edits, 0);
		assert_int_equal(result.report.n_hunks, 1);
		assert_has(&result, "- hunk: |\n          @@ -1,");
		release(&result);
	}
}

TEST(draft_one_hunk_that_spoils_the_others_stays_a_hunk)
{
	/* What the first replaces is in the second, too. */
	struct scratch scratch = scratch_new();
	scratch_write(&scratch, "a.py", "a()\nf()\nb()\nf()\nc()\ne()\n");
	struct result result = draft_in(scratch.root,
		NAMES("a.py") "@@ -1,3 +1,3 @@\n a()\n-f()\n+g()\n b()\n@@ -9,3 +9,3 @@\n f()\n-c()\n+d()\n e()\n");
	assert_true(result.ok);
	assert_int_equal(result.report.n_hunks, 1);
	assert_int_equal(result.report.n_code_edits, 1);
	assert_has(&result, "- match: c()\n        replace: d()\n");
	release(&result);
	scratch_free(&scratch);
}

TEST(draft_keeps_a_missing_final_newline)
{
	struct result result = draft(NAMES("v.txt") "@@ -1 +1 @@\n-1\n\\ No newline at end of file\n+2\n");
	assert_true(result.ok);
	assert_int_equal(result.report.n_complaints, 0);
	assert_has(&result, "          \\ No newline at end of file\n");
	release(&result);
}

TEST(draft_says_what_becomes_of_files)
{
	struct result result = draft(
		"diff --git a/new.sh b/new.sh\nnew file mode 100755\n--- /dev/null\n+++ b/new.sh\n@@ -0,0 +1,2 @@\n"
		"+x\n+y\n"
		"diff --git a/empty b/empty\nnew file mode 100644\nindex 0000000..e69de29\n"
		"diff --git a/old b/moved\nsimilarity index 100%\nrename from old\nrename to moved\n"
		"diff --git a/e.txt b/d/f.txt\nold mode 100755\nnew mode 100644\nrename from e.txt\nrename to d/f.txt\n"
		"--- a/e.txt\n+++ b/d/f.txt\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"
		"diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
		"diff --git a/run b/run\nold mode 100644\nnew mode 100755\n");
	static const char *const parts[] = {
		"    files: new.sh\n    edits:\n      - create: |\n          x\n          y\n"
		"      - executable: true\n    expect: {files: 1, edits: 2}\n",
		"        absent: before\n        executable: after\n",
		"    files: empty\n    edits:\n      - create: \"\"\n    expect: {files: 1, edits: 1}\n",
		"    files: old\n    edits:\n      - rename-file: moved\n    expect: {files: 1, edits: 1}\n"
		"    tests:\n      - before: \"\"\n        path-after: moved\n",
		"    files: e.txt\n    edits:\n      - rename-file: d/f.txt\n      - executable: false\n"
		"      - hunk: |\n",
		"        path-after: d/f.txt\n        executable: before\n",
		"    files: gone\n    edits:\n      - remove-file:\n          text: |\n            x\n"
		"    expect: {files: 1, edits: 1}\n",
		"        absent: after\n",
		"    files: run\n    edits:\n      - executable: true\n    expect: {files: 1, edits: 1}\n",
	};
	assert_true(result.ok);
	assert_int_equal(result.report.n_complaints, 0);
	assert_int_equal(result.report.n_rules, 6);
	for (size_t i = 0; i < COUNT_OF(parts); i++)
		assert_has(&result, parts[i]);
	release(&result);
}

TEST(draft_says_what_it_cannot)
{
	struct result result = draft(
		"diff --git a/new b/new\nnew file mode 100644\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\r\n"
		"diff --git a/x.png b/x.png\nBinary files a/x.png and b/x.png differ\n"
		"diff --git a/old b/copy\ncopy from old\ncopy to copy\n"
		"diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-\xFF\n"
		"diff --git a/old b/.git/x\nrename from old\nrename to .git/x\n"
		"diff --git a/run b/run\n--- a/run\n+++ b/run\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n"
		"diff --git a/u b/u\n--- a/u\n+++ b/u\n@@ -5,0 +6 @@\n+x\n"
		"diff --git a/con.txt b/con.txt\n--- a/con.txt\n+++ b/con.txt\n@@ -1 +1 @@\n-x\n+y\n"
		"diff --git a/crlf b/crlf\n--- a/crlf\n+++ b/crlf\n@@ -1 +1 @@\n-x\r\n+x\n");
	static const char *const reasons[] = { "new: creates a file with CRLF", "x.png: a binary file",
		"copy: copies the file", "gone: it has bytes that are not UTF-8", "old: path '.git/x' is not allowed",
		"u: a hunk cannot be used: it has no context", "con.txt: path 'con.txt' is not allowed",
		"crlf: a hunk cannot be used: its lines end in LF and in CRLF" };
	assert_true(result.ok);
	assert_int_equal(result.report.n_rules, 1);
	assert_int_equal(result.report.n_complaints, 8);
	for (size_t i = 0; i < 8; i++)
		assert_has(&result, reasons[i]);
	release(&result);
	struct result none = draft("diff --git a/x.png b/x.png\nBinary files a/x.png and b/x.png differ\n");
	assert_false(none.ok);
	assert_int_equal(none.report.n_complaints, 1);
	release(&none);
}

TEST(draft_ids_are_unique)
{
	struct result result = draft("Subject: Fix it!\n\n" NAMES("a/x.txt") "@@ -1 +1 @@\n-a\n+b\n" NAMES(
		"b/x.txt") "@@ -1 +1 @@\n-a\n+b\n");
	assert_true(result.ok);
	assert_has(&result, "- id: fix-it-x-txt\n");
	assert_has(&result, "- id: fix-it-x-txt-2\n");
	release(&result);
}

TEST(draft_without_a_tree_keeps_hunks)
{
	/* Nothing tells that this is an entry of a dict and no statement. */
	struct result result = draft(NAMES("a.py") "@@ -5,3 +5,2 @@\n     \"a\": 1,\n-    \"b\": 2,\n     \"c\": 3,\n");
	assert_true(result.ok);
	assert_int_equal(result.report.n_complaints, 0);
	assert_int_equal(result.report.n_hunks, 1);
	assert_has(&result, "# not tried in a tree: ");
	release(&result);
}

TEST(draft_of_a_deletion_needs_neighbours_of_its_block)
{
	struct scratch scratch = scratch_new();
	scratch_write(&scratch, "a.py", "def f():\n    a()\n    # why\n    b()\n\n    c()\n    return 1\n");
	struct result result = draft_in(scratch.root,
		NAMES("a.py") "@@ -1,7 +1,6 @@\n def f():\n     a()\n     # why\n-    b()\n \n     c()\n"
			      "     return 1\n");
	assert_true(result.ok);
	assert_has(&result, "- match: b()\n        delete: true\n        already: |-\n          a()\n          c()\n");
	release(&result);
	result = draft_in(scratch.root, NAMES("a.py") "@@ -1,4 +1,3 @@\n def f():\n-    a()\n     # why\n     b()\n");
	assert_int_equal(result.report.n_hunks, 1);
	release(&result);
	scratch_free(&scratch);
}

TEST(draft_of_equal_edits_is_one_with_several_places)
{
	struct scratch scratch = scratch_new();
	scratch_write(&scratch, "a.py", "def f():\n    a(1)\n    b()\n    a(1)\n");
	struct result result = draft_in(scratch.root,
		NAMES("a.py") "@@ -1,4 +1,4 @@\n def f():\n-    a(1)\n+    a(2)\n     b()\n-    a(1)\n+    a(2)\n");
	assert_true(result.ok);
	assert_int_equal(result.report.n_code_edits, 1);
	assert_has(&result, "expect: {files: 1, edits: 2}\n");
	release(&result);
	scratch_free(&scratch);
}

TEST(draft_takes_an_item_of_a_list_for_one)
{
	struct scratch scratch = scratch_new();
	scratch_write(&scratch, "setup.py",
		"setup(\n    install_requires=[\n        'sympy==1.13.1 ; python_version >= \"3.9\"',\n"
		"        'jinja2',\n    ],\n)\n");
	struct result result = draft_in(scratch.root,
		NAMES("setup.py") "@@ -2,3 +2,3 @@\n     install_requires=[\n"
				  "-        'sympy==1.13.1 ; python_version >= \"3.9\"',\n+        'sympy>=1.13.1',\n"
				  "         'jinja2',\n");
	assert_true(result.ok);
	assert_int_equal(result.report.n_code_edits, 1);
	assert_has(&result, "replace: '''sympy>=1.13.1'''\n");
	release(&result);
	scratch_free(&scratch);
}

TEST(draft_takes_context_from_the_tree_where_a_hunk_fits_twice)
{
	struct scratch scratch = scratch_new();
	scratch_write(&scratch, "a.txt", "one\na\nb\nc\ntwo\na\nb\nc\nthree\n");
	struct result result = draft_in(scratch.root, NAMES("a.txt") "@@ -6,3 +6,3 @@\n a\n-b\n+B\n c\n");
	assert_true(result.ok);
	assert_int_equal(result.report.n_complaints, 0);
	assert_has(&result,
		"          @@ -5,5 +5,5 @@\n           two\n           a\n          -b\n          +B\n           c\n"
		"           three\n");
	release(&result);
	/* Line numbers of another tree tell nothing. */
	result = draft_in(scratch.root, NAMES("a.txt") "@@ -16,3 +16,3 @@\n a\n-b\n+B\n c\n");
	assert_int_equal(result.report.n_complaints, 1);
	release(&result);
	scratch_free(&scratch);
}

TEST(draft_takes_lines_that_are_no_whole_statements)
{
	struct result result = draft(NAMES(
		"a.py") "@@ -5,5 +5,3 @@\n         if x:\n             f(a,\n-              b)\n-    def g(self):\n"
			"         pass\n");
	assert_true(result.ok);
	assert_int_equal(result.report.n_complaints, 0);
	assert_has(&result, "    tests:\n");
	release(&result);
}

TEST(draft_leaves_a_statement_that_two_hunks_change_to_the_hunks)
{
	struct scratch scratch = scratch_new();
	scratch_write(&scratch, "a.py", "a = 1\nf(1)\nb = 2\n\n\n\n\n\n\n\nc = 3\nf(1)\nd = 4\nf(2)\n");
	struct result result = draft_in(scratch.root, NAMES("a.py") "@@ -1,3 +1,3 @@\n a = 1\n-f(1)\n+g(1)\n b = 2\n"
								    "@@ -11,3 +11,3 @@\n c = 3\n-f(1)\n+g(1)\n d = 4\n"
								    "@@ -14 +14 @@\n-f(2)\n+g(2)\n");
	assert_true(result.ok);
	assert_int_equal(result.report.n_complaints, 0);
	assert_int_equal(result.report.n_hunks, 2);
	assert_int_equal(result.report.n_code_edits, 1);
	assert_has(&result, "- match: f(2)\n        replace: g(2)\n");
	release(&result);
	scratch_free(&scratch);
}

TEST(draft_finds_the_few_hunks_that_cannot_be_code)
{
	struct scratch scratch = scratch_new();
	struct str text = STR_INIT, diff = STR_INIT;
	/* Statement 7 stands once more in the file, where the diff leaves it. */
	for (int i = 0; i < 40; i++)
		str_addf(&text, "f(%d)\nx = %d\n\n", i, i);
	str_add_cstr(&text, "if y:\n    f(7)\n");
	str_add_cstr(&diff, NAMES("a.py"));
	for (int i = 0; i < 40; i++)
		str_addf(&diff, "@@ -%d,2 +%d,2 @@\n-f(%d)\n+g(%d)\n x = %d\n", 3 * i + 1, 3 * i + 1, i, i, i);
	scratch_write(&scratch, "a.py", text.ptr);
	struct result result = draft_in(scratch.root, diff.ptr);
	assert_true(result.ok);
	assert_int_equal(result.report.n_code_edits, 39);
	assert_int_equal(result.report.n_hunks, 1);
	assert_has(&result, "          -f(7)\n          +g(7)\n");
	str_release(&text);
	str_release(&diff);
	release(&result);
	scratch_free(&scratch);
}

TEST(draft_numbers_rules_of_one_name)
{
	struct result result = draft(NAMES("a/x-2.py") "@@ -1 +1 @@\n-f(1)\n+g(1)\n" NAMES(
		"b/x.py") "@@ -1 +1 @@\n-f(1)\n+g(1)\n" NAMES("c/x.py") "@@ -1 +1 @@\n-f(1)\n+g(1)\n");
	assert_true(result.ok);
	assert_has(&result, "- id: apply-some-fix-x-2-py\n");
	assert_has(&result, "- id: apply-some-fix-x-py\n");
	assert_has(&result, "- id: apply-some-fix-x-py-2\n");
	release(&result);
}

TEST(draft_loads_whatever_the_diff_calls_its_author)
{
	struct result result =
		draft("From: M\xEF\xBB\xBF"
		      "e \xE2\x80\xA8name: other\xC2\x85rules: [] <a@b.c>\nSubject: make it\n\nBecause.\n---\n" NAMES(
			      "a.py") "@@ -1 +1 @@\n-f(1)\n+g(1)\n");
	struct err err = ERR_INIT;
	assert_true(result.ok);
	assert_has(&result, "# author: M\\uFEFFe \\u2028name: other");
	struct patchset_library *library = patchset_library_load_text("d.yaml", str_slice(&result.yaml), &err);
	assert_null(library);
	assert_non_null(strstr(err.message, "there is no project"));
	err_release(&err);
	release(&result);
}

TEST(draft_tells_where_its_patch_comes_from)
{
	struct result result = draft(
		"Description: make it\nOrigin: upstream, https://a.b/commit/1\nBug: https://a.b/issues/2\n---\n" NAMES(
			"a.py") "@@ -1 +1 @@\n-f(1)\n+g(1)\n");
	assert_true(result.ok);
	assert_has(&result, "    links:\n      - 'https://a.b/commit/1'\n      - 'https://a.b/issues/2'\n");
	assert_has(&result, "    upstream:\n      status: backport\n      link: 'https://a.b/commit/1'\n");
	release(&result);
}

/* What is drafted for a.py, which holds `before`. */
static void assert_drafts(const char *before, const char *hunks, size_t n_code_edits, const char *expected)
{
	struct scratch scratch = scratch_new();
	struct str diff = STR_INIT;
	scratch_write(&scratch, "a.py", before);
	str_addf(&diff, NAMES("a.py") "%s", hunks);
	struct result result = draft_in(scratch.root, diff.ptr);
	assert_true(result.ok);
	assert_has(&result, expected);
	assert_int_equal(result.report.n_code_edits, n_code_edits);
	str_release(&diff);
	release(&result);
	scratch_free(&scratch);
}

TEST(draft_inserts_beside_the_line_above_or_else_below)
{
	assert_drafts(
		"b()\nc()\n", "@@ -1,2 +1,3 @@\n b()\n+a()\n c()\n", 1, "- match: b()\n        insert-after: a()\n");
	assert_drafts(
		"b()\nc()\n", "@@ -1,2 +1,3 @@\n+a()\n b()\n c()\n", 1, "- match: b()\n        insert-before: a()\n");
	assert_drafts(
		"b()\nc()\n", "@@ -1,2 +1,3 @@\n b()\n c()\n+a()\n", 1, "- match: c()\n        insert-after: a()\n");
	/* A comment is no place; nor is a line of another block. */
	assert_drafts(
		"# b\nc()\n", "@@ -1,2 +1,3 @@\n # b\n+a()\n c()\n", 1, "- match: c()\n        insert-before: a()\n");
	assert_drafts("# b\n# c\n", "@@ -1,2 +1,3 @@\n # b\n+a()\n # c\n", 0, "- hunk: |\n");
	assert_drafts("if b:\n    c()\nd()\n", "@@ -1,3 +1,4 @@\n if b:\n     c()\n+a()\n d()\n", 1,
		"- match: d()\n        insert-before: a()\n");
	/* What would be read as a capture cannot be written. */
	assert_drafts("b()\nc()\n", "@@ -1,2 +1,3 @@\n b()\n+a('$A')\n c()\n", 0, "- hunk: |\n");
	assert_drafts("b()\nc()\n", "@@ -1,2 +1,3 @@\n b()\n+a('$_')\n c()\n", 0, "- hunk: |\n");
	assert_drafts("b()\nc()\n", "@@ -1,2 +1,3 @@\n b()\n+a('$$')\n c()\n", 0, "- hunk: |\n");
	assert_drafts("b()\nc()\n", "@@ -1,2 +1,3 @@\n b()\n+a('$a $')\n c()\n", 1, "insert-after: 'a(''$a $'')'\n");
}

TEST(draft_widens_a_change_to_its_statement)
{
	assert_drafts("a()\nx = [1,\n  3]\nb()\n", "@@ -1,4 +1,4 @@\n a()\n-x = [1,\n+x = [2,\n   3]\n b()\n", 1,
		"- match: |-\n          x = [1,\n            3]\n"
		"        replace: |-\n          x = [2,\n            3]\n");
	assert_drafts("a()\nx = [1,\n  3]\nb()\n", "@@ -1,4 +1,4 @@\n a()\n x = [1,\n-  3]\n+  4]\n b()\n", 1,
		"- match: |-\n          x = [1,\n            3]\n"
		"        replace: |-\n          x = [1,\n            4]\n");
	assert_drafts("x = [1,\n  3]\n", "@@ -1,2 +1,2 @@\n-x = [1,\n+x = [2,\n   3]\n", 1, "- match: |-\n");
	/* A line that is added to a statement changes it; one that goes does, too. */
	assert_drafts("a()\nx = [1,\n  3]\nb()\n", "@@ -1,4 +1,5 @@\n a()\n x = [1,\n+  2,\n   3]\n b()\n", 1,
		"replace: |-\n          x = [1,\n            2,\n            3]\n");
	assert_drafts("a()\nx = [1,\n  2,\n  3]\nb()\n", "@@ -1,5 +1,4 @@\n a()\n x = [1,\n-  2,\n   3]\n b()\n", 1,
		"replace: |-\n          x = [1,\n            3]\n");
}
