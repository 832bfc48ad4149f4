/* The commands: one row each, in the order in which help lists them. */
#include "base/alloc.h"
#include "base/nearest.h"
#include "cli/command.h"
#include "text/wrap.h"

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

static bool is_prose(struct slice line)
{
	return line.len && line.ptr[0] != ' ';
}

/* Paragraphs get the width that there is; lines that begin with a blank, which are examples and tables, are left. */
static void add_reflowed(struct slice help, size_t width, struct str *out)
{
	struct str paragraph = STR_INIT;
	for (struct slice line; slice_cut(&help, '\n', &line);) {
		struct slice next, rest = help;
		if (!is_prose(line)) {
			str_add(out, line);
			str_add_cstr(out, help.ptr ? "\n" : "");
			continue;
		}
		str_add_cstr(&paragraph, paragraph.len ? " " : "");
		str_add(&paragraph, line);
		if (slice_cut(&rest, '\n', &next) && is_prose(next))
			continue;
		wrap_add(str_slice(&paragraph), 0, 0, width, out);
		str_add_char(out, '\n');
		str_clear(&paragraph);
	}
	str_release(&paragraph);
}

void command_format_help(const struct command *command, size_t width, struct str *out)
{
	struct str text = STR_INIT;
	str_addf(&text, "tpatch %s: %s\n\nusage: tpatch %s %s[options]\n\n%s", command->name, command->summary, command->name,
	         command->arguments, command->help);
	if (command->add_help)
		command->add_help(&text);
	add_reflowed(str_slice(&text), width, out);
	str_release(&text);
	str_add_cstr(out, "\noptions\n");
	options_format_help(command->options, width, out);
	options_format_help(options_common(), width, out);
}

void command_format_screen(size_t width, struct str *out)
{
	static const enum option_id first[] = { OPTION_ROOT, OPTION_DRY_RUN, OPTION_INTERACTIVE, OPTION_TAG, OPTION_FILTER, OPTION_VERBOSE, OPTION_NONE };
	struct str names = STR_INIT;
	str_add_cstr(out, "tpatch: patches source trees by rules that know the language, takes edits back\n\n"
	                  "usage: tpatch [COMMAND] --root DIR [options]\n\n"
	                  "  tpatch --root DIR --dry      show what would change, write nothing\n"
	                  "  tpatch --root DIR            apply the patch set that fits the tree\n"
	                  "  tpatch --root DIR -i         the same, asking before each rule\n"
	                  "  tpatch check --root DIR      for CI: exit code 1 if something would change\n"
	                  "  tpatch rollback --root DIR   take the last run back, byte for byte\n\n"
	                  "commands (`tpatch help` tells what each is for)\n");
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		str_addf(&names, "%s%s", i ? " " : "", commands[i]->name);
	str_add_cstr(out, "  ");
	wrap_add(str_slice(&names), 2, 2, width, out);
	str_add_cstr(out, "\n\noptions (`tpatch apply --help` has all)\n");
	options_format_help(first, width, out);
	str_release(&names);
}

void command_format_overview(struct str *out)
{
	str_add_cstr(out, "tpatch: patches source trees by rules that know the language, takes edits back\n\n"
	                  "usage: tpatch [COMMAND] --root DIR [options]\n\n"
	                  "  tpatch --root DIR --dry      show what would change, write nothing\n"
	                  "  tpatch --root DIR            apply the patch set that fits the tree\n"
	                  "  tpatch rollback --root DIR   take it back, byte for byte\n\ncommands\n");
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		str_addf(out, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
	str_add_cstr(out, "\n`tpatch COMMAND --help` tells the rest. Exit codes: 0 done or nothing to do, 1\n"
	                  "check says the tree differs, 2 usage or invalid patch set, 3 a rule does not\n"
	                  "fit, 4 I/O error, 5 I/O error and the tree needs `tpatch recover`.\n");
}
