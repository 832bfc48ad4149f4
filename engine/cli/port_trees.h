/* tpatch port: the trees that it goes between. */
#ifndef TPATCH_CLI_PORT_TREES_H
#define TPATCH_CLI_PORT_TREES_H

#include "cli/option.h"
#include "port/walk.h"
#include "tree/git_commit.h"
#include "tree/tree.h"

/* The two trees: folders, or what two tags of a repository point to, and then the releases between them. */
struct port_trees {
	struct root *from_root, *to_root;
	struct git_repository *repository;
	char **names;                /* of the tags, for free() */
	struct git_history *history; /* between the two; NULL: no repository tells it */
	struct git_commit **commits; /* [n_commits], from --from to --to; of --to alone where there is no --from */
	size_t n_commits, n_names, names_capacity;
	struct port_stop *stops; /* [n_stops], in the same order; of folders the two */
	size_t n_stops;          /* 1: there is no --from */
	struct tree from, to;
};

/*
 * Opens what --from, --to and --git say. Between two tags that are a version after the same prefix ("v2.6.0",
 * "v2.9.0") lie those that are such a version, too, and no pre-release; --tags takes some of them. False with ERR_USAGE
 * or ERR_IO. port_trees_close() in both cases.
 */
bool port_trees_open(const struct options *options, struct port_trees *out, struct err *err);
void port_trees_close(struct port_trees *trees);

#endif
