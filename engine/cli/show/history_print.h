/*
 * Runs of the journal for the commands that show what they did. Private to cli/.
 */
#ifndef TPATCH_CLI_HISTORY_PRINT_H
#define TPATCH_CLI_HISTORY_PRINT_H

#include "cli/session.h"
#include "commit/journal/history.h"

/* The run that `typed` numbers; `*run` is NULL where `typed` is. False with ERR_USAGE where there is none. */
bool history_find_run(const struct session *session, const char *typed, const struct run **run, struct err *err);
/* Says on standard error which files were changed since. */
void history_print_notes(const struct history *history);

#endif
