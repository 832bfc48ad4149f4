/* ensure-file: an empty file is made where none is; one that is there is left as it is, whatever it holds. */
#include "fileop/fileop.h"

static bool ensure_judge(const struct edit_def *edit, const struct fileop_case *file, struct arena *arena,
	enum edit_state *state, const char **detail, struct err *err)
{
	(void)edit;
	enum place_state place = PLACE_TAKEN;
	bool ok = !file->is_absent || fileop_look(file, file->path, arena, &place, detail, err);
	*state = place == PLACE_TAKEN ? EDIT_MADE : place == PLACE_FREE ? EDIT_TO_MAKE : EDIT_ABSENT;
	return ok;
}

static void ensure_compose(const struct edit_def *edit, struct file_effect *effect)
{
	(void)edit;
	effect->is_new = true;
}

static const struct fileop ensure_file = { .judge = ensure_judge, .compose = ensure_compose };

const struct op op_ensure_file = {
	.name = "ensure-file",
	.summary = "make the file, empty, unless it is there",
	.value = OP_TRUE,
	.file = &ensure_file,
	.stands_alone = true,
};
