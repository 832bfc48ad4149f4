#include "patchset/digest.h"

#include <string.h>

static void add_with_lf(struct str *out, struct slice bytes)
{
	for (struct slice line; slice_cut(&bytes, '\n', &line);) {
		bool ended = bytes.ptr != NULL;
		str_add(out, slice_sub(line, 0, line.len - (ended && slice_ends_with(line, "\r"))));
		if (ended)
			str_add_char(out, '\n');
	}
}

void patchset_source_digest_hex(const struct patchset_source *source, char hex[SHA256_HEX_LEN + 1])
{
	struct str text = STR_INIT;
	add_with_lf(&text, source->bytes);
	sha256_to_hex(sha256_of(str_slice(&text)), hex);
	str_release(&text);
}

/* Neither a kind, a name, a digest nor a value has a line end. */
static void add_source(struct str *out, const struct patchset_source *source)
{
	char hex[SHA256_HEX_LEN + 1];
	patchset_source_digest_hex(source, hex);
	str_addf(out, "%d %s %s\n", (int)source->kind, hex, source->name);
}

bool patchset_digest(const struct patchset *set, struct sha256 *out)
{
	struct str text = STR_INIT;
	if (set->recorded_digest) {
		*out = *set->recorded_digest;
		return true;
	}
	for (size_t i = 0; i < set->n_sources; i++)
		add_source(&text, &set->sources[i]);
	for (size_t i = 0; i < set->n_variables; i++)
		str_addf(&text, "%s=%s\n", set->variables[i]->name, set->variables[i]->value);
	*out = sha256_of(str_slice(&text));
	str_release(&text);
	return set->n_sources > 0;
}

bool patchset_digest_hex(const struct patchset *set, char hex[SHA256_HEX_LEN + 1])
{
	struct sha256 digest;
	bool ok = patchset_digest(set, &digest);
	hex[0] = '\0';
	if (ok)
		sha256_to_hex(digest, hex);
	return ok;
}

bool patchset_expect_digest(const struct patchset *set, const char *expected, struct err *err)
{
	struct sha256 wanted, found;
	char hex[SHA256_HEX_LEN + 1];
	if (!expected)
		return true;
	if (!sha256_from_hex(&wanted, slice_of(expected))) {
		err_set(err, ERR_USAGE, "--expect-digest takes %d hexadecimal digits, not '%s'", SHA256_HEX_LEN,
			expected);
		return err_hint(err, "`tpatch show --digest %s` prints the digest of the set as it is now", set->name);
	}
	if (patchset_digest(set, &found) && sha256_eq(found, wanted))
		return true;
	patchset_digest_hex(set, hex);
	err_set(err, ERR_USAGE, "the digest of the patch set '%s' is %s, but %s was expected", set->name, hex,
		expected);
	return err_hint(err,
		"its files, packs, project or values have changed since the review: review them before you use the "
		"new digest");
}
