/* Lines that fit a terminal. */
#ifndef TPATCH_TEXT_WRAP_H
#define TPATCH_TEXT_WRAP_H

#include <stddef.h>

#include "base/str.h"

/*
 * Columns that `text` takes: one for each character, two for the wide ones of East Asia and for emoji, none for what
 * combines with the one before, nor for escape sequences.
 */
size_t wrap_columns(struct slice text);
/*
 * Appends `text`, whose first byte comes to column `at` (from 0 on), broken at spaces so that no line is longer than
 * `width` columns; 0: not broken. All lines but the first begin with `indent` spaces. A word that fits no line is not
 * broken, nor is an option parted from its value ("--tag 1.2"). Escape sequences must be within words. `text` has no
 * line ends.
 */
void wrap_add(struct slice text, size_t at, size_t indent, size_t width, struct str *out);
/*
 * Appends lines of prose, each after `indent` spaces. With a width of 0 they stay as they are.
 */
void wrap_prose(struct slice text, size_t indent, size_t width, struct str *out);
/*
 * Appends the lines of a table whose columns are parted by two spaces or more: what does not fit goes on below the last
 * column that begins in the first two thirds of the width.
 */
void wrap_table(struct slice text, size_t width, struct str *out);

#endif
