#include "cli/print.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "cli/exit.h"
#include "platform/output.h"
#include "report/json.h"

/* Lines of prose are no easier to read where the terminal is wider. */
#define HELP_WIDTH 80

/* Of all commands but apply and check, whose own is in report/format_json.c. */
#define JSON_SCHEMA 1

bool print_text(enum stream stream, struct slice text, struct err *err)
{
	return !text.len || platform_write_stream(stream, text, err);
}

/* Its name, for free(); NULL: there is none. */
static char *chosen_pager(void)
{
	char *pager = platform_getenv("TPATCH_PAGER"), *terminal = platform_getenv("TERM");
	if (!pager)
		pager = platform_getenv("PAGER");
	if (!pager && platform_default_pager())
		pager = xstrdup(platform_default_pager());
	bool is_dumb = terminal && strcmp(terminal, "dumb") == 0;
	free(terminal);
	if (pager && (is_dumb || !pager[0] || strcmp(pager, "cat") == 0)) {
		free(pager);
		pager = NULL;
	}
	return pager;
}

bool print_paged(const struct options *options, struct slice text, struct err *err)
{
	/* As git has it: less leaves what fits on the screen, keeps colours, and does not clear what was shown. */
	static const char *const defaults[] = { "LESS=FRX", "LV=-c", NULL };
	if (!text.len || options->no_pager || !platform_is_terminal(STREAM_OUT))
		return print_text(STREAM_OUT, text, err);
	char *pager = chosen_pager();
	bool is_shown = pager && platform_page(pager, defaults, text);
	free(pager);
	return is_shown || print_text(STREAM_OUT, text, err);
}

bool print_output(const struct options *options, struct slice text, struct err *err)
{
	if (!options->output || strcmp(options->output, "-") == 0)
		return print_paged(options, text, err);
	return platform_save_file(options->output, text, err);
}

void print_if_possible(enum stream stream, struct slice text)
{
	struct err lost = ERR_INIT;
	print_text(stream, text, &lost);
	err_release(&lost);
}

size_t print_help_width(void)
{
	size_t width = platform_terminal_width(STREAM_OUT);
	return width && width < HELP_WIDTH ? width : HELP_WIDTH;
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

static void print_error_json(const struct err *err, const struct options *options)
{
	struct json *object = json_new_object(), *error = json_new_object();
	json_put_cstr(error, "message", err->message);
	json_put_cstr(error, "file", err->file);
	if (err->line)
		json_put_number(error, "line", (int64_t)err->line);
	if (err->column)
		json_put_number(error, "column", (int64_t)err->column);
	json_put_cstr(error, "hint", err->hint);
	json_put_number(object, "exit", exit_code_of(err));
	json_put(object, "error", error);
	struct str text = STR_INIT;
	print_json(options, object, &text);
	print_if_possible(STREAM_OUT, str_slice(&text));
	str_release(&text);
	json_free(object);
}

struct json *print_new_json(void)
{
	struct json *object = json_new_object();
	json_put_number(object, "schema", JSON_SCHEMA);
	return object;
}

void print_json(const struct options *options, const struct json *value, struct str *out)
{
	bool by_item = options->json == JSON_STREAM && json_is_list(value);
	for (size_t i = 0; i < (by_item ? json_count(value) : 1); i++) {
		json_print(by_item ? json_item(value, i) : value, options->json == JSON_PRETTY, out);
		str_add_char(out, '\n');
	}
}

/* Names and lines of files come from outside: what would steer the terminal is shown as \ooo. */
static void add_harmless(struct slice text, struct str *out)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];
		if ((c < ' ' && c != '\n' && c != '\t') || c == 0x7f)
			str_addf(out, "\\%03o", c);
		else
			str_add_char(out, text.ptr[i]);
	}
}

void print_err(const struct err *err, const struct options *options)
{
	struct str text = STR_INIT, message = STR_INIT;
	bool colored = print_colored(STREAM_ERR, options);
	str_add_cstr(&text, colored ? "\033[1;31merror:\033[0m " : "error: ");
	err_format(err, &message);
	add_harmless(str_slice(&message), &text);
	str_release(&message);
	print_if_possible(STREAM_ERR, str_slice(&text));
	str_release(&text);
	if (options->json != JSON_OFF)
		print_error_json(err, options);
}
