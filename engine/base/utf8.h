/*
 * UTF-8 as RFC 3629 defines it: no surrogates, no overlong forms, nothing above U+10FFFF.
 */
#ifndef TPATCH_BASE_UTF8_H
#define TPATCH_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* Length in bytes (1 to 4) of the character at `offset` of `bytes`, which is stored in `*code_point`; 0 where there is
 * none. */
size_t utf8_decode(struct slice bytes, size_t offset, uint32_t *code_point);

/* The beginning of a text as a message can quote it: at most 60 bytes, up to the first control character, whole
 * characters. */
struct slice utf8_excerpt(struct slice text);

#endif
