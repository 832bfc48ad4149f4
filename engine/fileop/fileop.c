#include "fileop/fileop.h"

#include <string.h>

#include "base/mode.h"
#include "text/visible.h"

#define MAX_LINE_SHOWN 60

/* --- what comes of it --------------------------------------------------------------------------------------------- */

struct file_effect fileop_effect(const struct edit_def *file_edit, const struct edit_def *mode_edit, uint32_t mode)
{
	struct file_effect effect = { .mode = mode };
	if (file_edit)
		file_edit->op->file->compose(file_edit, &effect);
	if (mode_edit)
		mode_edit->op->file->compose(mode_edit, &effect);
	return effect;
}

const char *fileop_new_path(const struct edit_def *file_edit)
{
	return fileop_effect(file_edit, NULL, 0).new_path;
}

bool fileop_is_same(const struct edit_def *a, const struct edit_def *b)
{
	struct file_effect x = fileop_effect(a, NULL, NEW_FILE_MODE), y = fileop_effect(b, NULL, NEW_FILE_MODE);
	bool same_path = x.new_path && y.new_path ? strcmp(x.new_path, y.new_path) == 0 : !x.new_path && !y.new_path;
	return a->op == b->op && same_path && slice_eq(x.text, y.text) && x.is_new == y.is_new &&
	       x.is_gone == y.is_gone && x.changes_mode == y.changes_mode && x.mode == y.mode;
}

bool fileop_may_stand_beside(const struct edit_def *file_edit, const struct edit_def *edit)
{
	if (!edit->op->file)
		return file_edit->op->file->keeps_text;
	return edit->op->file->is_for_mode && !fileop_effect(file_edit, NULL, NEW_FILE_MODE).is_gone;
}

/* --- what is there ------------------------------------------------------------------------------------------------ */

bool fileop_look(const struct fileop_case *file, const char *path, struct arena *arena, enum place_state *state,
	const char **why, struct err *err)
{
	*state = PLACE_FREE;
	*why = NULL;
	return !file->probe || file->probe->look(file->probe->ctx, path, arena, state, why, err);
}

static struct slice without_line_end(struct slice line)
{
	size_t n_end = slice_ends_with(line, "\r\n") ? 2 : slice_ends_with(line, "\n");
	return slice_sub(line, 0, line.len - n_end);
}

static bool same_line(struct slice a, struct slice b)
{
	return slice_ends_with(a, "\n") == slice_ends_with(b, "\n") &&
	       slice_eq(without_line_end(a), without_line_end(b));
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

bool fileop_has_content(const struct fileop_case *file, const struct edit_def *edit, const char *prefix,
	struct arena *arena, const char **detail)
{
	struct source *source = file->source;
	struct str text = STR_INIT;
	if (edit->has_hash) {
		struct hash hash = hash_with_lf(source->bytes);
		char hex[HASH_HEX_LEN + 1];
		if (hash_eq(hash, edit->hash))
			return true;
		hash_to_hex(hash, hex);
		str_addf(&text, "%s: its hash is %s", prefix, hex);
		*detail = arena_take(arena, &text);
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
		*detail = arena_take(arena, &text);
	}
	source_release(&wanted);
	return line == (size_t)-1;
}
