#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "op/edit_rule.h"

void edit_outcome_release(struct edit_outcome *outcome)
{
	match_list_release(&outcome->matches);
	free(outcome->made);
	free(outcome->notes);
	arena_release(&outcome->arena);
	*outcome = (struct edit_outcome){ 0 };
}

void edit_outcome_add_made(struct edit_outcome *out, size_t begin, size_t end)
{
	struct op_reach made = { (uint32_t)begin, (uint32_t)end };
	if (out->n_applied++ == 0)
		out->applied_at = made.begin;
	VEC_PUSH(out->made, out->n_made, out->made_capacity, made);
}

static int by_begin(const void *a, const void *b)
{
	const struct op_reach *x = a, *y = b;
	return (x->begin > y->begin) - (x->begin < y->begin);
}

void edit_outcome_sort_made(struct edit_outcome *out)
{
	if (out->n_made)
		sort_stable(out->made, out->n_made, sizeof(*out->made), by_begin);
}
