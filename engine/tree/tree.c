#include "tree/tree.h"

#include "tree/git_commit.h"

struct tree tree_of_root(struct root *root)
{
	return (struct tree){ .root = root };
}

struct tree tree_of_commit(struct git_commit *commit)
{
	return (struct tree){ .commit = commit };
}

const char *tree_name(const struct tree *tree)
{
	return tree->root ? root_path(tree->root) : git_commit_name(tree->commit);
}

size_t tree_threads(const struct tree *tree, size_t n_threads)
{
	if (tree->commit)
		return 1;
	return n_threads ? n_threads : platform_cpu_count();
}

bool tree_stat(const struct tree *tree, const char *path, struct file_stat *out, struct err *err)
{
	if (tree->root)
		return root_stat(tree->root, path, out, err);
	git_commit_stat(tree->commit, path, out);
	return true;
}

bool tree_read(const struct tree *tree, const char *path, size_t max_bytes, struct str *out, struct file_stat *st,
	struct err *err)
{
	return tree->root ? root_read(tree->root, path, max_bytes, out, st, err)
			  : git_commit_read(tree->commit, path, max_bytes, out, st, err);
}
