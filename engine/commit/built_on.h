/* Which runs are built upon which: those that changed the same files later, or put files into folders that the earlier
 * one made. Private to commit/. */
#ifndef TPATCH_COMMIT_BUILT_ON_H
#define TPATCH_COMMIT_BUILT_ON_H

#include "commit/journal/journal.h"

/* Numbers of `run` and of all applied runs that are built upon it, or upon one of these; newest first, so `run` is the
 * last. free() the list. */
unsigned long *runs_built_on(const struct journal *journal, const struct run *run, size_t *count);

#endif
