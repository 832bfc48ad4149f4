/* Runs that keep what a forced rollback wrote over, and how it comes back. Private to commit/. */
#ifndef TPATCH_COMMIT_KEPT_H
#define TPATCH_COMMIT_KEPT_H

#include "commit/commit.h"

/* Is run `number` one that keeps something? No, where there is none. False when the journal cannot be read. */
bool kept_is(struct root *root, unsigned long number, bool *is_kept, struct err *err);
/*
 * Puts what run `number` keeps to its places, as a new run (`report->run`), which can be undone like any other;
 * `report->brought_back` is then `number`. Refuses (ERR_UNFIT) where a file holds what no run found or left, unless
 * `forced`: the new run keeps that too.
 */
bool kept_bring_back(const struct write_ops *ops, struct root *root, unsigned long number, bool forced,
	const char *tool, struct commit_report *report, struct err *err);

struct work;
/*
 * What a forced rollback of the run would keep of what is in the tree: calls `keeps` with each path. What it could not
 * keep is refused. False only when something could not be read.
 */
bool kept_look(struct work *work, const struct run *run, void (*keeps)(void *ctx, const char *path), void *ctx,
	struct err *err);

#endif
