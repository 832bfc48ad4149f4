/* A program and its commands, as rows: one file cmd_X.c and one row each. Help, manual pages and completion are printed
 * from them. */
#ifndef TPATCH_CMDLINE_COMMAND_H
#define TPATCH_CMDLINE_COMMAND_H

#include "base/nearest.h"
#include "cmdline/option.h"

struct command {
	const char *name;      /* "check" */
	const char *arguments; /* "[RUN] ", or "": as usage shows them */
	const char *summary;   /* one line */
	/*
	 * What it does, then paragraphs "examples" and "exit codes:": plain text; lines that begin with a space stay as
	 * they are. The first paragraph is in --help if there is room.
	 */
	const char *help;
	void (*add_help)(struct str *out); /* appends what comes from tables to `help`; NULL: nothing does */
	/* Appends words that its arguments may be, for completion, as `add_values` of an option does. NULL: none; files
	 * by `arguments`. */
	void (*add_arguments)(const struct options *options, struct str *out);
	const int *options;  /* those it takes besides the program's common ones, ended by 0 */
	const char *formats; /* what --format takes, separated by spaces; NULL: what the option's row says */
	int max_arguments;   /* positional ones */
	/* Runs it; returns the exit code. On failure fills `err`, which command_main() prints. */
	int (*run)(const struct options *options, struct err *err);
};

/* An option that the project file may give where it was not typed. The first one says which tree a command is about. */
struct config_option {
	int id;
	/* Options, by spaces, that were typed instead, itself among them; with "=" after it only where it has the same
	 * value. Of NAME=VALUE another value of that name overrides in any case. */
	const char *yields_to;
	bool anywhere; /* for commands without a tree, too */
};

struct program {
	const char *name, *version;
	const char *summary;              /* "patches source trees by …": how help begins */
	const char *manual_summary;       /* the same for the head of the manual page */
	const char *usage;                /* "[COMMAND] --root DIR [options]" */
	const char *examples;             /* lines "  tpatch --root DIR   what that does\n" */
	const char *environment;          /* variables, "  NAME   what it does\n", for the manual; NULL: none */
	const char *exit_codes;           /* "Exit codes: 0 done, …\n" */
	const struct option_row *options; /* by id; the first id is 1 */
	size_t n_options;                 /* one more than the last id */
	size_t options_size;              /* of its struct options */
	const int *common_options;        /* those that every command takes, ended by 0 */
	const int *first_options;         /* those that a screen of help for the whole program has, ended by 0 */
	/* in the order of help; the first is the one that runs where none is typed */
	const struct command *const *commands;
	size_t n_commands;
	/* Commands of other programs, and what to type after this one's name, or a hint with a command in backquotes */
	const struct synonym *synonyms;
	size_t n_synonyms;
	const struct synonym *option_synonyms; /* of an option, without "--": the hint */
	size_t n_option_synonyms;
	const struct config_option *config_options; /* ended by id 0; NULL: none reads a project file */
	/* Puts `options` right, once they and the command are known. NULL: nothing to do. */
	void (*settle)(struct options *options);
	/* Appends what --version --verbose tells. NULL: nothing. */
	void (*add_build)(struct str *out);
};

/* The members that come from the tables of a program's registry, which have these names. */
#define PROGRAM_TABLES                                                                                                 \
	.options = option_rows, .n_options = OPTION_COUNT, .options_size = sizeof(struct options),                     \
	.common_options = common_options, .first_options = first_options, .commands = commands,                        \
	.n_commands = COUNT_OF(commands), .synonyms = synonyms, .n_synonyms = COUNT_OF(synonyms),                      \
	.option_synonyms = option_synonyms, .n_option_synonyms = COUNT_OF(option_synonyms)

/* Parses the command line, runs the command, prints its error; returns the exit code. */
int command_main(const struct program *program, int argc, char **argv);
/* Prints what --version and --help ask for; else what `help [COMMAND]` does, with --man and --completion: what a
 * program's command of that name runs. Returns the exit code. */
int command_run_help(const struct options *options, struct err *err);

/* NULL if there is none of that name. */
const struct command *command_find(const struct program *program, struct slice name);
/* ERR_USAGE for a word that is no command, with the nearest one as the hint. Returns false. */
bool command_fail_unknown(const struct program *program, const char *word, struct err *err);

#endif
