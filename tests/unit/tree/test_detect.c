/* Which project and version a tree is: git's files in all their forms, the version file, fingerprints, and who
 * decides. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tree/detect.h"
#include "scratch.h"

#define ID_A "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define ID_B "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
#define ID_C "cccccccccccccccccccccccccccccccccccccccc"
#define ID_RELEASE "0123456789abcdef0123456789abcdef01234567"
#define TOO_LONG ID_A ID_B
#define NOT_HEX "gggggggggggggggggggggggggggggggggggggggg"
#define ID_SHA256 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

static const char project_text[] = "tpatch: 1\n"
				   "project: demo\n"
				   "summary: a project for tests\n"
				   "markers: [demo/core, demo.top]\n"
				   "version-file: VERSION\n"
				   "tag-prefixes: [v, release/]\n"
				   "releases:\n"
				   "  \"1.12.1\": 0123456789abcdef0123456789abcdef01234567\n"
				   "  \"1.13.0\": fedcba987654\n"
				   "fingerprints:\n"
				   "  - series: \"1.12\"\n"
				   "    all:\n"
				   "      - {file: old, exists: true}\n"
				   "      - {file: new, exists: false}\n"
				   "      - {file: build.txt, contains: 'minimum 3\\.13\\n^end$'}\n"
				   "  - series: \"2.0\"\n"
				   "    all:\n"
				   "      - {file: new, exists: true}\n"
				   "tried: [\"1.13\", \"1.9\", \"2.0\"]\n";

struct detected {
	struct scratch scratch;
	struct patchset_library *library;
	struct target target;
	struct err err;
};

/* A tree with the project's markers. */
static struct detected tree_new(void)
{
	struct detected d = { .scratch = scratch_new() };
	d.library = patchset_library_load_text("demo.yaml", slice_of(project_text), &d.err);
	if (!d.library)
		fail_msg("%s", d.err.message);
	scratch_mkdir(&d.scratch, "demo/core");
	scratch_write(&d.scratch, "demo.top", "");
	return d;
}

static void tree_free(struct detected *d)
{
	target_release(&d->target);
	patchset_library_free(d->library);
	scratch_free(&d->scratch);
	err_release(&d->err);
}

/* Asks again, of `root` or the tree itself. */
static bool detect_at(struct detected *d, struct root *root, const char *tag)
{
	target_release(&d->target);
	err_release(&d->err);
	return target_detect(root, d->library, tag, &d->target, &d->err);
}

static bool detect(struct detected *d, const char *tag)
{
	return detect_at(d, d->scratch.root, tag);
}

/* "LABEL; SOURCE SAID; SOURCE SAID" or "error: MESSAGE". Valid until the next call. */
static const char *answer_at(struct detected *d, struct root *root, const char *tag)
{
	static char text[1000];
	size_t len;
	if (!detect_at(d, root, tag)) {
		snprintf(text, sizeof(text), "error: %s", d->err.message);
		return text;
	}
	len = (size_t)snprintf(text, sizeof(text), "%s", d->target.label);
	for (size_t i = 0; i < d->target.n_clues; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "; %s %s",
			target_clue_source(&d->target, &d->target.clues[i]), d->target.clues[i].said);
	return text;
}

static const char *answer(struct detected *d, const char *tag)
{
	return answer_at(d, d->scratch.root, tag);
}

TEST(detect_project_by_its_markers)
{
	struct detected d = tree_new();
	scratch_write(&d.scratch, "VERSION", "1.12.0a0\n");
	assert_true(detect(&d, NULL));
	assert_string_equal(d.target.project->name, "demo");
	scratch_remove(&d.scratch, "demo.top");
	assert_false(detect(&d, NULL));
	assert_int_equal(d.err.kind, ERR_PATCHSET);
	assert_null(d.target.project);
	assert_non_null(strstr(d.err.message, "is not a source tree that a patch set knows"));
	assert_non_null(strstr(d.err.message, d.scratch.path));
	assert_non_null(strstr(d.err.hint, "demo (demo/core, demo.top)"));
	tree_free(&d);
}

TEST(detect_tag_option_comes_first)
{
	struct detected d = tree_new();
	scratch_write(&d.scratch, "VERSION", "2.0.0\n");
	assert_string_equal(answer(&d, "v1.12.1"), "1.12.1; --tag v1.12.1; VERSION 2.0.0");
	assert_int_equal(d.target.n_known, 3);
	assert_int_equal(d.target.version.part[1], 12);
	assert_string_equal(answer(&d, "1.13.0"), "1.13.0; --tag 1.13.0; VERSION 2.0.0");
	assert_string_equal(answer(&d, "release/1.13.0"), "1.13.0; --tag release/1.13.0; VERSION 2.0.0");
	assert_string_equal(answer(&d, "1.13"), "1.13; --tag 1.13; VERSION 2.0.0");
	assert_int_equal(d.target.n_known, 2);
	static const char *const bad[] = { "", "v", "main", "1", "1.2.3.", "x1.12.1", "release/v1.2" };
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		assert_false(detect(&d, bad[i]));
		assert_int_equal(d.err.kind, ERR_USAGE);
		assert_non_null(d.err.hint);
	}
	tree_free(&d);
}

/* "" where --tag is taken without a word, what it warns of, or "error: MESSAGE". Valid until the next call. */
static const char *answer_to_tag(struct detected *d, const char *version, const char *tag)
{
	static char text[500];
	struct str warning = STR_INIT;
	scratch_write(&d->scratch, "VERSION", version);
	assert_true(detect(d, tag));
	bool warns = target_tag_contradicts(&d->target, &warning), ok = target_check_tag(&d->target, &d->err);
	snprintf(text, sizeof(text), "%s%s", ok ? "" : "error: ", ok ? warns ? warning.ptr : "" : d->err.message);
	str_release(&warning);
	return text;
}

/* 1.13 is the last series of 1.x that the project knows of, and 2.0 that of 2.x. */
TEST(detect_tag_may_be_of_a_neighbouring_series)
{
	static const struct {
		const char *version, *tag, *expected;
	} cases[] = {
		{ "1.12.1", "1.12.1", "" },
		{ "1.12.1", "1.12", "" },
		{ "1.12.1", "v1.12.7", "" },
		{ "1.12.1", "1.13", "--tag says 1.13, but VERSION says 1.12.1" },
		{ "1.12.1", "1.11.0", "--tag says 1.11.0, but VERSION says 1.12.1" },
		{ "1.12.1", "1.14", "error: --tag says 1.14, but VERSION says 1.12.1" },
		{ "1.12.1", "1.10", "error: --tag says 1.10, but VERSION says 1.12.1" },
		{ "1.12.1", "2.0", "error: --tag says 2.0, but VERSION says 1.12.1" },
		{ "1.12.1", "2.12.1", "error: --tag says 2.12.1, but VERSION says 1.12.1" },
		{ "1.13.0", "2.0", "--tag says 2.0, but VERSION says 1.13.0" },
		{ "1.13.0", "2.1", "error: --tag says 2.1, but VERSION says 1.13.0" },
		{ "1.13.0", "3.0", "error: --tag says 3.0, but VERSION says 1.13.0" },
		{ "1.15.0", "2.0", "--tag says 2.0, but VERSION says 1.15.0" },
		{ "2.0.0", "1.13", "--tag says 1.13, but VERSION says 2.0.0" },
		{ "2.0.0", "1.12", "error: --tag says 1.12, but VERSION says 2.0.0" },
		{ "2.0.0", "3.0", "--tag says 3.0, but VERSION says 2.0.0" },
		{ "2.1.0", "1.13", "error: --tag says 1.13, but VERSION says 2.1.0" },
		{ "3.0", "2.1", "--tag says 2.1, but VERSION says 3.0" },
	};
	struct detected d = tree_new();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_string_equal(answer_to_tag(&d, cases[i].version, cases[i].tag), cases[i].expected);
	/* Nothing else says which it is; or two do, of which one agrees. */
	assert_string_equal(answer_to_tag(&d, "unknown", "9.9"), "");
	scratch_write(&d.scratch, "new", "");
	assert_string_equal(answer_to_tag(&d, "1.9", "2.0"), "--tag says 2.0, but VERSION says 1.9");
	assert_string_equal(answer_to_tag(&d, "1.9", "2.1"), "--tag says 2.1, but VERSION says 1.9");
	assert_string_equal(answer_to_tag(&d, "1.9", "2.2"), "error: --tag says 2.2, but VERSION says 1.9");
	tree_free(&d);
}

TEST(detect_says_between_which_tried_series_a_tree_lies)
{
	static const struct {
		const char *version, *expected;
	} cases[] = {
		{ "1.8.1", "not tried on 1.8; the oldest tree that the rules were tried on is 1.9" },
		{ "1.9.0", NULL },
		{ "1.10.2", "not tried on 1.10; the nearest trees that the rules were tried on are 1.9 and 1.13" },
		{ "1.14.0a0", "not tried on 1.14; the nearest trees that the rules were tried on are 1.13 and 2.0" },
		{ "2.0.0a0", NULL },
		{ "2.1", "not tried on 2.1; the newest tree that the rules were tried on is 2.0" },
	};
	struct detected d = tree_new();
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scratch_write(&d.scratch, "VERSION", cases[i].version);
		assert_true(detect(&d, NULL));
		assert_string_equal(
			d.target.untried ? d.target.untried : "tried", cases[i].expected ? cases[i].expected : "tried");
	}
	tree_free(&d);
}

TEST(detect_version_file_gives_the_series_only)
{
	struct detected d = tree_new();
	static const struct {
		const char *text, *expected;
	} cases[] = {
		{ "1.12.0a0\n", "looks like 1.12; VERSION 1.12.0a0" },
		{ "2.4.1+cu121\r\nmore", "looks like 2.4; VERSION 2.4.1+cu121" },
		{ "\xef\xbb\xbf"
		  " 2.4",
			"looks like 2.4; VERSION 2.4" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		scratch_write(&d.scratch, "VERSION", cases[i].text);
		assert_string_equal(answer(&d, NULL), cases[i].expected);
		assert_int_equal(d.target.n_known, 2);
		assert_null(d.target.commit);
	}
	static const char *const bad[] = { "", "\n1.12\n", "unknown\n", "2\n" };
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		scratch_write(&d.scratch, "VERSION", bad[i]);
		assert_false(detect(&d, NULL));
		assert_int_equal(d.err.kind, ERR_PATCHSET);
		assert_non_null(strstr(d.err.message, "cannot tell which version of demo"));
		assert_non_null(strstr(d.err.message, "'VERSION'"));
		assert_non_null(strstr(d.err.hint, "--tag"));
	}
	tree_free(&d);
}

TEST(detect_fingerprint_needs_all_tests_and_no_line_ends)
{
	struct detected d = tree_new();
	scratch_write(&d.scratch, "old/x", "");
	scratch_write(&d.scratch, "build.txt", "a\nminimum 3.13\nend\n");
	assert_string_equal(answer(&d, NULL), "looks like 1.12; content 1.12");
	scratch_write(&d.scratch, "build.txt", "a\r\nminimum 3.13\r\nend\r\n");
	assert_string_equal(answer(&d, NULL), "looks like 1.12; content 1.12");
	scratch_write(&d.scratch, "build.txt", "minimum 3.14\nend\n");
	assert_false(detect(&d, NULL));
	scratch_write(&d.scratch, "build.txt", "minimum 3.13\nend\n");
	scratch_write(&d.scratch, "new", "");
	assert_string_equal(answer(&d, NULL), "looks like 2.0; content 2.0");
	scratch_write(&d.scratch, "VERSION", "1.13.1");
	/* they disagree: both are kept */
	assert_string_equal(answer(&d, NULL), "looks like 1.13; VERSION 1.13.1; content 2.0");
	tree_free(&d);
}

TEST(detect_git_tag_of_head)
{
	struct detected d = tree_new();
	scratch_write(&d.scratch, "VERSION", "1.12.0a0\n");
	scratch_write(&d.scratch, ".git/HEAD", ID_A "\n");
	assert_string_equal(answer(&d, NULL), "looks like 1.12; VERSION 1.12.0a0");
	assert_string_equal(d.target.commit, ID_A);
	scratch_write(&d.scratch, ".git/refs/tags/v1.12.1", ID_A "\n"); /* lightweight, loose */
	scratch_write(&d.scratch, ".git/refs/tags/v1.13.0", ID_B "\n");
	assert_string_equal(answer(&d, NULL), "1.12.1; git tag v1.12.1; VERSION 1.12.0a0");
	scratch_write(&d.scratch, ".git/HEAD", "ref: refs/heads/feature/x\n");
	assert_string_equal(answer(&d, NULL), "looks like 1.12; VERSION 1.12.0a0"); /* a branch with no commit */
	scratch_write(&d.scratch, ".git/refs/heads/feature/x", ID_B "\n");
	assert_string_equal(answer(&d, NULL), "1.13.0; git tag v1.13.0; VERSION 1.12.0a0");
	scratch_remove(&d.scratch, ".git/refs/heads/feature/x");
	scratch_write(&d.scratch, ".git/packed-refs",
		"# pack-refs with: peeled fully-peeled sorted \n" ID_A " refs/heads/feature/x\n");
	assert_string_equal(answer(&d, NULL), "1.12.1; git tag v1.12.1; VERSION 1.12.0a0");
	scratch_write(&d.scratch, ".git/HEAD", "BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB");
	assert_string_equal(answer(&d, NULL), "1.13.0; git tag v1.13.0; VERSION 1.12.0a0");
	assert_string_equal(d.target.commit, ID_B);
	tree_free(&d);
}

TEST(detect_git_packed_tags)
{
	struct detected d = tree_new();
	scratch_write(&d.scratch, ".git/HEAD", ID_A "\n");
	scratch_write(&d.scratch, ".git/packed-refs",
		"# pack-refs with: peeled fully-peeled sorted \n" ID_B " refs/heads/main\n" ID_B
		" refs/tags/v1.0.0\n" ID_C " refs/tags/v2.4.0\n^" ID_A "\n" ID_B " refs/tags/v2.4.1\n^" ID_C "\n");
	assert_string_equal(answer(&d, NULL), "2.4.0; git tag v2.4.0"); /* annotated: the peeled line counts */
	scratch_write(&d.scratch, ".git/HEAD", ID_B "\n");
	assert_string_equal(answer(&d, NULL), "1.0.0; git tag v1.0.0");
	/* A file of its own outdoes the packed entry. */
	scratch_write(&d.scratch, ".git/refs/tags/v1.0.0", ID_C "\n");
	assert_false(detect(&d, NULL));
	assert_non_null(strstr(d.err.message, "HEAD (bbbbbbbbbbbb) has no version tag"));
	/* An annotated tag in a file of its own names a tag object: nothing is known, and nothing breaks. */
	scratch_write(&d.scratch, ".git/refs/tags/v3.0.0", ID_RELEASE "\n");
	assert_false(detect(&d, NULL));
	tree_free(&d);
}

TEST(detect_git_prefers_the_best_of_several_tags)
{
	struct detected d = tree_new();
	scratch_write(&d.scratch, ".git/HEAD", ID_A "\n");
	scratch_write(&d.scratch, ".git/refs/tags/ciflow/trunk/1234", ID_A "\n");
	scratch_write(&d.scratch, ".git/refs/tags/nightly", ID_A "\n");
	scratch_write(&d.scratch, ".git/refs/tags/20240101", ID_A "\n");
	assert_false(detect(&d, NULL));
	scratch_write(&d.scratch, ".git/refs/tags/9.9.9", ID_A "\n");
	assert_string_equal(answer(&d, NULL), "9.9.9; git tag 9.9.9");
	scratch_write(&d.scratch, ".git/refs/tags/v2.1.0-rc6", ID_A "\n");
	assert_string_equal(answer(&d, NULL), "2.1.0rc6; git tag v2.1.0-rc6");
	scratch_write(&d.scratch, ".git/packed-refs",
		ID_A " refs/tags/v2.1.0-rc7\n" ID_A " refs/tags/v2.0.1\n" ID_A " refs/tags/v2.0.0\n");
	assert_string_equal(answer(&d, NULL), "2.0.1; git tag v2.0.1");
	scratch_write(&d.scratch, ".git/refs/tags/release/2.0.2", ID_A "\n");
	assert_string_equal(answer(&d, NULL), "2.0.2; git tag release/2.0.2");
	tree_free(&d);
}

TEST(detect_git_known_release_commit)
{
	struct detected d = tree_new();
	scratch_write(&d.scratch, ".git/HEAD", ID_RELEASE "\n");
	assert_string_equal(answer(&d, NULL), "1.12.1; git commit 1.12.1 (0123456789ab)");
	scratch_write(&d.scratch, ".git/refs/tags/v1.12.2", ID_RELEASE "\n");
	assert_string_equal(answer(&d, NULL), "1.12.2; git tag v1.12.2; git commit 1.12.1 (0123456789ab)");
	/* twelve digits are known */
	scratch_write(&d.scratch, ".git/HEAD",
		"fedcba987654"
		"0000000000000000000000000000\n");
	assert_string_equal(answer(&d, NULL), "1.13.0; git commit 1.13.0 (fedcba987654)");
	tree_free(&d);
}

TEST(detect_git_sha256)
{
	struct detected d = tree_new();
	scratch_write(&d.scratch, ".git/HEAD", ID_SHA256 "\n");
	scratch_write(&d.scratch, ".git/packed-refs", ID_SHA256 " refs/tags/v2.4.0\n");
	assert_string_equal(answer(&d, NULL), "2.4.0; git tag v2.4.0");
	tree_free(&d);
}

TEST(detect_git_file_of_a_submodule)
{
	struct detected d = tree_new();
	scratch_write(&d.scratch, "super/.git/modules/demo/HEAD", ID_A "\n");
	scratch_write(&d.scratch, "super/.git/modules/demo/packed-refs", ID_A " refs/tags/v2.4.0\n");
	scratch_write(&d.scratch, "super/.git/HEAD", ID_B "\n");
	scratch_write(&d.scratch, "super/.git/packed-refs", ID_B " refs/tags/v7.7.7\n");
	scratch_write(&d.scratch, ".git", "gitdir: super/.git/modules/demo\n");
	assert_string_equal(answer(&d, NULL), "2.4.0; git tag v2.4.0");
	struct str text = STR_INIT;
	str_addf(&text, "gitdir: %s\r\n", scratch_path(&d.scratch, "super/.git/modules/demo"));
	scratch_write(&d.scratch, ".git", text.ptr);
	assert_string_equal(answer(&d, NULL), "2.4.0; git tag v2.4.0");
	str_release(&text);
	tree_free(&d);
}

TEST(detect_git_file_of_a_worktree)
{
	struct detected d = tree_new();
	scratch_write(&d.scratch, "main/.git/worktrees/w/HEAD", "ref: refs/heads/w\n");
	scratch_write(&d.scratch, "main/.git/worktrees/w/commondir", "../..\n");
	scratch_write(&d.scratch, "main/.git/refs/heads/w", ID_A "\n");
	scratch_write(&d.scratch, "main/.git/refs/tags/v2.4.0", ID_A "\n");
	scratch_write(&d.scratch, "main/.git/HEAD", ID_B "\n");
	scratch_write(&d.scratch, "main/.git/packed-refs",
		ID_B " refs/tags/v7.7.7\n" ID_C " refs/heads/packed\n^x\n" ID_C " refs/tags/v2.5.0\n");
	scratch_write(&d.scratch, ".git", "gitdir: main/.git/worktrees/w\n");
	assert_string_equal(answer(&d, NULL), "2.4.0; git tag v2.4.0");
	scratch_write(&d.scratch, "main/.git/worktrees/w/HEAD", "ref: refs/heads/packed\n");
	assert_string_equal(answer(&d, NULL), "2.5.0; git tag v2.5.0");
	scratch_write(&d.scratch, "main/.git/worktrees/w/HEAD", "ref: refs/worktree/mine\n");
	scratch_write(&d.scratch, "main/.git/worktrees/w/refs/worktree/mine", ID_B "\n");
	assert_string_equal(answer(&d, NULL), "7.7.7; git tag v7.7.7");
	tree_free(&d);
}

TEST(detect_git_around_the_root_does_not_count)
{
	struct detected d = tree_new();
	scratch_write(&d.scratch, ".git/HEAD", ID_A "\n");
	scratch_write(&d.scratch, ".git/refs/tags/v9.9.9", ID_A "\n");
	scratch_mkdir(&d.scratch, "inner/demo/core");
	scratch_write(&d.scratch, "inner/demo.top", "");
	scratch_write(&d.scratch, "inner/VERSION", "2.4.0a0");
	struct root *inner = root_open(scratch_path(&d.scratch, "inner"), &d.err);
	assert_non_null(inner);
	assert_string_equal(answer_at(&d, inner, NULL), "looks like 2.4; VERSION 2.4.0a0");
	root_close(inner);
	tree_free(&d);
}

TEST(detect_git_garbage_is_passed_over)
{
	struct detected d = tree_new();
	static const char *const heads[] = {
		"",
		"\n",
		"ref:",
		"ref: \n",
		"ref: refs/heads/.invalid\n",
		"ref: refs/heads/loop\n",
		"ref: ../../outside\n",
		"ref: /outside\n",
		"ref: refs/heads/../../../outside\n",
		"aaaa\n",
		TOO_LONG "\n",
		NOT_HEX,
		"\xff\xfe",
	};
	scratch_write(&d.scratch, "VERSION", "2.4.0\n");
	scratch_write(&d.scratch, "outside", ID_A "\n");
	scratch_write(&d.scratch, ".git/refs/heads/loop", "ref: refs/heads/loop\n");
	scratch_write(&d.scratch, ".git/refs/tags/v1.0.0", ID_A "\n");
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
		scratch_write(&d.scratch, ".git/HEAD", heads[i]);
		assert_string_equal(answer(&d, NULL), "looks like 2.4; VERSION 2.4.0");
		assert_null(d.target.commit);
	}
	scratch_write(&d.scratch, ".git/HEAD", ID_A "\n");
	scratch_write(&d.scratch, ".git/packed-refs",
		"^" ID_A "\n \n" ID_A "\n" ID_A " \nshort refs/tags/v3.0.0\n^\n" ID_A " refs/tags\n" ID_A
		" refs/tags/");
	scratch_fifo(&d.scratch, ".git/refs/tags/v4.0.0");
	scratch_symlink(&d.scratch, "v1.0.0", ".git/refs/tags/v5.0.0");
	assert_string_equal(answer(&d, NULL), "1.0.0; git tag v1.0.0; VERSION 2.4.0");
	scratch_clear(&d.scratch);
	scratch_mkdir(&d.scratch, "demo/core");
	scratch_write(&d.scratch, "demo.top", "");
	scratch_write(&d.scratch, "VERSION", "2.4.0\n");
	static const char *const files[] = { "", "gitdir:\n", "gitdir: nowhere\n", "gitdir: VERSION\n",
		"gitdir: .git\n", "garbage" };
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		scratch_write(&d.scratch, ".git", files[i]);
		assert_string_equal(answer(&d, NULL), "looks like 2.4; VERSION 2.4.0");
	}
	scratch_remove(&d.scratch, ".git");
	scratch_fifo(&d.scratch, ".git");
	assert_string_equal(answer(&d, NULL), "looks like 2.4; VERSION 2.4.0");
	tree_free(&d);
}

static bool have_git(void)
{
	return system("git --version >/dev/null 2>&1") == 0;
}

/* Runs a shell script with git free of the user's settings, in the tree. */
static void run_script(const struct detected *d, const char *script)
{
	struct str command = STR_INIT;
	str_addf(&command,
		"unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE; export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null "
		"GIT_AUTHOR_NAME=a "
		"GIT_AUTHOR_EMAIL=a@a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a; set -e; cd '%s'; %s",
		d->scratch.path, script);
	if (system(command.ptr) != 0)
		fail_msg("the script failed: %s", script);
	str_release(&command);
}

static const char *answer_in(struct detected *d, const char *folder)
{
	struct root *root = root_open(scratch_path(&d->scratch, folder), &d->err);
	assert_non_null(root);
	const char *text = answer_at(d, root, NULL);
	root_close(root);
	return text;
}

TEST(detect_git_as_git_itself_writes_it)
{
	if (!have_git())
		skip();
	struct detected d = tree_new();
	run_script(&d, "mkdir src; mv demo demo.top src; touch src/demo/core/file; cd src; git init -q; git add .; git "
		       "commit -q -m 1;"
		       "git tag v1.0.0; git commit -q --allow-empty -m 2; git tag -a -m x v1.1.0; git commit -q "
		       "--allow-empty -m 3");
	assert_non_null(strstr(answer_in(&d, "src"), "has no version tag"));
	run_script(&d, "cd src; git checkout -q v1.0.0");
	assert_string_equal(answer_in(&d, "src"), "1.0.0; git tag v1.0.0");
	run_script(&d, "cd src; git checkout -q -b release v1.0.0");
	assert_string_equal(answer_in(&d, "src"), "1.0.0; git tag v1.0.0");
	run_script(&d, "cd src; git pack-refs --all; git checkout -q v1.1.0");
	assert_string_equal(answer_in(&d, "src"), "1.1.0; git tag v1.1.0"); /* annotated, packed */
	run_script(&d, "cd src; git worktree add -q ../work release; git worktree add -q --detach ../work2 v1.1.0");
	assert_string_equal(answer_in(&d, "work"), "1.0.0; git tag v1.0.0");
	assert_string_equal(answer_in(&d, "work2"), "1.1.0; git tag v1.1.0");
	run_script(&d, "git clone -q --branch v1.1.0 src clone 2>/dev/null");
	assert_string_equal(answer_in(&d, "clone"), "1.1.0; git tag v1.1.0");
	run_script(&d, "git clone -q --depth 1 --branch v1.1.0 \"file://$PWD/src\" shallow 2>/dev/null");
	assert_string_equal(answer_in(&d, "shallow"), "1.1.0; git tag v1.1.0");
	run_script(&d,
		"mkdir super; cd super; git init -q; git -c protocol.file.allow=always submodule --quiet add ../src "
		"sub 2>/dev/null;"
		"cd sub; git checkout -q v1.0.0; test -f .git");
	assert_string_equal(answer_in(&d, "super/sub"), "1.0.0; git tag v1.0.0");
	run_script(&d, "mv src/.git elsewhere; echo 'gitdir: ../elsewhere' > src/.git");
	assert_string_equal(answer_in(&d, "src"), "1.1.0; git tag v1.1.0");
	tree_free(&d);
}
