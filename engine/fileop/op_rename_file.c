/* rename-file: the file gets another path. */
#include "fileop/fileop.h"

#include <string.h>

/* A path that differs in case only is the same file on Windows and macOS. */
static const char *rename_check(const struct edit_def *edit, const char *const *files, const char **hint)
{
	struct slice from = slice_of(files[0]), to = edit->text.text;
	if (files[1]) {
		*hint = "write a rule for each file";
		return "'rename-file' needs a rule for one file, and 'files' has more";
	}
	if (!slice_eq_nocase(from, to))
		return NULL;
	*hint = "where file names ignore case, as on Windows, both are the same file";
	return slice_eq(from, to) ? "'rename-file' names the file itself"
				  : "'rename-file' changes nothing but the case of letters";
}

/* A rule that renames names two paths and speaks at one of them: where the file is, or at the old one when it is at
 * neither or at both. */
static bool rename_speaks(const struct edit_def *edit, const struct fileop_case *file, bool *speaks, struct err *err)
{
	struct arena arena = ARENA_INIT;
	enum place_state other;
	const char *why;
	bool at_source = strcmp(file->path, file->named) == 0;
	bool ok = fileop_look(file, at_source ? edit->text.text.ptr : file->named, &arena, &other, &why, err);
	*speaks = at_source ? !file->is_absent || other != PLACE_TAKEN : !file->is_absent && other != PLACE_TAKEN;
	arena_release(&arena);
	return ok;
}

static bool rename_judge(const struct edit_def *edit, const struct fileop_case *file, struct arena *arena,
	enum edit_state *state, const char **detail, struct err *err)
{
	const char *from = file->named, *to = edit->text.text.ptr, *why;
	enum place_state place;
	struct str text = STR_INIT;
	if (!fileop_look(file, to, arena, &place, &why, err))
		return false;
	bool is_moved = strcmp(file->path, from) != 0;
	*state = is_moved ? EDIT_MADE : !file->is_absent && place == PLACE_FREE ? EDIT_TO_MAKE : EDIT_ABSENT;
	if (*state != EDIT_ABSENT)
		return true;
	if (file->is_absent)
		str_addf(&text, "neither '%s' nor '%s' exists", from, to);
	else if (place == PLACE_TAKEN)
		str_addf(&text, "both '%s' and '%s' exist", from, to);
	else
		str_addf(&text, "it cannot become '%s': %s", to, why);
	*detail = arena_take(arena, &text);
	return true;
}

static void rename_compose(const struct edit_def *edit, struct file_effect *effect)
{
	effect->new_path = edit->text.text.ptr;
}

static const struct fileop rename_file = {
	.keeps_text = true,
	.check = rename_check,
	.speaks = rename_speaks,
	.judge = rename_judge,
	.compose = rename_compose,
};

const struct op op_rename_file = {
	.name = "rename-file",
	.summary = "rename the file to this path, which must be free",
	.value = OP_PATH,
	.file = &rename_file,
	.stands_alone = true,
};
