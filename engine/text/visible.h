/* Text as a message can show it, with what the eye does not see. */
#ifndef TPATCH_TEXT_VISIBLE_H
#define TPATCH_TEXT_VISIBLE_H

#include <stddef.h>

#include "base/str.h"

/*
 * Appends one line: tabs as \t, CR as \r, other control bytes and what is not UTF-8 as \xNN, spaces at its end as \x20,
 * and spaces that are no plain ones (no-break, zero-width, byte order mark, line separators, soft hyphen) as \uNNNN. At
 * most `max_bytes` of the line, then "…".
 */
void visible_add(struct slice line, size_t max_bytes, struct str *out);
/*
 * The same with a sign for each, for people who look for what they cannot see: tab as →, CR as ␍, spaces at the end as
 * ·, no-break space as [NBSP], byte order mark as [BOM], zero-width space as [ZWSP], others as [U+NNNN] and [NN]. "…"
 * stands for what is beyond `max_bytes`, but the spaces at the end are always shown.
 */
void visible_add_signs(struct slice line, size_t max_bytes, struct str *out);

#endif
