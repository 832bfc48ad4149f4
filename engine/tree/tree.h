/* A source tree as the plan reads it: a folder, or a commit of a git repository that nobody has checked out. */
#ifndef TPATCH_TREE_TREE_H
#define TPATCH_TREE_TREE_H

#include "platform/read.h"

struct git_commit;

/* Borrows what it points to. Exactly one of the two is set. */
struct tree {
	struct root *root;
	struct git_commit *commit;
};

struct tree tree_of_root(struct root *root);
struct tree tree_of_commit(struct git_commit *commit);
/* How messages call it. */
const char *tree_name(const struct tree *tree);
/* How many threads may read it at a time, of `n_threads` (0: as many as processors): a commit is read by one. */
size_t tree_threads(const struct tree *tree, size_t n_threads);
/* As root_stat() and root_read() do for a folder. */
bool tree_stat(const struct tree *tree, const char *path, struct file_stat *out, struct err *err);
bool tree_read(const struct tree *tree, const char *path, size_t max_bytes, struct str *out, struct file_stat *st,
	struct err *err);

#endif
