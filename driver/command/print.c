#include "command/print.h"

#include <stdlib.h>

bool print_text(enum stream stream, struct slice text, struct err *err)
{
	return platform_write_stream(stream, text, err);
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
