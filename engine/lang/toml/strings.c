/* TOML's strings, as version 1.0 of the format has them. */
#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "lang/toml/lang_toml.h"

static size_t count_quotes(struct slice bytes, size_t at)
{
	size_t n = 0;
	while (at + n < bytes.len && bytes.ptr[at + n] == bytes.ptr[at])
		n++;
	return n;
}

static bool is_long(struct slice literal)
{
	return literal.len >= 6 && count_quotes(literal, 0) >= 3;
}

/* Up to five quotes end a string of several lines: two of them are still its own. */
static const char *long_string_end(struct slice bytes, size_t at, size_t *end)
{
	char quote = bytes.ptr[at];
	size_t i = at + 3;
	while (i < bytes.len) {
		size_t n = bytes.ptr[i] == quote ? count_quotes(bytes, i) : 0;
		if (n >= 3) {
			*end = i + (n > 5 ? 5 : n);
			return NULL;
		}
		i += n ? n : quote == '"' && bytes.ptr[i] == '\\' ? 2 : 1;
	}
	*end = bytes.len;
	return "a string is never closed";
}

const char *toml_string_end(struct slice bytes, size_t at, bool lines, size_t *end)
{
	char quote = bytes.ptr[at];
	if (lines && count_quotes(bytes, at) >= 3)
		return long_string_end(bytes, at, end);
	size_t i = at + 1;
	while (i < bytes.len && bytes.ptr[i] != quote && !toml_line_end(bytes, i))
		i += quote == '"' && bytes.ptr[i] == '\\' && i + 1 < bytes.len && !toml_line_end(bytes, i + 1) ? 2 : 1;
	bool is_closed = i < bytes.len && bytes.ptr[i] == quote;
	*end = is_closed ? i + 1 : i;
	return is_closed ? NULL : "a string is never closed";
}

struct slice toml_string_inner(struct slice literal)
{
	size_t quotes = is_long(literal) ? 3 : 1;
	return literal.len < 2 * quotes ? slice_sub(literal, literal.len, literal.len)
					: slice_sub(literal, quotes, literal.len - quotes);
}

/* The character that the escape `\u` or `\U` at `at` stands for; false where it is none. */
static bool read_code_point(struct slice text, size_t at, uint32_t *code_point)
{
	size_t digits = text.ptr[at + 1] == 'u' ? 4 : 8;
	*code_point = 0;
	for (size_t i = at + 2; i < at + 2 + digits; i++) {
		char c = slice_byte(text, i);
		if (!ascii_is_hex_digit(c))
			return false;
		uint32_t digit = ascii_is_digit(c) ? (uint32_t)(c - '0') : (uint32_t)(ascii_to_lower(c) - 'a' + 10);
		*code_point = *code_point << 4 | digit;
	}
	return *code_point <= 0x10FFFF && !(*code_point >= 0xD800 && *code_point <= 0xDFFF);
}

/* After a backslash at the end of a line, and the spaces and line ends that go with it; `at` itself where spaces alone
 * follow. */
static size_t after_joint(struct slice text, size_t at)
{
	size_t end = at + 1;
	while (ascii_is_blank(slice_byte(text, end)))
		end++;
	if (!toml_line_end(text, end))
		return at;
	while (end < text.len && (ascii_is_blank(text.ptr[end]) || toml_line_end(text, end)))
		end++;
	return end;
}

/* The length of the escape at `at` of the inner text, 0 where it is none. */
static size_t escape_len(struct slice text, size_t at, bool lines)
{
	uint32_t code_point;
	char c = slice_byte(text, at + 1);
	if (c == 'u' || c == 'U')
		return !read_code_point(text, at, &code_point) ? 0 : c == 'u' ? 6 : 10;
	if (c && strchr("btnfr\"\\", c))
		return 2;
	return lines ? after_joint(text, at) - at : 0;
}

const char *toml_string_problem(struct slice literal, size_t *at)
{
	struct slice text = toml_string_inner(literal);
	bool lines = is_long(literal), is_basic = literal.ptr[0] == '"';
	size_t shift = (size_t)(text.ptr - literal.ptr);
	for (size_t i = 0; i < text.len;) {
		size_t line_end = lines ? toml_line_end(text, i) : 0, len = 1;
		*at = shift + i;
		if (is_basic && text.ptr[i] == '\\') {
			len = escape_len(text, i, lines);
			if (!len)
				return "an escape sequence that TOML does not define";
		} else if (!line_end && toml_is_control(text.ptr[i])) {
			return "a control character in a string";
		}
		i += line_end ? line_end : len;
	}
	return NULL;
}

/* Appends what the escape at `at` stands for; returns where it ends. */
static size_t decode_escape(struct slice text, size_t at, struct str *out)
{
	static const char names[] = "btnfr\"\\", values[] = "\b\t\n\f\r\"\\";
	uint32_t code_point;
	char c = slice_byte(text, at + 1);
	const char *name = c ? strchr(names, c) : NULL;
	if (name) {
		str_add_char(out, values[name - names]);
		return at + 2;
	}
	if ((c == 'u' || c == 'U') && read_code_point(text, at, &code_point)) {
		utf8_add(code_point, out);
		return at + (c == 'u' ? 6 : 10);
	}
	return at + 1;
}

void toml_string_decode(struct slice literal, struct str *out)
{
	struct slice text = toml_string_inner(literal);
	bool is_basic = literal.ptr[0] == '"';
	for (size_t i = 0; i < text.len;) {
		if (is_basic && text.ptr[i] == '\\')
			i = decode_escape(text, i, out);
		else
			str_add_char(out, text.ptr[i++]);
	}
}
