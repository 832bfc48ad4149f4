/* The door to xxHash: no other file includes xxhash.h. */
#include "base/hash.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

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
	static const char digits[] = "0123456789abcdef";
	for (size_t i = 0; i < sizeof(hash.bytes); i++) {
		hex[2 * i] = digits[hash.bytes[i] >> 4];
		hex[2 * i + 1] = digits[hash.bytes[i] & 15];
	}
	hex[HASH_HEX_LEN] = '\0';
}

static int hex_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

bool hash_from_hex(struct hash *out, struct slice hex)
{
	if (hex.len != HASH_HEX_LEN)
		return false;
	for (size_t i = 0; i < sizeof(out->bytes); i++) {
		int high = hex_value(hex.ptr[2 * i]), low = hex_value(hex.ptr[2 * i + 1]);
		if (high < 0 || low < 0)
			return false;
		out->bytes[i] = (unsigned char)(high << 4 | low);
	}
	return true;
}

#define TEXT_OF(x) #x
#define VERSION_TEXT(a, b, c) TEXT_OF(a) "." TEXT_OF(b) "." TEXT_OF(c)

const char *hash_library_version(void)
{
	return VERSION_TEXT(XXH_VERSION_MAJOR, XXH_VERSION_MINOR, XXH_VERSION_RELEASE);
}
