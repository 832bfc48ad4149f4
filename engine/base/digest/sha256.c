/* The door to libsodium: no other file includes sodium.h. Its hashes need no sodium_init(). */
#include "base/digest/sha256.h"

#include <sodium.h>
#include <stdint.h>

#include "base/digest/hex.h"

_Static_assert(crypto_hash_sha256_BYTES == sizeof(struct sha256), "SHA-256 has 32 bytes");

struct sha256 sha256_of(struct slice bytes)
{
	struct sha256 digest;
	crypto_hash_sha256(digest.bytes, (const unsigned char *)(bytes.ptr ? bytes.ptr : ""), bytes.len);
	return digest;
}

struct sha256 sha256_of_parts(const struct slice *parts, size_t count)
{
	crypto_hash_sha256_state state;
	crypto_hash_sha256_init(&state);
	for (size_t i = 0; i < count; i++) {
		unsigned char length[8];
		for (size_t k = 0; k < sizeof(length); k++)
			length[k] = (unsigned char)((uint64_t)parts[i].len >> (8 * k));
		crypto_hash_sha256_update(&state, length, sizeof(length));
		crypto_hash_sha256_update(
			&state, (const unsigned char *)(parts[i].ptr ? parts[i].ptr : ""), parts[i].len);
	}
	struct sha256 digest;
	crypto_hash_sha256_final(&state, digest.bytes);
	return digest;
}

_Static_assert(crypto_auth_hmacsha256_KEYBYTES == 32 && crypto_auth_hmacsha256_BYTES == sizeof(struct sha256),
	"key and digest have 32 bytes");

struct sha256 sha256_keyed(const unsigned char key[32], struct slice text)
{
	struct sha256 digest;
	crypto_auth_hmacsha256(digest.bytes, (const unsigned char *)(text.ptr ? text.ptr : ""), text.len, key);
	return digest;
}

bool sha256_eq(struct sha256 a, struct sha256 b)
{
	return sodium_memcmp(a.bytes, b.bytes, sizeof(a.bytes)) == 0;
}

void random_fill(void *bytes, size_t size)
{
	randombytes_buf(bytes, size);
}

void sha256_to_hex(struct sha256 digest, char hex[SHA256_HEX_LEN + 1])
{
	hex_write(digest.bytes, sizeof(digest.bytes), hex);
}

bool sha256_from_hex(struct sha256 *out, struct slice hex)
{
	return hex_read(out->bytes, sizeof(out->bytes), hex);
}

const char *sha256_library_version(void)
{
	return SODIUM_VERSION_STRING;
}
