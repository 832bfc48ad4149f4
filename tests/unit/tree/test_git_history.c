/* What git tells of a line, a text and a file between two commits: in repositories that git itself makes. */
#include "scratch.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "tree/git_history.h"

struct repository {
	struct scratch scratch;
	struct git_history *history;
	struct arena arena;
};

/* Runs a shell script in the folder; `commit DATE SUBJECT` commits all. */
static void run_script(const struct scratch *scratch, const char *script)
{
	struct str command = STR_INIT;
	str_addf(&command,
		"unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE; export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null "
		"GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a; set -e; "
		"commit() { git add -A; GIT_COMMITTER_DATE=\"$1T12:00:00Z\" git commit -q -m \"$2\"; }; cd '%s'; %s",
		scratch->path, script);
	if (system(command.ptr) != 0)
		fail_msg("the script failed: %s", script);
	str_release(&command);
}

/*
 * Line 1 is of a commit that is newer in the history and older by its date than that of line 3; d.txt was renamed
 * twice; h.txt, on a branch without a common commit, is g.txt of another such branch.
 */
static struct repository repository_new(void)
{
	struct repository r = { .scratch = scratch_new(), .arena = ARENA_INIT };
	run_script(&r.scratch,
		"git init -q; printf 'one\\ntwo\\nthree\\nfour\\n' >a.txt; seq 40 >d.txt; echo x >same.txt; "
		"commit 2020-01-01 first; git tag v1; "
		"sed -i s/two/TWO/ a.txt; commit 2021-02-03 second; git tag v2; "
		"sed -i s/three/THREE/ a.txt; commit 2022-03-04 'third: $x'; "
		"sed -i s/one/ONE/ a.txt; echo new >made.txt; commit 2021-06-06 fourth; git tag v4; "
		"git mv d.txt e.txt; commit 2022-05-05 fifth; "
		"git mv e.txt f.txt; rm made.txt; commit 2022-06-06 sixth; "
		"git tag v6; "
		"git checkout -q --orphan b1; git rm -q -r -f .; seq 100 140 >g.txt; commit 2023-01-01 o1; git tag o1; "
		"git checkout -q --orphan b2; git rm -q -r -f .; seq 100 140 >h.txt; commit 2023-02-01 o2; git tag o2; "
		"git checkout -q v6");
	r.history = git_history_new(r.scratch.path);
	return r;
}

static void repository_free(struct repository *r)
{
	git_history_free(r->history);
	arena_release(&r->arena);
	scratch_free(&r->scratch);
}

static bool have_git(void)
{
	return system("git --version >/dev/null 2>&1") == 0;
}

/* "DATE SUBJECT", or "none". */
static const char *told(struct repository *r, bool ok, const struct git_change *change)
{
	struct str text = STR_INIT;
	if (ok)
		assert_int_equal(strlen(change->id), 40);
	str_addf(&text, "%s%s%s", ok ? change->date : "none", ok ? " " : "", ok ? change->subject : "");
	const char *kept = arena_dup(&r->arena, str_slice(&text));
	str_release(&text);
	return kept;
}

static const char *of_lines(struct repository *r, size_t first, size_t last)
{
	struct git_change change;
	bool ok = git_history_of_lines(r->history, "a.txt", first, last, &r->arena, &change);
	return told(r, ok, &change);
}

static const char *of_text(struct repository *r, const char *path, struct slice text)
{
	struct git_change change;
	bool ok = git_history_of_text(r->history, path, text, &r->arena, &change);
	return told(r, ok, &change);
}

static const char *of_file(struct repository *r, const char *path, enum git_fate fate)
{
	struct git_change change;
	bool ok = git_history_of_file(r->history, path, fate, &r->arena, &change);
	return told(r, ok, &change);
}

TEST(git_history_of_lines_is_the_newest_of_their_commits)
{
	if (!have_git())
		skip();
	struct repository r = repository_new();
	assert_string_equal(of_lines(&r, 1, 1), "2021-06-06 fourth");
	assert_string_equal(of_lines(&r, 2, 2), "2021-02-03 second");
	assert_string_equal(of_lines(&r, 1, 2), "2021-06-06 fourth");
	assert_string_equal(of_lines(&r, 1, 3), "2022-03-04 third: $x");
	assert_string_equal(of_lines(&r, 2, 4), "2022-03-04 third: $x");
	/* Where the history begins, nobody knows which commit made a line. */
	assert_string_equal(of_lines(&r, 4, 4), "none");
	assert_string_equal(of_lines(&r, 9, 9), "none");
	git_history_between_tags(r.history, "v2", "v4");
	assert_string_equal(of_lines(&r, 2, 2), "none");
	assert_string_equal(of_lines(&r, 2, 3), "2022-03-04 third: $x");
	assert_string_equal(of_lines(&r, 1, 2), "2021-06-06 fourth");
	git_history_between_tags(r.history, "v1", "v2");
	assert_string_equal(of_lines(&r, 1, 4), "2021-02-03 second");
	assert_string_equal(of_lines(&r, 3, 4), "none");
	git_history_between_tags(r.history, NULL, "v2");
	assert_string_equal(of_lines(&r, 1, 4), "2021-02-03 second");
	git_history_between_tags(r.history, "v2", "v3");
	assert_string_equal(of_lines(&r, 1, 4), "none");
	repository_free(&r);
}

TEST(git_history_of_texts_and_files)
{
	if (!have_git())
		skip();
	struct repository r = repository_new();
	assert_string_equal(of_text(&r, "a.txt", SLICE_LITERAL("TWO")), "2021-02-03 second");
	assert_string_equal(of_text(&r, "a.txt", SLICE_LITERAL("one")), "2021-06-06 fourth");
	assert_string_equal(of_text(&r, "a.txt", SLICE_LITERAL("four")), "none");
	assert_string_equal(of_text(&r, "a.txt", SLICE_LITERAL("nowhere")), "none");
	assert_string_equal(of_text(&r, "a.txt", SLICE_LITERAL("")), "none");
	assert_string_equal(of_text(&r, "a.txt", slice_from("TWO\0", 4)), "none");
	assert_string_equal(of_file(&r, "made.txt", GIT_MADE), "2021-06-06 fourth");
	assert_string_equal(of_file(&r, "made.txt", GIT_REMOVED), "2022-06-06 sixth");
	assert_string_equal(of_file(&r, "a.txt", GIT_TOUCHED), "2021-06-06 fourth");
	assert_string_equal(of_file(&r, "a.txt", GIT_MADE), "none");
	assert_string_equal(of_file(&r, "a.txt", GIT_REMOVED), "none");
	git_history_between_tags(r.history, "v1", "v2");
	assert_string_equal(of_text(&r, "a.txt", SLICE_LITERAL("one")), "none");
	assert_string_equal(of_file(&r, "a.txt", GIT_TOUCHED), "2021-02-03 second");
	assert_false(git_history_is_spent(r.history));
	repository_free(&r);
}

TEST(git_history_follows_renames)
{
	if (!have_git())
		skip();
	struct repository r = repository_new();
	struct tree tree = tree_of_root(r.scratch.root);
	struct git_change change;
	const char *path;
	assert_true(git_history_renamed(r.history, "d.txt", &tree, &r.arena, &path, &change));
	assert_string_equal(path, "f.txt");
	assert_string_equal(change.subject, "sixth");
	assert_true(git_history_renamed(r.history, "e.txt", &tree, &r.arena, &path, &change));
	assert_string_equal(path, "f.txt");
	assert_false(git_history_renamed(r.history, "made.txt", &tree, &r.arena, &path, &change));
	assert_null(path);
	assert_false(git_history_renamed(r.history, "nowhere.txt", &tree, &r.arena, &path, &change));
	/* The tree has not what the commits say. */
	git_history_between_tags(r.history, "v4", "v6");
	scratch_remove(&r.scratch, "f.txt");
	assert_false(git_history_renamed(r.history, "d.txt", &tree, &r.arena, &path, &change));
	assert_null(path);
	repository_free(&r);
}

TEST(git_history_sees_renames_without_the_commits_between)
{
	if (!have_git())
		skip();
	struct repository r = repository_new();
	struct tree tree = tree_of_root(r.scratch.root);
	struct git_change change;
	const char *path;
	run_script(&r.scratch, "git checkout -q --detach o2");
	git_history_between_tags(r.history, "o1", "o2");
	assert_true(git_history_renamed(r.history, "g.txt", &tree, &r.arena, &path, &change));
	assert_string_equal(path, "h.txt");
	assert_null(change.id);
	assert_false(git_history_renamed(r.history, "other.txt", &tree, &r.arena, &path, &change));
	/* Asked of other tags, the answer is another one. */
	git_history_between_tags(r.history, "o2", "o1");
	assert_false(git_history_renamed(r.history, "g.txt", &tree, &r.arena, &path, &change));
	git_history_between_tags(r.history, NULL, "o2");
	assert_false(git_history_renamed(r.history, "g.txt", &tree, &r.arena, &path, &change));
	repository_free(&r);
}

TEST(git_history_of_two_trees)
{
	if (!have_git())
		skip();
	struct repository r = repository_new();
	struct scratch old = scratch_new(), none = scratch_new();
	run_script(&r.scratch, "git checkout -q v4");
	struct str script = STR_INIT;
	str_addf(&script, "git clone -q '%s' .; git checkout -q v2", r.scratch.path);
	run_script(&old, script.ptr);
	str_release(&script);
	assert_null(git_history_of_roots(old.root, none.root));
	git_history_free(r.history);
	r.history = git_history_of_roots(old.root, r.scratch.root);
	assert_non_null(r.history);
	assert_string_equal(of_lines(&r, 2, 2), "none");
	assert_string_equal(of_lines(&r, 1, 2), "2021-06-06 fourth");
	assert_string_equal(of_file(&r, "made.txt", GIT_REMOVED), "none"); /* that is later */
	git_history_free(r.history);
	r.history = git_history_of_roots(NULL, r.scratch.root);
	assert_string_equal(of_lines(&r, 2, 2), "2021-02-03 second");
	git_history_free(r.history);
	/* A commit that the repository does not have bounds nothing. */
	run_script(&old, "echo more >>a.txt; commit 2024-01-01 elsewhere");
	r.history = git_history_of_roots(old.root, r.scratch.root);
	assert_string_equal(of_lines(&r, 2, 2), "2021-02-03 second");
	scratch_free(&old);
	scratch_free(&none);
	repository_free(&r);
}
