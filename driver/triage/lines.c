#include "triage/lines.h"

#include <string.h>

#include "triage/line.h"

/* --- one line that was several ------------------------------------------------------------------------------------ */

/* Fewer ends of lines may be in a text that a source prints. */
#define ENDS_LEAST 2

static bool is_one_of(char c, const char *characters)
{
	return c && strchr(characters, c);
}

static size_t next_backslash(struct slice text, size_t at)
{
	const char *found = at < text.len ? memchr(text.ptr + at, '\\', text.len - at) : NULL;
	return found ? (size_t)(found - text.ptr) : text.len;
}

/* A line begins so, and the part of a path that begins with n does not: "C:\env\ninja.exe". */
static bool may_begin_line(struct slice text, size_t at)
{
	char c = slice_byte(text, at);
	return (c >= 'A' && c <= 'Z') || ascii_is_digit(c) || is_one_of(c, " [/-=>*#+<({$~|:@") ||
	       (unsigned char)c >= 0x80 || (c == '\\' && is_one_of(slice_byte(text, at + 1), "nrt"));
}

/* Is the backslash at `at` one of several in a word, as those of a path are? */
static bool is_in_path(struct slice text, size_t at)
{
	size_t begin = at;
	while (begin && !is_one_of(text.ptr[begin - 1], " '\"<>|;,="))
		begin--;
	if (begin + 2 == at && text.ptr[begin + 1] == ':')
		return true;
	for (size_t i = next_backslash(text, begin); i < at; i = next_backslash(text, i + 2))
		if (!is_one_of(slice_byte(text, i + 1), "nrt"))
			return true;
	return false;
}

/* Does a line end at the backslash at `at`? What a source prints ends its text so, and not a line. */
static bool is_end(struct slice text, size_t at)
{
	char c = slice_byte(text, at + 2);
	return slice_byte(text, at + 1) == 'n' &&
	       (may_begin_line(text, at + 2) || (c >= 'a' && c <= 'z' && !is_in_path(text, at)));
}

/* What `line`, of which this is the beginning, is. */
static enum flat_kind flat_kind_of(struct slice line)
{
	size_t ends = 0, begin = 0;
	bool is_escaped = true;
	while (slice_byte(line, begin) == ' ')
		begin++;
	if (slice_byte(line, begin) == '{' && slice_byte(line, begin + 1) == '"')
		return FLAT_JSON;
	for (size_t at = next_backslash(line, 0); at + 1 < line.len; at = next_backslash(line, at + 2)) {
		ends += is_end(line, at);
		is_escaped = is_escaped && is_one_of(line.ptr[at + 1], "nrtux\\\"'/0bfav");
	}
	if (ends < ENDS_LEAST)
		return FLAT_NONE;
	return is_escaped ? FLAT_ESCAPED : FLAT_WRITTEN;
}

static unsigned hex_of(struct slice text, size_t at, size_t digits)
{
	unsigned value = 0;
	for (size_t i = 0; i < digits; i++) {
		int digit = ascii_hex_value(slice_byte(text, at + i));
		if (digit < 0)
			return 0;
		value = value * 16 + (unsigned)digit;
	}
	return value;
}

/* Adds what the escape at `at` stands for; returns where it ends. */
static size_t add_escape(struct slice text, size_t at, struct str *line)
{
	char c = slice_byte(text, at + 1);
	size_t digits = c == 'u' ? 4 : c == 'x' ? 2 : 0;
	unsigned value = digits ? hex_of(text, at + 2, digits) : 0;
	if (c == 'x' && value)
		str_add_char(line, (char)value);
	else if (digits)
		utf8_add(value >= 0xd800 && value < 0xe000 ? '?' : value ? value : ' ', line);
	else if (c == 't' || c == 'r')
		str_add_char(line, c == 't' ? '\t' : '\r');
	else if (is_one_of(c, "\\\"'/"))
		str_add_char(line, c);
	else
		str_add_char(line, ' ');
	size_t end = at + 2 + digits;
	return end < text.len ? end : text.len;
}

static void add_text(enum flat_kind kind, struct slice text, struct str *line)
{
	str_clear(line);
	for (size_t at = 0; at < text.len;) {
		size_t escape = kind == FLAT_WRITTEN ? text.len : next_backslash(text, at);
		str_add(line, slice_sub(text, at, escape));
		at = escape < text.len ? add_escape(text, escape, line) : escape;
	}
	/* "\r\n", of which the first half was kept as it was */
	if (kind == FLAT_WRITTEN && slice_ends_with(text, "\\r"))
		line->len -= 2;
}

/* Where the string of JSON that begins at the front of `text` ends: at its quote, or at the end of a line in it. */
static size_t end_in_string(struct slice text)
{
	size_t at = 0;
	while (at < text.len && text.ptr[at] != '"' && !(text.ptr[at] == '\\' && slice_byte(text, at + 1) == 'n'))
		at += text.ptr[at] == '\\' ? 2 : 1;
	return at < text.len ? at : text.len;
}

static bool next_of_json(struct flat *flat, struct slice *rest, bool is_end, struct str *line)
{
	for (;;) {
		if (!flat->is_inside) {
			const char *quote = rest->len ? memchr(rest->ptr, '"', rest->len) : NULL;
			*rest = slice_sub(*rest, quote ? (size_t)(quote - rest->ptr) + 1 : rest->len, rest->len);
			flat->is_inside = quote != NULL;
			flat->is_later = false;
			if (!quote)
				return false;
		}
		size_t end = end_in_string(*rest);
		if (end == rest->len && (!is_end || !end))
			return false;
		struct slice text = slice_sub(*rest, 0, end);
		bool goes_on = slice_byte(*rest, end) == '\\';
		*rest = slice_sub(*rest, end + (goes_on ? 2 : end < rest->len), rest->len);
		bool counts = goes_on || (flat->is_later ? text.len > 0 : memchr(text.ptr, ' ', text.len) != NULL);
		flat->is_inside = flat->is_later = goes_on;
		if (counts) {
			add_text(FLAT_JSON, text, line);
			return true;
		}
	}
}

/* b'...': what is inside the quotes around a whole text. */
static struct slice without_quotes(struct flat *flat, struct slice text, bool is_last)
{
	size_t open = !flat->is_later && slice_byte(text, 0) == 'b' ? 1 : 0;
	if (!flat->is_later && is_one_of(slice_byte(text, open), "'\"")) {
		flat->quote = text.ptr[open];
		text = slice_sub(text, open + 1, text.len);
	}
	if (is_last && text.len && flat->quote && text.ptr[text.len - 1] == flat->quote)
		text.len--;
	return text;
}

/*
 * Cuts the next line off `*rest`, and sets `line` to it without its escapes. False: there is no other; with `is_end`
 * false, what is left of `*rest` belongs to one that goes on.
 */
static bool flat_next(struct flat *flat, struct slice *rest, bool is_end, struct str *line)
{
	if (flat->kind == FLAT_JSON)
		return next_of_json(flat, rest, is_end, line);
	size_t at = next_backslash(*rest, 0);
	while (at < rest->len &&
		!(slice_byte(*rest, at + 1) == 'n' &&
			(flat->kind == FLAT_ESCAPED || may_begin_line(*rest, at + 2) || !is_in_path(*rest, at))))
		at = next_backslash(*rest, at + 2);
	bool is_last = at >= rest->len;
	if (is_last && (!is_end || !rest->len))
		return false;
	struct slice text = slice_sub(*rest, 0, at);
	*rest = slice_sub(*rest, is_last ? rest->len : at + 2, rest->len);
	text = without_quotes(flat, text, is_last);
	flat->is_later = true;
	add_text(flat->kind, text, line);
	/* What only closes a text that ended with a line's end is no line. */
	return !is_last || line->len;
}

/* --- bytes -------------------------------------------------------------------------------------------------------- */

/* Of a line that is flat this much waits for what tells where its lines end. */
#define FLAT_MOST_BYTES ((size_t)65536)

/* Takes the lines that came of a flat one; what belongs to one that goes on stays. */
static void take_flat(struct lines *lines, struct slice text, bool is_end)
{
	struct slice rest = text;
	while (flat_next(&lines->flat, &rest, is_end, &lines->cut))
		lines->take(lines->ctx, str_slice(&lines->cut), lines->cut.len > LINE_MOST_BYTES);
	if (is_end)
		return;
	struct str left = STR_INIT;
	/* Nothing of it that ended is as long: data */
	if (rest.len < FLAT_MOST_BYTES)
		str_add(&left, rest);
	str_release(&lines->line);
	lines->line = left;
}

static void take_line(struct lines *lines, struct slice line)
{
	if (!lines->flat.kind && !lines->is_long)
		lines->flat.kind = flat_kind_of(line);
	if (lines->flat.kind)
		take_flat(lines, line, true);
	else
		lines->take(lines->ctx, line, lines->is_long);
	lines->flat = (struct flat){ 0 };
	lines->is_long = false;
}

/* Of what is too long the beginning is kept, for those who look at the log. */
static void keep(struct lines *lines, struct slice part)
{
	/* What a line that is written over said before is not missed. */
	if (lines->line.len + part.len > LINE_MOST_BYTES + 1 && memchr(part.ptr, '\r', part.len)) {
		str_clear(&lines->line);
		lines->is_long = false;
		part = line_last_written(part);
	}
	while (part.len && !lines->is_long) {
		size_t most = lines->flat.kind ? FLAT_MOST_BYTES : LINE_MOST_BYTES + 1;
		size_t room = most > lines->line.len ? most - lines->line.len : 0;
		str_add(&lines->line, slice_sub(part, 0, room < part.len ? room : part.len));
		part = slice_sub(part, room < part.len ? room : part.len, part.len);
		if (!part.len)
			break;
		if (lines->flat.kind)
			take_flat(lines, str_slice(&lines->line), false);
		else
			lines->flat.kind = flat_kind_of(str_slice(&lines->line));
		lines->is_long = !lines->flat.kind;
	}
}

static void take_text(struct lines *lines, struct slice text)
{
	while (text.len) {
		const char *end = memchr(text.ptr, '\n', text.len);
		struct slice part = slice_sub(text, 0, end ? (size_t)(end - text.ptr) : text.len);
		if (!end || lines->line.len || part.len > LINE_MOST_BYTES) {
			keep(lines, part);
			part = str_slice(&lines->line);
		}
		if (!end)
			return;
		take_line(lines, part);
		str_clear(&lines->line);
		text = slice_sub(text, (size_t)(end - text.ptr) + 1, text.len);
	}
}

/* What is no UTF-16, such as half of a character, ends the log. */
static void take_utf16(struct lines *lines, struct slice bytes, bool is_end)
{
	struct str text = STR_INIT, rest = STR_INIT;
	size_t bad = 0;
	str_add(&lines->head, bytes);
	/* Half a pair of surrogates waits for the other. */
	struct slice all = str_slice(&lines->head), whole = slice_sub(all, 0, is_end ? all.len : all.len & ~(size_t)1);
	if (!utf16_decode(whole, lines->order, &text, &bad)) {
		str_clear(&text);
		utf16_decode(slice_sub(whole, 0, bad), lines->order, &text, &bad);
		lines->broken = is_end || whole.len - bad > 2;
		whole.len = bad;
	}
	take_text(lines, str_slice(&text));
	/* An order mark is at the front of each piece that is decoded. */
	str_add_cstr(&rest, "\xff\xfe");
	str_add(&rest, slice_sub(all, whole.len, all.len));
	str_release(&lines->head);
	lines->head = rest;
	str_release(&text);
}

void lines_take(struct lines *lines, struct slice bytes)
{
	if (lines->broken)
		return;
	if (!lines->begun) {
		str_add(&lines->head, bytes);
		if (lines->head.len < 4)
			return;
		lines->begun = true;
		lines->order = utf16_detect(str_slice(&lines->head));
		struct str head = lines->head;
		lines->head = (struct str){ 0 };
		if (lines->order == UTF16_NONE)
			take_text(lines, str_slice(&head));
		else
			take_utf16(lines, str_slice(&head), false);
		str_release(&head);
	} else if (lines->order == UTF16_NONE) {
		take_text(lines, bytes);
	} else {
		take_utf16(lines, bytes, false);
	}
}

void lines_end(struct lines *lines)
{
	if (!lines->begun)
		take_text(lines, str_slice(&lines->head));
	else if (lines->order != UTF16_NONE && !lines->broken)
		take_utf16(lines, SLICE_LITERAL(""), true);
	if (lines->line.len)
		take_text(lines, SLICE_LITERAL("\n"));
	str_release(&lines->head);
	str_release(&lines->line);
	str_release(&lines->cut);
}
