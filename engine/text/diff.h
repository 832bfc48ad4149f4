/*
 * Unified diffs in git's format: `git apply` and `patch -p1` take them
 * (https://git-scm.com/docs/diff-generate-patch).
 */
#ifndef TPATCH_TEXT_DIFF_H
#define TPATCH_TEXT_DIFF_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "text/pieces.h"

struct diff_stat {
	size_t added, removed; /* lines */
};

/*
 * Appends the diff of one file that is there before and after, `diff --git` header included; nothing when `before`
 * equals `after`. `path` is relative to the root, with '/'; it is quoted as git does with core.quotePath=false.
 * `context` is the number of lines around a change. Line ends are part of the lines, as in git. After the "@@" is
 * the nearest line above that begins with a letter, '_' or '$', as git has it for files without a driver. `stat` (may
 * be NULL) is set. The bytes are taken as text: whether a file is binary is the caller's question.
 */
void diff_unified(const char *path, struct slice before, struct slice after, size_t context, struct str *out,
	struct diff_stat *stat);

/* A file before and after. Paths are relative to the root, with '/'. */
struct diff_file {
	const char *old_path, *new_path; /* NULL: there is no file on that side, and its text is empty; never both */
	/* permission bits, of which the owner's executable bit is told; without meaning where there is no file */
	uint32_t old_mode, new_mode;
	struct slice before, after;
	/* [n_edits], settled: they make `after` of `before`, and spare the search; NULL: it is not known which do */
	const struct edit *edits;
	size_t n_edits;
};

/*
 * The same as diff_unified() for a file that may come, go, get another path or another executable bit, in git's
 * extended headers ("new file mode", "deleted file mode", "rename from", "old mode"). Nothing when both sides are the
 * same.
 */
void diff_files(const struct diff_file *file, size_t context, struct str *out, struct diff_stat *stat);

/* The same for a file that is there on both sides, its texts in pieces: `before` and `after` of `file` are not looked
 * at, and its edits, not NULL, are places of that `before`. */
void diff_pieces(const struct diff_file *file, struct pieces *before, struct pieces *after, size_t context,
	struct str *out, struct diff_stat *stat);

#endif
