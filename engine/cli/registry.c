/* The commands: one row each, in the order in which help lists them. */
#include <string.h>

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
	ROW(port)     \
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

/* What other tools call it. */
static const struct {
	const char *word, *meant;
} others[] = {
	{ "diff", "--dry" },       { "dry-run", "--dry" },   { "dry", "--dry" },      { "version", "--version" }, { "fix", "apply" },
	{ "patch", "apply" },      { "run", "apply" },       { "verify", "check" },   { "undo", "rollback" },     { "revert", "rollback" },
	{ "restore", "rollback" }, { "history", "log" },     { "prune", "log --prune" }, { "ls", "list" },        { "rules", "list" },
	{ "why", "explain" },      { "validate", "lint" },   { "init", "new" },       { "man", "help --man" },
};

bool command_fail_unknown(const char *word, struct err *err)
{
	const char *names[COUNT_OF(commands)];
	for (size_t i = 0; i < COUNT_OF(commands); i++)
		names[i] = commands[i]->name;
	const char *nearest = nearest_name(slice_of(word), names, COUNT_OF(commands));
	err_set(err, ERR_USAGE, "'%s' is no command", word);
	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (strcmp(others[i].word, word) == 0)
			return err_hint(err, "did you mean `tpatch %s`?", others[i].meant);
	if (nearest)
		return err_hint(err, "did you mean `tpatch %s`?", nearest);
	return err_hint(err, "to name a source tree, write --root '%s'; `tpatch help` lists the commands", word);
}
