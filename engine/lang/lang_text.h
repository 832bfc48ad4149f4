/*
 * The tokens of plain text, for languages of which only that is known, and whether a file can be read.
 */
#ifndef TPATCH_LANG_TEXT_H
#define TPATCH_LANG_TEXT_H

#include "lang/language.h"

/* language.lex of plain text: each line is one token, without the spaces around it. */
void text_lex(struct slice bytes, bool pattern, struct token_list *out);

#endif
