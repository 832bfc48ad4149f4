/*
 * SHA-256 (FIPS 180-4): holds a text to what somebody reviewed, against forgers too. Where only accidents matter, and
 * speed does, base/digest/hash.h serves.
 */
#ifndef TPATCH_BASE_SHA256_H
#define TPATCH_BASE_SHA256_H

#include <stdbool.h>

#include "base/str.h"

struct sha256 {
	unsigned char bytes[32];
};

#define SHA256_HEX_LEN 64

struct sha256 sha256_of(struct slice bytes);
/* Of `count` parts in their order. Each part counts with its length, so that ("ab", "c") and ("a", "bc") differ. */
struct sha256 sha256_of_parts(const struct slice *parts, size_t count);
/* HMAC-SHA-256 (RFC 2104): nobody who does not know `key`, of 32 bytes, can say what it is of another text. */
struct sha256 sha256_keyed(const unsigned char key[32], struct slice text);
/* Compares in a time that does not depend on where the two differ. */
bool sha256_eq(struct sha256 a, struct sha256 b);
/* Writes SHA256_HEX_LEN lower-case digits and a NUL. */
void sha256_to_hex(struct sha256 digest, char hex[SHA256_HEX_LEN + 1]);
/* False unless `hex` is exactly SHA256_HEX_LEN hex digits. */
bool sha256_from_hex(struct sha256 *out, struct slice hex);

/* Fills `bytes` with random bytes of the system, good for keys. */
void random_fill(void *bytes, size_t size);

/* "1.0.18": of libsodium, as compiled in. */
const char *sha256_library_version(void);

#endif
