/*
 * What a search has found to lead nowhere, so that a pattern with several captures does not try it again from every
 * place that leads there. Private to match/.
 */
#ifndef TPATCH_MATCH_DEAD_ENDS_H
#define TPATCH_MATCH_DEAD_ENDS_H

#include "match/pattern_private.h"

struct dead_ends {
	uint32_t *marks; /* by slot and token; NULL until a search takes long. A mark counts where it is `round` */
	uint32_t round;
};

/* For pattern_compile(): gives each element its slots. */
void dead_ends_prepare(struct pattern *pattern);
/* Begins to keep marks for a file of `n_code` code tokens; a search that ends soon needs none. */
void dead_ends_begin(struct dead_ends *ends, const struct pattern *pattern, size_t n_code);
void dead_ends_release(struct dead_ends *ends);
/* Forgets all marks. */
void dead_ends_forget(struct dead_ends *ends);
/* Element `e` fits nowhere from `at` on; or a list cannot end at `at`, nor at any token behind it that it reaches from
 * there. */
void dead_ends_mark(
	struct dead_ends *ends, const struct pattern *pattern, enum dead_end_kind kind, size_t e, size_t at);
bool dead_ends_has(
	const struct dead_ends *ends, const struct pattern *pattern, enum dead_end_kind kind, size_t e, size_t at);

#endif
