/* Command lines that reports propose: to be pasted into a shell as they stand. */
#ifndef TPATCH_REPORT_SHELL_LINE_H
#define TPATCH_REPORT_SHELL_LINE_H

#include "report/report.h"

/*
 * Appends `word` so that a shell takes it for one word with these bytes. For sh in single quotes where it needs any, in double quotes where
 * it holds a single one and nothing that double quotes leave alive; for cmd.exe, which knows no others, and PowerShell in double quotes.
 */
void shell_word(const char *word, struct str *out);
/* The same with the shell named; shell_word() is for the one of this system. */
void shell_word_for(bool is_windows, const char *word, struct str *out);
/* Appends the command that makes what the report says would change, and tells whether there is one: nothing was written, and something would be. */
bool shell_line_next(const struct report *report, struct str *out);
/* Appends the command that takes back what the report says was written, and tells whether there is one. */
bool shell_line_undo(const struct report *report, struct str *out);

#endif
