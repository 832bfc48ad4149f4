/*
 * The only writer. A commit moves a tree from exactly before to exactly after, or leaves it exactly before.
 *
 * Order: lock; check that each file still is what the plan read; write new contents, originals' records and the header
 * with its checksum under `.tpatch/`, flush; give the header the name that counts, flush; replace file by file; flush;
 * rename the header: that rename is the commit.
 */
#ifndef TPATCH_COMMIT_COMMIT_H
#define TPATCH_COMMIT_COMMIT_H

#include "base/err.h"
#include "commit/journal/journal.h"
#include "plan/plan.h"
#include "platform/read.h"

struct write_ops;

/* A file whose content is neither what the run found nor what it left. */
struct refusal {
	const char *path;
	const char *why;     /* one line */
	bool names_original; /* in parentheses, where the journal has what the run found */
};

struct undone_run;

struct commit_report {
	unsigned long run; /* number of the run made, undone or recovered; 0 = none */
	/* of a forced rollback: the run that keeps what undoing `run` wrote over; 0 = nothing */
	unsigned long kept_run;
	unsigned long brought_back;      /* the run that keeps what `run` put back to its place; 0 = it is an undoing */
	const struct undone_run *undone; /* of a rollback: all that were undone, newest first, `run` last */
	size_t n_undone;
	size_t n_files;           /* written or restored */
	size_t n_runs;            /* of pruning: runs removed */
	struct refusal *refusals; /* files that stood in the way: nothing was written */
	size_t n_refusals;
	const char **warnings; /* one line each: "'x' had 2 hard links; the other names keep the old text" */
	size_t n_warnings;
	struct arena arena;
};

struct undone_run {
	unsigned long run, kept_run; /* kept_run 0: nothing was written over */
	size_t n_files;
	size_t n_kept; /* of commit_rollback_check(): files that somebody changed since, which would be kept */
};

void commit_report_release(struct commit_report *report);
/* Adds the files that refused, one a line, to the message of `err`. Returns false. */
bool commit_refuse(const struct commit_report *report, struct err *err);

/*
 * Writes the plan's changes as a new run. A plan without changes writes nothing, not even a folder. Errors: ERR_IO,
 * tree as it was (also: another tpatch at work; the user asked to stop; a file that changed since it was read, named in
 * `report->refusals`); ERR_IO_TORN, tree not as it was, journal kept. `tool` is the version of tpatch; `origin`, or
 * NULL, is what the caller knows of how the run came about besides what the plan knows.
 *
 * Every file is looked at again immediately before it is replaced. On Linux, where the volume can exchange two names
 * (ext4, XFS, btrfs, tmpfs; not NFS), what the replacement took away is looked at too: somebody else's text that came
 * there in between gets its place back, and the run stops. Elsewhere, what is written between these two calls cannot be
 * seen; nor anywhere what a program writes later into a file that it had opened before. Read-only files are replaced,
 * as git does, and stay read-only: it is the folder that must be writable. Hard links are broken with a warning. New
 * files get mode, owner and group of the original; ACLs and extended attributes come back with a rollback only. Nothing
 * of a folder changes but the mtime of those in which a file is replaced; the root does not show that `.tpatch` was
 * made.
 */
bool commit_plan(const struct write_ops *ops, struct root *root, const struct plan *plan, const char *target_label,
	const char *tool, const struct run_origin *origin, struct commit_report *report, struct err *err);

/*
 * Undoes the applied run `number` (0: the last), byte for byte, mode and mtime too. The folders of its files get their
 * mtimes back where nobody else made, removed or renamed anything in them since; one whose mtime may not be set is a
 * warning. Refuses (ERR_UNFIT, `report->refusals`, nothing written) when a file is neither what the run left nor what
 * it found, or when a later applied run changed it too. A file that somebody has put back already is left as it is.
 * ERR_IO where all that blocks it is that files cannot be replaced (a folder that is not writable). ERR_USAGE,
 * listing the runs, when there is no such applied run.
 *
 * Of a run that keeps what was written over, the files are put to their places again, as a new run
 * (`report->brought_back`); see docs/safety.md. `tool` is the version of tpatch.
 */
bool commit_rollback(const struct write_ops *ops, struct root *root, unsigned long number, const char *tool,
	struct commit_report *report, struct err *err);

/*
 * The same for `count` applied runs, one after the other, each whole or nothing, and the journal is read once for all
 * of them. `report->undone` has those that were undone, also after a failure.
 */
bool commit_rollback_runs(const struct write_ops *ops, struct root *root, const unsigned long *numbers, size_t count,
	struct commit_report *report, struct err *err);

/* Says of the failure to undo run `number` that `n_undone` of `count` runs were undone before, down to run `last`. */
void commit_fail_later(size_t n_undone, size_t count, unsigned long last, unsigned long number, struct err *err);

/* Which runs are to be undone. */
struct rollback_request {
	unsigned long number; /* 0: the last applied run */
	size_t n_last;        /* instead: so many of the newest applied ones; 0: see `number` */
	bool forced;          /* as commit_rollback_forced() does */
};

/*
 * What would that undo? Sets `report->undone` and `n_files`, and `err` as a rollback that refuses would, for all that
 * is in the way of any of the runs; writes nothing and takes no lock. Each run is judged as if the newer ones were
 * undone already.
 */
bool commit_rollback_check(const struct write_ops *ops, struct root *root, const struct rollback_request *request,
	struct commit_report *report, struct err *err);

/*
 * The same for a run that keeps what was written over: calls `show` with what restoring that would change, nothing
 * where it is there already. `forced`: as commit_rollback_forced() does.
 */
bool commit_restore_check(const struct write_ops *ops, struct root *root, unsigned long number, bool forced,
	void (*show)(void *ctx, const struct plan *plan), void *ctx, struct commit_report *report, struct err *err);

/*
 * As commit_rollback(), but neither later runs nor later edits stop it. The runs that are built upon this one are
 * undone first, newest first (`report->undone`). What is in the place of a run's files is recorded before it is
 * undone, as a run that keeps it and puts the originals there, with mode and mtime, where nothing is any more too.
 * Each of these is whole or nothing; cut off between two, the same call goes on. Where something is no regular file,
 * or the original is not to be had, it refuses as commit_rollback() does.
 */
bool commit_rollback_forced(const struct write_ops *ops, struct root *root, unsigned long number, const char *tool,
	struct commit_report *report, struct err *err);

/*
 * Makes the runs of the journal, which this user did not write here, this user's: from now on they are recovered and
 * undone as any other, and what they record is used. Only for who was asked, and has seen what they would write.
 * `report->n_runs` counts them. A journal that belongs to another user is refused; so is, unless `forced`, one that
 * was not written by this user's key, where a run has a protected file (path_is_protected()) or an original with a
 * set-id bit: ERR_IO_TORN, and each is in `report`.
 */
bool commit_adopt(
	const struct write_ops *ops, struct root *root, bool forced, struct commit_report *report, struct err *err);

/* Appends what undoing `run` does to its file `slot`: "would be removed", or what it would become. Of a run that is cut
 * off, recovery does it too. */
void commit_describe_undo(const struct run *run, size_t slot, struct str *out);

/*
 * Ends what a killed run or rollback left: decided per file by content hash. A pending run whose files are all after
 * becomes applied; else, and when a rollback was begun, all go back to before. A file that is neither is never written:
 * if the journal shows that it was not yet replaced or already put back, it is left alone with a warning, else
 * everything stops with ERR_IO_TORN and refusals before anything is written. Runs that were killed before their header
 * was whole never touched the tree and are removed. A run that is not ours (run_proof_problem()) is refused with
 * ERR_IO_TORN, and what it would write is listed in `report->refusals`; commit_rollback() does the same. True with
 * report->run == 0 when there was nothing to do; then nothing was written, not even the lock.
 */
bool commit_recover(const struct write_ops *ops, struct root *root, struct commit_report *report, struct err *err);

/*
 * Removes the records of runs that are undone or older than the newest `keep` applied ones: these can no longer be
 * undone. `report->n_files` counts the file records removed, `report->n_runs` the runs. Their numbers are not given
 * again.
 */
bool commit_prune(
	const struct write_ops *ops, struct root *root, size_t keep, struct commit_report *report, struct err *err);

#endif
