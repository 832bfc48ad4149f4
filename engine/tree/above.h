/* The folders above the one that somebody works in: may they decide what becomes of it? */
#ifndef TPATCH_TREE_ABOVE_H
#define TPATCH_TREE_ABOVE_H

#include <stdbool.h>
#include <stdint.h>

#include "platform/read.h"

/* The folder above the absolute path `path`, for free(); NULL where there is none. */
char *path_above(const char *path);
/*
 * Opens the nearest folder above `root` that `fits` takes; NULL where there is none, where folders cannot be opened,
 * and where the root's path has a ".." in it, since it is taken apart as a text. Free with root_close().
 */
struct root *folder_above(const struct root *root, bool (*fits)(void *ctx, struct root *folder), void *ctx);
/* Whose the folder is; OWNER_UNKNOWN where the system does not tell (platform/identity.h). */
uint64_t folder_owner(struct root *root);
/*
 * Does `path` ("" is the folder itself) belong to this user, or to `owner`? Anybody may put a `.tpatch`, a tpatch.yaml
 * or the files of a project into /tmp: that decides nothing for what others have below it. Where the system tells no
 * owner all do.
 */
bool folder_belongs(struct root *root, const char *path, uint64_t owner);

#endif
