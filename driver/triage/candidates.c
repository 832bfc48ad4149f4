#include "triage/candidates.h"

#include <stdlib.h>

void candidates_fill(
	const struct match *match, struct slice text, struct regex_scratch *scratch, struct triage_hit *hit)
{
	const struct signature *row = match->signature;
	hit->candidates = row->n_candidates ? xcalloc(row->n_candidates, sizeof(*hit->candidates)) : NULL;
	hit->n_candidates = row->n_candidates;
	for (size_t i = 0; i < row->n_candidates; i++) {
		const struct candidate *each = &row->candidates[i];
		size_t begin, end;
		hit->candidates[i] = (struct triage_candidate){ .candidate = each,
			.cause = match_fill(match, each->cause, false),
			.tell = match_fill(match, each->tell, true),
			.fix = match_fill(match, each->fix, true),
			.is_raised = each->match &&
				     expression_search(each->match, scratch, text, &begin, &end) == REGEX_MATCH };
	}
}
