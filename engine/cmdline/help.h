/* The pages of help, from the rows of commands and options. Widths are columns. */
#ifndef TPATCH_CMDLINE_HELP_H
#define TPATCH_CMDLINE_HELP_H

#include "cmdline/command.h"

/* Appends all help of one command, in lines of at most `width` columns as far as its examples are. */
void help_add_command(const struct program *program, const struct command *command, size_t width, struct str *out);
/*
 * Appends as much of it as fits a screen of 24 lines: examples and exit codes, as many options as have room on lines of
 * their own and the others by name, and the first paragraph if there is room yet.
 */
void help_add_brief(const struct program *program, const struct command *command, size_t width, struct str *out);
/* Appends what somebody has to know who asks for --help alone: it fits a screen of 24 lines. */
void help_add_screen(const struct program *program, size_t width, struct str *out);
/* Appends the overview of all commands. */
void help_add_overview(const struct program *program, struct str *out);

#endif
