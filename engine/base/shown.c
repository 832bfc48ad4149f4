#include "base/shown.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"

bool shown_is_hidden(uint32_t c)
{
	return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029 || (c >= 0xFFF9 && c <= 0xFFFB) ||
	       utf8_is_ignorable(c);
}

bool shown_has_hidden(struct slice text)
{
	uint32_t code_point = 0;
	size_t at = 0, len;
	while ((len = utf8_decode(text, at, &code_point)) != 0 && !shown_is_hidden(code_point))
		at += len;
	return at < text.len;
}

/* Appends the character at `at`, or an escape for it; its length. */
static size_t add_character(struct slice text, size_t at, struct str *out)
{
	uint32_t code_point = 0;
	size_t len = utf8_decode(text, at, &code_point);
	if (len && !shown_is_hidden(code_point))
		str_add_bytes(out, text.ptr + at, len);
	else if (len && code_point == '\n')
		str_add_cstr(out, "\\n");
	else if (len && code_point == '\t')
		str_add_cstr(out, "\\t");
	else if (len > 1)
		str_addf(out, "\\u%04X", (unsigned)code_point);
	else
		str_addf(out, "\\%03o", (unsigned)(unsigned char)text.ptr[at]);
	return len ? len : 1;
}

void shown_add(struct slice value, struct str *out)
{
	for (size_t at = 0; at < value.len;)
		at += add_character(value, at, out);
}

/* The length of a colour of ours at `at`, or 0. */
static size_t color_len(struct slice text, size_t at)
{
	static const char *const ours[] = { "0", "1", "2", "31", "32", "33", "36", "1;31", "1;34", NULL };
	struct slice rest = slice_sub(text, at, text.len);
	if (!slice_starts_with(rest, "\033["))
		return 0;
	for (const char *const *color = ours; *color; color++) {
		struct slice code = slice_of(*color);
		if (rest.len > code.len + 2 && slice_eq(slice_sub(rest, 2, 2 + code.len), code) &&
			rest.ptr[2 + code.len] == 'm')
			return code.len + 3;
	}
	return 0;
}

/* Is it a space to the runner of GitHub Actions, which takes those off before it looks for a command? (.NET's
 * Char.IsWhiteSpace(), without those that are shown by their numbers) */
static bool is_wide_blank(uint32_t c)
{
	return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F || c == 0x3000;
}

/* "##[", "##vso[", "##teamcity[" anywhere in a line. */
static bool is_marked_command(struct slice text, size_t at)
{
	size_t i = at + 2;
	if (text.ptr[at] != '#' || i > text.len || text.ptr[at + 1] != '#')
		return false;
	while (i < text.len && i < at + 12 && ascii_is_letter(text.ptr[i]))
		i++;
	return i < text.len && text.ptr[i] == '[';
}

void shown_add_text(struct slice text, struct str *out)
{
	bool line_is_blank = true;
	for (size_t at = 0; at < text.len;) {
		uint32_t code_point = 0;
		char c = text.ptr[at];
		if (c >= ' ' && c != ':' && c != '#' && c != 0x7F) { /* most are plain */
			line_is_blank = line_is_blank && c == ' ';
			str_add_char(out, text.ptr[at++]);
			continue;
		}
		size_t color = color_len(text, at);
		bool is_line_end = c == '\n' || (c == '\r' && at + 1 < text.len && text.ptr[at + 1] == '\n');
		bool is_command = line_is_blank && c == ':' && at + 1 < text.len && text.ptr[at + 1] == ':';
		if (is_command || is_marked_command(text, at))
			str_add_cstr(out, c == ':' ? "\\" : "#\\");
		at += c == '#' && is_marked_command(text, at);
		if (color || is_line_end || c == '\t') {
			str_add_bytes(out, text.ptr + at, color ? color : 1);
			at += color ? color : 1;
			line_is_blank = line_is_blank || is_line_end;
			continue;
		}
		line_is_blank = line_is_blank && utf8_decode(text, at, &code_point) && is_wide_blank(code_point);
		at += add_character(text, at, out);
	}
}

void shown_add_line(struct slice line, struct str *out)
{
	for (size_t at = 0; at < line.len;) {
		if (line.ptr[at] == '\t')
			str_add_char(out, line.ptr[at++]);
		else
			at += add_character(line, at, out);
	}
}

void shown_add_block(struct slice text, struct str *out)
{
	for (size_t at = 0; at < text.len;) {
		char c = text.ptr[at];
		if (c == '\n' || c == '\r' || c == '\t')
			str_add_char(out, text.ptr[at++]);
		else
			at += add_character(text, at, out);
	}
}

void shown_add_code(struct slice value, struct str *out)
{
	struct str shown = STR_INIT, fence = STR_INIT;
	shown_add(value, &shown);
	/* Longer than all of its own: then none of them ends it. */
	do
		str_add_char(&fence, '`');
	while (slice_find(str_slice(&shown), str_slice(&fence), 0) != (size_t)-1);
	/* One blank at each end is taken off again. */
	bool is_apart = !shown.len || strchr(" `", shown.ptr[0]) || strchr(" `", shown.ptr[shown.len - 1]);
	const char *blank = is_apart ? " " : "";
	str_addf(out, "%s%s" SLICE_FMT "%s%s", fence.ptr, blank, SLICE_ARG(str_slice(&shown)), blank, fence.ptr);
	str_release(&shown);
	str_release(&fence);
}

void shown_add_json(struct slice json, struct str *out)
{
	size_t done = 0;
	for (size_t at = 0, len; at < json.len; at += len) {
		uint32_t c = (unsigned char)json.ptr[at];
		len = c < 0x7F ? 1 : utf8_decode(json, at, &c);
		len += !len;
		/* Controls below DEL are the library's own line ends: it writes those of texts as escapes. */
		bool is_command = c == '#' && is_marked_command(json, at);
		if (!is_command && (c < 0x7F || !shown_is_hidden(c)))
			continue;
		str_add(out, slice_sub(json, done, at));
		if (c > 0xFFFF)
			str_addf(out, "\\u%04X\\u%04X", (unsigned)(0xD800 + ((c - 0x10000) >> 10)),
				(unsigned)(0xDC00 + (c & 0x3FF)));
		else
			str_addf(out, "\\u%04X", (unsigned)c);
		done = at + len;
	}
	str_add(out, slice_sub(json, done, json.len));
}
