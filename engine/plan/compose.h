/* From what is wanted of a file to what it becomes. Private to plan/ and author/. */
#ifndef TPATCH_PLAN_COMPOSE_H
#define TPATCH_PLAN_COMPOSE_H

#include "plan/evaluate/evaluate.h"

/*
 * Fills candidate->change with the result, proved settled; task->bytes are the file's. `*changes` is false where the
 * result is the file as it is. False with ERR_UNFIT where a rule would change its own result again, does not recognise
 * it, or breaks the file.
 */
bool compose_candidate(struct candidate *candidate, const struct file_task *task, struct worker *worker, bool *changes,
	struct err *err);
/*
 * Evaluates and composes a file by itself: `worker`, emptied first but for its memory, has then what was found and at
 * most one candidate, the change. Fails as evaluate_file() and compose_candidate() do.
 */
bool plan_one_file(const struct file_task *task, struct worker *worker, struct err *err);

#endif
