/* Manual pages in roff (man(7)), made from the rows of commands and options. */
#ifndef TPATCH_CMDLINE_MANUAL_H
#define TPATCH_CMDLINE_MANUAL_H

#include "cmdline/command.h"

/* Appends PROGRAM-COMMAND(1). */
void manual_add_command(const struct program *program, const struct command *command, struct str *out);
/* Appends PROGRAM(1): all commands. */
void manual_add_overview(const struct program *program, struct str *out);

#endif
