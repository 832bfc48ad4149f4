/* Bash: https://www.gnu.org/software/bash/manual/html_node/Programmable-Completion.html. '=' parts words there: --json=pretty is three. */
#include <stdlib.h>

#include "cli/completion.h"

static void add_command(const struct command *command, struct str *out)
{
	size_t count;
	enum option_id *ids = completion_options(command, &count);
	struct str formats = STR_INIT;
	bool writes_reports = false;
	str_addf(out, "\t%s)\n\t\toptions='", command->name);
	for (size_t i = 0; i < count; i++) {
		struct option_info info = option_info(ids[i]);
		str_addf(out, "%s--%s", i ? " " : "", info.name);
		if (info.letter)
			str_addf(out, " -%c", info.letter);
		if (ids[i] == OPTION_FORMAT || ids[i] == OPTION_REPORT) {
			str_clear(&formats);
			completion_add_words(command, ids[i], &formats);
		}
		writes_reports |= ids[i] == OPTION_REPORT;
	}
	str_addf(out, "' formats='%s' report='%s' files='%s'\n\t\t;;\n", formats.len ? formats.ptr : "", writes_reports ? "1" : "",
	         completion_takes_files(command) ? "1" : "");
	free(ids);
	str_release(&formats);
}

static void add_names(enum option_id id, const char **separator, struct str *out)
{
	struct option_info info = option_info(id);
	str_addf(out, "%s--%s", *separator, info.name);
	if (info.letter)
		str_addf(out, " | -%c", info.letter);
	*separator = " | ";
}

/* One branch for all options whose values are of `kind`. */
static void add_kind(enum completion_value kind, const char *action, struct str *out)
{
	const char *separator = "\t";
	for (int id = 1; id < OPTION_COUNT; id++)
		if (id != OPTION_REPORT && id != OPTION_OUTPUT && option_info((enum option_id)id).takes_value && completion_value_of((enum option_id)id) == kind)
			add_names((enum option_id)id, &separator, out);
	str_addf(out, ")\n%s\t\treturn\n\t\t;;\n", action);
}

static void add_choices(const struct command *any, struct str *out)
{
	for (int id = 1; id < OPTION_COUNT; id++) {
		const char *separator = "\t";
		struct str words = STR_INIT;
		if (completion_value_of((enum option_id)id) != COMPLETION_WORDS || id == OPTION_FORMAT)
			continue;
		completion_add_words(any, (enum option_id)id, &words);
		add_names((enum option_id)id, &separator, out);
		str_addf(out, ")\n\t\tmapfile -t COMPREPLY < <(compgen -W '%s' -- \"$cur\")\n\t\treturn\n\t\t;;\n", words.ptr);
		str_release(&words);
	}
}

static void add_commands(struct str *out)
{
	size_t count;
	const struct command *const *commands = command_all(&count);
	str_add_cstr(out, "\tlocal commands='");
	for (size_t i = 0; i < count; i++)
		str_addf(out, "%s%s", i ? " " : "", commands[i]->name);
	str_add_cstr(out, "'\n"
	                  "\tfor ((at = 1; at < COMP_CWORD; at++)); do\n"
	                  "\t\tif [[ -z $command && \" $commands \" == *\" ${COMP_WORDS[at]} \"* ]]; then\n"
	                  "\t\t\tcommand=${COMP_WORDS[at]}\n"
	                  "\t\tfi\n"
	                  "\tdone\n"
	                  "\tcase ${command:-apply} in\n");
	for (size_t i = 0; i < count; i++)
		add_command(commands[i], out);
	str_add_cstr(out, "\tesac\n");
}

static void add_values(struct str *out)
{
	size_t count;
	const struct command *const *commands = command_all(&count);
	str_add_cstr(out, "\tcase $prev in\n"
	                  "\t--output | -o)\n"
	                  "\t\tif [[ -n $report ]]; then\n"
	                  "\t\t\tcompopt -o nospace\n"
	                  "\t\t\tmapfile -t COMPREPLY < <(compgen -W \"$formats\" -S = -- \"$cur\")\n"
	                  "\t\telse\n"
	                  "\t\t\tcompopt -o filenames\n"
	                  "\t\t\tmapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
	                  "\t\tfi\n"
	                  "\t\treturn\n"
	                  "\t\t;;\n"
	                  "\t--format)\n"
	                  "\t\tmapfile -t COMPREPLY < <(compgen -W \"$formats\" -- \"$cur\")\n"
	                  "\t\treturn\n"
	                  "\t\t;;\n");
	add_choices(commands[0], out);
	add_kind(COMPLETION_FOLDER, "\t\tcompopt -o filenames\n\t\tmapfile -t COMPREPLY < <(compgen -d -- \"$cur\")\n", out);
	add_kind(COMPLETION_FILE, "\t\tcompopt -o filenames\n\t\tmapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n", out);
	add_kind(COMPLETION_ANY, "", out);
	str_add_cstr(out, "\tesac\n");
}

void completion_bash(struct str *out)
{
	str_add_cstr(out, "# bash completion of tpatch, made by `tpatch help --completion bash`.\n"
	                  "# shellcheck shell=bash\n"
	                  "_tpatch()\n"
	                  "{\n"
	                  "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} at command='' options='' formats='' files='' report=''\n"
	                  "\tCOMPREPLY=()\n");
	add_commands(out);
	str_add_cstr(out, "\tif [[ $cur == = ]]; then\n"
	                  "\t\tcur=''\n"
	                  "\telif [[ $prev == = ]]; then\n"
	                  "\t\tprev=${COMP_WORDS[COMP_CWORD - 2]}\n"
	                  "\telif [[ $prev == --json ]]; then\n"
	                  "\t\tprev=''\n"
	                  "\tfi\n"
	                  "\tif [[ -n $report && $prev != -* && \" $formats \" == *\" $prev \"* ]]; then\n"
	                  "\t\tcompopt -o filenames\n"
	                  "\t\tmapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
	                  "\t\treturn\n"
	                  "\tfi\n");
	add_values(out);
	str_add_cstr(out, "\tif [[ $cur == -* ]]; then\n"
	                  "\t\tmapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$cur\")\n"
	                  "\telif [[ -z $command || $command == help ]]; then\n"
	                  "\t\tmapfile -t COMPREPLY < <(compgen -W \"$commands\" -- \"$cur\")\n"
	                  "\telif [[ -n $files ]]; then\n"
	                  "\t\tcompopt -o filenames\n"
	                  "\t\tmapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
	                  "\tfi\n"
	                  "}\n"
	                  "complete -F _tpatch tpatch\n");
}
