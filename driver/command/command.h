/* Commands: one file cmd_X.c and one row in registry.c each. */
#ifndef TBUILD_COMMAND_COMMAND_H
#define TBUILD_COMMAND_COMMAND_H

#include "command/option.h"

/* Exit codes of tbuild: the contract with scripts and CI. */
enum exit_code {
	EXIT_DONE = 0,
	EXIT_NO = 1,          /* doctor: something is wrong; triage: nothing known; build: a step failed */
	EXIT_USAGE = 2,       /* usage, or a profile that is wrong or not for this tree */
	EXIT_UNFIT = 3,       /* the tree is not as tpatch left it, a feature turned itself off, a tool is missing: nothing was built */
	EXIT_IO = 4,          /* the system said no */
	EXIT_INTERRUPTED = 130
};

struct command {
	const char *name;
	const char *arguments; /* as usage shows them: "[LOG]" */
	const char *summary;
	const char *help;
	const enum option_id *options; /* ended by OPTION_NONE */
	size_t max_arguments;
	/* Runs it; returns the exit code. On failure fills `err`, which main.c prints. */
	int (*run)(const struct options *options, struct err *err);
};

/* In the order of the overview. */
const struct command *const *command_all(size_t *count);
/* NULL if there is none of that name. */
const struct command *command_find(struct slice name);
/* ERR_USAGE, with the nearest command as hint. Returns false. */
bool command_fail_unknown(const char *word, struct err *err);
void command_format_help(const struct command *command, struct str *out);
void command_format_overview(struct str *out);
/* The code for an error. */
int exit_code_of(const struct err *err);

#endif
