/*
 * What git can tell of the commits between two trees: which one made a line, took it away, or renamed a file. It is
 * evidence beside others: where git cannot tell (no repository, a shallow one, a lost object, not enough time), there
 * is none, and nothing fails. Nothing of the repository runs, and nothing is fetched.
 */
#ifndef TPATCH_TREE_GIT_HISTORY_H
#define TPATCH_TREE_GIT_HISTORY_H

#include "base/arena.h"
#include "tree/tree.h"

struct git_history;

struct git_change {
	const char *id;      /* in hex, whole; NULL: not known */
	const char *date;    /* of the commit, UTC: "2026-01-31" */
	const char *subject; /* UTF-8, one line */
};

/* The repository at `path`, as a user names it. Free with git_history_free(). */
struct git_history *git_history_new(const char *path);
void git_history_free(struct git_history *history);
/*
 * The repository whose top folder is the tree `to`, and what lies between its commit and that of the tree `from`; NULL
 * where it is none. `from` may be NULL: it begins with the first commit.
 */
struct git_history *git_history_of_roots(struct root *from, struct root *to);
/* What is asked from here on lies between these tags; `from` may be NULL. */
void git_history_between_tags(struct git_history *history, const char *from, const char *to);
/* Is the time up for all questions together? */
bool git_history_is_spent(const struct git_history *history);

/* The newest commit that one of lines [first, last] (1-based) of the file is of. Each false where there is none between
 * the two; texts live in `arena`. */
bool git_history_of_lines(struct git_history *history, const char *path, size_t first, size_t last, struct arena *arena,
	struct git_change *out);
/* The last commit that changed how often the text is in the file. */
bool git_history_of_text(
	struct git_history *history, const char *path, struct slice text, struct arena *arena, struct git_change *out);
enum git_fate { GIT_MADE, GIT_REMOVED, GIT_TOUCHED };
/* The last commit that made the file, removed it, or changed it in any way. */
bool git_history_of_file(
	struct git_history *history, const char *path, enum git_fate fate, struct arena *arena, struct git_change *out);
/* Where the file, which is not in `tree`, the newer of the two, was renamed to. `out->id` is NULL where only the trees
 * side by side tell it. */
bool git_history_renamed(struct git_history *history, const char *path, const struct tree *tree, struct arena *arena,
	const char **new_path, struct git_change *out);

#endif
