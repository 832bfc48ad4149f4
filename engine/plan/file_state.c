#include "plan/file_state.h"

#include <string.h>

#include "text/visible.h"

#define MAX_LINE_SHOWN 60

/* --- contents ----------------------------------------------------------------------------------------------------- */

static struct slice without_line_end(struct slice line)
{
	size_t n_end = slice_ends_with(line, "\r\n") ? 2 : slice_ends_with(line, "\n");
	return slice_sub(line, 0, line.len - n_end);
}

static bool same_line(struct slice a, struct slice b)
{
	return slice_ends_with(a, "\n") == slice_ends_with(b, "\n") && slice_eq(without_line_end(a), without_line_end(b));
}

/* The first line, 0-based, in which the two differ in more than the kind of line end; (size_t)-1 where they do not. */
static size_t first_difference(struct source *a, struct source *b)
{
	size_t n_a = source_line_count(a), n_b = source_line_count(b);
	for (size_t i = 0; i < n_a || i < n_b; i++)
		if (i >= n_a || i >= n_b || !same_line(source_line(a, i), source_line(b, i)))
			return i;
	return (size_t)-1;
}

static struct hash hash_with_lf(struct slice bytes)
{
	struct str text = STR_INIT;
	for (size_t i = 0; i < bytes.len; i++)
		if (bytes.ptr[i] != '\r' || i + 1 == bytes.len || bytes.ptr[i + 1] != '\n')
			str_add_char(&text, bytes.ptr[i]);
	struct hash hash = hash_of(str_slice(&text));
	str_release(&text);
	return hash;
}

static void add_line(struct source *source, size_t line, const char *what, struct str *out)
{
	if (line >= source_line_count(source)) {
		str_addf(out, "%s ends", what);
		return;
	}
	struct slice text = source_line(source, line);
	str_addf(out, "%s has '", what);
	visible_add(without_line_end(text), MAX_LINE_SHOWN, out);
	str_add_cstr(out, slice_ends_with(text, "\n") ? "'" : "' without a line end");
}

static const char *keep(struct arena *arena, struct str *text)
{
	const char *kept = arena_dup(arena, str_slice(text));
	str_release(text);
	return kept;
}

/* Is the file's content the one that the edit states? `*detail` tells where it is not. */
static bool has_content(struct source *source, const struct edit_def *edit, const char *prefix, struct arena *arena, const char **detail)
{
	struct str text = STR_INIT;
	if (edit->has_hash) {
		struct hash hash = hash_with_lf(source->bytes);
		char hex[HASH_HEX_LEN + 1];
		if (hash_eq(hash, edit->hash))
			return true;
		hash_to_hex(hash, hex);
		str_addf(&text, "%s: its hash is %s", prefix, hex);
		*detail = keep(arena, &text);
		return false;
	}
	struct source wanted;
	source_init(&wanted, source->path, edit->text.text);
	size_t line = first_difference(source, &wanted);
	if (line != (size_t)-1) {
		str_addf(&text, "%s: in line %zu ", prefix, line + 1);
		add_line(source, line, "the file", &text);
		str_add_cstr(&text, " and ");
		add_line(&wanted, line, "the rule", &text);
		*detail = keep(arena, &text);
	}
	source_release(&wanted);
	return line == (size_t)-1;
}

/* --- paths -------------------------------------------------------------------------------------------------------- */

static bool look(const struct file_task *task, const char *path, struct arena *arena, enum place_state *state, const char **why, struct err *err)
{
	*state = PLACE_FREE;
	return !task->probe || task->probe->look(task->probe->ctx, path, arena, state, why, err);
}

static bool is_rename(const struct rule *rule)
{
	return rule->file_edit && rule->file_edit->op->file == OP_FILE_RENAME;
}

bool file_rule_speaks(const struct file_task *task, const struct rule *rule, bool *speaks, struct err *err)
{
	struct arena arena = ARENA_INIT;
	enum place_state other = PLACE_FREE;
	const char *why;
	bool ok = true;
	*speaks = true;
	if (is_rename(rule)) {
		bool at_source = strcmp(task->path, rule->files[0]) == 0;
		ok = look(task, at_source ? rule->file_edit->text.text.ptr : rule->files[0], &arena, &other, &why, err);
		*speaks = at_source ? !task->is_absent || other != PLACE_TAKEN : !task->is_absent && other != PLACE_TAKEN;
	}
	arena_release(&arena);
	return ok;
}

static enum edit_state judge_create(const struct file_task *task, const struct edit_def *edit, struct source *source, enum place_state place,
                                    const char *why, struct arena *arena, const char **detail)
{
	if (task->is_absent) {
		*detail = why;
		return place == PLACE_BLOCKED ? EDIT_ABSENT : EDIT_TO_MAKE;
	}
	return has_content(source, edit, "it is there already, with another content", arena, detail) ? EDIT_MADE : EDIT_ABSENT;
}

static enum edit_state judge_rename(const struct file_task *task, const struct rule *rule, enum place_state place, const char *why, struct arena *arena,
                                    const char **detail)
{
	const char *from = rule->files[0], *to = rule->file_edit->text.text.ptr;
	struct str text = STR_INIT;
	if (strcmp(task->path, from) != 0)
		return EDIT_MADE;
	if (!task->is_absent && place == PLACE_FREE)
		return EDIT_TO_MAKE;
	if (task->is_absent)
		str_addf(&text, "neither '%s' nor '%s' is there", from, to);
	else if (place == PLACE_TAKEN)
		str_addf(&text, "both '%s' and '%s' are there", from, to);
	else
		str_addf(&text, "it cannot become '%s': %s", to, why);
	*detail = keep(arena, &text);
	return EDIT_ABSENT;
}

bool file_edit_judge(const struct file_task *task, const struct rule *rule, const struct edit_def *edit, struct source *source, uint32_t mode,
                     struct arena *arena, enum edit_state *state, const char **detail, struct err *err)
{
	enum place_state place = PLACE_FREE;
	const char *why = NULL;
	*detail = NULL;
	switch (edit->op->file) {
	case OP_FILE_CREATE:
		if (task->is_absent && !look(task, task->path, arena, &place, &why, err))
			return false;
		*state = judge_create(task, edit, source, place, why, arena, detail);
		return true;
	case OP_FILE_REMOVE:
		*state = task->is_absent ? EDIT_MADE : EDIT_TO_MAKE;
		if (!task->is_absent && !has_content(source, edit, "its content is not the one that the rule removes", arena, detail))
			*state = EDIT_ABSENT;
		return true;
	case OP_FILE_RENAME:
		if (!look(task, edit->text.text.ptr, arena, &place, &why, err))
			return false;
		*state = judge_rename(task, rule, place, why, arena, detail);
		return true;
	default:
		if (task->is_absent && rule->file_edit && rule->file_edit->op->file == OP_FILE_CREATE)
			*state = EDIT_TO_MAKE;
		else if (task->is_absent)
			*state = EDIT_ABSENT;
		else
			*state = !task->has_modes || mode_is_executable(mode) == edit->flag ? EDIT_MADE : EDIT_TO_MAKE;
		return true;
	}
}
