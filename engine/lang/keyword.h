/* Keywords of languages: what they mean to lexers and trees, and how they bind in expressions. Private to lang/. */
#ifndef TPATCH_LANG_KEYWORD_H
#define TPATCH_LANG_KEYWORD_H

#include <stddef.h>

#include "base/str.h"

/* Types and the like are names as any other. */
struct keyword {
	const char *text;
	unsigned flags; /* of the language */
	int infix;      /* binding after an operand, see BINDING_NONE */
	int prefix;     /* binding where an operand is expected */
};

/* The one of `sorted` that `name` is, or NULL. */
const struct keyword *keyword_find(const struct keyword *sorted, size_t count, struct slice name);

#endif
