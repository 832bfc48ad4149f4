/* Command lines that reports propose: to be pasted into a shell as they stand. */
#ifndef TPATCH_REPORT_SHELL_LINE_H
#define TPATCH_REPORT_SHELL_LINE_H

#include "base/command_line.h"
#include "report/report.h"

/* shell_word_for() the shell of this system. */
void shell_word(const char *word, struct str *out);
/* Appends the command that makes what the report says would change, and tells whether there is one: nothing was written, and something would be. */
bool shell_line_next(const struct report *report, struct str *out);
/* Appends the command that takes back what the report says was written, and tells whether there is one. */
bool shell_line_undo(const struct report *report, struct str *out);

#endif
