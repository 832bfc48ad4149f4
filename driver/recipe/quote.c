#include "recipe/quote.h"

#include <string.h>

#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:,+@%"

void quote_sh(const char *text, struct str *out)
{
	static const char plain[] = PLAIN;
	if (text[0] && strspn(text, plain) == strlen(text))
		str_add_cstr(out, text);
	else
		shell_add_quoted(out, text);
}

void quote_sh_pattern(const char *text, struct str *out)
{
	for (; *text; text++) {
		if (!strchr(PLAIN "*?[]", *text))
			str_add_char(out, '\\');
		str_add_char(out, *text);
	}
}

/*
 * With a caret before what means something to cmd.exe, so that no quotation mark opens anything for it. '%' is doubled,
 * which holds in quotes and outside; '!' means something only where delayed expansion is on, and the script turns it
 * off.
 */
void quote_batch_text(const char *text, struct str *out)
{
	for (; *text; text++) {
		if (*text == '%')
			str_add_char(out, '%');
		else if (strchr("^&|<>()\"", *text))
			str_add_char(out, '^');
		str_add_char(out, *text);
	}
}

void quote_batch_inside(const char *text, struct str *out)
{
	for (; *text; text++) {
		if (*text == '%')
			str_add_char(out, '%');
		str_add_char(out, *text);
	}
}

void quote_batch(const char *text, struct str *out)
{
	struct str word = STR_INIT;
	command_line_add(&word, text);
	bool quoted = word.ptr[0] == '"', inside = strchr(text, '"') != NULL;
	if (!quoted && strpbrk(text, "&|<>^();,=!"))
		str_addf(out, "\"");
	/* Between quotes cmd.exe takes all but '%' as it is, as long as there are two of them. */
	if (inside)
		quote_batch_text(word.ptr, out);
	else
		quote_batch_inside(word.ptr, out);
	if (!quoted && strpbrk(text, "&|<>^();,=!"))
		str_addf(out, "%s\"", text[strlen(text) - 1] == '\\' ? "\\" : "");
	str_release(&word);
}

void quote_batch_set(const char *name, const char *value, const char *after, struct str *out)
{
	bool inside = strchr(value, '"') != NULL;
	str_addf(out, inside ? "set ^\"%s=" : "set \"%s=", name);
	if (inside)
		quote_batch_text(value, out);
	else
		quote_batch_inside(value, out);
	str_addf(out, inside ? "%s^\"\r\n" : "%s\"\r\n", after);
}
