/* Fish: https://fishshell.com/docs/current/completions.html. A row for each option; where the commands differ in its values, one for each. */
#include <stdlib.h>

#include "cli/completion.h"

static bool takes(const struct command *command, enum option_id id)
{
	size_t count;
	enum option_id *ids = completion_options(command, &count);
	bool found = false;
	for (size_t i = 0; i < count; i++)
		found |= ids[i] == id;
	free(ids);
	return found;
}

static void add_text(const char *text, struct str *out)
{
	str_add_char(out, '\'');
	completion_add_quoted(text, "'\\", "\\", out);
	str_add_char(out, '\'');
}

/* The commands that take the option, as words of a condition. The default one is in force where none is typed. */
static void add_condition(enum option_id id, const struct command *only, struct str *out)
{
	size_t count;
	const struct command *const *commands = command_all(&count);
	str_add_cstr(out, " -n '__tpatch_command");
	for (size_t i = 0; i < count; i++)
		if (only ? commands[i] == only : takes(commands[i], id))
			str_addf(out, " %s", commands[i]->name);
	str_add_char(out, '\'');
}

static void add_option(enum option_id id, const struct command *only, struct str *out)
{
	size_t count;
	struct option_info info = option_info(id);
	struct str words = STR_INIT;
	completion_add_words(only ? only : command_all(&count)[0], id, &words);
	str_add_cstr(out, "complete -c tpatch");
	add_condition(id, only, out);
	if (info.letter)
		str_addf(out, " -s %c", info.letter);
	str_addf(out, " -l %s", info.name);
	switch (info.takes_value ? completion_value_of(id) : COMPLETION_ANY) {
	case COMPLETION_FOLDER:
		str_add_cstr(out, " -x -a '(__fish_complete_directories)'");
		break;
	case COMPLETION_FILE:
		str_add_cstr(out, " -r -F");
		break;
	case COMPLETION_WORDS:
		str_addf(out, "%s -a '%s'", info.may_lack_value ? " -f" : " -x", words.ptr);
		break;
	case COMPLETION_REPORT:
		str_addf(out, " -x -a '(__tpatch_report %s)'", words.ptr);
		break;
	default:
		str_add_cstr(out, info.takes_value ? " -x" : "");
	}
	str_add_cstr(out, " -d ");
	add_text(info.help, out);
	str_add_char(out, '\n');
	str_release(&words);
}

static void add_options(enum option_id id, struct str *out)
{
	size_t count;
	const struct command *const *commands = command_all(&count);
	if (id != OPTION_FORMAT && id != OPTION_REPORT) {
		add_option(id, NULL, out);
		return;
	}
	for (size_t i = 0; i < count; i++)
		if (takes(commands[i], id))
			add_option(id, commands[i], out);
}

void completion_fish(struct str *out)
{
	size_t count;
	const struct command *const *commands = command_all(&count);
	str_add_cstr(out, "# fish completion of tpatch, made by `tpatch help --completion fish`.\n\n"
	                  "# The command that is typed; none is apply.\n"
	                  "function __tpatch_typed\n\tfor word in (commandline -opc)[2..-1]\n\t\tif contains -- $word");
	for (size_t i = 0; i < count; i++)
		str_addf(out, " %s", commands[i]->name);
	str_add_cstr(out, "\n\t\t\techo $word\n\t\t\treturn\n\t\tend\n\tend\n\techo apply\nend\n\n"
	                  "function __tpatch_command\n\tcontains -- (__tpatch_typed) $argv\nend\n\n"
	                  "# FORMAT=FILE\n"
	                  "function __tpatch_report\n"
	                  "\tset -l typed (string split -m 1 = -- (commandline -ct | string replace -r '^(--output=|-o)' ''))\n"
	                  "\tif test (count $typed) -gt 1\n"
	                  "\t\tprintf \"$typed[1]=%s\\n\" (__fish_complete_path $typed[2] | string replace -r '\\t.*' '')\n"
	                  "\telse\n"
	                  "\t\tprintf '%s=\\n' $argv\n"
	                  "\tend\nend\n\n"
	                  "complete -c tpatch -f\n");
	for (size_t i = 0; i < count; i++) {
		str_addf(out, "complete -c tpatch -n '__fish_use_subcommand; or __tpatch_command help' -a %s -d ", commands[i]->name);
		add_text(commands[i]->summary, out);
		str_add_char(out, '\n');
	}
	for (size_t i = 0; i < count; i++)
		if (completion_takes_files(commands[i]))
			str_addf(out, "complete -c tpatch -n '__tpatch_command %s' -F\n", commands[i]->name);
	for (int id = 1; id < OPTION_COUNT; id++)
		add_options((enum option_id)id, out);
}
