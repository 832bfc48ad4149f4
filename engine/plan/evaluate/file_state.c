#include "plan/evaluate/file_state.h"

static struct fileop_case case_of(
	const struct file_task *task, const struct rule *rule, struct source *source, uint32_t mode)
{
	return (struct fileop_case){
		.path = task->path,
		.is_absent = task->is_absent,
		.has_modes = task->has_modes,
		.mode = mode,
		.source = source,
		.probe = task->probe,
		.named = rule->files[0],
		.beside = rule->file_edit,
	};
}

bool file_rule_speaks(const struct file_task *task, const struct rule *rule, bool *speaks, struct err *err)
{
	const struct edit_def *edit = rule->file_edit;
	*speaks = true;
	if (!edit || !edit->op->file->speaks)
		return true;
	struct fileop_case file = case_of(task, rule, NULL, 0);
	return edit->op->file->speaks(edit, &file, speaks, err);
}

bool file_edit_judge(const struct file_task *task, const struct rule *rule, const struct edit_def *edit,
	struct source *source, uint32_t mode, struct arena *arena, enum edit_state *state, const char **detail,
	struct err *err)
{
	struct fileop_case file = case_of(task, rule, source, mode);
	*detail = NULL;
	return edit->op->file->judge(edit, &file, arena, state, detail, err);
}
