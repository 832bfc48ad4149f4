/* How a run was made. Private to commit/. */
#ifndef TPATCH_COMMIT_ORIGIN_H
#define TPATCH_COMMIT_ORIGIN_H

#include "commit/journal/journal.h"
#include "plan/plan.h"

/* Sets run->origin: what is `given`, and what the plan itself knows: profile, facts, values, chosen rules, globs.
 * Memory from `arena`, or borrowed. */
void origin_collect(struct run *run, const struct run_origin *given, const struct plan *plan, struct arena *arena);

#endif
