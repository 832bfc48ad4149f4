/* tpatch port --review: a person answers for each edit of a ported set that is to be looked at. */
#ifndef TPATCH_CLI_REVIEW_H
#define TPATCH_CLI_REVIEW_H

#include "cli/option.h"

/* Is there a terminal to ask on, and does --review go with the other options? ERR_USAGE. */
bool review_check(const struct options *options, struct err *err);
/*
 * Asks for each edit of the file that is to be looked at, writes the answers into the file, and says what is left. Exit
 * code: EXIT_OK, or EXIT_UNFIT where something is left to be looked at or needs a person; that of the error in `err`
 * otherwise. Nothing is written before the last answer.
 */
int review_file(const struct options *options, const char *path, struct err *err);

#endif
