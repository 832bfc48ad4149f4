/*
 * Paths as users type them: '/' between parts, and on Windows '\' as well.
 */
#ifndef TPATCH_TREE_TYPED_PATH_H
#define TPATCH_TREE_TYPED_PATH_H

#include "base/str.h"
#include "platform/read.h"

/* `path` without separators at its end. */
struct slice typed_path_trim(struct slice path);
/* The last part of it. */
struct slice typed_path_base(struct slice path);
/*
 * A path below `root` as the walk spells it: '/' between parts, no "./" in front, and without the root where that was
 * typed, too, as it is when a file is dragged into a terminal. What is there from the working folder on goes before
 * what is from the root on. For free().
 */
char *typed_path_in_tree(const struct root *root, const char *path);
/* The working folder as a path from the root, or NULL where it is the root or elsewhere; for free(). */
char *typed_working_folder(const struct root *root);

#endif
