#include "cli/port_trees.h"

#include <stdlib.h>

static struct git_commit *open_commit(const struct port_trees *trees, const char *tag, struct err *err)
{
	char **tags = NULL;
	size_t count = 0;
	bool ok = git_repository_tags(trees->repository, tag, &tags, &count, err);
	for (size_t i = 0; i < count; i++)
		free(tags[i]);
	free(tags);
	if (ok && !count) {
		err_set(err, ERR_USAGE, "'%s' is not a tag of the repository", tag);
		err_hint(err, "`git tag` lists them; `git tag NAME COMMIT` makes one");
	}
	return ok && count ? git_commit_open(trees->repository, tag, err) : NULL;
}

static bool open_commits(const struct options *options, struct port_trees *out, struct err *err)
{
	out->repository = git_repository_open(options->git, err);
	out->to_commit = out->repository ? open_commit(out, options->to, err) : NULL;
	out->from_commit = out->to_commit && options->from ? open_commit(out, options->from, err) : NULL;
	if (!out->to_commit || (!out->from_commit && options->from))
		return false;
	out->to = tree_of_commit(out->to_commit);
	if (out->from_commit)
		out->from = tree_of_commit(out->from_commit);
	return true;
}

bool port_trees_open(const struct options *options, struct port_trees *out, struct err *err)
{
	*out = (struct port_trees){ 0 };
	if (options->git)
		return open_commits(options, out, err);
	out->to_root = root_open(options->to, err);
	out->from_root = out->to_root && options->from ? root_open(options->from, err) : NULL;
	if (!out->to_root || (!out->from_root && options->from))
		return false;
	options_note_tree(options, root_path(out->to_root));
	if (out->from_root)
		options_note_tree(options, root_path(out->from_root));
	out->to = tree_of_root(out->to_root);
	out->from = tree_of_root(out->from_root);
	return true;
}

void port_trees_close(struct port_trees *trees)
{
	if (trees->from_commit)
		git_commit_free(trees->from_commit);
	if (trees->to_commit)
		git_commit_free(trees->to_commit);
	if (trees->repository)
		git_repository_close(trees->repository);
	if (trees->from_root)
		root_close(trees->from_root);
	if (trees->to_root)
		root_close(trees->to_root);
}
