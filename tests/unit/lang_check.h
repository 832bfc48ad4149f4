/* What holds for every language's tokens and tree, whatever the bytes; a cmocka failure where it does not. */
#ifndef TPATCH_TESTS_LANG_CHECK_H
#define TPATCH_TESTS_LANG_CHECK_H

#include "base/str.h"
#include "lang/language.h"

/* Tokens lie end to end over all bytes, only END, INDENT and DEDENT may be empty, partners point at each other. */
void lang_check_lossless(struct slice bytes, const struct token_list *tokens);
/* Nodes come in the order of their first tokens, parents hold their children, no layout is at a node's ends. */
void lang_check_nesting(const struct token_list *tokens, const struct node_list *nodes);
/* Lexes and parses a copy of `bytes` that a sanitizer guards, and checks both. */
void lang_check_bytes(const struct language *language, struct slice bytes, bool pattern);

#endif
