/*
 * The walk: every regular file of a tree, found by any number of threads, each folder listed once.
 *
 * Symbolic links are not followed. What is called .git or .tpatch, in any case and at any depth, is left out, be it a
 * folder or a file. FIFOs, sockets and devices are skipped. What vanishes between being listed and being read is
 * a problem, like anything that cannot be read: a tree that changes under the walk is no ground for a plan. Which
 * folders are entered is the caller's decision; for a run, may_skip() of plan/evaluate/evaluate_tree.c makes it. The
 * order is not defined: callers sort what they keep.
 */
#ifndef TPATCH_TREE_WALK_H
#define TPATCH_TREE_WALK_H

#include "tree/tree.h"

struct walk;   /* one walk, shared by the threads that take part */
struct walker; /* the part of one thread */

enum walk_kind {
	WALK_FILE,   /* a regular file; walk_read() reads it */
	WALK_FOLDER, /* what is in it is found only after walk_enter() */
	WALK_PROBLEM /* a folder that could not be listed */
};

struct walk_item {
	enum walk_kind kind;
	const char *path;      /* from the root, which is ""; valid until the walker's next call */
	const struct err *why; /* of WALK_PROBLEM, ERR_IO; valid as long */
};

struct walk_counts {
	size_t folders;    /* listed */
	size_t files_seen; /* regular files, read or not */
	size_t files_read;
	uint64_t bytes_read;
};

/* Begins at the root, which is entered. `tree` is borrowed. Free with walk_free(), after all walkers. */
struct walk *walk_new(const struct tree *tree);
void walk_free(struct walk *walk);
/* From now on walk_next() finds nothing more, for any walker. From a thread that has got something of its walker, and
 * frees that next: this wakes those that wait. */
void walk_stop(struct walk *walk);
/* What the walkers that are freed by now have counted. */
struct walk_counts walk_count(const struct walk *walk);

/*
 * A thread may join at any time, and leaves when walk_next() said false: what it has not yet seen of its folder is lost
 * else. A walk of a commit has one walker. Free with walker_free().
 */
struct walker *walker_new(struct walk *walk);
void walker_free(struct walker *walker);
/* The next file, folder or problem. Waits while other walkers may still find folders; false when there will be no more,
 * or after walk_stop(). */
bool walk_next(struct walker *walker, struct walk_item *out);
/* The folder at hand shall be walked, by whichever thread comes to it. */
void walk_enter(struct walker *walker);
/* Reads the file at hand. `*bytes` is valid until the walker's next call. ERR_IO, also for more than `max_bytes`. */
bool walk_read(struct walker *walker, size_t max_bytes, struct slice *bytes, struct file_stat *st, struct err *err);

/* Walks the whole tree in one thread: `see` gets the path of each regular file, which is valid during the call. Ends at
 * the first folder that cannot be listed: ERR_IO. */
bool walk_all(const struct tree *tree, void (*see)(void *ctx, const char *path), void *ctx, struct err *err);

#endif
