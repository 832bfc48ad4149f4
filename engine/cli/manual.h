/* Manual pages in roff (man(7)), made from the rows of commands and options. */
#ifndef TPATCH_CLI_MANUAL_H
#define TPATCH_CLI_MANUAL_H

#include "cli/command.h"

/* Appends tpatch-COMMAND(1). */
void manual_add_command(const struct command *command, struct str *out);
/* Appends tpatch(1): all commands. */
void manual_add_overview(struct str *out);

#endif
