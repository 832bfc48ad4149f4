/*
 * Everything that changes the tree or the journal: one table of functions, handed to commit/ by its caller.
 * Only commit/ may include this header. A test build hands in a table that fails or dies at the k-th call.
 *
 * All paths are relative to a struct root, '/' between parts, and no part may be a symbolic link: the
 * implementation resolves part by part without following (openat and O_NOFOLLOW, or openat2), so a folder that
 * is swapped for a link between plan and write cannot lead out of the tree.
 * Every function returns true, or false with `err` (ERR_IO) naming call, path and the system's reason.
 */
#ifndef TPATCH_PLATFORM_WRITE_H
#define TPATCH_PLATFORM_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "platform/read.h"

struct file_lock; /* held until unlock, or until the process ends */

struct write_ops {
	/* Makes one folder; true if it is already a folder. */
	bool (*make_dir)(const struct write_ops *, struct root *, const char *path, struct err *);
	/* Creates a new file (it must not exist) with permission bits `mode` (of 0777), writes `bytes`; flushes them to
	 * the disk if `flush`. */
	bool (*create)(const struct write_ops *, struct root *, const char *path, struct slice bytes, uint32_t mode,
		bool flush, struct err *);
	/* A second name for the file `from`. Fails where the volume has no hard links; the caller then copies. */
	bool (*link)(const struct write_ops *, struct root *, const char *from, const char *to, struct err *);
	/*
	 * Could `replace` put something in the place of the file `path` now? Asked before anything is written. False on
	 * Windows while another program has the file open; elsewhere it is the folder that decides
	 * (root_can_write_in()), and the answer is true.
	 */
	bool (*can_replace)(const struct write_ops *, struct root *, const char *path, struct err *);
	/* Renames `from` to `to`, replacing `to` if it is there, atomically; on Windows with retries for sharing
	 * violations. */
	bool (*replace)(const struct write_ops *, struct root *, const char *from, const char *to, struct err *);
	/*
	 * Exchanges what has the names `a` and `b`, atomically, whatever it is; links are not followed. False without
	 * err (ERR_NONE) where the volume cannot do that; NULL where the system cannot (elsewhere than on Linux).
	 */
	bool (*exchange)(const struct write_ops *, struct root *, const char *a, const char *b, struct err *);
	/*
	 * Renames the file `from` to `to`, where nothing may be: what has come there meanwhile is never replaced.
	 * Atomic where the system can do that; else a second name is made and the first one removed, or, without hard
	 * links either, `to` is looked at just before.
	 */
	bool (*place)(const struct write_ops *, struct root *, const char *from, const char *to, struct err *);
	/* Removes a file; true if it is not there. */
	bool (*remove)(const struct write_ops *, struct root *, const char *path, struct err *);
	/* Removes an empty folder; true if it is not there. */
	bool (*remove_dir)(const struct write_ops *, struct root *, const char *path, struct err *);
	/* Sets permission bits (0777; set-id bits stay as they are) and modification time. */
	bool (*set_meta)(const struct write_ops *, struct root *, const char *path, uint32_t mode, int64_t mtime_ns,
		struct err *);
	/* Sets the modification time of the folder `path` ("" is the root), and nothing else. Only the folder's owner
	 * may do that. */
	bool (*set_dir_time)(const struct write_ops *, struct root *, const char *path, int64_t mtime_ns, struct err *);
	/*
	 * Makes `to` like `from`: owner and group as far as this process may (what it may not is no error), the access
	 * list and, on Linux, users' attributes; then permission bits `mode` (of 0777; not on Windows) and, only with
	 * the owner and the group, their set-id bits.
	 */
	bool (*copy_owner)(
		const struct write_ops *, struct root *, const char *from, const char *to, uint32_t mode, struct err *);
	/* Flushes a file's bytes and metadata to the disk. */
	bool (*flush_file)(const struct write_ops *, struct root *, const char *path, struct err *);
	/* Flushes the folder itself (its names and its time) to the disk; does nothing where the system has no such
	 * thing. */
	bool (*flush_dir)(const struct write_ops *, struct root *, const char *path, struct err *);
	/* Flushes the whole volume of `root` where the system can (syncfs); else false without err (ERR_NONE): flush
	 * file by file. */
	bool (*flush_volume)(const struct write_ops *, struct root *, struct err *);
	/* Takes the lock file `path`, creating it, without waiting. NULL with `*busy` if it is held: `err` then names
	 * its holder. */
	struct file_lock *(*lock)(const struct write_ops *, struct root *, const char *path, bool *busy, struct err *);
	void (*unlock)(const struct write_ops *, struct file_lock *);
	/*
	 * May a run that is under way go on? False once the user has asked this process to stop, which goes on for as
	 * long as it takes to put everything back. NULL where such a wish ends the process at once (elsewhere than on
	 * Windows), and the next run puts things in order.
	 */
	bool (*go_on)(const struct write_ops *, struct err *);
};

/* The real system. */
const struct write_ops *platform_write_ops(void);

#endif
