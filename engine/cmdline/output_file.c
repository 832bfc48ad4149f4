#include "cmdline/output_file.h"

#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "cmdline/command.h"
#include "platform/output.h"
#include "platform/read.h"

bool output_is_standard(const char *path)
{
	return !path || strcmp(path, "-") == 0;
}

bool output_may_write(const struct options *options, const char *path, struct err *err)
{
	const char *root = options_shared(options)->root;
	const struct tree_list *trees = options_shared(options)->noted_trees;
	bool ok = platform_check_output(path, root ? root : ".", err);
	for (size_t i = 0; i < trees->count && ok; i++)
		ok = platform_check_output(path, trees->items[i], err);
	return ok;
}

bool output_save(const struct options *options, const char *path, struct slice bytes, struct err *err)
{
	return output_may_write(options, path, err) && platform_save_file(path, bytes, err);
}

#define LOOKED_AT_BYTES ((size_t)64 << 10)
/* Of a larger file nothing shows that it is a report. */
#define REPORT_MAX_BYTES ((size_t)256 << 20)

/* Does it begin as a report, a page, patches or a script does, and name the program soon after? */
static bool names_program(const struct options *options, struct slice text)
{
	static const char *const begins[] = { "{", "<", ":", "tree ", "tpatch ", "From ", "# tbuild ", "#!/bin/sh",
		"@echo off" };
	struct slice begin = slice_trim(slice_sub(text, 0, LOOKED_AT_BYTES));
	/* GitLab's Code Quality has no place for a program's name. */
	if (slice_starts_with(begin, "["))
		return slice_eq_cstr(begin, "[]") ||
		       slice_find(begin, SLICE_LITERAL("\"check_name\""), 0) != (size_t)-1;
	bool is_ours = false;
	for (size_t i = 0; i < COUNT_OF(begins) && !is_ours; i++)
		is_ours = slice_starts_with(begin, begins[i]);
	return is_ours && slice_find(begin, slice_of(options_shared(options)->program->name), 0) != (size_t)-1;
}

/* What it begins with, through its first word. */
static struct slice beginning(struct slice text)
{
	size_t at = 0;
	while (at < text.len && !ascii_is_letter(text.ptr[at]))
		at++;
	while (at < text.len && ascii_is_letter(text.ptr[at]))
		at++;
	return slice_sub(text, 0, at);
}

static bool takes_force(const struct options *options)
{
	const struct options_shared *shared = options_shared(options);
	for (const int *each = shared->command->options; *each; each++)
		if (shared->program->options[*each].offset == offsetof(struct options_shared, replaces))
			return true;
	return false;
}

/* `bytes` may be NULL: they are not known yet. */
static bool may_replace(const struct options *options, const char *path, const struct slice *bytes, struct err *err)
{
	struct file_stat st;
	struct str text = STR_INIT;
	struct err unknown = ERR_INIT;
	if (output_is_standard(path))
		return true;
	if (!output_may_write(options, path, err))
		return false;
	bool is_file = platform_stat(path, &st, &unknown) && st.type == FILE_REGULAR && st.size > 0;
	err_release(&unknown);
	if (options_shared(options)->replaces || !is_file)
		return true;
	bool was_read = platform_read_file(path, REPORT_MAX_BYTES, &text, err);
	struct slice old = str_slice(&text);
	bool ok = was_read &&
		  (!slice_trim(old).len || names_program(options, old) ||
			  (bytes && !names_program(options, *bytes) && slice_eq(beginning(old), beginning(*bytes))));
	str_release(&text);
	if (ok || !was_read)
		return ok;
	err_set(err, ERR_USAGE, "'%s' exists and does not look as if %s wrote it", path,
		options_shared(options)->program->name);
	return err_hint(err, "name another file, or %s",
		takes_force(options) ? "use --force to replace it" : "remove this one");
}

bool output_may_replace(const struct options *options, const char *path, struct err *err)
{
	return may_replace(options, path, NULL, err);
}

bool output_replace(const struct options *options, const char *path, struct slice bytes, struct err *err)
{
	return may_replace(options, path, &bytes, err) && platform_save_file(path, bytes, err);
}
