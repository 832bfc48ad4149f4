#include "text/source.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/utf8.h"
#include "text/line_index.h"

void source_init(struct source *source, const char *path, struct slice bytes)
{
	*source = (struct source){ .path = path, .bytes = bytes };
	source->has_bom = utf8_mark_len(bytes) > 0;
	source->has_nul = bytes.len && memchr(bytes.ptr, '\0', bytes.len);
}

static void free_lines(struct source_lines *known)
{
	if (!known)
		return;
	table_release(&known->numbers);
	line_index_release(&known->index);
	free(known->lines);
	free(known);
}

void source_release(struct source *source)
{
	free_lines(source->known);
	free(source->lines);
	*source = (struct source){ 0 };
}

/* Fills `lines` with n_lines + 1 offsets, the last of them bytes.len, so that line i is [lines[i], lines[i + 1]). */
static void need_lines(struct source *source)
{
	if (source->lines)
		return;
	const struct slice bytes = source->bytes;
	size_t count = 0, capacity = 0, at = 0;
	while (at < bytes.len) {
		VEC_PUSH(source->lines, count, capacity, (uint32_t)at);
		const char *newline = memchr(bytes.ptr + at, '\n', bytes.len - at);
		at = newline ? (size_t)(newline - bytes.ptr) + 1 : bytes.len;
	}
	source->n_lines = count;
	VEC_PUSH(source->lines, count, capacity, (uint32_t)bytes.len);
}

size_t source_line_index(struct source *source, size_t offset)
{
	need_lines(source);
	const struct slice bytes = source->bytes;
	if (offset >= bytes.len) {
		bool after_newline = bytes.len == 0 || bytes.ptr[bytes.len - 1] == '\n';
		return after_newline ? source->n_lines : source->n_lines - 1;
	}
	size_t low = 0, high = source->n_lines;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (source->lines[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

size_t source_line_begin(struct source *source, size_t index)
{
	need_lines(source);
	return index < source->n_lines ? source->lines[index] : source->bytes.len;
}

size_t source_text_begin(struct source *source, size_t index)
{
	size_t begin = source_line_begin(source, index);
	return begin == 0 && source->has_bom ? UTF8_MARK_LEN : begin;
}

struct slice source_line(struct source *source, size_t index)
{
	return slice_sub(source->bytes, source_line_begin(source, index), source_line_begin(source, index + 1));
}

struct slice source_line_text(struct source *source, size_t index)
{
	struct slice line = source_line(source, index);
	if (slice_ends_with(line, "\n"))
		line.len -= slice_ends_with(line, "\r\n") ? 2 : 1;
	return index == 0 && source->has_bom ? slice_sub(line, UTF8_MARK_LEN, line.len) : line;
}

size_t source_line_count(struct source *source)
{
	need_lines(source);
	return source->n_lines;
}

struct place source_place(struct source *source, size_t offset)
{
	if (offset > source->bytes.len)
		offset = source->bytes.len;
	size_t line = source_line_index(source, offset);
	return (struct place){ line + 1, offset - source_line_begin(source, line) + 1 };
}

/* The line end whose "\n" is at `newline`. */
static struct slice eol_ending_at(struct slice bytes, size_t newline)
{
	size_t begin = newline > 0 && bytes.ptr[newline - 1] == '\r' ? newline - 1 : newline;
	return slice_sub(bytes, begin, newline + 1);
}

struct slice source_eol_at(struct source *source, size_t offset)
{
	/* By the index of lines, and not by a search: a line of megabytes may have a match at every few bytes. */
	size_t line = source_line_index(source, offset), begin = source_line_begin(source, line);
	size_t end = source_line_begin(source, line + 1);
	if (end > begin && source->bytes.ptr[end - 1] == '\n')
		return eol_ending_at(source->bytes, end - 1);
	return begin ? eol_ending_at(source->bytes, begin - 1) : SLICE_LITERAL("\n");
}

enum eol source_eol(const struct source *source)
{
	const struct slice bytes = source->bytes;
	bool has_lf = false, has_crlf = false;
	for (size_t at = 0; at < bytes.len && !(has_lf && has_crlf);) {
		const char *newline = memchr(bytes.ptr + at, '\n', bytes.len - at);
		if (!newline)
			break;
		size_t offset = (size_t)(newline - bytes.ptr);
		if (eol_ending_at(bytes, offset).len == 2)
			has_crlf = true;
		else
			has_lf = true;
		at = offset + 1;
	}
	if (has_lf && has_crlf)
		return EOL_MIXED;
	if (has_lf || has_crlf)
		return has_crlf ? EOL_CRLF : EOL_LF;
	return bytes.len && memchr(bytes.ptr, '\r', bytes.len) ? EOL_CR : EOL_NONE;
}

struct slice source_indent_at(struct source *source, size_t offset)
{
	size_t begin = source_text_begin(source, source_line_index(source, offset));
	size_t end = begin;
	while (end < source->bytes.len && (source->bytes.ptr[end] == ' ' || source->bytes.ptr[end] == '\t'))
		end++;
	return slice_sub(source->bytes, begin, end);
}

bool source_begins_line(struct source *source, size_t offset)
{
	size_t begin = source_text_begin(source, 0);
	while (offset > begin && ascii_is_blank(source->bytes.ptr[offset - 1]))
		offset--;
	return offset == begin || source->bytes.ptr[offset - 1] == '\n';
}

/* So many times the file is searched before it pays to know all its lines. */
#define FEW_SEARCHES 4

const struct source_lines *source_known_lines(struct source *source)
{
	if (source->known || ++source->n_line_searches <= FEW_SEARCHES)
		return source->known;
	struct source_lines *known = source->known = xcalloc(1, sizeof(*known));
	size_t n_lines = source_line_count(source);
	known->lines = xcalloc(n_lines + 1, sizeof(*known->lines));
	for (size_t i = 0; i < n_lines; i++) {
		size_t *number = table_at(&known->numbers, source_line_text(source, i));
		if (!*number)
			*number = known->numbers.count;
		known->lines[i] = (uint32_t)*number;
	}
	line_index_init(&known->index, known->lines, n_lines);
	return known;
}
