/* Which words a line must hold before an expression is worth trying. Private to triage/. */
#ifndef TBUILD_TRIAGE_EXPRESSION_WORDS_H
#define TBUILD_TRIAGE_EXPRESSION_WORDS_H

#include "engine.h"

/* Groups beside the first, at most. */
#define EXPRESSION_GROUPS 8

typedef void expression_word(void *ctx, size_t group, struct slice word);

/*
 * Calls `take` with words of at least 3 bytes, in groups from 0 on: each match of `pattern` holds a word of each group,
 * in whatever case. How many groups there are; 0: the row would have to be tried on every line of a log. Of a pattern
 * with alternatives outside of parentheses there is one group at most.
 */
size_t expression_words(struct slice pattern, expression_word *take, void *ctx);

#endif
