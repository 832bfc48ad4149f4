/* Is a rule in force for this tree and these facts, and if not, why? */
#ifndef TPATCH_PLAN_IN_FORCE_H
#define TPATCH_PLAN_IN_FORCE_H

#include "plan/plan.h"

/*
 * Fills `in_force`, `detail` and `needs` of `result`, whose `rule` is set, by `versions` and `when`. Texts come from
 * `arena`. `project` declares the facts; it and `facts` may be NULL.
 */
void in_force_judge(struct rule_result *result, const struct project *project, const struct target *target,
	const struct fact_values *facts, struct arena *arena);

#endif
