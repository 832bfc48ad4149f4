/* Rules that are made all or none. Private to plan/. */
#ifndef TPATCH_PLAN_GROUPS_H
#define TPATCH_PLAN_GROUPS_H

#include "plan/plan.h"

/*
 * Suppresses the rules of groups that cannot be made as a whole: they are no longer in force, and their verdict says
 * why. True when there were some: then verdicts are to be judged again, without what they found.
 *
 * A rule that finds nothing where others of its group are made already is suppressed as missing: the group is half
 * made. Rules that are not for this version or these facts, and those that upstream has made needless, are no part of
 * the group.
 */
bool groups_suppress(struct plan *plan);

#endif
