/*
 * The mtimes of folders. Replacing a file replaces a name in its folder, which changes the folder's mtime; whoever goes
 * back to before the run puts that back too. It is done where nobody else changed the folder since, and a folder whose
 * mtime cannot be put back is a warning, not a failure. Private to commit/.
 */
#ifndef TPATCH_COMMIT_FOLDERS_H
#define TPATCH_COMMIT_FOLDERS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "commit/work.h"

/* Makes `.tpatch` in the root, and gives the root the mtime again that it had. */
bool folders_make_journal(struct work *work, struct err *err);

/* Sets run->folders: the folders of its files, and their mtimes as they are now. Memory from `arena`. */
bool folders_record(struct work *work, struct run *run, struct arena *arena, struct err *err);

/* Writes folders.left: the mtimes as the run leaves them. It is flushed with the targets: work_flush_targets(). */
bool folders_write_left(struct work *work, const struct run *run, struct err *err);
/* For an interrupted run: writes folders.left if the run did not get that far. Ignores errors. */
void folders_complete_left(struct work *work, const struct run *run);

/*
 * The mtimes that the folders are to have once `run`, an applied run of the journal, is undone. A folder that is as a
 * later applied run left it keeps its mtime; one that is as this run left it gets what it had before; any other was
 * changed by somebody and is left out. The answer is written to folders.back, flushed, as far as that can be done: only
 * recovery needs it.
 */
struct folder_times folders_plan_rollback(struct work *work, const struct run *run);

/*
 * The same for a run that goes back because it failed or was cut off. `what` says what each file is: see
 * work_end_undo(). A rolling run has its folders.back; for a pending one every folder gets what it had before, unless
 * the run had not touched it yet. A folder with a file in it that is neither before nor after is left out.
 */
struct folder_times folders_plan_recovery(struct work *work, const struct run *run, const enum content *what);

/* Sets the mtimes, with a warning where one cannot be set. */
void folders_set_times(struct work *work, const struct folder_times *times);

#endif
