/* The program as the command line library sees it, and its exit codes. Commands: one file cmd_X.c and one row in
 * registry.c each. */
#ifndef TBUILD_COMMAND_COMMAND_H
#define TBUILD_COMMAND_COMMAND_H

#include "command/option.h"

/* Exit codes of tbuild: the contract with scripts and CI. */
enum exit_code {
	EXIT_DONE = 0,
	EXIT_NO = 1,    /* doctor: something is wrong; triage: nothing known; build: a step failed */
	EXIT_USAGE = 2, /* usage, or a profile that is wrong or not for this tree */
	/* the tree is not as tpatch left it, a feature turned itself off, a tool is missing: nothing was built */
	EXIT_UNFIT = 3,
	EXIT_IO = 4, /* the system said no */
	EXIT_INTERRUPTED = 130
};

/* The code for an error. */
int exit_code_of(const struct err *err);

extern const struct program program_tbuild;

#endif
