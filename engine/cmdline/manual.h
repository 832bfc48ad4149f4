/* Manual pages in roff (man(7)), made from the rows of commands and options. */
#ifndef TPATCH_CMDLINE_MANUAL_H
#define TPATCH_CMDLINE_MANUAL_H

#include "cmdline/command.h"

/* Appends PROGRAM-COMMAND(1); without a command PROGRAM(1), which lists them all. */
void manual_add(const struct program *program, const struct command *command, struct str *out);

#endif
