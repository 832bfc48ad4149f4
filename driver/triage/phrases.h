/* What tools say in other languages, in the English that signatures know: driver/data/phrases.yaml. Private to
 * triage/. */
#ifndef TBUILD_TRIAGE_PHRASES_H
#define TBUILD_TRIAGE_PHRASES_H

#include "engine.h"

struct phrases {
	struct slice *foreign;
	const char **english; /* of each */
	size_t count, capacity, n_english, english_capacity;
	struct word_set *word_set;
};

/* `line` with every phrase in English, in `out`, which is emptied before; or `line` itself, where it holds none.
 * `found` and `spare` are scratch. */
struct slice phrases_translate(
	const struct phrases *phrases, struct slice line, struct word_hits *found, struct str *spare, struct str *out);

#endif
