/*
 * Patterns that mean the same on "\n" and on "\r\n" files. Used by regex.c alone.
 *
 * Git for Windows checks out every file with "\r\n" (core.autocrlf), so a pattern written against "\n" must hold there
 * as well. PCRE2 has no such mode: with newline=anycrlf `^` and `$` match at line ends of both kinds, but "\n" is one
 * byte, and `^` and `$` also match between the two bytes of a "\r\n". So the pattern's text is changed before it is
 * compiled:
 *
 *   \n, or a real one  (?:\r\n|(?<!\r)\n)   a whole line end, never the second half of one
 *   ^ $ \Z             followed by (?!(?<=\r)\n): not between the two bytes
 *   (?<=...\n...)      (?<=...\n...|...\r\n...), since what is looked back at must have a fixed length; the same for
 *                      (?<!
 *
 * Character classes, \Q...\E, comments, and the layout of (?x) stay. A pattern that itself names \r outside of a class
 * is taken at its word: nothing is changed.
 */
#ifndef TPATCH_FORMAT_NEWLINE_H
#define TPATCH_FORMAT_NEWLINE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"

struct translation {
	struct str text;
	/* for each byte of `text`, and for its end: the byte of the pattern it comes from; NULL where nothing
	 * changed */
	size_t *origin;
	size_t count, capacity;
	bool has_verbs;  /* backtracking control verbs: (*SKIP), (*COMMIT), ... */
	bool may_accept; /* one of them is (*ACCEPT) */
};

/*
 * Fills `out` (release with translation_release()). ERR_PATCHSET, with the byte of `pattern` in `*error_offset`, for
 * what would break the promises of regex.h: \G, callouts, and verbs at the start that change what a pattern means.
 * Other errors are left to the compiler.
 */
bool translation_make(struct translation *out, struct slice pattern, size_t *error_offset, struct err *err);
void translation_release(struct translation *translation);
/* The byte of the pattern that byte `offset` of the text stands for. */
size_t translation_origin(const struct translation *translation, size_t offset);

#endif
