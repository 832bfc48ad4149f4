/*
 * What commit, rollback, recovery and pruning have in common: the lock, the journal as it is under the lock, judging
 * a file by its content, putting originals back, flushing, and removing what is left over. Private to commit/.
 */
#ifndef TPATCH_COMMIT_WORK_H
#define TPATCH_COMMIT_WORK_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"
#include "commit/commit.h"
#include "commit/content.h"
#include "commit/journal/journal.h"
#include "platform/read.h"
#include "platform/write.h"

struct work {
	const struct write_ops *ops;
	struct root *root;
	struct commit_report *report;
	struct file_lock *lock;
	struct journal journal; /* read under the lock */
	bool made_journal;      /* `.tpatch` was made for this run, when the root had root_time */
	struct folder_time root_time;
	size_t n_overlaid;   /* of the refusals: files upon which later runs are built */
	size_t n_closed;     /* of the refusals: files whose folder, or other programs, let nobody replace them */
	struct str bytes;    /* of the file that was examined last */
	struct str from, to; /* paths in the journal */
	struct str asked;    /* the folder that was last asked whether names in it can be made and replaced */
	bool asked_is_writable;
	struct folder_times *left; /* [journal.n_runs]: of each run, what it left of its folders; NULL: not read yet */
};

/*
 * Takes the lock and reads the journal. `make`, for a run that is to be written, creates the journal folder where there
 * is none, and reads only what is in force; without it `*there` tells whether there is one (false: nothing was locked).
 * Always end with work_end().
 */
bool work_begin(struct work *work, bool make, bool *there, struct err *err);
void work_end(struct work *work);

/* False with ERR_IO_TORN when a run was interrupted and has to be recovered first. */
bool work_refuse_interrupted(const struct work *work, struct err *err);

/* Removes what dead runs left: folders without a header, and what runs that are undone had kept. */
bool work_sweep(struct work *work, struct err *err);

/* content_examine() with the room of `work`. */
bool work_examine(struct work *work, const char *path, const struct run_file *file, enum content *out,
	struct file_stat *st, struct err *err);
/* Has the run put file `slot` in order (`new`), or a rollback put it back (`old`)? The names in the journal tell, and
 * what has them. */
bool work_is_moved(
	struct work *work, const struct run *run, const char *kind, size_t slot, bool *moved, struct err *err);
/* "has changed since", "is gone". */
const char *content_problem(enum content content);

/* Adds to the report. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void work_refuse(struct work *work, const char *path, const char *format, ...);
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void work_warn(struct work *work, const char *format, ...);

/*
 * Judges all files of `run` before they are put back: sets what[i] to AFTER (is to be put back), BEFORE (is as it was),
 * OTHER or GONE (somebody else's: leave it alone). Files that stand in the way are refused. False only when something
 * could not be read.
 */
bool work_judge(struct work *work, const struct run *run, enum content *what, struct err *err);

/*
 * Puts back every file whose what[i] is AFTER, and counts it in the report; removes the folders that the run made,
 * where they are empty; sets the folders' mtimes to `times`; flushes; renames the header from `from` to undone; removes
 * what the run kept. Stops at a file that is no longer what the run left, or whose original is not what it found:
 * `*torn` is then true.
 */
bool work_end_undo(struct work *work, const struct run *run, enum run_state from, const enum content *what,
	const struct folder_times *times, bool *torn, struct err *err);

enum move {
	MOVE_DONE,
	MOVE_FAILED,  /* with err; the file is as it was */
	MOVE_FOREIGN, /* without err; somebody else has changed the file, which was left to them */
	/* with ERR_IO_TORN; the same, but what they put there is still in the journal, and recovery has to bring it
	 * back */
	MOVE_STUCK
};

/*
 * Brings file `slot`, which is as it was, to what it shall be: new/K takes its place, or, where no file shall be, it
 * becomes new/K. work_undo_file() is the way back with old/K. A file is put where none is only if none is there. What
 * is found to have the place at that moment, and is not what was to go, keeps it; only where two names cannot be
 * exchanged (write_ops.exchange) it must have come there before the last look.
 */
enum move work_do_file(struct work *work, const struct run *run, size_t slot, struct err *err);
enum move work_undo_file(struct work *work, const struct run *run, size_t slot, struct err *err);
/*
 * For a run that was cut off: ends a move of file `slot` that was half done. What somebody else had put there gets its
 * place back; where that has been taken since, the file is refused.
 */
bool work_settle_file(struct work *work, const struct run *run, size_t slot, struct err *err);

/*
 * Refuses the file if names in `above`, the innermost folder above it that is there, cannot be made and replaced.
 * `is_there`: so is the file itself, and it must be one that can be replaced.
 */
void work_check_folder(struct work *work, struct slice above, const struct run_file *file, bool is_there);

/* Flushes new/, old/ and their contents, header.tmp and every folder above. */
bool work_flush_run(struct work *work, const struct run *run, struct err *err);
/* Flushes the folders in which `run` replaced names, and `item` (may be NULL), a file of the run's folder that was just
 * written. */
bool work_flush_targets(struct work *work, const struct run *run, const char *item, struct err *err);

/* Renames the header. The new state is flushed as far as the system can; only the rename itself can fail. */
bool work_set_state(struct work *work, unsigned long number, enum run_state from, enum run_state to, struct err *err);

/* Removes new/, old/ and folders.back of a run, or its whole folder, header first. */
bool work_remove_slots(struct work *work, unsigned long number, struct err *err);
bool work_remove_run(struct work *work, unsigned long number, struct err *err);

#endif
