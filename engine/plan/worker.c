/* What one thread of a plan needs. */
#include <stdlib.h>

#include "base/alloc.h"
#include "plan/planner.h"

struct worker planner_worker_new(const struct planner *p)
{
	return (struct worker){
		.scratch = regex_scratch_new(),
		.drops_texts = p->options->drops_texts,
		.matched_files = xcalloc(p->plan->n_rules, sizeof(size_t)),
		.passed = xcalloc(p->plan->n_rules, sizeof(size_t)),
		.rules = xcalloc(p->n_active + 1, sizeof(struct active_rule *)),
		.named = xcalloc(p->n_active + 1, sizeof(bool)),
		.groups = xcalloc(p->n_groups + 1, sizeof(enum group_takes)),
	};
}

void planner_worker_release(struct worker *h)
{
	regex_scratch_free(h->scratch);
	free(h->findings);
	free(h->notes);
	free(h->candidates);
	free(h->matched_files);
	prefilter_result_release(&h->present);
	free(h->rules);
	free(h->named);
	free(h->groups);
	free(h->passed);
	arena_release(&h->arena);
}
