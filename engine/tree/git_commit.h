/*
 * Commits of a git repository, read from its objects by git itself: `git cat-file --batch` gives the files, `git
 * ls-tree` their names. Nothing is checked out, and nothing in the repository changes. Submodules are other
 * repositories: their files are not there.
 */
#ifndef TPATCH_TREE_GIT_COMMIT_H
#define TPATCH_TREE_GIT_COMMIT_H

#include "platform/read.h"

struct git_repository;
struct git_commit;

/* The repository at `path`: a work tree or a bare repository. NULL with ERR_USAGE if there is no such folder or the
 * environment leads git elsewhere, ERR_IO if git refuses it or is not there. */
struct git_repository *git_repository_open(const char *path, struct err *err);
void git_repository_close(struct git_repository *repository);
/* Names of tags that the glob `pattern` takes (format/regex.h's globs), as git sorts them; each for free(), as is
 * `*out` itself. */
bool git_repository_tags(
	struct git_repository *repository, const char *pattern, char ***out, size_t *count, struct err *err);

/* What the tag points to. NULL with ERR_IO. The repository must outlive it. Free with git_commit_free(). */
struct git_commit *git_commit_open(struct git_repository *repository, const char *tag, struct err *err);
void git_commit_free(struct git_commit *commit);
/* The tag. */
const char *git_commit_name(const struct git_commit *commit);
/* The path of the next regular file, in order, from number `*at` on, which becomes the number after it; NULL: there is
 * none. */
const char *git_commit_next(const struct git_commit *commit, size_t *at);
/* The same as root_stat() and root_read() for files of a folder; mtimes and identities are 0. */
void git_commit_stat(const struct git_commit *commit, const char *path, struct file_stat *out);
bool git_commit_read(struct git_commit *commit, const char *path, size_t max_bytes, struct str *out,
	struct file_stat *st, struct err *err);

#endif
