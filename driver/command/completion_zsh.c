/* Zsh: _arguments of https://zsh.sourceforge.io/Doc/Release/Completion-System.html. */
#include <stdlib.h>
#include <string.h>

#include "command/completion.h"

/* Within '…' of _arguments: a ' ends it, and [ ] : \ have a meaning. */
static void add_text(const char *text, struct str *out)
{
	for (; *text; text++) {
		if (*text == '\'')
			str_add_cstr(out, "'\\'");
		else if (strchr("[]:\\", *text))
			str_add_char(out, '\\');
		str_add_char(out, *text);
	}
}

static void add_action(enum completion_value value, const char *words, struct str *out)
{
	if (value == COMPLETION_WORDS)
		str_addf(out, "(%s)", words);
	else if (value == COMPLETION_NAMED)
		str_addf(out, "_tbuild_named %s", words);
	else if (value != COMPLETION_ANY)
		str_add_cstr(out, value == COMPLETION_FOLDER ? "_files -/" : "_files");
}

static void add_option(enum option_id id, struct str *out)
{
	struct option_info info = option_info(id);
	char *words = completion_words(id);
	str_add_cstr(out, "\t\t\t");
	if (id == OPTION_SET)
		str_add_cstr(out, "'*'");
	else if (info.letter)
		str_addf(out, "'(-%c --%s)'", info.letter, info.name);
	if (info.letter)
		str_addf(out, "{-%c%s,--%s%s}'[", info.letter, info.value ? "+" : "", info.name, info.value ? "=" : "");
	else
		str_addf(out, "'--%s%s[", info.name, info.value ? "=" : "");
	add_text(info.help, out);
	str_add_char(out, ']');
	if (info.value) {
		str_add_char(out, ':');
		add_text(info.value, out);
		str_add_char(out, ':');
		add_action(completion_value_of(id), words, out);
	}
	str_add_cstr(out, "' \\\n");
	free(words);
}

static void add_command(const struct command *command, struct str *out)
{
	enum option_id *ids = completion_options(command);
	char *words = completion_argument_words(command);
	str_addf(out, "\t%s)\n\t\t_arguments -s : \\\n", command->name);
	for (size_t i = 0; ids[i] != OPTION_NONE; i++)
		add_option(ids[i], out);
	str_add_cstr(out, "\t\t\t'1: :_tbuild_commands' '*: :");
	if (completion_argument_of(command) == COMPLETION_ANY)
		str_add_cstr(out, "_message \"no more arguments\"");
	else
		add_action(completion_argument_of(command), words, out);
	str_add_cstr(out, "'\n\t\t;;\n");
	free(words);
	free(ids);
}

void completion_zsh(struct str *out)
{
	size_t count;
	const struct command *const *commands = command_all(&count);
	str_add_cstr(out, "#compdef tbuild\n# zsh completion of tbuild, made by `tbuild help --completion zsh`.\n\n_tbuild_commands() {\n\tlocal -a commands=(\n");
	for (size_t i = 0; i < count; i++) {
		str_addf(out, "\t\t'%s:", commands[i]->name);
		add_text(commands[i]->summary, out);
		str_add_cstr(out, "'\n");
	}
	str_add_cstr(out, "\t)\n\t_describe command commands\n}\n\n"
		"# A name, or a file. _arguments puts options of compadd in front.\n"
		"_tbuild_named() {\n\tlocal -a names=(${@:#-*})\n\tcompadd -- ${names:#[0-9]*}\n\t_files\n}\n\n"
		"_tbuild() {\n\tlocal word command=build curcontext=$curcontext\n\tlocal -a names=(");
	for (size_t i = 0; i < count; i++)
		str_addf(out, "%s%s", i ? " " : "", commands[i]->name);
	str_add_cstr(out, ")\n"
		"\tfor word in ${words[2,CURRENT-1]}; do\n\t\tif (( ${names[(Ie)$word]} )); then\n\t\t\tcommand=$word\n\t\t\tbreak\n\t\tfi\n\tdone\n"
		"\tcase $command in\n");
	for (size_t i = 0; i < count; i++)
		add_command(commands[i], out);
	str_add_cstr(out, "\tesac\n}\n\nif [[ $funcstack[1] == _tbuild ]]; then\n\t_tbuild \"$@\"\nelse\n\tcompdef _tbuild tbuild\nfi\n");
}
