/* The pages of help, from the rows of commands and options. `help` itself, command_run_help(), is in help.c, too. */
#ifndef TPATCH_CMDLINE_HELP_H
#define TPATCH_CMDLINE_HELP_H

#include "cmdline/command.h"

/* Prints what --version and --help ask for; returns the exit code. */
int help_answer(const struct options *options, struct err *err);

#endif
