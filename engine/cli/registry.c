/* The commands: one row each, in the order in which help lists them. */
#include "base/alloc.h"
#include "base/nearest.h"
#include "cli/command.h"

#define COMMANDS(ROW) \
	ROW(apply)    \
	ROW(check)    \
	ROW(plan)     \
	ROW(export)   \
	ROW(matrix)   \
	ROW(status)   \
	ROW(rollback) \
	ROW(recover)  \
	ROW(log)      \
	ROW(list)     \
	ROW(show)     \
	ROW(explain)  \
	ROW(lint)     \
	ROW(test)     \
	ROW(new)      \
	ROW(parse)    \
	ROW(schema)   \
	ROW(help)

#define DECLARE(name) extern const struct command command_##name;
COMMANDS(DECLARE)

#define ADDRESS(name) &command_##name,
static const struct command *const commands[] = { COMMANDS(ADDRESS) };

const struct command *command_find(struct slice name)
{
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		if (slice_eq_cstr(name, commands[i]->name))
			return commands[i];
	return NULL;
}

const struct command *const *command_all(size_t *count)
{
	*count = COUNT_OF(commands);
	return commands;
}

bool command_fail_unknown(const char *word, struct err *err)
{
	const char *names[COUNT_OF(commands)];
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		names[i] = commands[i]->name;
	const char *nearest = nearest_name(slice_of(word), names, COUNT_OF(commands));
	err_set(err, ERR_USAGE, "'%s' is no command", word);
	if (nearest)
		return err_hint(err, "did you mean `tpatch %s`?", nearest);
	return err_hint(err, "to name a source tree, write --root '%s'; `tpatch help` lists the commands", word);
}

void command_format_help(const struct command *command, struct str *out)
{
	str_addf(out, "tpatch %s: %s\n\nusage: tpatch %s %s[options]\n\n%s", command->name, command->summary, command->name,
	         command->arguments, command->help);
	if (command->add_help)
		command->add_help(out);
	str_add_cstr(out, "\noptions\n");
	options_format_help(command->options, out);
	options_format_help(options_common(), out);
}

void command_format_overview(struct str *out)
{
	str_add_cstr(out, "tpatch: patches source trees by rules that know the language, and can take every edit back\n\n"
	                  "usage: tpatch [COMMAND] --root DIR [options]\n\n"
	                  "  tpatch --root DIR --dry      show what would change, write nothing\n"
	                  "  tpatch --root DIR            apply the patch set that fits the tree\n"
	                  "  tpatch rollback --root DIR   take it back, byte for byte\n\ncommands\n");
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		str_addf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
	str_add_cstr(out, "\n`tpatch COMMAND --help` tells the rest. Exit codes: 0 done or nothing to do, 1 check says\n"
	                  "the tree differs, 2 usage or invalid patch set, 3 a rule does not fit, 4 I/O error, 5 I/O\n"
	                  "error and the tree needs `tpatch recover`.\n");
}
