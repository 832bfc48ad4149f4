/* What a forced rollback writes over, and keeps. Private to commit/. */
#ifndef TPATCH_COMMIT_FORCED_H
#define TPATCH_COMMIT_FORCED_H

#include "commit/commit.h"

struct work;
/*
 * What a forced rollback of the run would keep of what is in the tree: calls `keeps` with each path. What it could not
 * keep is refused. False only when something could not be read.
 */
bool forced_look(struct work *work, const struct run *run, void (*keeps)(void *ctx, const char *path), void *ctx,
	struct err *err);

#endif
