#include "format/yaml_write.h"

#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/shown.h"
#include "base/utf8.h"

bool yaml_can_hold(struct slice text)
{
	uint32_t c = 0;
	for (size_t i = 0, len; i < text.len; i += len) {
		len = utf8_decode(text, i, &c);
		if (!len || c == 0 || c == 0xFFFE || c == 0xFFFF)
			return false;
	}
	return true;
}

static bool needs_escape(uint32_t c)
{
	return shown_is_hidden(c) && c != '\t' && c != '\n';
}

void yaml_write_comment(struct str *out, const char *indent, struct slice text)
{
	uint32_t c = 0;
	if (!yaml_can_hold(text))
		text = SLICE_LITERAL("(bytes that are not text)");
	str_addf(out, "%s# ", indent);
	for (size_t i = 0, len; i < text.len; i += len) {
		len = utf8_decode(text, i, &c);
		bool is_text = !needs_escape(c) && c != '\t' && c != '\n';
		str_add(out, is_text ? slice_sub(text, i, i + len) : SLICE_LITERAL(" "));
	}
	str_add_char(out, '\n');
}

static bool any_needs_escape(struct slice text)
{
	uint32_t c = 0;
	for (size_t i = 0, len; i < text.len; i += len) {
		len = utf8_decode(text, i, &c);
		if (!len || needs_escape(c))
			return true;
	}
	return false;
}

void yaml_write_quoted(struct str *out, struct slice text)
{
	uint32_t c = 0;
	str_add_char(out, '"');
	for (size_t i = 0, len; i < text.len; i += len ? len : 1) {
		len = utf8_decode(text, i, &c);
		if (!len)
			str_add_cstr(out, "\\uFFFD");
		else if (c == '\n' || c == '\t')
			str_add_cstr(out, c == '\n' ? "\\n" : "\\t");
		else if (c == '"' || c == '\\')
			str_addf(out, "\\%c", (char)c);
		else if (needs_escape(c))
			str_addf(out, c < 0x100 ? "\\x%02X" : c < 0x10000 ? "\\u%04X" : "\\U%08X", (unsigned)c);
		else
			str_add_bytes(out, text.ptr + i, len);
	}
	str_add_char(out, '"');
}

/* A word or words that mean nothing else to YAML: a letter first, then letters, digits, spaces and `._/()-`, and no
 * `true` or `null` among them. */
static bool is_plain(struct slice text)
{
	static const char *const words[] = { "true", "false", "null", "yes", "no", "on", "off", "y", "n", NULL };
	for (size_t i = 0; words[i]; i++)
		if (slice_eq_nocase(text, slice_of(words[i])))
			return false;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.ptr[i];
		bool letter = ascii_is_letter(c);
		if (!letter && (i == 0 || !(ascii_is_digit(c) || strchr(" ._/()-", c))))
			return false;
	}
	return text.len && text.ptr[text.len - 1] != ' ';
}

static void add_one_line(struct str *out, struct slice text)
{
	if (is_plain(text)) {
		str_add(out, text);
		return;
	}
	str_add_char(out, '\'');
	for (size_t i = 0; i < text.len; i++)
		str_addf(out, "%s%c", text.ptr[i] == '\'' ? "'" : "", text.ptr[i]);
	str_add_char(out, '\'');
}

/* The header says how the text begins (a number where its first line is indented) and how it ends. */
static void add_block(struct str *out, size_t indent, struct slice text)
{
	bool begins_blank = text.ptr[0] == ' ' || text.ptr[0] == '\t' || text.ptr[0] == '\n';
	bool ends_blank = slice_ends_with(text, "\n\n") || slice_eq_cstr(text, "\n");
	str_addf(out, "|%s%s\n", begins_blank ? "2" : "", ends_blank ? "+" : slice_ends_with(text, "\n") ? "" : "-");
	if (slice_ends_with(text, "\n"))
		text.len--;
	struct slice line;
	while (slice_cut(&text, '\n', &line)) {
		if (line.len)
			str_add_repeat(out, ' ', indent);
		str_add(out, line);
		str_add_char(out, '\n');
	}
}

void yaml_write_text(struct str *out, size_t indent, struct slice text)
{
	bool several = slice_find(text, SLICE_LITERAL("\n"), 0) != (size_t)-1;
	str_add_char(out, ' ');
	if (any_needs_escape(text) || !text.len) {
		yaml_write_quoted(out, text);
	} else if (several) {
		add_block(out, indent, text);
		return;
	} else {
		add_one_line(out, text);
	}
	str_add_char(out, '\n');
}
