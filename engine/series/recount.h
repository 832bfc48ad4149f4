/* Diffs that were edited by hand. Private to series/. */
#ifndef TPATCH_SERIES_RECOUNT_H
#define TPATCH_SERIES_RECOUNT_H

#include <stdbool.h>

#include "base/str.h"

/*
 * Appends the diff with the counts of each hunk's header as its lines tell them; `*first` is the line of the first
 * header that changed, 1-based, and the result how many did. A last hunk that has fewer lines than its header says on
 * either side is a diff that was cut off, and stays as it is.
 */
size_t diff_recount(struct slice text, struct str *out, size_t *first);

#endif
