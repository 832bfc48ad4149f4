/* Exit codes of tpatch: the contract with scripts and CI. */
#ifndef TPATCH_CLI_EXIT_H
#define TPATCH_CLI_EXIT_H

#include "base/err.h"

enum exit_code {
	EXIT_OK = 0,      /* done, or nothing to do */
	EXIT_DIFFERS = 1, /* `check`: the tree is not as the patch set wants it. `new`: no tree has proved the draft */
	EXIT_USAGE = 2,   /* usage, or an invalid patch set */
	EXIT_UNFIT = 3,   /* a rule does not fit (missing, ambiguous, drifted, conflict): nothing was written */
	EXIT_IO = 4,      /* I/O error; the tree is as it was */
	EXIT_TORN = 5     /* I/O error and the tree is not as it was; the journal is kept: run `tpatch recover` */
};

/* The code for an error. */
int exit_code_of(const struct err *err);

#endif
