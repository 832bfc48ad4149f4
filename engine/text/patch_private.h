/* A diff while it is read. Private to the patch*.c files of text/. */
#ifndef TPATCH_TEXT_PATCH_PRIVATE_H
#define TPATCH_TEXT_PATCH_PRIVATE_H

#include "text/patch.h"

struct patch_reader {
	struct slice text;
	size_t at;   /* offset of the next line */
	size_t line; /* its number, 1-based */
	size_t error_offset;
	enum err_kind error_kind;
	struct arena *arena;
};

/* The line at `from`, without its line end (LF or CRLF); `*next` is the offset after it. False at the end of the
 * text. */
bool patch_line_at(const struct patch_reader *reader, size_t from, struct slice *line, bool *crlf, size_t *next);
/* The next line, without moving on. */
bool patch_peek(const struct patch_reader *reader, struct slice *line);
/* Sets the error and its offset. Returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
bool patch_fail(struct patch_reader *reader, size_t offset, struct err *err, const char *format, ...);

/* Reads one hunk, whose header is the next line. `alone`: the text has hunks only, and a header may lack numbers. */
bool patch_read_hunk(struct patch_reader *reader, bool alone, struct patch_hunk *out, struct err *err);

#endif
