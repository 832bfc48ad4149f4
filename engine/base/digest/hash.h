/*
 * Content identity: XXH3, 128 bits (https://xxhash.com), written as 32 lower-case hex digits in canonical
 * (big-endian) order. It guards against accidents, not against forgers.
 */
#ifndef TPATCH_BASE_HASH_H
#define TPATCH_BASE_HASH_H

#include <stdbool.h>

#include "base/str.h"

struct hash {
	unsigned char bytes[16];
};

#define HASH_HEX_LEN 32

struct hash hash_of(struct slice bytes);
bool hash_eq(struct hash a, struct hash b);
/* Writes HASH_HEX_LEN digits and a NUL. */
void hash_to_hex(struct hash hash, char hex[HASH_HEX_LEN + 1]);
/* False unless `hex` is exactly HASH_HEX_LEN hex digits. */
bool hash_from_hex(struct hash *out, struct slice hex);

/* "0.8.1": of xxHash, as compiled in. */
const char *hash_library_version(void);

#endif
