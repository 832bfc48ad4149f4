/* What the dialogs of `tpatch -i` and `tpatch port --review` share: one question at a time, answered by a letter. */
#ifndef TPATCH_CLI_DIALOG_H
#define TPATCH_CLI_DIALOG_H

#include "base/err.h"
#include "base/str.h"

/* How the prompt of a question is painted. */
#define DIALOG_PROMPT "\033[1;34m"

/* Is there a terminal to ask on? ERR_USAGE, without a hint: `option`, without "--", asks questions. */
bool dialog_require_terminal(const char *option, struct err *err);

/* What a dialog shows, and what it does with an answer; `state` is the dialog's own. */
struct dialog_parts {
	const char *hint; /* of the error where standard input ends */
	void (*add_question)(const void *state, struct str *out);
	void (*add_prompt)(const void *state, struct str *out); /* the line after which the answer is typed */
	void (*add_help)(const void *state, struct str *out);   /* what each letter means */
	/* Clears *is_answer if the letter (in lower case; 0 for anything else) is none: then the help is printed. */
	bool (*take)(void *state, char letter, bool *is_answer, struct err *err);
};

/* Asks once. *is_shown: the question is on the screen already, and only the prompt is printed; `take` clears it for
 * the next question. ERR_IO where the input ends, and what `take` fails with. */
bool dialog_ask(const struct dialog_parts *parts, void *state, bool *is_shown, struct err *err);
/* Prints that there is no question to go back to. */
bool dialog_tell_first(struct err *err);

#endif
