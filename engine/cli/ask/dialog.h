/* What the dialogs of `tpatch -i` and `tpatch port --review` share: one question at a time, answered by a letter. */
#ifndef TPATCH_CLI_DIALOG_H
#define TPATCH_CLI_DIALOG_H

#include "base/err.h"
#include "base/str.h"

/* How the prompt of a question is painted. */
#define DIALOG_PROMPT "\033[1;34m"

/* Is there a terminal to ask on? ERR_USAGE, without a hint: `option`, without "--", asks questions. */
bool dialog_require_terminal(const char *option, struct err *err);
/* Reads what is typed into `line`, without the spaces around it. ERR_IO with `hint` where the input ends. */
bool dialog_read(const char *hint, struct str *line, struct err *err);
/* The letter that was typed, in lower case; 0 for anything else. */
char dialog_letter(struct slice typed);
/* Appends that this is not an answer; nothing for "?" and for an empty line, which ask for the letters. */
void dialog_add_no_answer(struct slice typed, struct str *out);
/* Prints that there is no question to go back to. */
bool dialog_tell_first(struct err *err);

#endif
