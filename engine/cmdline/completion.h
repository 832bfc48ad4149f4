/*
 * Completion of command lines. The scripts for the shells know nothing of the program but its name: at each Tab they
 * ask it, by `PROGRAM __complete cur=WORD [WORD…]`, what the word at the cursor may become, given the words before it.
 *
 * The answer's first line is what the word may be besides what follows, `files`, `folders` or `words`, then a space and
 * as much of the word as stays. Each further line is what may come after that: a word, a tab, and what it means.
 */
#ifndef TPATCH_CMDLINE_COMPLETION_H
#define TPATCH_CMDLINE_COMPLETION_H

#include "cmdline/command.h"

/* The argument by which a script asks. */
#define COMPLETION_REQUEST "__complete"

/* Appends the script for `shell`, one of bash, zsh, fish, powershell. */
void completion_add_script(const struct program *program, const char *shell, struct str *out);
/* Appends the answer to the words that come after COMPLETION_REQUEST. */
void completion_add_answer(const struct program *program, int argc, char **argv, struct str *out);

#endif
