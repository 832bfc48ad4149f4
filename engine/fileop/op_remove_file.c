/* remove-file: the file goes, and only with the content that the patch set states. */
#include "fileop/fileop.h"

static bool remove_judge(const struct edit_def *edit, const struct fileop_case *file, struct arena *arena,
	enum edit_state *state, const char **detail, struct err *err)
{
	(void)err;
	if (file->is_absent)
		*state = EDIT_MADE;
	else
		*state = fileop_has_content(file, edit, "its content is not what the rule removes", arena, detail)
				 ? EDIT_TO_MAKE
				 : EDIT_ABSENT;
	return true;
}

static void remove_compose(const struct edit_def *edit, struct file_effect *effect)
{
	(void)edit;
	effect->is_gone = true;
}

static const struct fileop remove_file = { .judge = remove_judge, .compose = remove_compose };

const struct op op_remove_file = {
	.name = "remove-file",
	.summary = "remove the file, whose content must be as given: {text: …} or {hash: …}",
	.value = OP_CONTENT,
	.file = &remove_file,
	.stands_alone = true,
};
