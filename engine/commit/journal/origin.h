/* The lines of a header that tell how a run was made. Private to commit/. */
#ifndef TPATCH_COMMIT_ORIGIN_H
#define TPATCH_COMMIT_ORIGIN_H

#include "commit/journal/journal.h"
#include "commit/journal/header.h"
#include "plan/plan.h"

/* Sets run->origin: what is `given`, and what the plan itself knows: profile, facts, values, chosen rules, globs.
 * Memory from `arena`, or borrowed. */
void origin_collect(struct run *run, const struct run_origin *given, const struct plan *plan, struct arena *arena);

/* Appends the lines. */
void origin_format(const struct run_origin *origin, struct str *out);
/* Reads them; strings come from the arena of `lines`. A line of a kind that only a later tpatch writes is passed
 * over. */
bool origin_parse(struct lines *lines, struct run_origin *out);

#endif
