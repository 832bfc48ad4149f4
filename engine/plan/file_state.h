/* Operations on whole files: are they to be made, made, or neither? Private to plan/. */
#ifndef TPATCH_PLAN_FILE_STATE_H
#define TPATCH_PLAN_FILE_STATE_H

#include "plan/evaluate.h"

enum edit_state { EDIT_TO_MAKE, EDIT_MADE, EDIT_PASSED, EDIT_ABSENT, EDIT_UNPROVED, EDIT_AMBIGUOUS };

/*
 * Has the rule something to say at the task's path? A rule that renames names two paths and speaks at one of them: where the file is, or at the old
 * path when there is none at either or one at both. False with `err` when the other path cannot be examined.
 */
bool file_rule_speaks(const struct file_task *task, const struct rule *rule, bool *speaks, struct err *err);

/*
 * Judges one operation on the file, whose mode is taken to be `mode`. `*detail` is one line, in `arena`, for EDIT_ABSENT. False with `err`
 * when a path cannot be examined.
 */
bool file_edit_judge(const struct file_task *task, const struct rule *rule, const struct edit_def *edit, struct source *source, uint32_t mode,
                     struct arena *arena, enum edit_state *state, const char **detail, struct err *err);

/* The permission bits of a file that is made, before its executable bit is set. */
#define NEW_FILE_MODE 0644u

#endif
