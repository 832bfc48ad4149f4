/* Command lines: those of Windows, where a program gets one text and takes it apart by itself, and those that a user
 * may paste into a shell. */
#ifndef TPATCH_BASE_COMMAND_LINE_H
#define TPATCH_BASE_COMMAND_LINE_H

#include <stdbool.h>

#include "base/str.h"

/*
 * Appends one argument, after a space unless `line` is empty, as the C runtime of the program takes it apart ("Parsing
 * C command-line arguments" in Microsoft's documentation): in quotes where it must be, and backslashes doubled in front
 * of a quote.
 */
void command_line_add(struct str *line, const char *argument);

/* Appends `word` in single quotes, for sh. */
void shell_add_quoted(struct str *out, const char *word);
/*
 * Appends `word` so that a shell takes it for one word with these bytes. For sh in single quotes where it needs any, in
 * double quotes where it holds a single one and nothing that double quotes leave alive; for cmd.exe, which knows no
 * others, and PowerShell in double quotes.
 */
void shell_word_for(bool is_windows, const char *word, struct str *out);

#endif
