/*
 * Commands: one file cmd_X.c and one row in registry.c each. Help and completion are printed from the rows.
 */
#ifndef TPATCH_CLI_COMMAND_H
#define TPATCH_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"
#include "cli/option.h"

struct command {
	const char *name;      /* "check" */
	const char *arguments; /* "[RUN] ", or "": as usage shows them */
	const char *summary;   /* one line */
	/*
	 * What it does, then paragraphs "examples" and "exit codes:": plain text; lines that begin with a blank stay as they are. The first paragraph
	 * stands in --help if there is room.
	 */
	const char *help;
	void (*add_help)(struct str *out); /* appends what comes from tables to `help`; NULL: nothing does */
	const enum option_id *options; /* those it takes besides the common ones, ended by OPTION_NONE */
	const char *formats;   /* what --format takes, by blanks; NULL: those of report/registry.c */
	int max_arguments;     /* positional ones */
	/* Runs it; returns the exit code (cli/exit.h). On failure fills `err`, which main.c prints. */
	int (*run)(const struct options *options, struct err *err);
};

/* NULL if there is none of that name. */
const struct command *command_find(struct slice name);
const struct command *const *command_all(size_t *count);
/* ERR_USAGE for a word that is no command, with the nearest one as the hint. Returns false. */
bool command_fail_unknown(const char *word, struct err *err);
/* Appends all help of one command, in lines of at most `width` columns as far as its examples are. */
void command_format_help(const struct command *command, size_t width, struct str *out);
/*
 * Appends as much of it as fits a screen of 24 lines: examples and exit codes, as many options as have room on lines of their own and the others by
 * name, and the first paragraph if there is room yet.
 */
void command_format_brief(const struct command *command, size_t width, struct str *out);
/* Appends what somebody has to know who asks for --help alone: it fits a screen of 24 lines. */
void command_format_screen(size_t width, struct str *out);
/* Appends the overview of all commands. */
void command_format_overview(struct str *out);

#endif
