/*
 * What a recorded run did, as patches: one for each of its rules, as patch_series_make() makes them of the plan. The
 * journal has the files before and after; which rule did what between, its rules say when they are run again.
 */
#ifndef TPATCH_REPORT_PATCHES_RUN_SERIES_H
#define TPATCH_REPORT_PATCHES_RUN_SERIES_H

#include "base/arena.h"
#include "commit/journal/history.h"
#include "report/patches/patch_series.h"
#include "report/report.h"

struct run_series {
	struct patch_series series;
	char **notes; /* [n_notes]: of rules that share a patch, a line each */
	size_t n_notes, notes_capacity;
	struct arena arena;
};

/*
 * `history` is that of `run` alone; a file in it that was changed since, and that the rules make again as the run left
 * it, becomes that and is no drift any more. `set` has the rules as the run had them; NULL, or without some of them:
 * these are not to be had. Rules share a patch where what they did in a file cannot be told apart: they are others
 * today, or the file itself is made or removed. Borrows from `set` and `history`. Release with run_series_release().
 */
void run_series_make(
	const struct run *run, const struct patchset *set, struct history *history, struct run_series *out);
void run_series_release(struct run_series *series);

#endif
