/* A folder that was meant to be the tree, and is the one above it, or one in it. */
#ifndef TPATCH_TREE_DEEPER_H
#define TPATCH_TREE_DEEPER_H

#include "base/str.h"
#include "tree/tree.h"

/*
 * Of the folders in the tree's top folder, the one that holds most of `paths`, and at least half of them, where the top
 * itself holds none: what somebody has who names the folder that an archive was unpacked in. Appends its name to `out`,
 * the first one's where several hold as many, and returns how many these are; 0 where there is none, and for trees that
 * are not folders.
 */
size_t tree_find_deeper(const struct tree *tree, const char *const *paths, size_t n_paths, struct str *out);
/* The nearest folder above the tree that holds all of `paths`, for free(): what somebody has who names a folder of the
 * sources. NULL where there is none, and for trees that are not folders. */
char *tree_find_higher(const struct tree *tree, const char *const *paths, size_t n_paths);

#endif
