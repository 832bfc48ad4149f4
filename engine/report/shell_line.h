/* Command lines that reports propose: to be pasted into a shell as they are. */
#ifndef TPATCH_REPORT_SHELL_LINE_H
#define TPATCH_REPORT_SHELL_LINE_H

#include "platform/shell_word.h"
#include "report/report.h"

/* Appends the command that shows why the rule does not fit, and returns whether there is one: the rule stops the run,
 * and not on purpose. */
bool shell_line_explain(const struct report *report, size_t rule, struct str *out);
/*
 * Appends the command to run next, and returns whether there is one: that which explains the first rule that does not
 * fit, or that which makes what would change where nothing was written.
 */
bool shell_line_next(const struct report *report, struct str *out);
/* Appends the command that takes back what the report says was written, and tells whether there is one. */
bool shell_line_undo(const struct report *report, struct str *out);

/* Appends " --fact NAME=…" for each fact that rules lack which are skipped for want of it; returns how many rules those
 * are. */
size_t shell_line_facts(const struct report *report, struct str *out);

#endif
