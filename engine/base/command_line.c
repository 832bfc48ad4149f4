#include "base/command_line.h"

#include <string.h>

/* Appends `argument` in quotes, whether it needs them or not, and without the space after it. */
static void command_line_add_quoted(struct str *line, const char *argument)
{
	size_t n_backslashes = 0;
	str_add_char(line, '"');
	for (; *argument; argument++) {
		if (*argument == '"')
			str_add_repeat(line, '\\', n_backslashes + 1);
		n_backslashes = *argument == '\\' ? n_backslashes + 1 : 0;
		str_add_char(line, *argument);
	}
	str_add_repeat(line, '\\', n_backslashes);
	str_add_char(line, '"');
}

void command_line_add(struct str *line, const char *argument)
{
	if (line->len)
		str_add_char(line, ' ');
	if (argument[0] && !strpbrk(argument, " \t\n\v\""))
		str_add_cstr(line, argument);
	else
		command_line_add_quoted(line, argument);
}

static bool is_plain(bool is_windows, const char *word)
{
	const char *special = is_windows ? " \t\n'\"&();|<>*?!$[]{}^%`,@" : " \t\n'\"&();|<>*?!$\\[]{}`#~";
	return word[0] && !word[strcspn(word, special)];
}

void shell_add_quoted(struct str *out, const char *word)
{
	str_add_char(out, '\'');
	for (; *word; word++) {
		if (*word == '\'')
			str_add_cstr(out, "'\\''");
		else
			str_add_char(out, *word);
	}
	str_add_char(out, '\'');
}

void shell_word_for(bool is_windows, const char *word, struct str *out)
{
	if (is_plain(is_windows, word))
		str_add_cstr(out, word);
	else if (is_windows)
		command_line_add_quoted(out, word);
	else if (strchr(word, '\'') && !word[strcspn(word, "\"$`\\!")])
		str_addf(out, "\"%s\"", word);
	else
		shell_add_quoted(out, word);
}
