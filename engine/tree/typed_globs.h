/* Globs as a user types them: from the working folder where that is inside the root, or absolute paths below it. */
#ifndef TPATCH_TREE_TYPED_GLOBS_H
#define TPATCH_TREE_TYPED_GLOBS_H

#include "base/arena.h"
#include "base/str.h"
#include "platform/read.h"
#include "tree/glob_check.h"

/*
 * Globs from the root, in `arena`: as many as `typed` (NULL-terminated) has. Without '/', a glob is for the working
 * folder and all below it. ERR_USAGE for one that leads out of the tree.
 */
bool typed_globs(const struct root *root, const char *const *typed, struct arena *arena, struct user_glob **out,
	size_t *count, struct err *err);

/* `path` without separators at its end. */
struct slice typed_path_trim(struct slice path);
/* The last part of it. */
struct slice typed_path_base(struct slice path);
/*
 * A path below `root` as the walk spells it: '/' between parts, no "./" in front, and without the root where that was
 * typed, too, as it is when a file is dragged into a terminal. What is there from the working folder on goes before
 * what is from the root on; "./" and "../" are always from there. For free().
 */
char *typed_path_in_tree(const struct root *root, const char *path);

#endif
