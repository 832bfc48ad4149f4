#include "series/recount.h"

#include <string.h>

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
	struct slice rest; /* behind the second "@@" */
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
	if (slice_eq_cstr(slice_trim(line), "--") && line.len >= 2 && line.ptr[0] == '-')
		return true;
	return line.len && line.ptr[0] != '\r' && !strchr(" +-\\", line.ptr[0]);
}

static void count_lines(struct reader *r, struct header *out)
{
	struct slice line;
	size_t next, at = r->at;
	unsigned long n_blank = 0;
	out->old_count = out->new_count = 0;
	for (; peek(r, at, &line, &next) && !ends_hunk(r, line, next); at = next) {
		char sign = line.len && line.ptr[0] != '\r' ? line.ptr[0] : ' ';
		/* Empty lines behind the hunk are not part of it. */
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
		if (read_header(line, &told)) {
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
