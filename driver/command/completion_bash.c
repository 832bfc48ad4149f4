/* Bash: https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html. '=' parts words there: --color=never is three. */
#include <stdlib.h>

#include "command/completion.h"

#define OFFER_WORDS "mapfile -t COMPREPLY < <(compgen -W '%s' -- \"$cur\")\n"
#define OFFER_FILES "compopt -o filenames\n%smapfile -t COMPREPLY < <(compgen %s -- \"$cur\")\n"

static void add_offer(enum completion_value value, const char *words, const char *indent, struct str *out)
{
	if (value == COMPLETION_WORDS)
		str_addf(out, "%s" OFFER_WORDS, indent, words);
	else if (value == COMPLETION_NAMED)
		str_addf(out, "%scompopt -o filenames\n%smapfile -t COMPREPLY < <(compgen -f -W '%s' -- \"$cur\")\n", indent, indent, words);
	else if (value != COMPLETION_ANY)
		str_addf(out, "%s" OFFER_FILES, indent, indent, value == COMPLETION_FOLDER ? "-d" : "-f");
}

static void add_command(const struct command *command, struct str *out)
{
	enum option_id *ids = completion_options(command);
	str_addf(out, "\t%s)\n\t\toptions='", command->name);
	for (size_t i = 0; ids[i] != OPTION_NONE; i++) {
		struct option_info info = option_info(ids[i]);
		str_addf(out, "%s--%s", i ? " " : "", info.name);
		if (info.letter)
			str_addf(out, " -%c", info.letter);
	}
	str_add_cstr(out, "'\n\t\t;;\n");
	free(ids);
}

static void add_value(enum option_id id, struct str *out)
{
	struct option_info info = option_info(id);
	char *words = completion_words(id);
	str_addf(out, "\t--%s", info.name);
	if (info.letter)
		str_addf(out, " | -%c", info.letter);
	str_add_cstr(out, ")\n");
	add_offer(completion_value_of(id), words, "\t\t", out);
	str_add_cstr(out, "\t\treturn\n\t\t;;\n");
	free(words);
}

static void add_arguments(const struct command *command, struct str *out)
{
	char *words = completion_argument_words(command);
	if (completion_argument_of(command) != COMPLETION_ANY) {
		str_addf(out, "\t%s)\n", command->name);
		add_offer(completion_argument_of(command), words, "\t\t", out);
		str_add_cstr(out, "\t\t;;\n");
	}
	free(words);
}

void completion_bash(struct str *out)
{
	size_t count;
	const struct command *const *commands = command_all(&count);
	str_add_cstr(out, "# bash completion of tbuild, made by `tbuild help --completion bash`.\n# shellcheck shell=bash\n_tbuild()\n{\n"
		"\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} at command='' options=''\n\tlocal commands='");
	for (size_t i = 0; i < count; i++)
		str_addf(out, "%s%s", i ? " " : "", commands[i]->name);
	str_add_cstr(out, "'\n\tCOMPREPLY=()\n"
		"\tfor ((at = 1; at < COMP_CWORD; at++)); do\n"
		"\t\tif [[ -z $command && \" $commands \" == *\" ${COMP_WORDS[at]} \"* ]]; then\n"
		"\t\t\tcommand=${COMP_WORDS[at]}\n\t\tfi\n\tdone\n"
		"\tcase ${command:-build} in\n");
	for (size_t i = 0; i < count; i++)
		add_command(commands[i], out);
	str_add_cstr(out, "\tesac\n"
		"\tif [[ $cur == = ]]; then\n\t\tcur=''\n\telif [[ $prev == = ]]; then\n\t\tprev=${COMP_WORDS[COMP_CWORD - 2]}\n\tfi\n"
		"\tcase $prev in\n");
	for (int id = OPTION_NONE + 1; id < OPTION_COUNT; id++)
		if (option_info((enum option_id)id).value)
			add_value((enum option_id)id, out);
	str_add_cstr(out, "\tesac\n"
		"\tif [[ $cur == -* ]]; then\n\t\tmapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$cur\")\n\t\treturn\n\tfi\n"
		"\tcase $command in\n\t'')\n\t\tmapfile -t COMPREPLY < <(compgen -W \"$commands\" -- \"$cur\")\n\t\t;;\n");
	for (size_t i = 0; i < count; i++)
		add_arguments(commands[i], out);
	str_add_cstr(out, "\tesac\n}\ncomplete -F _tbuild tbuild\n");
}
