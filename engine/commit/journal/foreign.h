/* Journals that this user did not write: what is said of them, and how they are taken over. Private to commit/. */
#ifndef TPATCH_COMMIT_FOREIGN_H
#define TPATCH_COMMIT_FOREIGN_H

#include "commit/work.h"

/*
 * May this process write into the journal? Not into one of another user in which nothing proves that this one wrote it:
 * whoever owns the folder can change under our hands what we are about to put into the tree. ERR_IO with the reason;
 * root is no exception. Asked before the lock is taken.
 */
bool foreign_may_write(struct work *work, struct err *err);

/* Fails with ERR_IO_TORN, listing what would be written, unless the run is ours. `deed`: "recovered", "undone". */
bool foreign_refuse(struct work *work, const struct run *run, const char *deed, struct err *err);

#endif
