/*
 * What runs did to the texts of files, read back from the journal: the originals that it keeps, and what is in the tree
 * now.
 */
#ifndef TPATCH_COMMIT_HISTORY_H
#define TPATCH_COMMIT_HISTORY_H

#include "commit/journal/journal.h"
#include "plan/plan.h"

/* A file whose text after the run is nowhere any more: what is there now stands for it. */
struct history_drift {
	const char *path;
	unsigned long run;
};

struct history {
	struct plan plan;             /* only its changes, by path: texts, paths and modes, without edits and rules */
	struct history_drift *drifts; /* [n_drifts], by path; in the plan's arena */
	size_t n_drifts;
};

/*
 * What the runs of these numbers changed together, or, where `numbers` is NULL, all applied runs: each file before the
 * first of them that changed it and after the last. Release with history_release(), also after a failure. ERR_USAGE
 * for a run that is not applied: its texts are not kept. ERR_IO, also for an original that is not what the record says.
 */
bool history_make(struct root *root, const struct journal *journal, const unsigned long *numbers, size_t count,
	struct history *out, struct err *err);
/* The same with both sides exchanged: what undoing it changes. */
void history_reverse(struct history *history);
void history_release(struct history *history);

/* The text of file `slot` of an applied run as the run found it; empty where there was none. ERR_IO where it is not
 * what the record says. */
bool history_before(struct root *root, const struct run *run, size_t slot, struct str *out, struct err *err);
/*
 * The same as the run left it, and in `*st` type and mode: `out` is empty where the type is not FILE_REGULAR.
 * `*is_drifted`: it is neither kept nor in the tree as it was; then both are what is there now.
 */
bool history_after(struct root *root, const struct journal *journal, const struct run *run, size_t slot,
	struct str *out, struct file_stat *st, bool *is_drifted, struct err *err);

#endif
