/* Line by line through a diff. */
#include "text/patch_private.h"

#include <string.h>

bool patch_line_at(const struct patch_reader *reader, size_t from, struct slice *line, bool *crlf, size_t *next)
{
	struct slice text = reader->text;
	if (from >= text.len)
		return false;
	const char *newline = memchr(text.ptr + from, '\n', text.len - from);
	size_t end = newline ? (size_t)(newline - text.ptr) : text.len;
	*next = newline ? end + 1 : end;
	*crlf = newline && end > from && text.ptr[end - 1] == '\r';
	*line = slice_sub(text, from, *crlf ? end - 1 : end);
	return true;
}

bool patch_peek(const struct patch_reader *reader, struct slice *line)
{
	bool crlf;
	size_t next;
	return patch_line_at(reader, reader->at, line, &crlf, &next);
}

bool patch_fail(struct patch_reader *reader, size_t offset, struct err *err, const char *format, ...)
{
	struct str text = STR_INIT;
	va_list args;
	va_start(args, format);
	str_addv(&text, format, args);
	va_end(args);
	reader->error_offset = offset;
	err_set(err, reader->error_kind, "%s", text.ptr);
	str_release(&text);
	return false;
}
