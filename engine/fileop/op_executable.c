/* executable: the file's executable bit, as git keeps it: for all who may read, or for nobody. */
#include "base/mode.h"
#include "fileop/fileop.h"

static bool executable_judge(const struct edit_def *edit, const struct fileop_case *file, struct arena *arena,
	enum edit_state *state, const char **detail, struct err *err)
{
	(void)arena;
	(void)detail;
	(void)err;
	if (file->is_absent)
		*state = fileop_effect(file->beside, NULL, file->mode).is_new ? EDIT_TO_MAKE : EDIT_ABSENT;
	else
		*state = !file->has_modes || mode_is_executable(file->mode) == edit->flag ? EDIT_MADE : EDIT_TO_MAKE;
	return true;
}

static void executable_compose(const struct edit_def *edit, struct file_effect *effect)
{
	effect->changes_mode = true;
	effect->mode = mode_with_executable(effect->mode, edit->flag);
}

static const struct fileop executable = {
	.is_for_mode = true, .keeps_text = true, .judge = executable_judge, .compose = executable_compose
};

const struct op op_executable = {
	.name = "executable",
	.summary = "set (true) or clear (false) the executable bit",
	.value = OP_BOOL,
	.file = &executable,
	.stands_alone = true,
};
