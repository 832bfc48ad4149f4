/*
 * How the page colours a text: a letter for each byte. c comment, f CMake command, k keyword, n name, m number, s string, o operator or bracket,
 * p all else; in capitals where the byte is in a word that the change took away or brought. Private to report/.
 */
#ifndef TPATCH_REPORT_HTML_PAINT_H
#define TPATCH_REPORT_HTML_PAINT_H

#include "text/change.h"

/* One letter per byte of `source`, by the language that its path tells; the caller frees it with free(). */
char *paint_syntax(struct source *source);
/* Raises the letters of words that differ within one change. A change that leaves little as it was is left alone: all of it is new. */
void paint_words(struct source *before, char *before_paint, struct source *after, char *after_paint, const struct line_change *change);

#endif
