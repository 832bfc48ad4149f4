/*
 * Unified diffs as records: what git, GNU diff, quilt, svn and mail programs write. Reads only; nothing is applied
 * here.
 *
 * Taken: `diff --git` with its extended headers, plain `---`/`+++` pairs, `Index:` lines, text before, between and
 * after (mail and DEP-3 headers, signatures), time stamps after tabs, paths in quotes with C escapes, /dev/null, "\ No
 * newline at end of file", a diff whose own lines end in CRLF, UTF-8 and UTF-16 with a byte order mark, context lines
 * that lost their one blank. Sources: git-diff(1) "generating patch text with -p", GNU diffutils manual "Detailed
 * Description of Unified Format".
 */
#ifndef TPATCH_TEXT_PATCH_H
#define TPATCH_TEXT_PATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

#define PATCH_MAX_BYTES ((size_t)64 << 20)
#define PATCH_MAX_LINE_NUMBER ((size_t)1 << 31)

enum patch_side { PATCH_BOTH, PATCH_OLD, PATCH_NEW };

/* One line of a hunk. */
struct patch_line {
	enum patch_side side;
	struct slice text; /* without the sign in front and without its line end */
	bool crlf;         /* the file's own line ends in CR LF */
	bool no_eol;       /* the file ends here, without a line end */
};

struct patch_hunk {
	/* in lines; a start is 1-based, of an empty side the line before it */
	size_t old_start, old_count, new_start, new_count;
	bool numbered;        /* the header has numbers; without, the starts are 0 and the counts are counted */
	struct slice section; /* after the second "@@" */
	struct patch_line *lines;
	size_t n_lines;
	size_t line; /* of the "@@" in the diff, 1-based */
};

struct patch_file {
	/* the text between the file before and this one: mail or DEP-3 headers, or nothing */
	struct slice preamble;
	const char *old_path, *new_path; /* stripped; NULL where there is no file (/dev/null) */
	unsigned old_mode, new_mode;     /* octal as git writes them, 0100755; 0: not said */
	bool is_rename, is_copy, is_binary;
	bool is_special; /* a symbolic link or a submodule, before or after the diff: its lines are no text of a file */
	struct patch_hunk *hunks;
	size_t n_hunks;
	size_t line; /* of its first header line in the diff, 1-based */
};

struct patch {
	struct patch_file *files;
	size_t n_files;
	struct slice trailer; /* the text after the last hunk */
	struct arena arena;   /* holds all of the above; nothing points into the text that was read */
};

/*
 * Reads a whole diff. `name` is what errors call it; `strip` is how many folders are taken off the front of each path
 * (-p). Errors are ERR_USAGE with line, column and snippet: no diff in the text, a hunk whose counts are not true, what
 * is no line of a hunk, combined and context diffs, a path with too few folders. Zeroed `out` is empty; release with
 * patch_release() in both cases.
 */
bool patch_read(struct patch *out, const char *name, struct slice text, size_t strip, struct err *err);
void patch_release(struct patch *patch);
/* Makes it the diff from its new side to its old one; its last file is then the first. */
void patch_reverse(struct patch *patch);
/* Appends the lines of one side of the hunk: of its context, and those that only that side has. */
void patch_hunk_add_side(const struct patch_hunk *hunk, enum patch_side side, struct str *out);
/* Do some of its lines end in LF, and some in CRLF? */
bool patch_hunk_mixes_line_ends(const struct patch_hunk *hunk);
/* Does that side of the hunk begin with a byte order mark? */
bool patch_hunk_begins_with_mark(const struct patch_hunk *hunk, enum patch_side side);

/*
 * Reads a text of hunks alone, the first byte being an "@@". A header may be "@@" alone, without numbers. Lines point
 * into `text`; the records come from `arena`. ERR_PATCHSET, `*error_offset` being the byte of `text`.
 */
bool patch_read_hunks(struct slice text, struct arena *arena, struct patch_hunk **hunks, size_t *n_hunks,
	size_t *error_offset, struct err *err);

#endif
