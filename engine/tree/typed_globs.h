/* Globs as a user types them: from the working folder where that is inside the root, or absolute paths below it. */
#ifndef TPATCH_TREE_TYPED_GLOBS_H
#define TPATCH_TREE_TYPED_GLOBS_H

#include "base/arena.h"
#include "platform/read.h"
#include "tree/glob_check.h"

/*
 * Globs from the root, in `arena`: as many as `typed` (NULL-terminated) has. Without '/', a glob is for the working
 * folder and all below it. ERR_USAGE for one that leads out of the tree.
 */
bool typed_globs(const struct root *root, const char *const *typed, struct arena *arena, struct user_glob **out,
	size_t *count, struct err *err);

#endif
