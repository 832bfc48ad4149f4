/* Globs that a user gave, held against the tree: one that matches nothing is a mistake. */
#ifndef TPATCH_TREE_GLOB_CHECK_H
#define TPATCH_TREE_GLOB_CHECK_H

#include "patchset/patchset.h"
#include "tree/tree.h"

/* One glob of --globs. */
struct user_glob {
	const char *typed; /* as the user wrote it */
	const char *glob;  /* from the root; "!" in front excludes */
};

/*
 * ERR_USAGE for the first glob that matches neither a file of the tree nor a path that a rule of `set` (may be NULL)
 * names; the hint has the nearest paths. ERR_USAGE too for one that is malformed. `[count]`. `places` may be NULL.
 */
bool globs_check(const struct tree *tree, const struct patchset *set, const struct user_glob *globs, size_t count,
	const struct err_places *places, struct err *err);

#endif
