/* UTF-16, as Windows tools write text files: `git diff > x.patch` in PowerShell 5 does. */
#ifndef TPATCH_TEXT_UTF16_H
#define TPATCH_TEXT_UTF16_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

enum utf16_order { UTF16_NONE, UTF16_LITTLE, UTF16_BIG };

/* By the byte order mark at the front; UTF16_NONE without one. */
enum utf16_order utf16_detect(struct slice bytes);
/*
 * Appends the text after the byte order mark as UTF-8. False for an odd number of bytes or half of a surrogate pair,
 * `*error_offset` being its byte.
 */
bool utf16_decode(struct slice bytes, enum utf16_order order, struct str *out, size_t *error_offset);

#endif
