/* Fish: https://fishshell.com/docs/current/completions.html. A row for each option. */
#include <stdlib.h>

#include "command/completion.h"

static void add_text(const char *text, struct str *out)
{
	str_add_char(out, '\'');
	completion_add_quoted(text, "'\\", "\\", out);
	str_add_char(out, '\'');
}

static bool takes(const struct command *command, enum option_id id)
{
	enum option_id *ids = completion_options(command);
	bool found = false;
	for (size_t i = 0; ids[i] != OPTION_NONE; i++)
		found |= ids[i] == id;
	free(ids);
	return found;
}

static void add_value(enum completion_value value, const char *words, struct str *out)
{
	if (value == COMPLETION_FOLDER)
		str_add_cstr(out, " -x -a '(__fish_complete_directories)'");
	else if (value == COMPLETION_FILE)
		str_add_cstr(out, " -r -F");
	else if (value == COMPLETION_WORDS)
		str_addf(out, " -x -a '%s'", words);
	else if (value == COMPLETION_NAMED)
		str_addf(out, " -r -F -a '%s'", words);
	else
		str_add_cstr(out, " -x");
}

/* For the commands that take it. The default one is in force where none is typed. */
static void add_option(enum option_id id, struct str *out)
{
	size_t count;
	const struct command *const *commands = command_all(&count);
	struct option_info info = option_info(id);
	char *words = completion_words(id);
	str_add_cstr(out, "complete -c tbuild -n '__tbuild_command");
	for (size_t i = 0; i < count; i++)
		if (takes(commands[i], id))
			str_addf(out, " %s", commands[i]->name);
	str_add_char(out, '\'');
	if (info.letter)
		str_addf(out, " -s %c", info.letter);
	str_addf(out, " -l %s", info.name);
	if (info.value)
		add_value(completion_value_of(id), words, out);
	str_add_cstr(out, " -d ");
	add_text(info.help, out);
	str_add_char(out, '\n');
	free(words);
}

static void add_arguments(const struct command *command, struct str *out)
{
	enum completion_value value = completion_argument_of(command);
	char *words = completion_argument_words(command);
	if (value == COMPLETION_FILE || value == COMPLETION_NAMED)
		str_addf(out, "complete -c tbuild -n '__tbuild_command %s' -F\n", command->name);
	if (value == COMPLETION_NAMED)
		str_addf(out, "complete -c tbuild -n '__tbuild_command %s' -a '%s'\n", command->name, words);
	free(words);
}

void completion_fish(struct str *out)
{
	size_t count;
	const struct command *const *commands = command_all(&count);
	str_add_cstr(out, "# fish completion of tbuild, made by `tbuild help --completion fish`.\n\n"
		"# The command that is typed; none is build.\n"
		"function __tbuild_typed\n\tfor word in (commandline -opc)[2..-1]\n\t\tif contains -- $word");
	for (size_t i = 0; i < count; i++)
		str_addf(out, " %s", commands[i]->name);
	str_add_cstr(out, "\n\t\t\techo $word\n\t\t\treturn\n\t\tend\n\tend\n\techo build\nend\n\n"
		"function __tbuild_command\n\tcontains -- (__tbuild_typed) $argv\nend\n\ncomplete -c tbuild -f\n");
	for (size_t i = 0; i < count; i++) {
		str_addf(out, "complete -c tbuild -n '__fish_use_subcommand; or __tbuild_command help' -a %s -d ", commands[i]->name);
		add_text(commands[i]->summary, out);
		str_add_char(out, '\n');
	}
	for (size_t i = 0; i < count; i++)
		add_arguments(commands[i], out);
	for (int id = OPTION_NONE + 1; id < OPTION_COUNT; id++)
		add_option((enum option_id)id, out);
}
