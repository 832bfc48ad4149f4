/* tpatch port: the trees that it goes between. */
#ifndef TPATCH_CLI_PORT_TREES_H
#define TPATCH_CLI_PORT_TREES_H

#include "cli/option.h"
#include "tree/git_commit.h"
#include "tree/tree.h"

/* The two trees: folders, or what two names of a repository point to. */
struct port_trees {
	struct root *from_root, *to_root;
	struct git_repository *repository;
	struct git_commit *from_commit, *to_commit;
	struct tree from, to;
};

/* Opens what --from, --to and --git say. False with ERR_USAGE or ERR_IO. port_trees_close() in both cases. */
bool port_trees_open(const struct options *options, struct port_trees *out, struct err *err);
void port_trees_close(struct port_trees *trees);

#endif
