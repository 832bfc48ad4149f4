/* Bytes as lower-case hex digits, and back. */
#ifndef TPATCH_BASE_HEX_H
#define TPATCH_BASE_HEX_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/* Writes 2 * count digits and a NUL to `hex`. */
void hex_write(const unsigned char *bytes, size_t count, char *hex);
/* Reads `count` bytes. False unless `hex` is exactly 2 * count hex digits, of either case. */
bool hex_read(unsigned char *bytes, size_t count, struct slice hex);

#endif
