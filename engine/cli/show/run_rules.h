/* The rules of a recorded run, as it had them: from its patch sets, with its values. Private to cli/. */
#ifndef TPATCH_CLI_RUN_RULES_H
#define TPATCH_CLI_RUN_RULES_H

#include "commit/journal/journal.h"
#include "patchset/patchset.h"

struct run_rules {
	const struct patchset *set; /* NULL: not to be had; `problem` says why */
	struct patchset_library *library, *with_values;
	struct err problem;
};

/* Fills `out`, whatever became of the run's patch sets; release with run_rules_release(). */
void run_rules_load(const struct run *run, struct run_rules *out);
void run_rules_release(struct run_rules *rules);

#endif
