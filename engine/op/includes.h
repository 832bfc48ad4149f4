/*
 * What a file of C includes at its top, as code that needs a header sees it. Private to op/.
 */
#ifndef TPATCH_OP_INCLUDES_H
#define TPATCH_OP_INCLUDES_H

#include "lang/document.h"

/* An #include at the top, for everyone, beside which another may be put. */
struct include {
	struct slice header; /* with its <> or "" */
	uint32_t begin, end; /* its lines, with comments that end or begin on them */
};

#define NO_PLACE UINT32_MAX

/* Zeroed but for `place` is empty; free `items`. */
struct includes {
	struct include *items; /* in order; none is above a macro that another has above it */
	size_t count, capacity;
	uint32_t place; /* after the last directive at the top that is for everyone, or NO_PLACE */
	bool has_header;
	/* the code is in a branch of an #if that sets a macro for headers in it, in front of the code: no header above
	 * that means what it would mean there */
	bool is_of_branch;
};

/* Reads `doc` as the code at byte `match` sees it, which needs `header`, with its <> or "". `*out` is empty. */
void includes_read(struct document *doc, uint32_t match, struct slice header, struct includes *out);

#endif
