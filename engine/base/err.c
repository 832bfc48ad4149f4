#include "base/err.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/shown.h"
#include "base/utf8.h"

/* A line longer than this is cut in the snippet: a caret far to the right of the terminal helps nobody. */
#define SNIPPET_MAX 160

void err_release(struct err *err)
{
	free(err->message);
	free(err->file);
	free(err->snippet);
	free(err->hint);
	*err = ERR_INIT;
}

static char *format_owned(const char *format, va_list args)
{
	struct str s = STR_INIT;
	str_addv(&s, format, args);
	return str_detach(&s);
}

bool err_set(struct err *err, enum err_kind kind, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *message = format_owned(format, args);
	va_end(args);
	err_release(err);
	err->kind = kind;
	err->message = message;
	return false;
}

bool err_at(struct err *err, const char *file, size_t line, size_t column)
{
	char *copy = file ? xstrdup(file) : NULL;
	free(err->file);
	err->file = copy;
	err->line = line;
	err->column = column;
	return false;
}

bool err_snippet(struct err *err, struct slice text, size_t offset)
{
	if (offset > text.len)
		offset = text.len;
	size_t begin = offset, end = offset;
	while (begin > 0 && text.ptr[begin - 1] != '\n')
		begin--;
	while (end < text.len && text.ptr[end] != '\n' && text.ptr[end] != '\r')
		end++;
	free(err->snippet);
	err->snippet = xstrndup(text.len ? text.ptr + begin : "", end - begin);
	return false;
}

/* Takes over `hint`. */
static bool set_hint(struct err *err, enum err_hint_kind kind, char *hint)
{
	free(err->hint);
	err->hint = hint;
	err->hint_kind = kind;
	return false;
}

bool err_hint(struct err *err, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *hint = format_owned(format, args);
	va_end(args);
	return set_hint(err, ERR_HINT_OTHER, hint);
}

bool err_hint_of(struct err *err, enum err_hint_kind kind, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *hint = format_owned(format, args);
	va_end(args);
	return set_hint(err, kind, hint);
}

bool err_prefix(struct err *err, const char *format, ...)
{
	struct str s = STR_INIT;
	va_list args;
	va_start(args, format);
	str_addv(&s, format, args);
	va_end(args);
	str_addf(&s, ": %s", err->message ? err->message : "");
	free(err->message);
	err->message = str_detach(&s);
	return false;
}

static void format_snippet(const struct err *err, struct str *out)
{
	struct slice shown = utf8_cut(slice_of(err->snippet), SNIPPET_MAX);
	int width = 1;
	for (size_t n = err->line; n >= 10; n /= 10)
		width++;
	str_addf(out, " %*zu | ", width, err->line);
	shown_add_line(shown, out);
	str_add_char(out, '\n');
	if (err->column == 0 || err->column > shown.len + 1)
		return;
	str_addf(out, " %*s | ", width, "");
	for (size_t i = 0; i + 1 < err->column; i++) {
		/* of a UTF-8 character: one column in all */
		bool continues = ((unsigned char)err->snippet[i] & 0xC0) == 0x80;
		if (!continues)
			str_add_char(out, err->snippet[i] == '\t' ? '\t' : ' ');
	}
	str_add_cstr(out, "^\n");
}

bool err_about(const struct err_places *places, const char *option, const char *value, struct err *err)
{
	if (places && places->find && value)
		places->find(places->ctx, option, value, err);
	return false;
}

/* A message's own line ends have two spaces after them; any other came with a name or a word that it quotes. */
static void add_message(const char *message, struct str *out)
{
	struct slice rest = slice_of(message), own = SLICE_LITERAL("\n  ");
	for (size_t end; (end = slice_find(rest, own, 0)) != (size_t)-1;) {
		shown_add_line(slice_sub(rest, 0, end), out);
		str_add(out, own);
		rest = slice_sub(rest, end + own.len, rest.len);
	}
	shown_add_line(rest, out);
}

void err_format(const struct err *err, struct str *out)
{
	if (err->file) {
		add_message(err->file, out);
		if (err->line)
			str_addf(out, ":%zu", err->line);
		if (err->line && err->column)
			str_addf(out, ":%zu", err->column);
		str_add_cstr(out, ": ");
	}
	add_message(err->message ? err->message : "unknown error", out);
	str_add_char(out, '\n');
	if (err->snippet && err->line)
		format_snippet(err, out);
	if (!err->hint)
		return;
	str_add_cstr(out, "hint: ");
	add_message(err->hint, out);
	str_add_char(out, '\n');
}
