/*
 * The walk: every regular file below the root, by threads, each folder listed once.
 *
 * Symbolic links are not followed. What is called .git or .tpatch, in any case and at any depth, is left out, be it a folder or a
 * file. FIFOs, sockets and devices are skipped. What vanishes between being listed and being read is trouble, like anything that cannot be
 * read: a tree that changes under the walk is no ground for a plan. Order of visits is not defined: callers sort what they keep.
 */
#ifndef TPATCH_TREE_WALK_H
#define TPATCH_TREE_WALK_H

#include "base/err.h"
#include "platform/read.h"

struct walk_visitor {
	void *ctx;
	/*
	 * Called once by each thread before it walks, for work that is to be done by as many; others may walk meanwhile. Return false to end the
	 * walk. NULL: nothing is.
	 */
	bool (*begin)(void *ctx, size_t thread);
	/* Does anybody want this file? Called for each name before it is opened; `path` is relative. From several threads. */
	bool (*wants)(void *ctx, size_t thread, const char *path);
	/* May this folder be left out whole? NULL: none. */
	bool (*skips_dir)(void *ctx, size_t thread, const char *path);
	/* The file's bytes, valid during the call. Return false to end the walk. From several threads. */
	bool (*file)(void *ctx, size_t thread, const char *path, struct slice bytes, const struct file_stat *st);
	/*
	 * A file or folder ("" is the root) that could not be read, or is too large; `why` is ERR_IO and valid during the call. Return false
	 * to end the walk. From several threads.
	 */
	bool (*trouble)(void *ctx, size_t thread, const char *path, const struct err *why);
};

struct walk_counts {
	size_t folders;    /* listed */
	size_t files_seen; /* regular files, wanted or not */
	size_t files_read;
	uint64_t bytes_read;
};

/*
 * Walks with `n_threads` threads (0 is 1); visitors see them as thread 0 to n_threads - 1. Files of more than `max_bytes` are not read. True
 * when it went to the end; false when a visitor ended it: others may still be called for what their threads have at hand. `counts` may
 * be NULL.
 */
bool walk_tree(struct root *root, size_t n_threads, size_t max_bytes, const struct walk_visitor *visitor, struct walk_counts *counts);

#endif
