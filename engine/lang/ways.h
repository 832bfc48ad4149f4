/*
 * Ways through the tokens of a file: from token to token until one where the way ends. What was found is kept, so that
 * thousands of places in one long line or statement do not each go all through it.
 */
#ifndef TPATCH_LANG_WAYS_H
#define TPATCH_LANG_WAYS_H

#include "lang/language.h"

enum token_way {
	WAY_STATEMENT_FIRST, /* to the statement's first token */
	WAY_STATEMENT_LAST,  /* to its last one, but for its `else` */
	WAY_BRACKET_FIRST,   /* to the first token after the bracket around it */
	WAY_ITEM_FIRST,      /* to the first token of an item of a list, and to its last */
	WAY_ITEM_LAST,
	WAY_TEXT_LINE_FIRST, /* to where the line of text begins, and where it ends */
	WAY_LINE_FIRST,      /* the same, past brackets of several lines */
	WAY_LINE_LAST,
	WAY_COUNT
};

/* Zeroed is empty. For each way and token one further on; filled in when somebody goes there. */
struct ways {
	uint32_t *steps[WAY_COUNT];
	/* c_widen()'s: the last token, plus 1, of which was asked whether a statement ends with it; 0: none yet */
	uint32_t judged;
	bool ends;
};

/* The next token on a way, `i` itself where the way ends. */
typedef uint32_t way_step(struct slice bytes, const struct token_list *tokens, uint32_t i);

void ways_release(struct ways *ways);
/* Where the way from token `i` ends. */
uint32_t ways_end(struct ways *ways, enum token_way way, struct slice bytes, const struct token_list *tokens,
	uint32_t i, way_step *step);

#endif
