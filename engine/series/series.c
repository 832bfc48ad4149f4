/* A series of diffs: its patches and notes. */
#include "series/series.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/shown.h"
#include "series/series_private.h"

struct reader {
	struct slice text;
	size_t at, line; /* line: 1-based */
};

static bool peek(const struct reader *r, size_t from, struct slice *line, size_t *next)
{
	if (from >= r->text.len)
		return false;
	size_t end = slice_find(r->text, SLICE_LITERAL("\n"), from);
	*next = end == (size_t)-1 ? r->text.len : end + 1;
	*line = slice_sub(r->text, from, end == (size_t)-1 ? r->text.len : end);
	return true;
}

struct header {
	unsigned long old_start, old_count, new_start, new_count;
	struct slice rest; /* after the second "@@" */
};

static bool read_number(struct slice line, size_t *at, unsigned long *out)
{
	size_t begin = *at;
	for (*out = 0; *at < line.len && line.ptr[*at] >= '0' && line.ptr[*at] <= '9' && *at - begin < 10; (*at)++)
		*out = *out * 10 + (unsigned long)(line.ptr[*at] - '0');
	return *at > begin;
}

static bool read_range(struct slice line, size_t *at, char sign, unsigned long *start, unsigned long *count)
{
	*count = 1;
	if (*at >= line.len || line.ptr[(*at)++] != sign || !read_number(line, at, start))
		return false;
	if (*at < line.len && line.ptr[*at] == ',') {
		++*at;
		return read_number(line, at, count);
	}
	return true;
}

static bool read_header(struct slice line, struct header *out)
{
	size_t at = 3;
	if (!slice_starts_with(line, "@@ -") || !read_range(line, &at, '-', &out->old_start, &out->old_count))
		return false;
	at++;
	if (!read_range(line, &at, '+', &out->new_start, &out->new_count) ||
		!slice_starts_with(slice_sub(line, at, line.len), " @@"))
		return false;
	out->rest = slice_sub(line, at + 3, line.len);
	return true;
}

/* Does the line end the hunk above it? */
static bool ends_hunk(const struct reader *r, struct slice line, size_t next)
{
	struct slice below;
	size_t after;
	if (slice_starts_with(line, "--- ") && peek(r, next, &below, &after) && slice_starts_with(below, "+++ "))
		return true;
	/* A mail's signature, unless lines of a hunk are below: then a '-' is removed. */
	if (slice_starts_with(line, "--") && slice_trim(line).len == 2)
		return !peek(r, next, &below, &after) || !below.len || !strchr(" +-\\", below.ptr[0]);
	return line.len && line.ptr[0] != '\r' && !strchr(" +-\\", line.ptr[0]);
}

/* Are below the header the lines that it says, and no more of them? They may look like the end of a hunk. */
static bool is_counted(const struct reader *r, const struct header *told)
{
	struct slice line;
	size_t next, at = r->at;
	unsigned long n_old = told->old_count, n_new = told->new_count;
	for (; (n_old || n_new) && peek(r, at, &line, &next); at = next) {
		char sign = line.len && line.ptr[0] != '\r' ? line.ptr[0] : ' ';
		bool is_old = sign == ' ' || sign == '-', is_new = sign == ' ' || sign == '+';
		if ((is_old && !n_old) || (is_new && !n_new) || !(is_old || is_new || sign == '\\'))
			return false;
		n_old -= is_old;
		n_new -= is_new;
	}
	return !n_old && !n_new &&
	       (!peek(r, at, &line, &next) || !line.len || line.ptr[0] == '\r' || line.ptr[0] == '\\' ||
		       ends_hunk(r, line, next));
}

static void count_lines(struct reader *r, struct header *out)
{
	struct slice line;
	size_t next, at = r->at;
	unsigned long n_blank = 0;
	out->old_count = out->new_count = 0;
	for (; peek(r, at, &line, &next) && !ends_hunk(r, line, next); at = next) {
		char sign = line.len && line.ptr[0] != '\r' ? line.ptr[0] : ' ';
		/* Empty lines after the hunk are not part of it. */
		n_blank = line.len && line.ptr[0] != '\r' ? 0 : n_blank + 1;
		out->old_count += sign == ' ' || sign == '-';
		out->new_count += sign == ' ' || sign == '+';
	}
	out->old_count -= n_blank;
	out->new_count -= n_blank;
}

static bool is_at_end(const struct reader *r)
{
	struct slice line;
	size_t next, at = r->at;
	while (peek(r, at, &line, &next) && !ends_hunk(r, line, next))
		at = next;
	return at >= r->text.len;
}

size_t diff_recount(struct slice text, struct str *out, size_t *first)
{
	struct reader r = { .text = text, .line = 1 };
	struct slice line;
	size_t next, n_changed = 0;
	for (; peek(&r, r.at, &line, &next); r.line++) {
		struct header told, counted;
		size_t begin = r.at;
		r.at = next;
		if (read_header(line, &told) && !is_counted(&r, &told)) {
			counted = told;
			count_lines(&r, &counted);
			bool cut_off = is_at_end(&r) &&
				       (counted.old_count < told.old_count || counted.new_count < told.new_count);
			if (!cut_off && (counted.old_count != told.old_count || counted.new_count != told.new_count)) {
				*first = n_changed++ ? *first : r.line;
				str_addf(out, "@@ -%lu,%lu +%lu,%lu @@" SLICE_FMT "\n", told.old_start,
					counted.old_count, told.new_start, counted.new_count, SLICE_ARG(counted.rest));
				continue;
			}
		}
		str_add(out, slice_sub(text, begin, next));
	}
	return n_changed;
}

/* In the arena. */
static const char *on_one_line(struct series *series, struct slice text)
{
	struct str line = STR_INIT;
	shown_add_line(text, &line);
	const char *copy = arena_dup(&series->arena, str_slice(&line));
	str_release(&line);
	return copy;
}

void series_note(struct series *series, const char *format, ...)
{
	struct str text = STR_INIT;
	va_list args;
	va_start(args, format);
	str_addv(&text, format, args);
	va_end(args);
	const char *line = on_one_line(series, str_slice(&text));
	VEC_PUSH(series->notes, series->n_notes, series->notes_capacity, line);
	str_release(&text);
}

/* Reads it with its counts as they are, else, if that is all that is wrong with it, as they should be. */
static bool parse(struct series *series, struct series_patch *out, const char *name, struct slice text, size_t strip,
	struct err *err)
{
	struct str counted = STR_INIT;
	struct err again = ERR_INIT;
	size_t line = 0, n;
	if (patch_read(&out->patch, name, text, strip, err))
		return true;
	patch_release(&out->patch);
	bool ok = err->kind == ERR_USAGE && (n = diff_recount(text, &counted, &line)) &&
		  patch_read(&out->patch, name, str_slice(&counted), strip, &again);
	if (ok) {
		err_release(err);
		series_note(series, "%s:%zu: the counts of %zu hunk%s were wrong, and were counted again", name, line,
			n, str_plural(n));
	}
	if (!ok)
		patch_release(&out->patch);
	err_release(&again);
	str_release(&counted);
	return ok;
}

/* Takes `patch` over, also where there are too many. */
static bool push(struct series *series, struct series_patch *patch, struct err *err)
{
	if (series->n_patches == SERIES_MAX_PATCHES) {
		patch_release(&patch->patch);
		err_set(err, ERR_USAGE, "there are more than %d patches", SERIES_MAX_PATCHES);
		return err_hint(err, "port takes that many at once; carry them in parts, the oldest first");
	}
	VEC_PUSH(series->patches, series->n_patches, series->patches_capacity, *patch);
	return true;
}

bool series_add(struct series *series, const char *name, struct slice text, size_t strip, struct err *err)
{
	struct series_patch patch = { .name = on_one_line(series, slice_of(name)) };
	if (!parse(series, &patch, name, text, strip, err))
		return false;
	return push(series, &patch, err);
}

/* +1 where the tree has the file by its whole path only, -1 where it has it below the first folder, else 0. */
static int ask_for_file(const struct series_options *options, const char *path)
{
	if (!path)
		return 0;
	const char *slash = strchr(path, '/');
	if (slash && options->has_file(options->context, slash + 1))
		return -1;
	return options->has_file(options->context, path) ? 1 : 0;
}

bool series_read_strip(struct slice number, size_t *strip)
{
	size_t value = 0;
	for (size_t i = 0; i < number.len; i++) {
		if (!ascii_is_digit(number.ptr[i]) || i == 3)
			return false;
		value = 10 * value + (size_t)(number.ptr[i] - '0');
	}
	if (number.len)
		*strip = value;
	return number.len > 0;
}

static bool can_read(const char *name, struct slice text, size_t strip, struct patch *out)
{
	struct err ignored = ERR_INIT;
	bool ok = patch_read(out, name, text, strip, &ignored);
	err_release(&ignored);
	return ok;
}

/* As the tools of those who make such diffs do: the paths are taken as they are where they fit the tree only so, or
 * have no folder that could be taken off. */
static size_t strip_of(struct series *series, const char *name, struct slice text, const struct series_options *options)
{
	struct patch whole = { 0 }, below = { 0 };
	struct str counted = STR_INIT;
	size_t n_whole = 0, n_below = 0, line;
	diff_recount(text, &counted, &line);
	bool ok = can_read(name, str_slice(&counted), 0, &whole);
	for (size_t i = 0; ok && i < whole.n_files; i++) {
		const char *paths[] = { whole.files[i].old_path, whole.files[i].new_path };
		for (size_t k = 0; k < COUNT_OF(paths); k++) {
			int has = options->has_file ? ask_for_file(options, paths[k]) : 0;
			n_whole += has > 0;
			n_below += has < 0;
		}
	}
	bool is_whole = n_whole && !n_below;
	if (is_whole)
		series_note(series, "%s: its paths are used unchanged (--strip 0), since the tree has them", name);
	else
		is_whole = !can_read(name, str_slice(&counted), 1, &below);
	patch_release(&whole);
	patch_release(&below);
	str_release(&counted);
	return is_whole ? 0 : 1;
}

bool series_add_text(struct series *series, const char *path, const char *name, struct slice text, size_t strip,
	const struct series_options *options, struct err *err)
{
	struct series_patch patch = { .name = on_one_line(series, slice_of(name)) };
	if (strip == SERIES_STRIP_UNSAID)
		strip = strip_of(series, path, text, options);
	return parse(series, &patch, path, text, strip, err) && push(series, &patch, err);
}

void series_release(struct series *series)
{
	for (size_t i = 0; i < series->n_patches; i++)
		patch_release(&series->patches[i].patch);
	free(series->patches);
	free(series->notes);
	arena_release(&series->arena);
	*series = (struct series){ 0 };
}
