/* Rules that are made all or none. Private to plan/. */
#ifndef TPATCH_PLAN_GROUPS_H
#define TPATCH_PLAN_GROUPS_H

#include "plan/planner.h"

/*
 * Looks for groups of which some rule cannot be made, and marks those that could in `left_out`, which has one entry for each rule of the set.
 * Texts come from `arena`. True when something was marked that was not before: then the plan is to be made again.
 *
 * A rule that finds nothing where others of its group are made already is marked as missing: the group is half made. Rules that are not for
 * this version or these facts, and those that upstream has made needless, are no part of the group.
 */
bool groups_leave_out(const struct plan *plan, struct left_out *left_out, struct arena *arena);

#endif
