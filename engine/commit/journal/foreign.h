/* Journals that this user did not write: what is said of them, and how they are taken over. Private to commit/. */
#ifndef TPATCH_COMMIT_FOREIGN_H
#define TPATCH_COMMIT_FOREIGN_H

#include "commit/work.h"

/* Fails with ERR_IO_TORN, listing what would be written, unless the run is ours. `action`: "recovered", "undone". */
bool foreign_refuse(struct work *work, const struct run *run, const char *action, struct err *err);

#endif
