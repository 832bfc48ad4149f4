/* Which words a line must hold before an expression is worth trying. Private to triage/. */
#ifndef TBUILD_TRIAGE_EXPRESSION_WORDS_H
#define TBUILD_TRIAGE_EXPRESSION_WORDS_H

#include "engine.h"

/*
 * Calls `take` with words of at least 3 bytes of which each match of `pattern` holds one, in whatever case. False where
 * there are none such: the row would have to be tried on every line of a log.
 */
bool expression_words(struct slice pattern, void (*take)(void *ctx, struct slice word), void *ctx);

#endif
