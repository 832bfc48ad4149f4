#include "commit/journal/lines.h"

#include "base/ascii.h"

#include <string.h>

bool line_parse_u64(struct slice text, uint64_t *out)
{
	if (text.len == 0 || text.len > DIGITS_MAX)
		return false;
	uint64_t value = 0;
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] < '0' || text.ptr[i] > '9')
			return false;
		value = value * 10 + (uint64_t)(text.ptr[i] - '0');
	}
	*out = value;
	return true;
}

bool line_parse_i64(struct slice text, int64_t *out)
{
	bool negative = slice_starts_with(text, "-");
	uint64_t value;
	if (!line_parse_u64(slice_sub(text, negative, text.len), &value) || value > INT64_MAX)
		return false;
	*out = negative ? -(int64_t)value : (int64_t)value;
	return true;
}

void line_escape(const char *text, struct str *out)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (c <= ' ' || c == '%' || c == ',' || c == 0x7f)
			str_addf(out, "%%%02X", c);
		else
			str_add_char(out, *text);
	}
}

static int hex_digit(char c)
{
	if (ascii_is_digit(c))
		return c - '0';
	return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

const char *line_unescape(struct slice text, struct arena *arena)
{
	char *out = arena_alloc(arena, text.len + 1);
	size_t len = 0;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		if (c == '%') {
			if (text.len - i < 3)
				return NULL;
			int high = hex_digit(text.ptr[i + 1]), low = hex_digit(text.ptr[i + 2]);
			if (high < 0 || low < 0)
				return NULL;
			c = (char)(high << 4 | low);
			i += 2;
		}
		if (!c)
			return NULL;
		out[len++] = c;
	}
	return out;
}

void line_add_text(struct str *out, const char *key, const char *text)
{
	str_addf(out, "%s ", key);
	line_escape(text, out);
	str_add_char(out, '\n');
}

bool line_take(struct lines *lines, const char *key, struct slice *value)
{
	struct slice line;
	size_t len = strlen(key);
	if (!slice_cut(&lines->rest, '\n', &line) || !slice_starts_with(line, key) || line.len <= len ||
		line.ptr[len] != ' ')
		return false;
	*value = slice_sub(line, len + 1, line.len);
	return true;
}

bool line_take_number(struct lines *lines, const char *key, uint64_t *out)
{
	struct slice value;
	return line_take(lines, key, &value) && line_parse_u64(value, out);
}

bool line_take_text(struct lines *lines, const char *key, const char **out)
{
	struct slice value;
	return line_take(lines, key, &value) && (*out = line_unescape(value, lines->arena)) != NULL;
}
