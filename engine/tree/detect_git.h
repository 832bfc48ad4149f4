/*
 * What can be told of a git repository by reading its files, without git. Private to tree/. Formats:
 * gitrepository-layout(5), and "git help pack-refs". All of it is best effort: what cannot be read tells nothing.
 */
#ifndef TPATCH_TREE_DETECT_GIT_H
#define TPATCH_TREE_DETECT_GIT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "platform/read.h"

struct git_files {
	struct root *dir;    /* HEAD lives here: `.git`, or where a `.git` file points to */
	struct root *common; /* refs and packed-refs live here; `dir` itself unless this is a linked worktree */
	struct str packed;   /* packed-refs */
};

/*
 * Opens the repository whose top folder is `tree`: a `.git` folder, or a `.git` file (worktree, submodule).
 * Repositories around `tree` do not count: a tree unpacked inside of another repository is none of its. False when
 * there is none. Release with git_release().
 */
bool git_open(struct root *tree, struct git_files *git);
void git_release(struct git_files *git);

/* Sets `commit` to HEAD's commit, 40 or 64 lower-case hex digits. False when it cannot be told: no commit yet,
 * reftable, garbage. */
bool git_head(const struct git_files *git, struct str *commit);

/*
 * Calls `found` with the name of every tag that points to `commit`: lightweight ones, and annotated ones that
 * packed-refs has peeled lines for. An annotated tag in a file of its own only names a tag object, which is compressed:
 * it tells nothing. Files of tags are read only where `wanted` holds, for there may be thousands.
 */
void git_tags_of(const struct git_files *git, struct slice commit, void *ctx,
	bool (*wanted)(void *ctx, struct slice tag), void (*found)(void *ctx, struct slice tag));

#endif
