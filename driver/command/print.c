#include "command/print.h"

#include <stdlib.h>

bool print_data(enum stream stream, struct slice bytes, struct err *err)
{
	return platform_write_stream(stream, bytes, err);
}

bool print_text(enum stream stream, struct slice text, struct err *err)
{
	struct str shown = STR_INIT;
	shown_add_text(text, &shown);
	bool ok = print_data(stream, str_slice(&shown), err);
	str_release(&shown);
	return ok;
}

/* U+0080 to U+009F, U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069; 0 for what is none of these. `*length`: its bytes. */
static unsigned control_at(struct slice text, size_t at, size_t *length)
{
	unsigned a = (unsigned char)text.ptr[at], b = at + 1 < text.len ? (unsigned char)text.ptr[at + 1] : 0, c = at + 2 < text.len ? (unsigned char)text.ptr[at + 2] : 0;
	unsigned two = (a & 0x1f) << 6 | (b & 0x3f), three = (a & 0x0f) << 12 | (b & 0x3f) << 6 | (c & 0x3f);
	*length = a == 0xc2 || a == 0xd8 ? 2 : 3;
	if ((a == 0xc2 && b >= 0x80 && b < 0xa0) || (a == 0xd8 && two == 0x61c))
		return two;
	bool turns = three == 0x200e || three == 0x200f || (three >= 0x202a && three <= 0x202e) || (three >= 0x2066 && three <= 0x2069);
	return a == 0xe2 && turns ? three : 0;
}

void print_add_foreign(struct slice text, struct str *out)
{
	for (size_t i = 0, length = 1; i < text.len; i += length) {
		unsigned char byte = (unsigned char)text.ptr[i];
		unsigned control = byte >= 0x80 ? control_at(text, i, &length) : 0;
		if (!control)
			length = 1;
		if (control)
			str_addf(out, "<U+%04X>", control);
		else if ((byte < 0x20 && byte != '\t') || byte == 0x7f)
			str_addf(out, "\\x%02x", byte);
		else
			str_add_char(out, (char)byte);
	}
}

bool print_json(struct json *value, struct err *err)
{
	struct str text = STR_INIT;
	json_print(value, true, &text);
	str_add_char(&text, '\n');
	bool ok = print_text(STREAM_OUT, str_slice(&text), err);
	str_release(&text);
	json_free(value);
	return ok;
}

bool print_colored(enum stream stream, const struct options *options)
{
	if (options->color != COLOR_AUTO)
		return options->color == COLOR_ALWAYS;
	char *no_color = platform_getenv("NO_COLOR");
	bool forbidden = no_color && no_color[0];
	free(no_color);
	return !forbidden && platform_is_terminal(stream);
}

void print_err(const struct err *err, const struct options *options)
{
	struct str text = STR_INIT;
	struct err ignored = ERR_INIT;
	if (!err->file)
		str_add_cstr(&text, print_colored(STREAM_ERR, options) ? PAINT_WRONG "error:" PAINT_END " " : "error: ");
	err_format(err, &text);
	print_text(STREAM_ERR, str_slice(&text), &ignored);
	err_release(&ignored);
	str_release(&text);
}
