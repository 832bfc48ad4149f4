/*
 * What an edit of a rule has made so far in a file, kept in the order of the places: a match that copies or replaces
 * code asks what was made for the matches within it. Private to op/.
 */
#ifndef TPATCH_OP_EMIT_H
#define TPATCH_OP_EMIT_H

#include "op/edit_rule.h"

/* No edit. */
#define EMIT_NONE UINT32_MAX

/*
 * Bytes that one edit of a rule may copy in one file, and what costs as much as that. Far above any honest edit: only
 * matches nested thousands deep, and lines indented by thousands of bytes, reach it.
 */
#define EMIT_LIMIT (2 * SOURCE_MAX_BYTES)
/* A line that is looked at costs as much as so many bytes that are copied. */
#define EMIT_LINE_COST 64

/* The edits of a match and of those within it, the first and the last by their place; EMIT_NONE: there are none. */
struct emit_chain {
	uint32_t first, last;
};

struct emit_link {
	uint32_t before, next;
	uint32_t match_begin, match_end; /* bytes of the match that it was made for */
};

struct emission {
	size_t base; /* index in op_run.out of the first edit that this edit of the rule has made */
	/* for each of them its neighbours among those of one chain; counted from `base`, as is all below */
	struct emit_link *links;
	size_t n_links, capacity;
	uint32_t *matches; /* for each of the edits the index of its match */
	size_t n_matches, matches_capacity;
	struct emit_chain within; /* made for matches within the one at work */
	size_t spent;             /* of EMIT_LIMIT */
	bool fits_line_ends;      /* it is known that lines can be added to the file */
};

/* The edit `i` of a chain. */
struct edit *emit_edit(const struct op_run *run, uint32_t i);
/* The first edit within the match at work that begins at `begin` or after it, or EMIT_NONE; and the next one. */
uint32_t emit_from(const struct op_run *run, uint32_t begin);
uint32_t emit_next(const struct op_run *run, uint32_t i);
/*
 * Counts `cost`, see EMIT_LIMIT. False where that is more than is left: then nothing more need be made, since the edit
 * will fail. True where nothing is counted, because nothing is emitted.
 */
bool emit_spend(const struct op_run *run, size_t cost);

#endif
