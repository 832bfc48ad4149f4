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

/* Neither a kind, a name, a digest nor a value has a line end. */
static void add_source(struct str *out, const struct patchset_source *source)
{
	struct str text = STR_INIT;
	char hex[SHA256_HEX_LEN + 1];
	add_with_lf(&text, source->bytes);
	sha256_to_hex(sha256_of(str_slice(&text)), hex);
	str_addf(out, "%d %s %s\n", (int)source->kind, hex, source->name);
	str_release(&text);
}

bool patchset_digest(const struct patchset *set, struct sha256 *out)
{
	struct str text = STR_INIT;
	for (size_t i = 0; i < set->n_sources; i++)
		add_source(&text, &set->sources[i]);
	for (size_t i = 0; i < set->n_variables; i++)
		str_addf(&text, "%s=%s\n", set->variables[i]->name, set->variables[i]->value);
	*out = sha256_of(str_slice(&text));
	str_release(&text);
	return set->n_sources > 0;
}
