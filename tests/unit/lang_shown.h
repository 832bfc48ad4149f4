/* A text as its language sees it, for a person to read. */
#ifndef TPATCH_TESTS_LANG_SHOWN_H
#define TPATCH_TESTS_LANG_SHOWN_H

/*
 * Fails unless `language` sees `expected` in `text`: a row for each line of code, with its tokens: what they are where
 * that is not clear from the text, and the text. `|` is before a token with which a statement may begin. Tokens that
 * are partners share a number; `$` is the end of a logical line, `\` a line end among blanks. Then the tree, if the
 * language has one: a row `@ block if(A): 1-3` for each node, after a dot per node around it, with its head and its
 * lines. At last what is wrong, as `! 3:1 what`.
 */
void assert_shown(const char *language, const char *text, const char *expected);

#endif
