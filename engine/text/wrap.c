#include "text/wrap.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/alloc.h"
#include "base/utf8.h"

struct range {
	uint32_t first, last;
};

/* Unicode's East Asian Width W and F, by blocks (https://www.unicode.org/reports/tr11/). */
static const struct range wide[] = {
	{ 0x1100, 0x115F },
	{ 0x2E80, 0x303E },
	{ 0x3041, 0xA4CF },
	{ 0xA960, 0xA97F },
	{ 0xAC00, 0xD7A3 },
	{ 0xF900, 0xFAFF },
	{ 0xFE30, 0xFE6F },
	{ 0xFF00, 0xFF60 },
	{ 0xFFE0, 0xFFE6 },
	{ 0x1F300, 0x1FAFF },
	{ 0x20000, 0x3FFFD },
};
/* Marks that combine, joiners and selectors, by blocks. */
static const struct range none[] = { { 0x0300, 0x036F }, { 0x200B, 0x200F }, { 0x20D0, 0x20FF }, { 0xFE00, 0xFE0F },
	{ 0xFE20, 0xFE2F } };

static bool is_in(const struct range *ranges, size_t count, uint32_t code_point)
{
	for (size_t i = 0; i < count; i++)
		if (code_point >= ranges[i].first && code_point <= ranges[i].last)
			return true;
	return false;
}

static size_t columns_of(uint32_t code_point)
{
	if (is_in(none, COUNT_OF(none), code_point))
		return 0;
	return is_in(wide, COUNT_OF(wide), code_point) ? 2 : 1;
}

/* Bytes of the escape sequence (ECMA-48: CSI, up to its final byte) at `at`; 0 where there is none. */
static size_t escape_len(struct slice text, size_t at)
{
	size_t end = at + 2;
	if (end > text.len || text.ptr[at] != '\033' || text.ptr[at + 1] != '[')
		return 0;
	while (end < text.len && (text.ptr[end] < '@' || text.ptr[end] > '~'))
		end++;
	return end < text.len ? end + 1 - at : text.len - at;
}

size_t wrap_columns(struct slice text)
{
	size_t columns = 0, len;
	for (size_t at = 0; at < text.len; at += len) {
		uint32_t code_point = 0;
		len = escape_len(text, at);
		if (len)
			continue;
		len = utf8_decode(text, at, &code_point);
		columns += len ? columns_of(code_point) : 1;
		len = len ? len : 1;
	}
	return columns;
}

/* The end of the word at `begin`, with its value where it is an option. */
static size_t word_end(struct slice text, size_t begin)
{
	bool is_option = slice_starts_with(slice_sub(text, begin, text.len), "--");
	size_t end = begin;
	while (end < text.len && text.ptr[end] != ' ')
		end++;
	if (is_option && end + 1 < text.len && text.ptr[end + 1] != '-' && text.ptr[end + 1] != ' ')
		for (end++; end < text.len && text.ptr[end] != ' ';)
			end++;
	return end;
}

void wrap_add(struct slice text, size_t at, size_t indent, size_t width, struct str *out)
{
	bool is_first = true;
	for (size_t begin = 0, end; begin < text.len; begin = end) {
		size_t word = begin;
		while (word < text.len && text.ptr[word] == ' ')
			word++;
		end = word_end(text, word);
		size_t spaces = word - begin, columns = wrap_columns(slice_sub(text, word, end));
		if (width && !is_first && at + spaces + columns > width) {
			str_add_char(out, '\n');
			str_add_repeat(out, ' ', indent);
			at = indent;
		} else {
			str_add_repeat(out, ' ', spaces);
			at += spaces;
		}
		str_add(out, slice_sub(text, word, end));
		at += columns;
		is_first = false;
	}
}

void wrap_prose(struct slice text, size_t indent, size_t width, struct str *out)
{
	for (struct slice line; slice_cut(&text, '\n', &line);) {
		str_add_repeat(out, ' ', indent);
		wrap_add(line, indent, indent, width, out);
		str_add_char(out, '\n');
	}
}

static size_t last_column(struct slice line, size_t width)
{
	size_t column = 0;
	for (size_t at = 2; at < line.len && at < width * 2 / 3; at++)
		if (line.ptr[at] != ' ' && line.ptr[at - 1] == ' ' && line.ptr[at - 2] == ' ')
			column = at;
	return column;
}

void wrap_table(struct slice text, size_t width, struct str *out)
{
	for (struct slice line; slice_cut(&text, '\n', &line);) {
		wrap_add(line, 0, last_column(line, width), width, out);
		if (text.ptr)
			str_add_char(out, '\n');
	}
}
