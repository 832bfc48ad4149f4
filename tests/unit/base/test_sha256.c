/* SHA-256 against the vectors of FIPS 180-4 and NIST's examples. */
#include "base/digest/sha256.h"

#include "unit.h"

static void check_digest(struct slice text, const char *wanted)
{
	char hex[SHA256_HEX_LEN + 1];
	struct sha256 digest = sha256_of(text), read;
	sha256_to_hex(digest, hex);
	assert_string_equal(hex, wanted);
	assert_true(sha256_from_hex(&read, slice_of(hex)));
	assert_true(sha256_eq(digest, read));
}

TEST(sha256_known_digests)
{
	check_digest(slice_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	check_digest((struct slice){ 0 }, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	check_digest(slice_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	check_digest(slice_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
		"248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

TEST(sha256_parts_count_with_their_lengths)
{
	struct slice one[] = { slice_of("ab"), slice_of("c") }, other[] = { slice_of("a"), slice_of("bc") };
	assert_true(sha256_eq(sha256_of_parts(one, 2), sha256_of_parts(one, 2)));
	assert_false(sha256_eq(sha256_of_parts(one, 2), sha256_of_parts(other, 2)));
	assert_false(sha256_eq(sha256_of_parts(one, 1), sha256_of_parts(one, 2)));
}

TEST(sha256_text_that_is_no_digest)
{
	struct sha256 digest;
	assert_false(sha256_from_hex(&digest, slice_of("")));
	assert_false(
		sha256_from_hex(&digest, slice_of("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85")));
	assert_false(
		sha256_from_hex(&digest, slice_of("g3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")));
}
