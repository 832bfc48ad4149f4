/*
 * Where Python's names, numbers, operators and strings end. Nothing here knows of lines, brackets or tokens.
 */
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/utf8.h"
#include "lang/python/lang_python.h"

/* 16 in a row. */
const char python_ascii_classes[] = "jjjjjjjjjsljsljj"
				    "jjjjjjjjjjjjjjjj"
				    "spqhDppqocpppppp"
				    "ddddddddddpppppj"
				    "pnnnnnnnnnnnnnnn"
				    "nnnnnnnnnnnobcpn"
				    "pnnnnnnnnnnnnnnn"
				    "nnnnnnnnnnnopcpj";

size_t python_line_end(struct slice bytes, size_t at)
{
	if (slice_byte(bytes, at) == '\r')
		return slice_byte(bytes, at + 1) == '\n' ? at + 2 : at + 1;
	return slice_byte(bytes, at) == '\n' ? at + 1 : at;
}

/* --- names ------------------------------------------------------------------------------------------------------- */

/*
 * Ranges of characters that are in no identifier: the spaces, punctuation and symbols that stray into source files
 * (no-break space, curly quotes, dashes, arrows, byte order marks, emoji). Not Unicode's whole list: a letter-like
 * character that is missing here at worst joins a name that Python would refuse.
 */
static const struct {
	uint32_t first, last;
} no_letters[] = {
	{ 0x80, 0xA9 },
	{ 0xAB, 0xB4 },
	{ 0xB6, 0xB6 },
	{ 0xB8, 0xB9 },
	{ 0xBB, 0xBF },
	{ 0xD7, 0xD7 },
	{ 0xF7, 0xF7 },
	{ 0x2000, 0x203E },
	{ 0x2041, 0x2053 },
	{ 0x2055, 0x2070 },
	{ 0x20A0, 0x20CF },
	{ 0x2190, 0x2BFF },
	{ 0x3000, 0x3004 },
	{ 0x3008, 0x3020 },
	{ 0xE000, 0xF8FF },
	{ 0xFEFF, 0xFEFF },
	{ 0xFF01, 0xFF0F },
	{ 0xFFF0, 0xFFFF },
	{ 0x1F000, 0x1FAFF },
};

/* Length of the character at `at` that identifiers may hold, or 0. */
static size_t letter_len(struct slice bytes, size_t at)
{
	uint32_t code_point;
	size_t len = utf8_decode(bytes, at, &code_point);
	for (size_t i = 0; i < COUNT_OF(no_letters); i++)
		if (len && code_point >= no_letters[i].first && code_point <= no_letters[i].last)
			return 0;
	return len;
}

size_t python_name_end(struct slice bytes, size_t at)
{
	size_t begin = at;
	while (at < bytes.len) {
		char class = python_byte_class(bytes.ptr[at]);
		size_t len = class == 'n' || (class == 'd' && at > begin) ? 1
			     : class == 'u'                               ? letter_len(bytes, at)
									  : 0;
		if (!len)
			break;
		at += len;
	}
	return at;
}

/* --- numbers ----------------------------------------------------------------------------------------------------- */

static bool is_digit(char c, unsigned base)
{
	if (base == 16 && ascii_to_lower(c) >= 'a' && ascii_to_lower(c) <= 'f')
		return true;
	return c >= '0' && c <= '9' && (unsigned)(c - '0') < base;
}

/* One past the digits at `at`; single underscores may be before each of them, or only between them if
 * `first_bare`. */
static size_t digits_end(struct slice bytes, size_t at, unsigned base, bool first_bare)
{
	if (first_bare && !is_digit(slice_byte(bytes, at), base))
		return at;
	for (;;) {
		if (is_digit(slice_byte(bytes, at), base))
			at++;
		else if (slice_byte(bytes, at) == '_' && is_digit(slice_byte(bytes, at + 1), base))
			at += 2;
		else
			return at;
	}
}

/* Past Python 2's suffix of long integers, if one is at `at`. */
static size_t long_suffix_end(struct slice bytes, size_t at)
{
	return ascii_to_lower(slice_byte(bytes, at)) == 'l' && python_name_end(bytes, at) == at + 1 ? at + 1 : at;
}

static size_t exponent_end(struct slice bytes, size_t at)
{
	if (ascii_to_lower(slice_byte(bytes, at)) != 'e')
		return at;
	size_t digits = at + 1;
	if (slice_byte(bytes, digits) == '+' || slice_byte(bytes, digits) == '-')
		digits++;
	size_t end = digits_end(bytes, digits, 10, true);
	return end > digits ? end : at;
}

size_t python_number_end(struct slice bytes, size_t at)
{
	char radix = slice_byte(bytes, at) == '0' ? ascii_to_lower(slice_byte(bytes, at + 1)) : '\0';
	unsigned base = radix == 'x' ? 16 : radix == 'o' ? 8 : radix == 'b' ? 2 : 10;
	if (base != 10) {
		size_t end = digits_end(bytes, at + 2, base, false);
		return end > at + 2 ? long_suffix_end(bytes, end) : at + 1;
	}
	size_t end = digits_end(bytes, at, 10, true);
	size_t integer_end = end;
	if (slice_byte(bytes, end) == '.')
		end = digits_end(bytes, end + 1, 10, true);
	end = exponent_end(bytes, end);
	if (ascii_to_lower(slice_byte(bytes, end)) == 'j')
		return end + 1;
	return end == integer_end ? long_suffix_end(bytes, end) : end;
}

/* --- operators and indents --------------------------------------------------------------------------------------- */

/* --- strings ----------------------------------------------------------------------------------------------------- */

bool python_prefix_read(struct slice name, struct python_prefix *prefix)
{
	/* "ur" is Python 2's; t and tr are Python 3.14's (PEP 750). */
	static const char prefixes[][3] = { "r", "u", "b", "f", "t", "br", "rb", "fr", "rf", "tr", "rt", "ur" };
	*prefix = (struct python_prefix){ 0 };
	if (name.len < 1 || name.len > 2)
		return false;
	char text[3] = { ascii_to_lower(name.ptr[0]), name.len > 1 ? ascii_to_lower(name.ptr[1]) : '\0', '\0' };
	for (size_t i = 0; i < COUNT_OF(prefixes); i++) {
		if (strcmp(text, prefixes[i]) != 0)
			continue;
		prefix->fields = strpbrk(text, "ft") != NULL;
		prefix->raw = strchr(text, 'r') != NULL;
		return true;
	}
	return false;
}

bool python_is_triple(struct slice bytes, size_t at)
{
	return bytes.len - at >= 3 && bytes.ptr[at + 1] == bytes.ptr[at] && bytes.ptr[at + 2] == bytes.ptr[at];
}

size_t python_escape_end(struct slice bytes, size_t at)
{
	size_t line_end = python_line_end(bytes, at + 1);
	if (line_end > at + 1)
		return line_end;
	return at + 2 < bytes.len ? at + 2 : bytes.len;
}

bool python_string_end(struct slice bytes, size_t quote, size_t *end)
{
	char mark = bytes.ptr[quote];
	bool triple = python_is_triple(bytes, quote);
	size_t at = quote + (triple ? 3 : 1);
	while (at < bytes.len) {
		char c = bytes.ptr[at];
		if (c == '\\') {
			at = python_escape_end(bytes, at);
		} else if (c == mark && (!triple || python_is_triple(bytes, at))) {
			*end = at + (triple ? 3 : 1);
			return true;
		} else if (!triple && (c == '\n' || c == '\r')) {
			break;
		} else {
			at++;
		}
	}
	*end = at;
	return false;
}
