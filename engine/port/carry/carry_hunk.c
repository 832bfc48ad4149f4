/* What becomes of each hunk of a file, and how sure that is. */
#include "port/carry/carry.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/utf8.h"

static void find(
	struct carry *carry, struct carry_hunk *hunk, bool is_new, size_t from, size_t to, struct port_place *out)
{
	struct place_query query = carry_query(
		carry, hunk, is_new, carry_core_begin(hunk, is_new), carry_core_end(hunk, is_new), from, to);
	place_find(&query, out);
}

/* The runs as splices, the core of the hunk standing at `line`. */
static void make_splices(struct carry_hunk *hunk, size_t line)
{
	size_t core = carry_core_begin(hunk, false);
	for (size_t r = 0; r < hunk->n_runs; r++) {
		const struct carry_run *run = &hunk->runs[r];
		hunk->splices[r] = (struct port_splice){ .line = line + run->old_begin - core,
			.n_old = run->old_end - run->old_begin,
			.lines = hunk->new_side + run->new_begin,
			.n_new = run->new_end - run->new_begin };
	}
	hunk->n_splices = hunk->n_runs;
	hunk->splices[hunk->n_runs - 1].end_mark = hunk->end_mark;
	hunk->begin = line;
	hunk->end = line + carry_core_end(hunk, false) - core;
}

static void finish(struct carry_hunk *hunk, enum port_outcome outcome, size_t line)
{
	hunk->done = true;
	hunk->edit->outcome = outcome;
	hunk->edit->line = line + 1;
}

/* --- upstream has it --------------------------------------------------------------------------------------------- */

/* Of lines that are only removed nothing is left to be seen but context: all of it is there, without them. */
static bool is_closed_up(const struct port_place *new_place)
{
	return new_place->by == PLACE_ONLY && new_place->weight == new_place->full && new_place->above &&
	       new_place->below && new_place->weight >= 2 * CARRY_SOLID;
}

/* The lines that are removed are somewhere, and are not such as are everywhere, or have as much of the context. */
static bool is_still_there(const struct carry *carry, const struct carry_hunk *hunk, const struct port_place *old_place)
{
	return old_place->n_all && (old_place->n_all == 1 || old_place->weight == old_place->full ||
					   carry_weigh(carry, hunk->old_side, carry_core_begin(hunk, false),
						   carry_core_end(hunk, false)) >= CARRY_SOLID);
}

/* Are the lines to be changed still where they were in A, and the place of the new side far from there? */
static bool is_elsewhere(const struct carry *carry, const struct carry_hunk *hunk, const struct port_place *new_place)
{
	size_t begin = carry_core_begin(hunk, false), n = carry_core_end(hunk, false) - begin, line,
	       reach = hunk->n_old + hunk->n_new;
	return carry->a && carry_map(carry, hunk->a_line + begin, n, &line) &&
	       (line + reach < new_place->line || new_place->line + reach < line);
}

/* The new side is in B, with more of its context than the old one. */
static bool upstream_has(const struct carry *carry, const struct carry_hunk *hunk, const struct port_place *old_place,
	const struct port_place *new_place)
{
	size_t begin = carry_core_begin(hunk, true), end = carry_core_end(hunk, true);
	if (new_place->by == PLACE_NOWHERE || new_place->by == PLACE_SEVERAL || new_place->by == PLACE_NEAREST ||
		hunk->end_mark || carry_is_of_other(carry, new_place, end - begin) ||
		is_elsewhere(carry, hunk, new_place))
		return false;
	if (begin == end)
		return !is_still_there(carry, hunk, old_place) && is_closed_up(new_place);
	if (old_place->by != PLACE_NOWHERE && old_place->weight >= new_place->weight)
		return false;
	unsigned core = carry_weigh(carry, hunk->new_side, begin, end);
	if (new_place->weight == new_place->full)
		return core >= LINE_WEIGHT_WORDS && core + new_place->weight >= CARRY_SOLID;
	return new_place->above && new_place->below && new_place->weight >= CARRY_SOLID && core >= LINE_WEIGHT_WORDS;
}

static void finish_upstream(struct carry *carry, struct carry_hunk *hunk, const struct port_place *place)
{
	hunk->begin = place->line;
	hunk->end = place->line + carry_core_end(hunk, true) - carry_core_begin(hunk, true);
	finish(hunk, PORT_UPSTREAM, place->line);
	carry_tell(carry, hunk->edit, "the tree has it at line %zu", place->line + 1);
}

/* The place, or where A and B side by side say otherwise, theirs. */
static void take_place(
	struct carry *carry, struct carry_hunk *hunk, const struct port_place *place, size_t from, size_t to)
{
	size_t mapped, begin = carry_core_begin(hunk, false), n = carry_core_end(hunk, false) - begin,
		       line = place->line;
	enum port_outcome outcome = carry_judge(carry, hunk, place);
	if (carry->a && carry_map(carry, hunk->a_line + begin, n, &mapped) && mapped >= from && mapped + n <= to)
		line = mapped;
	make_splices(hunk, line);
	finish(hunk, outcome, line);
}

/* --- one hunk ---------------------------------------------------------------------------------------------------- */

/* Where A and B side by side say, though nothing of the context is there, or several places fit. */
static bool take_map(struct carry *carry, struct carry_hunk *hunk, size_t from, size_t to)
{
	size_t line, begin = carry_core_begin(hunk, false), n = carry_core_end(hunk, false) - begin;
	if (!carry->a || !carry_map(carry, hunk->a_line + begin, n, &line) || line < from || line + n > to)
		return false;
	make_splices(hunk, line);
	finish(hunk, carry_is_in_its_block(carry, hunk, &hunk->runs[0], line, true) ? PORT_EXACT : PORT_LOOK, line);
	carry_tell(carry, hunk->edit, "line %zu is its place compared with the old tree", line + 1);
	return true;
}

/* Lines that are only added, to the paragraph below or above them: of two places the one where that is. */
static bool take_paragraph(struct carry *carry, struct carry_hunk *hunk, const struct port_place *place)
{
	const struct port_text *b = carry->b;
	size_t begin = carry_core_begin(hunk, false), lines[] = { place->line, place->other }, found = SIZE_MAX;
	if (place->n_places != 2 || hunk->n_runs != 1 || begin != carry_core_end(hunk, false) || !begin ||
		begin == hunk->n_old)
		return false;
	uint32_t above = hunk->old_side[begin - 1], below = hunk->old_side[begin];
	bool is_below = line_weight(carry->ids, above) == LINE_WEIGHT_BLANK;
	if (is_below == (line_weight(carry->ids, below) == LINE_WEIGHT_BLANK))
		return false;
	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		bool has = is_below ? lines[i] < b->n && b->lines[lines[i]] == below
				    : lines[i] && b->lines[lines[i] - 1] == above;
		if (has && found != SIZE_MAX)
			return false;
		found = has ? i : found;
	}
	if (found == SIZE_MAX)
		return false;
	make_splices(hunk, lines[found]);
	finish(hunk, PORT_LOOK, lines[found]);
	carry_tell(carry, hunk->edit, "line %zu also fits the hunk; it stays with the lines %s it", lines[!found] + 1,
		is_below ? "below" : "above");
	return true;
}

static void need_person(struct carry *carry, struct carry_hunk *hunk, const struct port_place *place)
{
	hunk->edit->outcome = PORT_PERSON;
	if (place->by == PLACE_SEVERAL) {
		hunk->near = place->line;
		hunk->near_end = place->line + carry_core_end(hunk, false) - carry_core_begin(hunk, false) + 1;
		carry_tell(carry, hunk->edit,
			"it fits at %zu places, for example at line %zu and at line %zu, and nothing distinguishes "
			"them",
			place->n_places, place->line + 1, place->other + 1);
	} else {
		carry_tell_nearest(carry, hunk);
	}
}

/* A hunk without any old line: the beginning of the file, or the end of one of just that many lines. */
static void settle_anchored(struct carry *carry, struct carry_hunk *hunk)
{
	size_t line = hunk->hunk->old_start ? carry->b->n : 0;
	if (hunk->hunk->old_start && carry->b->n != hunk->hunk->old_start) {
		hunk->edit->outcome = PORT_PERSON;
		carry_tell(carry, hunk->edit, "it has no context: make the diff with -U3");
		return;
	}
	make_splices(hunk, line);
	finish(hunk, carry->b->n ? PORT_LOOK : PORT_EXACT, line);
	carry_tell(carry, hunk->edit, "it has no line of context; the %s of the file is taken",
		line ? "end" : "beginning");
}

/* Is the hunk nowhere, or with a part of its context only, and A says nothing of its place? */
static bool is_partial(const struct carry *carry, const struct carry_hunk *hunk, const struct port_place *place)
{
	size_t line, begin = carry_core_begin(hunk, false);
	return (place->by == PLACE_NOWHERE || place->weight < place->full) &&
	       !(carry->a && carry_map(carry, hunk->a_line + begin, carry_core_end(hunk, false) - begin, &line));
}

static void settle(struct carry *carry, struct carry_hunk *hunk, size_t from, size_t to)
{
	struct port_place old_place, new_place;
	if (!hunk->n_old) {
		settle_anchored(carry, hunk);
		return;
	}
	find(carry, hunk, false, from, to, &old_place);
	find(carry, hunk, true, from, to, &new_place);
	if (upstream_has(carry, hunk, &old_place, &new_place)) {
		finish_upstream(carry, hunk, &new_place);
		return;
	}
	if (carry_core_begin(hunk, true) == carry_core_end(hunk, true) && old_place.weight < new_place.weight &&
		is_closed_up(&new_place))
		hunk->closed_up = new_place.line;
	if (is_partial(carry, hunk, &old_place) && carry_by_depth(carry, hunk, from, to))
		return;
	if (old_place.by != PLACE_NOWHERE && old_place.weight < old_place.full &&
		(!old_place.above || !old_place.below || old_place.elsewhere) && carry_into_gap(carry, hunk, from, to))
		return;
	if (old_place.by == PLACE_SEVERAL) {
		if (!take_map(carry, hunk, from, to) && !take_paragraph(carry, hunk, &old_place))
			need_person(carry, hunk, &old_place);
	} else if (old_place.by != PLACE_NOWHERE) {
		take_place(carry, hunk, &old_place, from, to);
	} else if (!take_map(carry, hunk, from, to) && !carry_by_runs(carry, hunk, from, to) &&
		   !carry_by_words(carry, hunk, from, to)) {
		need_person(carry, hunk, &old_place);
	}
}

/* --- all hunks of a file ----------------------------------------------------------------------------------------- */

/* Hunks that fit whole at one place, whatever the others do; they bound the search for those between them. */
static void settle_anchors(struct carry *carry, unsigned char *is_anchor, size_t *lines)
{
	size_t last = SIZE_MAX;
	for (size_t h = 0; h < carry->n_hunks; h++) {
		struct carry_hunk *hunk = &carry->hunks[h];
		struct port_place place;
		if (!hunk->n_old)
			continue;
		find(carry, hunk, false, 0, carry->b->n, &place);
		if (place.by != PLACE_ONLY || place.weight != place.full || !carry_is_sure(carry, hunk, &place))
			continue;
		lines[h] = place.line;
		is_anchor[h] = last == SIZE_MAX || lines[last] < place.line;
		if (!is_anchor[h])
			is_anchor[last] = 0;
		else
			last = h;
	}
	for (size_t h = 0; h < carry->n_hunks; h++) {
		struct port_place place;
		if (!is_anchor[h])
			continue;
		find(carry, &carry->hunks[h], false, 0, carry->b->n, &place);
		enum port_outcome outcome = carry_judge(carry, &carry->hunks[h], &place);
		carry->hunks[h].edit->n_evidence = outcome == PORT_EXACT ? carry->hunks[h].edit->n_evidence : 0;
		if (outcome != PORT_EXACT)
			continue; /* the others first */
		make_splices(&carry->hunks[h], place.line);
		finish(&carry->hunks[h], outcome, place.line);
	}
}

static void count_lines(struct carry *carry)
{
	carry->n_counted = carry->ids->count;
	carry->n_in_b = arena_alloc(carry->arena, (carry->n_counted + 1) * sizeof(*carry->n_in_b));
	for (size_t i = 0; i < carry->b->n; i++)
		carry->n_in_b[carry->b->lines[i]]++;
}

void carry_hunks(struct carry *carry)
{
	unsigned char *is_anchor = xcalloc(carry->n_hunks + 1, 1);
	size_t *lines = xcalloc(carry->n_hunks + 1, sizeof(*lines)),
	       *limits = xcalloc(carry->n_hunks + 1, sizeof(*limits)), from = 0;
	count_lines(carry);
	settle_anchors(carry, is_anchor, lines);
	limits[carry->n_hunks] = carry->b->n;
	for (size_t h = carry->n_hunks; h-- > 0;)
		limits[h] = carry->hunks[h].done ? carry->hunks[h].begin : limits[h + 1];
	for (size_t h = 0; h < carry->n_hunks; h++) {
		if (!carry->hunks[h].done)
			settle(carry, &carry->hunks[h], from, limits[h + 1]);
		if (carry->hunks[h].done)
			from = carry->hunks[h].end;
	}
	free(is_anchor);
	free(lines);
	free(limits);
}
