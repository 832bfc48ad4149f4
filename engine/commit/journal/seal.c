#include "commit/journal/seal.h"

#include "base/digest/sha256.h"
#include "commit/journal/header.h"

static bool add_folder(struct root *root, const char *path, struct str *out, struct err *err)
{
	struct folder_identity id;
	if (!root_identify(root, path, &id, err))
		return false;
	/* The number of a volume may be another one after a reboot. */
	str_addf(out, " %llx%c%llx", (unsigned long long)id.file_id, id.birth_ns ? '.' : '@',
		(unsigned long long)(id.birth_ns ? (uint64_t)id.birth_ns : id.volume_id));
	return true;
}

bool sealing_begin(struct root *root, bool for_writing, struct sealing *out, struct err *err)
{
	*out = (struct sealing){ 0 };
	if (add_folder(root, "", &out->folders, err) && add_folder(root, JOURNAL_DIR, &out->folders, err) &&
		(for_writing ? platform_user_key(&out->keys[0], &out->n_keys, err)
			     : platform_user_keys(out->keys, &out->n_keys, err)))
		return true;
	sealing_end(out);
	return false;
}

void sealing_end(struct sealing *sealing)
{
	str_release(&sealing->folders);
}

/* Of the header and of what is before the digest in the line of the seal. */
static struct sha256 digest_of(const struct user_key *key, struct slice text, struct slice folders)
{
	struct str all = STR_INIT;
	str_addf(&all, "tpatch-seal 1 %zu\n", text.len);
	str_add(&all, text);
	str_add(&all, folders);
	struct sha256 digest = sha256_keyed(key->bytes, str_slice(&all));
	str_release(&all);
	return digest;
}

void seal_add(const struct sealing *sealing, struct str *text)
{
	char hex[SHA256_HEX_LEN + 1];
	if (!sealing->n_keys)
		return;
	sha256_to_hex(digest_of(&sealing->keys[0], str_slice(text), str_slice(&sealing->folders)), hex);
	str_addf(text, "seal%s %s\n", sealing->folders.ptr, hex);
}

/* The last line, if it is that of a seal: its folders and its digest. */
static bool cut_seal(struct slice *text, struct slice *folders, struct sha256 *digest)
{
	if (!slice_ends_with(*text, "\n"))
		return false;
	size_t at = text->len - 1;
	while (at > 0 && text->ptr[at - 1] != '\n')
		at--;
	struct slice line = slice_sub(*text, at, text->len - 1);
	static const size_t word = sizeof("seal") - 1, tail = SHA256_HEX_LEN + 1;
	if (!slice_starts_with(line, "seal ") || line.len < word + tail || line.ptr[line.len - tail] != ' ')
		return false;
	*folders = slice_sub(line, word, line.len - tail);
	*text = slice_sub(*text, 0, at);
	return sha256_from_hex(digest, slice_sub(line, line.len - SHA256_HEX_LEN, line.len));
}

enum run_proof seal_check(const struct sealing *sealing, struct slice *text)
{
	struct slice folders;
	struct sha256 digest;
	if (!cut_seal(text, &folders, &digest))
		return PROOF_NONE;
	for (size_t i = 0; i < sealing->n_keys; i++)
		if (sha256_eq(digest, digest_of(&sealing->keys[i], *text, folders)))
			return slice_eq(folders, str_slice(&sealing->folders)) ? PROOF_OURS : PROOF_ELSEWHERE;
	return PROOF_OTHER_KEY;
}
