/* Exit codes of the programs: the contract with scripts and CI. */
#ifndef TPATCH_CMDLINE_EXIT_H
#define TPATCH_CMDLINE_EXIT_H

#include "base/err.h"

enum exit_code {
	EXIT_OK = 0, /* done, or nothing to do */
	/*
	 * The answer is no. `check`: the tree is not as the patch set wants it. `new`: no tree has proved the draft.
	 * tbuild: doctor found something wrong, triage knows no cause, a step of a build failed.
	 */
	EXIT_NO = 1,
	EXIT_USAGE = 2, /* usage, or an invalid patch set or profile */
	/* A rule does not fit (missing, ambiguous, drifted, conflict), or what tbuild would build is not what was asked
	 * for: nothing was written. */
	EXIT_UNFIT = 3,
	EXIT_IO = 4,  /* I/O error; the tree is as it was */
	EXIT_TORN = 5 /* I/O error and the tree is not as it was; the journal is kept: run `tpatch recover` */
};

/* No exit code of a process: what a command that failed without an error has, of which command_main() makes one. */
#define EXIT_UNSAID (-1)

/* The code for an error; EXIT_UNSAID for none. */
int exit_code_of(const struct err *err);

#endif
