/* create: the file is made. One that is there with the same content is as it should be; with another, it is in the
 * way. */
#include "fileop/fileop.h"

static bool create_judge(const struct edit_def *edit, const struct fileop_case *file, struct arena *arena,
	enum edit_state *state, const char **detail, struct err *err)
{
	enum place_state place;
	if (!file->is_absent) {
		*state = fileop_has_content(file, edit, "it already exists, with different content", arena, detail)
				 ? EDIT_MADE
				 : EDIT_ABSENT;
		return true;
	}
	bool ok = fileop_look(file, file->path, arena, &place, detail, err);
	*state = place == PLACE_BLOCKED ? EDIT_ABSENT : EDIT_TO_MAKE;
	return ok;
}

static void create_compose(const struct edit_def *edit, struct file_effect *effect)
{
	effect->is_new = true;
	effect->text = edit->text.text;
}

static const struct fileop create = { .judge = create_judge, .compose = create_compose };

const struct op op_create = {
	.name = "create",
	.summary = "create the file, which must not exist, with this text",
	.value = OP_TEXT,
	.file = &create,
	.stands_alone = true,
};
