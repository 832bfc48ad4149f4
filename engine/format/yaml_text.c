/*
 * The text of a YAML file: encoding, line ends, and places in it.
 */
#include "format/yaml.h"

#include <stdarg.h>
#include <string.h>

#include "base/utf8.h"

static bool refuse_encoding(struct yaml_file *file, const char *encoding, struct err *err)
{
	err_set(err, ERR_PATCHSET, "the file is %s, not UTF-8", encoding);
	err_at(err, file->path, 1, 1);
	return err_hint(err, "save it as UTF-8");
}

/* UTF-16 and UTF-32 by their byte order marks, and without one by the zero bytes beside an ASCII character. */
static bool check_encoding(struct yaml_file *file, struct slice bytes, struct err *err)
{
	static const char le[] = "\xFF\xFE", be[] = "\xFE\xFF", wide_be[] = "\0\0\xFE\xFF";
	if (bytes.len >= 4 && (memcmp(bytes.ptr, wide_be, 4) == 0 || memcmp(bytes.ptr, "\xFF\xFE\0", 4) == 0))
		return refuse_encoding(file, "UTF-32", err);
	if (slice_starts_with(bytes, le) || slice_starts_with(bytes, be))
		return refuse_encoding(file, "UTF-16", err);
	if (bytes.len >= 2 && (bytes.ptr[0] == '\0') != (bytes.ptr[1] == '\0'))
		return refuse_encoding(file, "UTF-16", err);
	return true;
}

/* Copies `bytes` with CRLF turned into LF. */
static struct slice copy_text(struct arena *arena, struct slice bytes)
{
	char *copy = arena_alloc(arena, bytes.len + 1);
	size_t len = 0;
	if (!bytes.len || !memchr(bytes.ptr, '\r', bytes.len)) {
		memcpy(copy, bytes.ptr ? bytes.ptr : "", bytes.len);
		return slice_from(copy, bytes.len);
	}
	for (size_t i = 0; i < bytes.len; i++)
		if (bytes.ptr[i] != '\r' || i + 1 == bytes.len || bytes.ptr[i + 1] != '\n')
			copy[len++] = bytes.ptr[i];
	return slice_from(copy, len);
}

static void find_lines(struct yaml_file *file)
{
	size_t n_lines = 1;
	const char *begin = file->text.ptr, *end = begin + file->text.len, *at = begin;
	for (size_t i = 0; i < file->text.len; i++)
		n_lines += file->text.ptr[i] == '\n';
	file->lines = arena_alloc(&file->arena, n_lines * sizeof(*file->lines));
	file->n_lines = 1;
	while (at < end && (at = memchr(at, '\n', (size_t)(end - at))) != NULL)
		file->lines[file->n_lines++] = (size_t)(++at - begin);
}

/* What is wrong with a character, or NULL. */
static const char *character_problem(uint32_t c)
{
	if (c == '\r')
		return "a carriage return without a line feed";
	if (c == 0x85 || c == 0x2028 || c == 0x2029)
		return "a Unicode line end";
	if ((c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7F && c < 0xA0))
		return "a control character";
	if (c == 0xFEFF)
		return "a byte order mark that is not at the beginning";
	if (c == 0xFFFE || c == 0xFFFF)
		return "a code point that is not a character";
	return NULL;
}

/* Printable ASCII and line ends, which is nearly all of a file. */
static bool is_plain(char c)
{
	return (c >= ' ' && c <= '~') || c == '\n';
}

static bool check_characters(struct yaml_file *file, struct err *err)
{
	for (size_t i = 0; i < file->text.len;) {
		uint32_t c = 0;
		if (is_plain(file->text.ptr[i])) {
			i++;
			continue;
		}
		size_t len = utf8_decode(file->text, i, &c);
		if (!len) {
			err_set(err, ERR_PATCHSET, "byte 0x%02X is not UTF-8",
				(unsigned)(unsigned char)file->text.ptr[i]);
			yaml_err_at(file, i, err);
			return err_hint(err, "save the file as UTF-8");
		}
		const char *problem = character_problem(c);
		if (problem) {
			err_set(err, ERR_PATCHSET, "%s (U+%04X) in the file", problem, (unsigned)c);
			yaml_err_at(file, i, err);
			if (c == '\r')
				return err_hint(err, "end lines with LF or CRLF");
			return err_hint(
				err, "in a text in double quotes it can be written as \"\\u%04X\"", (unsigned)c);
		}
		i += len;
	}
	return true;
}

bool yaml_text_read(struct yaml_file *out, struct slice bytes, struct err *err)
{
	if (bytes.len > YAML_MAX_BYTES) {
		err_set(err, ERR_PATCHSET, "the file is larger than %zu bytes", YAML_MAX_BYTES);
		return err_at(err, out->path, 0, 0);
	}
	if (!check_encoding(out, bytes, err))
		return false;
	bytes = utf8_without_mark(bytes);
	out->text = copy_text(&out->arena, bytes);
	find_lines(out);
	return check_characters(out, err);
}

/* Index of the line that holds `offset`. */
static size_t line_index(const struct yaml_file *file, size_t offset)
{
	size_t low = 0, high = file->n_lines;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (file->lines[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Offset after the last byte of a line, its line end left out. */
static size_t line_end(const struct yaml_file *file, size_t index)
{
	return index + 1 < file->n_lines ? file->lines[index + 1] - 1 : file->text.len;
}

void yaml_place(const struct yaml_file *file, size_t offset, size_t *line, size_t *column)
{
	size_t index = line_index(file, offset);
	*line = index + 1;
	*column = offset - file->lines[index] + 1;
}

size_t yaml_offset(const struct yaml_file *file, size_t line, size_t column)
{
	size_t index = line ? line - 1 : 0;
	if (index >= file->n_lines)
		return file->text.len;
	size_t length = line_end(file, index) - file->lines[index];
	size_t before = column ? column - 1 : 0;
	return file->lines[index] + (before < length ? before : length);
}

static size_t count_spaces(struct slice text, size_t at)
{
	size_t n = 0;
	while (at + n < text.len && text.ptr[at + n] == ' ')
		n++;
	return n;
}

size_t yaml_block_indent(const struct yaml_file *file, const struct yaml_node *node)
{
	size_t index = line_index(file, node->begin) + 1;
	struct slice rest = node->text, line;
	while (slice_cut(&rest, '\n', &line) && index < file->n_lines) {
		size_t in_file = count_spaces(file->text, file->lines[index]), in_text = count_spaces(line, 0);
		if (line.len && in_file >= in_text)
			return in_file - in_text;
		index++;
	}
	return 0;
}

static size_t literal_offset(const struct yaml_file *file, const struct yaml_node *node, size_t at)
{
	size_t index = line_index(file, node->begin) + 1, begin = 0;
	for (size_t i = 0; i < at && i < node->text.len; i++)
		if (node->text.ptr[i] == '\n') {
			index++;
			begin = i + 1;
		}
	return yaml_offset(file, index + 1, yaml_block_indent(file, node) + (at - begin) + 1);
}

/* Bytes that the escape at `offset` takes in the file; `*produced` is how many bytes of text it stands for. */
static size_t escape_length(struct slice text, size_t offset, size_t *produced)
{
	char letter = offset + 1 < text.len ? text.ptr[offset + 1] : '\0';
	size_t digits = letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
	uint32_t c = letter == 'N' || letter == '_' ? 0x85 : letter == 'L' || letter == 'P' ? 0x2028 : 0;
	for (size_t i = 0; i < digits && offset + 2 + i < text.len; i++) {
		char digit = text.ptr[offset + 2 + i];
		c = c << 4 | (uint32_t)(digit <= '9' ? digit - '0' : (digit | 0x20) - 'a' + 10);
	}
	*produced = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
	return 2 + digits;
}

static size_t quoted_offset(const struct yaml_file *file, const struct yaml_node *node, size_t at)
{
	size_t offset = node->begin + 1;
	while (at > 0 && offset < node->end) {
		size_t raw = 1, produced = 1;
		if (node->style == YAML_STYLE_SINGLE && file->text.ptr[offset] == '\'')
			raw = 2;
		else if (node->style == YAML_STYLE_DOUBLE && file->text.ptr[offset] == '\\')
			raw = escape_length(file->text, offset, &produced);
		if (produced > at)
			break;
		offset += raw;
		at -= produced;
	}
	return offset < node->end ? offset : node->end;
}

/* Byte `at` of the node's text in the text as it was written; within what was put in, the beginning of that. */
static size_t written_offset(const struct yaml_node *node, size_t at)
{
	size_t moved = at;
	for (size_t i = 0; i < node->n_splices && node->splices[i].put <= at; i++) {
		const struct yaml_splice *splice = &node->splices[i];
		if (at < splice->put + splice->put_len)
			return splice->written;
		moved = at - (splice->put + splice->put_len) + splice->written + splice->written_len;
	}
	return moved;
}

size_t yaml_text_offset(const struct yaml_file *file, const struct yaml_node *node, size_t at)
{
	if (node->kind != YAML_KIND_TEXT)
		return node->begin;
	at = written_offset(node, at);
	switch (node->style) {
	case YAML_STYLE_PLAIN:
		return node->begin + at < node->end ? node->begin + at : node->end;
	case YAML_STYLE_SINGLE:
	case YAML_STYLE_DOUBLE:
		return quoted_offset(file, node, at);
	case YAML_STYLE_LITERAL:
		return literal_offset(file, node, at);
	case YAML_STYLE_FOLDED:
	case YAML_STYLE_FLOW:
		break;
	}
	return node->begin;
}

bool yaml_err_at(const struct yaml_file *file, size_t offset, struct err *err)
{
	size_t line, column;
	if (offset > file->text.len)
		offset = file->text.len;
	yaml_place(file, offset, &line, &column);
	err_at(err, file->path, line, column);
	return err_snippet(err, file->text, offset);
}

bool yaml_fail(const struct yaml_file *file, const struct yaml_node *node, struct err *err, const char *format, ...)
{
	struct str message = STR_INIT;
	va_list args;
	va_start(args, format);
	str_addv(&message, format, args);
	va_end(args);
	err_set(err, ERR_PATCHSET, "%s", str_slice(&message).ptr);
	str_release(&message);
	return yaml_err_at(file, node->begin, err);
}
