/*
 * Plain text: each line is one token, without the spaces around it. A line that is just `$NAME` or `$$$NAME` is a
 * capture in a pattern.
 */
#include <string.h>

#include "base/ascii.h"
#include "lang/lang_text.h"

/* Adds the tokens of the line [begin, end), which has no line end. */
static void lex_line(struct slice bytes, size_t begin, size_t end, bool pattern, struct token_list *out)
{
	size_t first = begin, last = end;
	while (first < last && ascii_is_blank(bytes.ptr[first]))
		first++;
	while (last > first && ascii_is_blank(bytes.ptr[last - 1]))
		last--;
	if (first > begin)
		token_list_add(out, TOKEN_SPACE, begin, first);
	if (last > first)
		token_list_add(out, pattern ? capture_kind(slice_sub(bytes, first, last), TOKEN_TEXT) : TOKEN_TEXT,
			first, last);
	if (end > last)
		token_list_add(out, TOKEN_SPACE, last, end);
}

void text_lex(struct slice bytes, bool pattern, struct token_list *out)
{
	size_t at = 0;
	if (slice_starts_with(bytes, "\xEF\xBB\xBF")) {
		token_list_add(out, TOKEN_BOM, 0, 3);
		at = 3;
	}
	while (at < bytes.len) {
		const char *newline = memchr(bytes.ptr + at, '\n', bytes.len - at);
		size_t next = newline ? (size_t)(newline - bytes.ptr) + 1 : bytes.len;
		size_t end = newline ? next - 1 : next;
		if (newline && end > at && bytes.ptr[end - 1] == '\r')
			end--;
		lex_line(bytes, at, end, pattern, out);
		if (next > end)
			token_list_add(out, TOKEN_NEWLINE, end, next);
		at = next;
	}
}

static const char *const text_filenames[] = { NULL };

const struct language language_text = {
	.name = "text",
	.summary = "plain text, line by line",
	.filenames = text_filenames,
	.lex = text_lex,
};
