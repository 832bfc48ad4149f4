#include "base/command_line.h"

#include <string.h>

void command_line_add_quoted(struct str *line, const char *argument)
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
