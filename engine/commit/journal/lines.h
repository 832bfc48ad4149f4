/*
 * The lines that headers are made of: a key, one blank, fields parted by one blank, LF. Private to commit/.
 */
#ifndef TPATCH_COMMIT_LINES_H
#define TPATCH_COMMIT_LINES_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

/* Digits of a number that fits into 64 bits for sure. */
#define DIGITS_MAX 19

/* A header while it is read. */
struct lines {
	struct slice rest;
	struct arena *arena;
};

/* Decimal, nothing but digits (and a minus). */
bool line_parse_u64(struct slice text, uint64_t *out);
bool line_parse_i64(struct slice text, int64_t *out);

/* Appends `text`; what would end a field or a line, and '%' itself, becomes %XX, and all else stays readable. */
void line_escape(const char *text, struct str *out);
/* The text as it was; NULL where it is no escaped text. There is no NUL byte in it. */
const char *line_unescape(struct slice text, struct arena *arena);
/* Appends a line with one escaped field. */
void line_add_text(struct str *out, const char *key, const char *text);

/* The next line must begin with `key` and a blank; the rest of it goes to `value`. */
bool line_take(struct lines *lines, const char *key, struct slice *value);
bool line_take_number(struct lines *lines, const char *key, uint64_t *out);
bool line_take_text(struct lines *lines, const char *key, const char **out);

#endif
