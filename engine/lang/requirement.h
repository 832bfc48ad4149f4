/* Requirements as Python's packages write them in strings, "setuptools>=62.3,<80": read, compared and written. */
#ifndef TPATCH_LANG_REQUIREMENT_H
#define TPATCH_LANG_REQUIREMENT_H

#include "base/str.h"

/* The parts, all of them in the text that was read; what is not there is empty, at the place where it would be. */
struct requirement {
	struct slice name;
	bool has_extras, has_url;
	struct slice specifier; /* without parentheses: ">=62.3,<80" */
	struct slice marker;    /* after the `;` */
};

/* False where `text` is no requirement (https://peps.python.org/pep-0508/). */
bool requirement_read(struct slice text, struct requirement *out);
/* The same project, in whatever spelling (https://peps.python.org/pep-0503/)? */
bool requirement_same_name(const struct requirement *a, const struct requirement *b);
/* The same but for spaces? */
bool requirement_same_text(struct slice a, struct slice b);
/*
 * Asks `found` for all that `wanted` asks for: the same versions, or, where `wanted` has lower bounds only, bounds that
 * are no lower.
 */
bool requirement_satisfies(const struct requirement *found, const struct requirement *wanted);
/* Appends the specifier of `wanted`, with spaces where that of `found` has them. */
void requirement_write(const struct requirement *found, const struct requirement *wanted, struct str *out);

#endif
