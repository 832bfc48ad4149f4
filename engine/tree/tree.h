/* A source tree as the plan reads it: a folder, or a commit of a git repository that nobody has checked out. */
#ifndef TPATCH_TREE_TREE_H
#define TPATCH_TREE_TREE_H

#include "tree/walk.h"

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
/* As root_stat(), root_read() and walk_tree() do for a folder. A commit is read by one thread, 0. */
bool tree_stat(const struct tree *tree, const char *path, struct file_stat *out, struct err *err);
bool tree_read(const struct tree *tree, const char *path, size_t max_bytes, struct str *out, struct file_stat *st, struct err *err);
bool tree_walk(const struct tree *tree, size_t n_threads, size_t max_bytes, const struct walk_visitor *visitor, struct walk_counts *counts);

#endif
