/*
 * Where the parts of CMake's language end, after cmake-language(7) and, where the manual is silent, after what cmake
 * itself does:
 *   - an unquoted argument ends before a '"' whose closing one would lie behind a parenthesis, '#' or line end, so
 *     `-Da="b(c)"` is two arguments;
 *   - form feeds and vertical tabs are part of unquoted arguments;
 *   - a "\r" that is not part of "\r\n" is a blank.
 */
#include <string.h>

#include "lang/lang_cmake.h"

/* The bytes that end a plain run of an unquoted argument. */
static const unsigned char ends_run[256] = {
	['\0'] = 1, [' '] = 1, ['\t'] = 1, ['\r'] = 1, ['\n'] = 1, ['('] = 1, [')'] = 1, ['#'] = 1, ['\\'] = 1, ['"'] = 1,
};

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9');
}

static size_t word_end(struct slice bytes, size_t at)
{
	while (at < bytes.len && is_word(bytes.ptr[at]))
		at++;
	return at;
}

size_t cmake_identifier_end(struct slice bytes, size_t at)
{
	char first = cmake_byte(bytes, at);
	return first >= '0' && first <= '9' ? at : word_end(bytes, at);
}

size_t cmake_blanks_end(struct slice bytes, size_t at)
{
	for (; at < bytes.len; at++) {
		char c = bytes.ptr[at];
		if (c != ' ' && c != '\t' && (c != '\r' || cmake_is_line_end(bytes, at)))
			break;
	}
	return at;
}

size_t cmake_line_end(struct slice bytes, size_t at)
{
	const char *newline = at < bytes.len ? memchr(bytes.ptr + at, '\n', bytes.len - at) : NULL;
	if (!newline)
		return bytes.len;
	size_t end = (size_t)(newline - bytes.ptr);
	return end > at && bytes.ptr[end - 1] == '\r' ? end - 1 : end;
}

size_t cmake_bracket_level(struct slice bytes, size_t at)
{
	if (cmake_byte(bytes, at) != '[')
		return SIZE_MAX;
	size_t end = at + 1;
	while (cmake_byte(bytes, end) == '=')
		end++;
	return cmake_byte(bytes, end) == '[' ? end - at - 1 : SIZE_MAX;
}

size_t cmake_bracket_end(struct slice bytes, size_t at, size_t level)
{
	at += level + 2;
	while (at < bytes.len) {
		const char *close = memchr(bytes.ptr + at, ']', bytes.len - at);
		if (!close)
			break;
		size_t first = (size_t)(close - bytes.ptr) + 1;
		for (at = first; at - first < level && cmake_byte(bytes, at) == '='; at++)
			;
		if (at - first == level && cmake_byte(bytes, at) == ']')
			return at + 1;
	}
	return 0;
}

size_t cmake_string_end(struct slice bytes, size_t at)
{
	for (at++; at < bytes.len; at++) {
		if (bytes.ptr[at] == '"')
			return at + 1;
		if (bytes.ptr[at] == '\\')
			at++;
	}
	return 0;
}

/* The end of the escape at the backslash `at`; 0 where a line end, a NUL or nothing follows it. */
static size_t escape_end(struct slice bytes, size_t at)
{
	return cmake_byte(bytes, at + 1) == '\0' || cmake_is_line_end(bytes, at + 1) ? 0 : at + 2;
}

/* The end of the Make-style reference `$(NAME)` with its '(' at `open` and its '$' not before `from`; 0 where there is none. */
static size_t make_reference_end(struct slice bytes, size_t from, size_t open)
{
	if (open <= from || bytes.ptr[open - 1] != '$')
		return 0;
	size_t close = word_end(bytes, open + 1);
	return cmake_byte(bytes, close) == ')' ? close + 1 : 0;
}

/* How far unquoted content reaches from `at`. With `quoted`, `at` lies behind a '"' inside the argument: blanks are content. */
static size_t content_end(struct slice bytes, size_t at, bool quoted)
{
	size_t plain = at; /* what lies before was an escape or a reference */
	while (at < bytes.len) {
		char c = bytes.ptr[at];
		if (!ends_run[(unsigned char)c] || (quoted && (c == ' ' || c == '\t'))) {
			at++;
			continue;
		}
		size_t next = 0;
		if (c == '\\')
			next = escape_end(bytes, at);
		else if (c == '(')
			next = make_reference_end(bytes, plain, at);
		if (!next)
			break;
		at = plain = next;
	}
	return at;
}

size_t cmake_unquoted_end(struct slice bytes, size_t at)
{
	size_t begin = at;
	for (;;) {
		at = content_end(bytes, at, false);
		if (at == begin || cmake_byte(bytes, at) != '"')
			break;
		size_t close = content_end(bytes, at + 1, true);
		if (cmake_byte(bytes, close) != '"')
			break;
		at = close + 1;
	}
	/* `[` and `[=` that open no bracket need something behind the '=', or the '[' is an argument by itself. */
	if (cmake_byte(bytes, begin) == '[') {
		size_t end = begin + 1;
		while (end < at && bytes.ptr[end] == '=')
			end++;
		if (end == at)
			return begin + 1;
	}
	return at;
}

size_t cmake_placeholder_end(struct slice bytes, size_t at)
{
	if (cmake_byte(bytes, at) != '@')
		return at;
	size_t end = at + 1;
	while (end < bytes.len && (is_word(bytes.ptr[end]) || memchr("/.+-", bytes.ptr[end], 4)))
		end++;
	return end > at + 1 && cmake_byte(bytes, end) == '@' ? end + 1 : at;
}
