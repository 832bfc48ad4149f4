/*
 * Where C's names, numbers, operators, comments and literals end. Nothing here knows what is around a token, but
 * all of it knows of line splices: a backslash and a line end may be between any two bytes (C++20 5.2), except in a
 * raw string.
 */
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/utf8.h"
#include "lang/c/lang_c.h"

/* One past the line end ("\n", "\r\n" or "\r") at `at`; `at` itself where none is. */
static size_t line_end(struct slice bytes, size_t at)
{
	if (slice_byte(bytes, at) == '\r')
		return slice_byte(bytes, at + 1) == '\n' ? at + 2 : at + 1;
	return at < bytes.len && bytes.ptr[at] == '\n' ? at + 1 : at;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/* One past the line splices at `at` (a backslash, spaces, a line end; any number of them); `at` itself where none
 * is. */
static size_t splices_end(struct slice bytes, size_t at)
{
	while (slice_byte(bytes, at) == '\\') {
		size_t line = at + 1;
		while (is_blank(slice_byte(bytes, line)))
			line++;
		size_t end = line_end(bytes, line);
		if (end == line)
			break;
		at = end;
	}
	return at;
}

/* --- names ------------------------------------------------------------------------------------------------------- */

/* Characters that identifiers may hold: C11 annex D.1, up to the planes that hold no letters at all. */
static const struct {
	uint32_t first, last;
} letters[] = {
	{ 0xA8, 0xA8 },
	{ 0xAA, 0xAA },
	{ 0xAD, 0xAD },
	{ 0xAF, 0xAF },
	{ 0xB2, 0xB5 },
	{ 0xB7, 0xBA },
	{ 0xBC, 0xBE },
	{ 0xC0, 0xD6 },
	{ 0xD8, 0xF6 },
	{ 0xF8, 0x167F },
	{ 0x1681, 0x180D },
	{ 0x180F, 0x1FFF },
	{ 0x200B, 0x200D },
	{ 0x202A, 0x202E },
	{ 0x203F, 0x2040 },
	{ 0x2054, 0x2054 },
	{ 0x2060, 0x218F },
	{ 0x2460, 0x24FF },
	{ 0x2776, 0x2793 },
	{ 0x2C00, 0x2DFF },
	{ 0x2E80, 0x2FFF },
	{ 0x3004, 0x3007 },
	{ 0x3021, 0x302F },
	{ 0x3031, 0xD7FF },
	{ 0xF900, 0xFD3D },
	{ 0xFD40, 0xFDCF },
	{ 0xFDF0, 0xFE44 },
	{ 0xFE47, 0xFFFD },
	{ 0x10000, 0x1FFFD },
	{ 0x20000, 0x2FFFD },
	{ 0x30000, 0x3FFFD },
	{ 0x40000, 0x4FFFD },
	{ 0x50000, 0x5FFFD },
	{ 0x60000, 0x6FFFD },
	{ 0x70000, 0x7FFFD },
	{ 0x80000, 0x8FFFD },
	{ 0x90000, 0x9FFFD },
	{ 0xA0000, 0xAFFFD },
	{ 0xB0000, 0xBFFFD },
	{ 0xC0000, 0xCFFFD },
	{ 0xD0000, 0xDFFFD },
	{ 0xE0000, 0xEFFFD },
};

static bool is_word_byte(char c)
{
	return ascii_is_letter(c) || c == '_';
}

/* Length of `\uNNNN` or `\UNNNNNNNN` at `at`, or 0. */
static size_t universal_len(struct slice bytes, size_t at)
{
	if (slice_byte(bytes, at) != '\\' || (slice_byte(bytes, at + 1) != 'u' && slice_byte(bytes, at + 1) != 'U'))
		return 0;
	size_t n_digits = bytes.ptr[at + 1] == 'u' ? 4 : 8;
	for (size_t i = 0; i < n_digits; i++)
		if (!ascii_is_hex_digit(slice_byte(bytes, at + 2 + i)))
			return 0;
	return 2 + n_digits;
}

/* Length of the character at `at` that identifiers may hold, or 0. */
static size_t letter_len(struct slice bytes, size_t at)
{
	uint32_t code_point;
	if (at >= bytes.len)
		return 0;
	if (bytes.ptr[at] == '\\')
		return universal_len(bytes, at);
	size_t len = (unsigned char)bytes.ptr[at] < 0x80 ? 0 : utf8_decode(bytes, at, &code_point);
	for (size_t i = 0; len && i < COUNT_OF(letters); i++)
		if (code_point >= letters[i].first && code_point <= letters[i].last)
			return len;
	return 0;
}

/* Length of the character at `at` that is in no identifier and is no ASCII: at least 1. */
static size_t stray_len(struct slice bytes, size_t at)
{
	uint32_t code_point;
	size_t len = utf8_decode(bytes, at, &code_point);
	return len ? len : 1;
}

size_t c_name_end(struct slice bytes, size_t at, bool dollar)
{
	size_t begin = at;
	for (;;) {
		size_t next = at > begin ? splices_end(bytes, at) : at;
		char c = slice_byte(bytes, next);
		if (is_word_byte(c) || (c == '$' && dollar) || (c_is_digit(c) && at > begin)) {
			at = next + 1;
			continue;
		}
		size_t len = letter_len(bytes, next);
		if (!len)
			return at;
		at = next + len;
	}
}

/* --- numbers and operators --------------------------------------------------------------------------------------- */

/* One past the pp-number at `at`, which is a digit, or a dot before a digit. */
static size_t number_end(struct slice bytes, size_t at)
{
	bool is_hex =
		slice_byte(bytes, at) == '0' && (slice_byte(bytes, at + 1) == 'x' || slice_byte(bytes, at + 1) == 'X');
	char last = '\0';
	for (;;) {
		size_t next = splices_end(bytes, at);
		char c = slice_byte(bytes, next);
		bool has_sign = (c == '+' || c == '-') &&
				(last == 'e' || last == 'E' || (is_hex && (last == 'p' || last == 'P')));
		char after = c == '\'' ? slice_byte(bytes, splices_end(bytes, next + 1)) : '\0';
		bool separates = is_word_byte(after) || c_is_digit(after);
		if (!is_word_byte(c) && !c_is_digit(c) && c != '.' && !has_sign && !separates)
			break;
		last = c;
		at = next + 1;
	}
	size_t len = letter_len(bytes, at);
	return len ? c_name_end(bytes, at, false) : at;
}

/* One past the operator at `at`: the longest that fits. `at` itself where none begins. */
static size_t operator_end(struct slice bytes, size_t at)
{
	static const char longer[][4] = { "<=>", "<<=", ">>=", "...", "->*", "::", "->", ".*", "++", "--", "<<", ">>",
		"<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##" };
	char text[3];
	size_t ends[3], next = at;
	for (size_t i = 0; i < 3; i++) {
		text[i] = slice_byte(bytes, next);
		ends[i] = next + 1;
		next = splices_end(bytes, next + 1);
	}
	for (size_t i = 0; i < COUNT_OF(longer); i++) {
		size_t len = strlen(longer[i]);
		if (memcmp(longer[i], text, len) == 0)
			return ends[len - 1];
	}
	return text[0] && strchr("+-*/%=<>!&|^~?:;,.#@", text[0]) ? at + 1 : at;
}

/* --- comments ---------------------------------------------------------------------------------------------------- */

static size_t line_comment_end(struct slice bytes, size_t at)
{
	while (at < bytes.len && bytes.ptr[at] != '\n' && bytes.ptr[at] != '\r') {
		size_t next = splices_end(bytes, at);
		at = next > at ? next : at + 1;
	}
	return at;
}

/* One past the comment at `at`; `at` itself where none begins. `*closed` is false for one that the file's end cuts
 * off. */
static size_t comment_end(struct slice bytes, size_t at, bool *closed)
{
	size_t second = slice_byte(bytes, at) == '/' ? splices_end(bytes, at + 1) : bytes.len;
	*closed = true;
	if (slice_byte(bytes, second) == '/')
		return line_comment_end(bytes, second + 1);
	if (slice_byte(bytes, second) != '*')
		return at;
	for (size_t from = second + 1; from < bytes.len;) {
		const char *star = memchr(bytes.ptr + from, '*', bytes.len - from);
		if (!star)
			break;
		from = (size_t)(star - bytes.ptr) + 1;
		size_t slash = splices_end(bytes, from);
		if (slice_byte(bytes, slash) == '/')
			return slash + 1;
	}
	*closed = false;
	return bytes.len;
}

/* --- literals ---------------------------------------------------------------------------------------------------- */

/* Is `name`, directly before `quote`, a literal's prefix? `*raw`: of a raw string. */
static bool is_prefix(struct slice name, char quote, bool *raw)
{
	static const char prefixes[][3] = { "", "L", "u", "U", "u8" };
	*raw = name.len > 0 && name.ptr[name.len - 1] == 'R';
	if (*raw && quote != '"')
		return false;
	struct slice encoding = slice_sub(name, 0, name.len - (*raw ? 1 : 0));
	for (size_t i = 0; i < COUNT_OF(prefixes); i++)
		if (slice_eq_cstr(encoding, prefixes[i]))
			return true;
	return false;
}

/*
 * Past the suffix of a user-defined literal at `at`. As clang reads it: one that begins with no underscore is the
 * standard library's, or no suffix, so that `"%"PRIu64` is two tokens.
 */
static size_t suffix_end(struct slice bytes, size_t at, char quote)
{
	size_t begin = splices_end(bytes, at), end = c_name_end(bytes, begin, true);
	struct slice suffix = slice_sub(bytes, begin, end);
	bool is_known = quote == '"' && (slice_eq_cstr(suffix, "s") || slice_eq_cstr(suffix, "sv"));
	return slice_starts_with(suffix, "_") || is_known ? end : at;
}

/* Length of the delimiter after a raw string's quote, or SIZE_MAX if none of at most 16 bytes is followed by '('. */
static size_t delimiter_len(struct slice bytes, size_t at)
{
	for (size_t len = 0; len <= 16 && at + len < bytes.len; len++) {
		char c = bytes.ptr[at + len];
		if (c == '(')
			return len;
		if (c <= ' ' || c == ')' || c == '\\')
			break;
	}
	return SIZE_MAX;
}

static bool raw_end(struct slice bytes, size_t quote, size_t *end)
{
	size_t len = delimiter_len(bytes, quote + 1);
	const char *delimiter = bytes.ptr + quote + 1;
	for (size_t at = quote + 1; at < bytes.len; at++) {
		const char *close = memchr(bytes.ptr + at, len == SIZE_MAX ? '"' : ')', bytes.len - at);
		if (!close)
			break;
		at = (size_t)(close - bytes.ptr);
		*end = len == SIZE_MAX ? at + 1 : at + 2 + len;
		if (len == SIZE_MAX)
			return false;
		if (*end <= bytes.len && bytes.ptr[*end - 1] == '"' && memcmp(close + 1, delimiter, len) == 0)
			return true;
	}
	*end = bytes.len;
	return false;
}

/*
 * Finds the end of the literal whose quote is at `quote`, with its suffix: true and `*end` one past it. False when it
 * is never closed: `*end` is then where its line ends; for a raw string, where the bytes do or, if its delimiter is
 * none, one past the next quote.
 */
static bool literal_end(struct slice bytes, size_t quote, bool raw, size_t *end)
{
	char mark = bytes.ptr[quote];
	if (raw) {
		if (!raw_end(bytes, quote, end))
			return false;
		*end = suffix_end(bytes, *end, mark);
		return true;
	}
	for (size_t at = quote + 1; at < bytes.len;) {
		char c = bytes.ptr[at];
		size_t next = splices_end(bytes, at);
		if (next > at) {
			at = next;
		} else if (c == mark) {
			*end = suffix_end(bytes, at + 1, mark);
			return true;
		} else if (c == '\n' || c == '\r') {
			*end = at;
			return false;
		} else {
			at = c == '\\' ? splices_end(bytes, at + 1) : at;
			at += c != '\\' || line_end(bytes, at) == at;
		}
	}
	*end = bytes.len;
	return false;
}

struct slice c_literal_text(struct slice literal)
{
	size_t begin = 0, end = literal.len;
	bool raw = false;
	while (begin < end && !strchr("\"'<", literal.ptr[begin]))
		begin++;
	if (begin == end)
		return literal;
	is_prefix(slice_sub(literal, 0, begin), literal.ptr[begin], &raw);
	char close = literal.ptr[begin] == '<' ? '>' : literal.ptr[begin];
	while (end > begin + 1 && literal.ptr[end - 1] != close)
		end--;
	if (end < begin + 2)
		return literal;
	size_t delimiter = raw ? delimiter_len(literal, begin + 1) + 1 : 0;
	return slice_sub(literal, begin + 1 + delimiter, end - 1 - delimiter);
}

bool c_same_spelling(struct slice a, struct slice b)
{
	size_t i = 0, k = 0;
	for (;;) {
		i = splices_end(a, i);
		k = splices_end(b, k);
		if (i >= a.len || k >= b.len)
			return i >= a.len && k >= b.len;
		size_t i_end = line_end(a, i), k_end = line_end(b, k);
		if ((i_end > i) != (k_end > k) || (i_end == i && a.ptr[i] != b.ptr[k]))
			return false;
		i = i_end > i ? i_end : i + 1;
		k = k_end > k ? k_end : k + 1;
	}
}

/* --- one token ---------------------------------------------------------------------------------------------------- */

/* Spaces and line splices. NUL is a blank, as to clang. */
static size_t space_end(struct slice bytes, size_t at)
{
	for (;;) {
		size_t next = splices_end(bytes, at);
		while (next < bytes.len && memchr(" \t\v\f", bytes.ptr[next], 5))
			next++;
		if (next == at)
			return at;
		at = next;
	}
}

static enum c_scanned scan_literal(struct slice bytes, size_t quote, bool raw, size_t *end)
{
	return literal_end(bytes, quote, raw, end) ? C_LITERAL : C_OPEN_LITERAL;
}

/* A name, a literal with a prefix, or a character that belongs to neither. */
static enum c_scanned scan_name(struct slice bytes, size_t at, bool dollar, size_t *end)
{
	bool raw;
	*end = c_name_end(bytes, at, dollar);
	char quote = slice_byte(bytes, *end);
	if (*end == at) {
		*end += stray_len(bytes, at);
		return C_STRAY;
	}
	if ((quote == '"' || quote == '\'') && is_prefix(slice_sub(bytes, at, *end), quote, &raw))
		return scan_literal(bytes, *end, raw, end);
	return C_NAME;
}

static enum c_scanned scan_code(struct slice bytes, size_t at, bool dollar, size_t *end)
{
	char c = bytes.ptr[at];
	*end = at + 1;
	if (c == '"' || c == '\'')
		return scan_literal(bytes, at, false, end);
	if (strchr("([{", c))
		return C_OPEN;
	if (strchr(")]}", c))
		return C_CLOSE;
	if (c_is_digit(c) || (c == '.' && c_is_digit(slice_byte(bytes, splices_end(bytes, at + 1))))) {
		*end = number_end(bytes, at);
		return C_NUMBER;
	}
	*end = operator_end(bytes, at);
	return *end > at ? C_OPERATOR : scan_name(bytes, at, dollar, end);
}

enum c_scanned c_scan(struct slice bytes, size_t at, bool dollar, size_t *end)
{
	bool closed;
	if ((*end = space_end(bytes, at)) > at)
		return C_SPACE;
	if ((*end = line_end(bytes, at)) > at)
		return C_NEWLINE;
	if ((*end = comment_end(bytes, at, &closed)) > at)
		return closed ? C_COMMENT : C_OPEN_COMMENT;
	return scan_code(bytes, at, dollar, end);
}
