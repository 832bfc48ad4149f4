/*
 * A regular expression of triage's tables, compiled when the first line is tried on it: a log asks for few of more than
 * a thousand. Private to triage/.
 */
#ifndef TBUILD_TRIAGE_EXPRESSION_H
#define TBUILD_TRIAGE_EXPRESSION_H

#include "engine.h"

struct expression {
	const char *pattern;
	struct regex *regex; /* NULL until it is asked for; the owner's to free */
};

/* Compiles it where nobody has. False, with the error of regex_new(), where it is none. */
bool expression_compile(struct expression *expression, struct err *err);
/* regex_search() from the beginning of `line` on. What cannot be compiled is in no line. */
enum regex_result expression_search(
	struct expression *expression, struct regex_scratch *scratch, struct slice line, size_t *begin, size_t *end);

#endif
