/* What is wrong with a text, as its language sees it. */
#ifndef TPATCH_PROBLEM_CHECK_H
#define TPATCH_PROBLEM_CHECK_H

/* Fails unless document_problems() finds these, each as "3: what", the byte where it is before it, separated by
 * "; ". */
void assert_broken(const char *language, const char *text, const char *problems);
/* Fails if it finds any. */
void assert_whole(const char *language, const char *text);

#endif
