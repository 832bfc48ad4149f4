/*
 * Where a pattern nearly fits, and what blocks it, token by token. For explanations; nothing is decided by it.
 */
#ifndef TPATCH_MATCH_NEAR_H
#define TPATCH_MATCH_NEAR_H

#include "match/pattern.h"

/* One difference. Where `wanted` is empty the file has code too many; where `found` is empty it has too little. */
struct near_difference {
	struct slice wanted; /* the pattern's token; borrowed from the pattern */
	struct slice found;  /* the file's token; borrowed from the file */
	uint32_t at;         /* byte of the file */
};

struct near {
	struct near_difference *items;
	size_t count;
};

/*
 * Lays the pattern along the code of bytes [from, to), beginning in [from, line_end), with the fewest tokens that are
 * missing, too many or others. Captures take any code, `$X` at least one token. The list comes from `arena`; a list of
 * none means that every token is there, so that something else is in the way: what is around it, or a capture that
 * is taken twice. False when there is no code in that range, or too much.
 */
bool pattern_near(const struct pattern *pattern, struct document *doc, uint32_t from, uint32_t line_end, uint32_t to,
	struct arena *arena, struct near *out);

#endif
