#include "commit/content.h"

#include "base/mode.h"
#include "plan/plan.h"
#include "text/source.h"

static enum content content_of_nothing(const struct content_change *change)
{
	return change->is_new ? CONTENT_BEFORE : change->is_gone ? CONTENT_AFTER : CONTENT_GONE;
}

enum content content_of(
	const struct content_change *change, const struct file_stat *st, bool text_is_before, bool text_is_after)
{
	if (st->type != FILE_REGULAR)
		return st->type == FILE_NONE ? content_of_nothing(change) : CONTENT_OTHER;
	bool before = text_is_before && !change->is_new, after = text_is_after && !change->is_gone;
	bool tells = !change->is_new && !change->is_gone && change->was_executable != change->becomes_executable &&
		     platform_has_executable_bit();
	if (tells) {
		before = before && mode_is_executable(st->mode) == change->was_executable;
		after = after && mode_is_executable(st->mode) == change->becomes_executable;
	}
	return after ? CONTENT_AFTER : before ? CONTENT_BEFORE : CONTENT_OTHER;
}

enum content content_by_record(const struct run_file *file, const struct file_stat *st, const struct slice *text)
{
	struct content_change change = { file->is_new, file->is_gone, mode_is_executable(file->mode),
		mode_is_executable(file->after_mode) };
	struct hash hash = text ? hash_of(*text) : (struct hash){ 0 };
	return content_of(&change, st, text && hash_eq(hash, file->before), text && hash_eq(hash, file->after));
}

bool content_examine(struct root *root, const char *path, const struct run_file *file, struct str *bytes,
	enum content *out, struct file_stat *st_out, struct err *err)
{
	struct file_stat st;
	struct err ignored = ERR_INIT;
	uint64_t most = file->before_size > file->after_size ? file->before_size : file->after_size;
	if (most > RECORDED_MAX_BYTES)
		most = RECORDED_MAX_BYTES;
	/* Most often it is a file, and as large as one of the two: then one open tells all. */
	bool have = root_read(root, path, (size_t)most, bytes, &st, &ignored);
	err_release(&ignored);
	if (!have && !root_stat(root, path, &st, err))
		return false;
	bool may_be = st.type == FILE_REGULAR && (st.size == file->before_size || st.size == file->after_size) &&
		      st.size <= RECORDED_MAX_BYTES;
	if (!have && may_be && !root_read(root, path, (size_t)st.size, bytes, &st, err))
		return false;
	if (st_out)
		*st_out = st;
	struct slice text = str_slice(bytes);
	*out = content_by_record(file, &st, have || may_be ? &text : NULL);
	return true;
}
