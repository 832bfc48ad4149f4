#include "cmdline/print.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/shown.h"
#include "cmdline/command.h"
#include "cmdline/exit.h"
#include "cmdline/output_file.h"
#include "format/json.h"
#include "platform/output.h"

/* A long text is made harmless in parts of about so many bytes, and not in a copy of the whole. */
#define PART_BYTES ((size_t)1 << 20)

/* Of all commands but apply and check, whose own is in report/format/format_json.c. */

bool print_data(enum stream stream, struct slice bytes, struct err *err)
{
	return !bytes.len || platform_write_stream(stream, bytes, err);
}

/* The lines that `text` begins with, about so many bytes. */
static struct slice first_lines(struct slice text)
{
	const char *end = text.len > PART_BYTES ? memchr(text.ptr + PART_BYTES, '\n', text.len - PART_BYTES) : NULL;
	return end ? slice_from(text.ptr, (size_t)(end - text.ptr) + 1) : text;
}

bool print_text(enum stream stream, struct slice text, struct err *err)
{
	struct str shown = STR_INIT;
	bool ok = true;
	for (struct slice part = first_lines(text); ok && text.len; part = first_lines(text)) {
		str_clear(&shown);
		shown_add_text(part, &shown);
		ok = print_data(stream, str_slice(&shown), err);
		text = slice_sub(text, part.len, text.len);
	}
	str_release(&shown);
	return ok;
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

/* What may be paged, as it is. */
static bool page_data(const struct options *options, struct slice bytes, struct err *err)
{
	/* As git has it: less leaves what fits on the screen, keeps colours, and does not clear what was shown. */
	static const char *const defaults[] = { "LESS=FRX", "LV=-c", NULL };
	if (!bytes.len || options_shared(options)->no_pager || !platform_is_terminal(STREAM_OUT))
		return print_data(STREAM_OUT, bytes, err);
	char *pager = chosen_pager();
	bool is_shown = pager && platform_page(pager, defaults, bytes);
	free(pager);
	return is_shown || print_data(STREAM_OUT, bytes, err);
}

bool print_paged(const struct options *options, struct slice text, struct err *err)
{
	if (!platform_is_terminal(STREAM_OUT))
		return print_text(STREAM_OUT, text, err);
	struct str shown = STR_INIT;
	shown_add_text(text, &shown);
	bool ok = page_data(options, str_slice(&shown), err);
	str_release(&shown);
	return ok;
}

/* Does the runner of a pipeline read along, and obey some lines? */
static bool is_in_pipeline(void)
{
	static const char *const variables[] = { "GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION" };
	bool is = false;
	for (size_t i = 0; i < COUNT_OF(variables); i++) {
		char *value = platform_getenv(variables[i]);
		is = is || (value && value[0]);
		free(value);
	}
	return is;
}

bool print_diff(const struct options *options, struct slice diff, struct err *err)
{
	bool is_read = platform_is_terminal(STREAM_OUT) || is_in_pipeline();
	return is_read ? print_paged(options, diff, err) : print_data(STREAM_OUT, diff, err);
}

bool print_output(const struct options *options, struct slice text, struct err *err)
{
	const char *path = options_shared(options)->output;
	return output_is_standard(path) ? print_paged(options, text, err) : output_replace(options, path, text, err);
}

bool print_output_data(const struct options *options, struct slice bytes, struct err *err)
{
	const char *path = options_shared(options)->output;
	if (!output_is_standard(path))
		return output_replace(options, path, bytes, err);
	return platform_is_terminal(STREAM_OUT) ? print_paged(options, bytes, err) : print_data(STREAM_OUT, bytes, err);
}

/* False where it is lost. */
static bool try_to_print(enum stream stream, struct slice text)
{
	struct err lost = ERR_INIT;
	bool ok = print_text(stream, text, &lost);
	err_release(&lost);
	return ok;
}

void print_if_possible(enum stream stream, struct slice text)
{
	try_to_print(stream, text);
}

void print_progress(struct slice line)
{
	struct err lost = ERR_INIT;
	print_data(STREAM_ERR, line, &lost);
	err_release(&lost);
}

bool print_colored(enum stream stream, const struct options *options)
{
	if (options_shared(options)->color != COLOR_AUTO)
		return options_shared(options)->color == COLOR_ALWAYS;
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
	bool by_item = options_shared(options)->json == JSON_STREAM && json_is_list(value);
	for (size_t i = 0; i < (by_item ? json_count(value) : 1); i++) {
		json_print(by_item ? json_item(value, i) : value, options_shared(options)->json == JSON_PRETTY, out);
		str_add_char(out, '\n');
	}
}

bool print_json_value(const struct options *options, struct json *value, struct err *err)
{
	struct str text = STR_INIT;
	print_json(options, value, &text);
	bool ok = print_paged(options, str_slice(&text), err);
	str_release(&text);
	json_free(value);
	return ok;
}

void print_err(const struct err *err, const struct options *options)
{
	struct str text = STR_INIT;
	bool colored = print_colored(STREAM_ERR, options);
	str_add_cstr(&text, colored ? PAINT_WRONG "error:" PAINT_END " " : "error: ");
	err_format(err, &text);
	bool as_json = options_shared(options)->json != JSON_OFF;
	if (!try_to_print(STREAM_ERR, str_slice(&text)) && !as_json)
		print_if_possible(STREAM_OUT, str_slice(&text));
	str_release(&text);
	if (as_json)
		print_error_json(err, options);
}
