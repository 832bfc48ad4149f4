/*
 * UTF-8 as RFC 3629 defines it: no surrogates, no overlong forms, nothing above U+10FFFF.
 */
#ifndef TPATCH_BASE_UTF8_H
#define TPATCH_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* Length in bytes (1 to 4) of the character at `offset` of `bytes`, which is stored in `*code_point`; 0 where there is
 * none. */
size_t utf8_decode(struct slice bytes, size_t offset, uint32_t *code_point);

/* Adds the character, of at most U+10FFFF, to `out`; a surrogate too, which makes no valid UTF-8. */
void utf8_add(uint32_t code_point, struct str *out);

/* Length of the valid UTF-8 that `bytes` begins with: `bytes.len` where all of it is. */
size_t utf8_prefix(struct slice bytes);
/* Is all of it valid UTF-8? */
bool utf8_is_valid(struct slice bytes);
/* Length of the ASCII that `bytes` begins with. */
size_t utf8_ascii_prefix(struct slice bytes);

/*
 * Is the character one that is not to be seen even where a font has it: zero-width joiners, soft hyphens, what turns
 * the direction of writing, variation selectors, tags? (Unicode's Default_Ignorable_Code_Point) Some file systems do
 * not see it in names either.
 */
bool utf8_is_ignorable(uint32_t code_point);

#define UTF8_MARK "\xEF\xBB\xBF"
#define UTF8_MARK_LEN ((size_t)3)
/* Length of the byte order mark that `bytes` begins with: UTF8_MARK_LEN, or 0. */
size_t utf8_mark_len(struct slice bytes);
struct slice utf8_without_mark(struct slice bytes);

/* The beginning of a text, of at most `most` bytes, that ends between two characters. */
struct slice utf8_cut(struct slice text, size_t most);
/* The beginning of a text as a message can quote it: at most 60 bytes, up to the first control character, whole
 * characters. */
struct slice utf8_excerpt(struct slice text);

#endif
