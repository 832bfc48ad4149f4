/*
 * What a file is, by what a run (or a plan) found and leaves there: the one decision, for all who ask.
 */
#ifndef TPATCH_COMMIT_CONTENT_H
#define TPATCH_COMMIT_CONTENT_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"
#include "commit/journal/journal.h"
#include "platform/read.h"

/* The largest file that a run can have changed: earlier versions looked at files of up to this. */
#define RECORDED_MAX_BYTES ((size_t)64 << 20)

enum content {
	CONTENT_BEFORE,
	CONTENT_AFTER,
	/* neither: somebody changed it, or its executable bit, or it is no regular file, or larger than any source */
	CONTENT_OTHER,
	CONTENT_GONE /* nothing is there, and something was and shall be */
};

/* What the change does besides the text. */
struct content_change {
	bool is_new, is_gone;                    /* nothing is there before, or after */
	bool was_executable, becomes_executable; /* the same where the change leaves that bit alone */
};

/*
 * Of what is there: nothing (FILE_NONE), a regular file or something else. Does the text of a file equal that before,
 * and that after? Where the change sets or clears the executable bit, that has to be as well: with the text of one side
 * and the bit of the other it is OTHER. A bit that the change leaves alone is not looked at, nor is any where files
 * have none.
 */
enum content content_of(
	const struct content_change *change, const struct file_stat *st, bool text_is_before, bool text_is_after);

/* The same by the record `file`, of a file with this text; NULL: with a text of neither side. */
enum content content_by_record(const struct run_file *file, const struct file_stat *st, const struct slice *text);

/*
 * What `path` holds by the record `file`; `bytes` is room for its text. `st` (may be NULL) is filled, with FILE_NONE
 * where nothing is there. False with ERR_IO when it cannot be told.
 */
bool content_examine(struct root *root, const char *path, const struct run_file *file, struct str *bytes,
	enum content *out, struct file_stat *st, struct err *err);

#endif
