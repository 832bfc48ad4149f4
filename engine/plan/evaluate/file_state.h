/* Operations on whole files: are they to be made, made, or neither? Private to plan/. */
#ifndef TPATCH_PLAN_FILE_STATE_H
#define TPATCH_PLAN_FILE_STATE_H

#include "plan/evaluate/evaluate.h"

/*
 * Has the rule something to say at the task's path? False with `err` when the other path cannot be examined.
 */
bool file_rule_speaks(const struct file_task *task, const struct rule *rule, bool *speaks, struct err *err);

/*
 * Judges one operation on the file, whose mode is taken to be `mode`. `*detail` is one line, in `arena`, for
 * EDIT_ABSENT. False with `err` when a path cannot be examined.
 */
bool file_edit_judge(const struct file_task *task, const struct rule *rule, const struct edit_def *edit,
	struct source *source, uint32_t mode, struct arena *arena, enum edit_state *state, const char **detail,
	struct err *err);

#endif
