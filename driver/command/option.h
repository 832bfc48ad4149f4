/* The command line. One table row per option in option.c, which alone knows getopt_long(). */
#ifndef TBUILD_COMMAND_OPTION_H
#define TBUILD_COMMAND_OPTION_H

#include "engine.h"

struct command;

enum option_id {
	OPTION_NONE,
	OPTION_ROOT, OPTION_PROFILE, OPTION_TORCH, OPTION_PYTHON, OPTION_CUDA, OPTION_JOBS, OPTION_SET, OPTION_DRY_RUN, OPTION_SCRIPT, OPTION_MACHINE,
	OPTION_JSON, OPTION_UNPATCHED, OPTION_UNTIL, OPTION_AGAIN, OPTION_CLEAN, OPTION_YES, OPTION_NO_DOCTOR, OPTION_LIST, OPTION_VERBOSE,
	OPTION_OUTPUT, OPTION_COMPLETION, OPTION_COLOR, OPTION_HELP, OPTION_VERSION,
	OPTION_COUNT
};

enum color_when { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct options {
	const struct command *command;
	bool command_named; /* else it is `build` */
	const char *root, *profile, *torch, *python, *cuda, *script, *machine, *until, *output, *completion;
	const char **set; /* NAME=VALUE, NULL-terminated, or NULL */
	size_t jobs;      /* 0: not given */
	enum color_when color;
	bool dry_run, json, unpatched, again, clean, yes, no_doctor, list, verbose, help, version;
	char **arguments; /* what is no option, borrowed from argv */
	size_t n_arguments;
};

/* Reads argv. False with ERR_USAGE. Release with options_release(). */
bool options_parse(int argc, char **argv, struct options *out, struct err *err);
void options_release(struct options *options);
/* One option, for completion. */
struct option_info {
	const char *name;
	char letter;       /* 0: none */
	const char *value; /* how help calls it; NULL: it takes none */
	const char *help;
};

struct option_info option_info(enum option_id id);
/* The options that every command takes, ended by OPTION_NONE. */
extern const enum option_id options_common[];
/* Appends one line for each option of `ids`, which ends with OPTION_NONE. */
void options_format_help(const enum option_id *ids, struct str *out);

#endif
