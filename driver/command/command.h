/* The program as the command line library sees it. Commands: one file cmd_X.c and one row in registry.c each. */
#ifndef TBUILD_COMMAND_COMMAND_H
#define TBUILD_COMMAND_COMMAND_H

#include "cmdline/exit.h"
#include "command/option.h"

/* Besides those of cmdline/exit.h: Ctrl-C ended a program of the build. */
#define EXIT_INTERRUPTED 130

extern const struct program program_tbuild;

#endif
