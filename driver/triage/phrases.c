#include "triage/phrases.h"

struct slice phrases_translate(
	const struct phrases *phrases, struct slice line, struct word_hits *found, struct str *spare, struct str *out)
{
	word_set_find(phrases->word_set, line, found);
	for (size_t i = 0; found->count && i < phrases->count; i++) {
		if (!found->found[i])
			continue;
		str_clear(spare);
		str_add_replaced(spare, line, phrases->foreign[i], slice_of(phrases->english[i]));
		struct str kept = *out;
		*out = *spare;
		*spare = kept;
		line = str_slice(out);
	}
	return line;
}
