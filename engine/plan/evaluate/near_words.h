/* Which lines of a file resemble what a rule looks for: those that hold most of its words. Private to plan/ and
 * author/. */
#ifndef TPATCH_PLAN_NEAR_WORDS_H
#define TPATCH_PLAN_NEAR_WORDS_H

#include <stdbool.h>

#include "op/op.h"

#define NEAR_MAX_WORDS 16

struct near_words {
	struct slice items[NEAR_MAX_WORDS]; /* borrowed from the edit */
	size_t count;
	size_t total; /* score of a line that holds all of them */
	bool nocase;
};

/* The words of three letters and more of the edit's selector; `$NAME` is none. */
struct near_words near_words_of(const struct edit_def *edit, const struct language *language);
/* How much of the words the line holds, in letters. */
size_t near_words_score(const struct near_words *words, struct slice line);

#endif
