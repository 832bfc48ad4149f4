#include <string.h>

#include "command/command.h"

#define COMMANDS(ROW) \
	ROW(build)    \
	ROW(doctor)   \
	ROW(triage)   \
	ROW(report)   \
	ROW(profiles) \
	ROW(help)

#define DECLARE(name) extern const struct command command_##name;
COMMANDS(DECLARE)

#define ADDRESS(name) &command_##name,
static const struct command *const commands[] = { COMMANDS(ADDRESS) };

const struct command *const *command_all(size_t *count)
{
	*count = COUNT_OF(commands);
	return commands;
}

const struct command *command_find(struct slice name)
{
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		if (slice_eq_cstr(name, commands[i]->name))
			return commands[i];
	return NULL;
}

bool command_fail_unknown(const char *word, struct err *err)
{
	const char *names[COUNT_OF(commands)];
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		names[i] = commands[i]->name;
	const char *near = nearest_name(slice_of(word), names, COUNT_OF(names));
	err_set(err, ERR_USAGE, "there is no command '%s'", word);
	return near ? err_hint(err, "did you mean 'tbuild %s'?", near) : err_hint(err, "`tbuild --help` lists the commands");
}

void command_format_help(const struct command *command, struct str *out)
{
	str_addf(out, "usage: tbuild %s%s%s [OPTION…]\n\n%s\n", command->name, command->arguments[0] ? " " : "", command->arguments, command->help);
	options_format_help(command->options, out);
	options_format_help(options_common, out);
}

void command_format_overview(struct str *out)
{
	str_add_cstr(out, "usage: tbuild [COMMAND] [OPTION…]\n\nBuilds PyTorch from a tree that tpatch has patched, and says what went wrong.\n\n");
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		str_addf(out, "  %-10s%s\n", commands[i]->name, commands[i]->summary);
	str_add_cstr(out, "\n"
		" $ tbuild doctor -p cpu -C ~/pytorch      what is wrong here, and what mends it\n"
		" $ tbuild -p cpu -C ~/pytorch --dry-run   all of it, as a script\n"
		" $ tbuild -p cpu -C ~/pytorch             build; again: go on where it stopped\n"
		" $ tbuild triage build.log                why it failed\n");
	str_add_cstr(out, "\n`tbuild COMMAND --help` has the options. Without a command it builds.\n"
		"Exit codes: 0 done, 1 something is wrong or failed, 2 usage or profile, 3 does\n"
		"not fit and nothing was built, 4 I/O error, 130 Ctrl-C.\n");
}

int exit_code_of(const struct err *err)
{
	switch (err->kind) {
	case ERR_NONE:
		return EXIT_DONE;
	case ERR_USAGE:
	case ERR_PATCHSET:
		return EXIT_USAGE;
	case ERR_UNFIT:
		return EXIT_UNFIT;
	case ERR_IO:
	case ERR_IO_TORN:
		return EXIT_IO;
	}
	return EXIT_USAGE;
}
