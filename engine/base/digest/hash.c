/* The door to xxHash: no other file includes xxhash.h. */
#include "base/digest/hash.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "base/digest/hex.h"

_Static_assert(sizeof(XXH128_canonical_t) == sizeof(struct hash), "canonical XXH3-128 has 16 bytes");

struct hash hash_of(struct slice bytes)
{
	XXH128_canonical_t canonical;
	XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.ptr ? bytes.ptr : "", bytes.len));
	struct hash hash;
	memcpy(hash.bytes, canonical.digest, sizeof(hash.bytes));
	return hash;
}

bool hash_eq(struct hash a, struct hash b)
{
	return memcmp(a.bytes, b.bytes, sizeof(a.bytes)) == 0;
}

void hash_to_hex(struct hash hash, char hex[HASH_HEX_LEN + 1])
{
	hex_write(hash.bytes, sizeof(hash.bytes), hex);
}

bool hash_from_hex(struct hash *out, struct slice hex)
{
	return hex_read(out->bytes, sizeof(out->bytes), hex);
}

#define TEXT_OF(x) #x
#define VERSION_TEXT(a, b, c) TEXT_OF(a) "." TEXT_OF(b) "." TEXT_OF(c)

const char *hash_library_version(void)
{
	return VERSION_TEXT(XXH_VERSION_MAJOR, XXH_VERSION_MINOR, XXH_VERSION_RELEASE);
}
