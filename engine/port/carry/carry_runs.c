/* A hunk whose lines no longer stand together: each run of changed lines by itself. */
#include "port/carry/carry.h"

#include <string.h>

#include "base/utf8.h"

/* What became of one run. */
struct run_place {
	bool is_upstream;
	bool is_solid; /* of what upstream has: enough of its context is there */
	bool is_sure;
	size_t line;
};

static bool place_of_run(struct carry *carry, struct carry_hunk *hunk, const struct carry_run *run, size_t from,
	size_t to, struct run_place *out)
{
	struct port_place old_place, new_place;
	struct place_query query = carry_query(carry, hunk, false, run->old_begin, run->old_end, from, to);
	place_find(&query, &old_place);
	query = carry_query(carry, hunk, true, run->new_begin, run->new_end, from, to);
	place_find(&query, &new_place);
	*out = (struct run_place){ 0 };
	if (carry->a && carry_map(carry, hunk->a_line + run->old_begin, run->old_end - run->old_begin, &out->line) &&
		out->line >= from && out->line + run->old_end - run->old_begin <= to) {
		out->is_sure = true;
		return true;
	}
	if (run->new_begin < run->new_end && new_place.by == PLACE_ONLY && new_place.weight > old_place.weight &&
		new_place.above && new_place.below && new_place.weight >= LINE_WEIGHT_WORDS &&
		!carry_is_of_other(carry, &new_place, run->new_end - run->new_begin)) {
		out->is_upstream = true;
		out->is_solid = new_place.weight >= 2 * LINE_WEIGHT_WORDS;
		out->line = new_place.line;
		return true;
	}
	out->line = old_place.line;
	if (old_place.by != PLACE_ONLY && old_place.by != PLACE_LIKE_A)
		return false;
	out->is_sure = !carry->a && old_place.by == PLACE_ONLY && old_place.above && old_place.below &&
		       old_place.weight >= 2 * LINE_WEIGHT_WORDS &&
		       old_place.weight >= old_place.other_weight + LINE_WEIGHT_WORDS;
	return run->old_begin < run->old_end || (old_place.above && old_place.below);
}

static void add_splice(struct carry_hunk *hunk, const struct carry_run *run, size_t line)
{
	hunk->splices[hunk->n_splices++] = (struct port_splice){ .line = line,
		.n_old = run->old_end - run->old_begin,
		.lines = hunk->new_side + run->new_begin,
		.n_new = run->new_end - run->new_begin };
}

bool carry_by_runs(struct carry *carry, struct carry_hunk *hunk, size_t from, size_t to)
{
	size_t n_upstream = 0, begin = 0, at = from, n_evidence = hunk->edit->n_evidence;
	bool sure = true, solid = true;
	for (size_t r = 0; r < hunk->n_runs; r++) {
		const struct carry_run *run = &hunk->runs[r];
		struct run_place place;
		if (hunk->end_mark || !place_of_run(carry, hunk, run, at, to, &place)) {
			hunk->n_splices = 0;
			hunk->edit->n_evidence = n_evidence;
			return false;
		}
		sure = sure && (place.is_sure || place.is_upstream);
		n_upstream += place.is_upstream;
		solid = solid && place.is_solid;
		if (!place.is_upstream)
			add_splice(hunk, run, place.line);
		begin = r ? begin : place.line;
		sure = sure && !n_upstream && carry_is_in_its_block(carry, hunk, run, place.line, true);
		at = place.line + (place.is_upstream ? run->new_end - run->new_begin : run->old_end - run->old_begin);
	}
	if (n_upstream == hunk->n_runs && !solid)
		return false;
	hunk->begin = begin;
	hunk->end = at;
	hunk->done = true;
	hunk->edit->line = begin + 1;
	hunk->edit->outcome = n_upstream == hunk->n_runs ? PORT_UPSTREAM : sure && !n_upstream ? PORT_EXACT : PORT_LOOK;
	if (n_upstream)
		carry_tell(carry, hunk->edit, "the tree has %zu of its %zu changes", n_upstream, hunk->n_runs);
	if (n_upstream < hunk->n_runs)
		carry_tell(carry, hunk->edit,
			"the lines between its changes are different here: each was placed separately");
	return true;
}
