/* Zsh: _arguments of https://zsh.sourceforge.io/Doc/Release/Completion-System.html. */
#include <stdlib.h>
#include <string.h>

#include "cli/completion.h"

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

static void add_action(const struct command *command, enum option_id id, struct str *out)
{
	struct str words = STR_INIT;
	switch (completion_value_of(id)) {
	case COMPLETION_FOLDER:
		str_add_cstr(out, "_files -/");
		break;
	case COMPLETION_FILE:
		str_add_cstr(out, "_files");
		break;
	case COMPLETION_WORDS:
		completion_add_words(command, id, &words);
		str_addf(out, "(%s)", words.ptr);
		break;
	case COMPLETION_REPORT:
		completion_add_words(command, id, &words);
		str_addf(out, "_tpatch_report %s", words.ptr);
		break;
	default:
		break;
	}
	str_release(&words);
}

static bool is_repeatable(const struct option_info *info)
{
	return strstr(info->help, "repeatable") || strcmp(info->name, "verbose") == 0;
}

static void add_option(const struct command *command, enum option_id id, struct str *out)
{
	struct option_info info = option_info(id);
	const char *value = info.may_lack_value ? "=-" : info.takes_value ? "=" : "";
	str_add_cstr(out, "\t\t\t");
	if (is_repeatable(&info))
		str_add_cstr(out, "'*'");
	else if (info.letter)
		str_addf(out, "'(-%c --%s)'", info.letter, info.name);
	if (info.letter)
		str_addf(out, "{-%c%s,--%s%s}'[", info.letter, info.takes_value ? "+" : "", info.name, value);
	else
		str_addf(out, "'--%s%s[", info.name, value);
	add_text(info.help, out);
	str_add_char(out, ']');
	if (info.takes_value) {
		str_addf(out, "%s", info.may_lack_value ? "::" : ":");
		add_text(info.value, out);
		str_add_char(out, ':');
		add_action(command, id, out);
	}
	str_add_cstr(out, "' \\\n");
}

static void add_command(const struct command *command, struct str *out)
{
	size_t count;
	enum option_id *ids = completion_options(command, &count);
	str_addf(out, "\t%s)\n\t\t_arguments -s : \\\n", command->name);
	for (size_t i = 0; i < count; i++)
		add_option(command, ids[i], out);
	bool is_help = strcmp(command->name, "help") == 0;
	str_addf(out, "\t\t\t'1: :_tpatch_commands' '*: :%s'\n\t\t;;\n",
	         is_help ? "_tpatch_commands" : completion_takes_files(command) ? "_files" : command->max_arguments ? "_message argument" : "_message \"no more arguments\"");
	free(ids);
}

void completion_zsh(struct str *out)
{
	size_t count;
	const struct command *const *commands = command_all(&count);
	str_add_cstr(out, "#compdef tpatch\n# zsh completion of tpatch, made by `tpatch help --completion zsh`.\n\n"
	                  "_tpatch_commands() {\n\tlocal -a commands=(\n");
	for (size_t i = 0; i < count; i++) {
		str_addf(out, "\t\t'%s:", commands[i]->name);
		add_text(commands[i]->summary, out);
		str_add_cstr(out, "'\n");
	}
	str_add_cstr(out, "\t)\n\t_describe command commands\n}\n\n"
	                  "# FORMAT=FILE\n"
	                  "_tpatch_report() {\n"
	                  "\tif compset -P '*='; then\n"
	                  "\t\t_files\n"
	                  "\telse\n"
	                  "\t\tlocal -a formats=(${@:#-*})\n"
	                  "\t\tcompadd -S = -- ${formats:#[0-9]*}\n"
	                  "\tfi\n"
	                  "}\n\n"
	                  "_tpatch() {\n"
	                  "\tlocal word command=apply curcontext=$curcontext\n"
	                  "\tlocal -a names=(");
	for (size_t i = 0; i < count; i++)
		str_addf(out, "%s%s", i ? " " : "", commands[i]->name);
	str_add_cstr(out, ")\n"
	                  "\tfor word in ${words[2,CURRENT-1]}; do\n"
	                  "\t\tif (( ${names[(Ie)$word]} )); then\n"
	                  "\t\t\tcommand=$word\n"
	                  "\t\t\tbreak\n"
	                  "\t\tfi\n"
	                  "\tdone\n"
	                  "\tcase $command in\n");
	for (size_t i = 0; i < count; i++)
		add_command(commands[i], out);
	str_add_cstr(out, "\tesac\n}\n\nif [[ $funcstack[1] == _tpatch ]]; then\n\t_tpatch \"$@\"\nelse\n\tcompdef _tpatch tpatch\nfi\n");
}
