/* What becomes of each hunk of a file, and how sure that is. */
#include "port/carry/carry.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/utf8.h"

/* Context, or changed lines, that two lines of words weigh. */
#define SOLID (2u * LINE_WEIGHT_WORDS)

static size_t core_begin(const struct carry_hunk *hunk, bool is_new)
{
	return is_new ? hunk->runs[0].new_begin : hunk->runs[0].old_begin;
}

static size_t core_end(const struct carry_hunk *hunk, bool is_new)
{
	const struct carry_run *last = &hunk->runs[hunk->n_runs - 1];
	return is_new ? last->new_end : last->old_end;
}

static void find(
	struct carry *carry, struct carry_hunk *hunk, bool is_new, size_t from, size_t to, struct port_place *out)
{
	struct place_query query =
		carry_query(carry, hunk, is_new, core_begin(hunk, is_new), core_end(hunk, is_new), from, to);
	place_find(&query, out);
}

static unsigned weigh(const struct carry *carry, const uint32_t *lines, size_t begin, size_t end)
{
	unsigned weight = 0;
	for (size_t i = begin; i < end; i++)
		weight += line_weight(carry->ids, lines[i]);
	return weight;
}

/* The runs as splices, the core of the hunk standing at `line`. */
static void make_splices(struct carry_hunk *hunk, size_t line)
{
	size_t core = core_begin(hunk, false);
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
	hunk->end = line + core_end(hunk, false) - core;
}

static void finish(struct carry_hunk *hunk, enum port_outcome outcome, size_t line)
{
	hunk->done = true;
	hunk->edit->outcome = outcome;
	hunk->edit->line = line + 1;
}

/* --- upstream has it --------------------------------------------------------------------------------------------- */

/* Of lines that are only removed nothing is left to be seen but context: all of it stands, without them. */
static bool is_closed_up(const struct port_place *new_place)
{
	return new_place->by == PLACE_ONLY && new_place->weight == new_place->full && new_place->above &&
	       new_place->below && new_place->weight >= 2 * SOLID;
}

/* The lines that are removed stand somewhere, and are not such as stand everywhere, or have as much of the context. */
static bool still_stands(const struct carry *carry, const struct carry_hunk *hunk, const struct port_place *old_place)
{
	return old_place->n_all &&
	       (old_place->n_all == 1 || old_place->weight == old_place->full ||
		       weigh(carry, hunk->old_side, core_begin(hunk, false), core_end(hunk, false)) >= SOLID);
}

/* The new side stands in B, with more of its context than the old one. */
static bool upstream_has(const struct carry *carry, const struct carry_hunk *hunk, const struct port_place *old_place,
	const struct port_place *new_place)
{
	size_t begin = core_begin(hunk, true), end = core_end(hunk, true);
	if (new_place->by == PLACE_NOWHERE || new_place->by == PLACE_SEVERAL || new_place->by == PLACE_NEAREST ||
		hunk->end_mark)
		return false;
	if (begin == end)
		return !still_stands(carry, hunk, old_place) && is_closed_up(new_place);
	if (old_place->by != PLACE_NOWHERE && old_place->weight >= new_place->weight)
		return false;
	unsigned core = weigh(carry, hunk->new_side, begin, end);
	if (new_place->weight == new_place->full)
		return core >= LINE_WEIGHT_WORDS && core + new_place->weight >= SOLID;
	return new_place->above && new_place->below && new_place->weight >= SOLID && core >= LINE_WEIGHT_WORDS;
}

static void finish_upstream(struct carry *carry, struct carry_hunk *hunk, const struct port_place *place)
{
	hunk->begin = place->line;
	hunk->end = place->line + core_end(hunk, true) - core_begin(hunk, true);
	finish(hunk, PORT_UPSTREAM, place->line);
	carry_tell(carry, hunk->edit, "the tree has it at line %zu", place->line + 1);
}

/* --- how sure a place is ----------------------------------------------------------------------------------------- */

static bool stands_at(const struct port_text *text, size_t line, const uint32_t *lines, size_t n)
{
	size_t k = 0;
	while (k < n && line + k < text->n && text->lines[line + k] == lines[k])
		k++;
	return k == n;
}

/* Lines that are only added, and are near the place already and nowhere else: a copy of what upstream has done a little
 * differently? */
static size_t find_copy(const struct carry *carry, const struct carry_hunk *hunk, size_t line)
{
	enum { NEAR = 20 };
	size_t begin = core_begin(hunk, true), n = core_end(hunk, true) - begin, found = SIZE_MAX;
	if (core_begin(hunk, false) != core_end(hunk, false) ||
		weigh(carry, hunk->new_side, begin, begin + n) < LINE_WEIGHT_WORDS)
		return SIZE_MAX;
	for (size_t at = 0; at < carry->b->n; at++) {
		if (carry->b->lines[at] != hunk->new_side[begin] || !stands_at(carry->b, at, hunk->new_side + begin, n))
			continue;
		if (found != SIZE_MAX)
			return SIZE_MAX;
		found = at;
	}
	return found != SIZE_MAX && found + NEAR > line && found < line + NEAR ? found : SIZE_MAX;
}

static bool copy_is_old(const struct carry *carry, const struct carry_hunk *hunk)
{
	size_t begin = core_begin(hunk, true), n = core_end(hunk, true) - begin,
	       line = hunk->a_line + core_begin(hunk, false);
	if (!carry->a)
		return false;
	for (size_t at = line > 20 ? line - 20 : 0; at < carry->a->n && at < line + 20; at++)
		if (stands_at(carry->a, at, hunk->new_side + begin, n))
			return true;
	return false;
}

static void tell_context(struct carry *carry, struct carry_hunk *hunk, const struct port_place *place)
{
	size_t core = core_begin(hunk, false), end = core_end(hunk, false), below = place->line + end - core;
	if (place->above < core && place->line > place->above)
		carry_tell(carry, hunk->edit, "above, the diff has '" SLICE_FMT "' and line %zu is '" SLICE_FMT "'",
			SLICE_ARG(utf8_excerpt(
				slice_trim(line_text(carry->ids, hunk->old_side[core - 1 - place->above])))),
			place->line - place->above,
			SLICE_ARG(utf8_excerpt(
				slice_trim(line_text(carry->ids, carry->b->lines[place->line - 1 - place->above])))));
	if (end + place->below < hunk->n_old && below + place->below < carry->b->n)
		carry_tell(carry, hunk->edit, "below, the diff has '" SLICE_FMT "' and line %zu is '" SLICE_FMT "'",
			SLICE_ARG(utf8_excerpt(slice_trim(line_text(carry->ids, hunk->old_side[end + place->below])))),
			below + place->below + 1,
			SLICE_ARG(utf8_excerpt(
				slice_trim(line_text(carry->ids, carry->b->lines[below + place->below])))));
}

static void tell_choice(struct carry *carry, struct carry_hunk *hunk, const struct port_place *place)
{
	static const char *const how[] = {
		[PLACE_LIKE_A] = "the lines around line %zu are those of the old tree; line %zu also fits the hunk",
		[PLACE_SECTION] = "line %zu is the one below the hunk's heading; line %zu also fits the hunk",
		[PLACE_NEAREST] = "line %zu is the nearest by line numbers; line %zu also fits the hunk",
	};
	if (place->by == PLACE_LIKE_A)
		carry_tell(carry, hunk->edit, how[PLACE_LIKE_A], place->line + 1, place->other + 1);
	else if (place->by == PLACE_SECTION)
		carry_tell(carry, hunk->edit, how[PLACE_SECTION], place->line + 1, place->other + 1);
	else if (place->by == PLACE_NEAREST)
		carry_tell(carry, hunk->edit, how[PLACE_NEAREST], place->line + 1, place->other + 1);
}

/*
 * Do the line numbers of hunks above and below, whose places are known, lead to this very line? A hunk beside it is
 * enough on one side.
 */
static bool is_between(const struct carry *carry, const struct carry_hunk *hunk, size_t line)
{
	enum { BESIDE = 60 };
	const struct carry_hunk *above = NULL, *below = NULL;
	for (const struct carry_hunk *other = carry->hunks; other < carry->hunks + carry->n_hunks; other++) {
		if (!other->done || other->edit->outcome != PORT_EXACT || !other->n_old || !hunk->hunk->numbered)
			continue;
		if (other < hunk)
			above = other;
		else if (!below && other > hunk)
			below = other;
	}
	size_t here = hunk->hunk->old_start + core_begin(hunk, false), n_agree = 0;
	bool beside = false;
	for (size_t side = 0; side < 2; side++) {
		const struct carry_hunk *other = side ? below : above;
		if (!other)
			continue;
		size_t there = other->hunk->old_start + core_begin(other, false);
		if (other->begin + here != line + there)
			return false;
		n_agree++;
		beside = beside || (side ? there - here : here - there) <= BESIDE;
	}
	return n_agree == 2 || beside;
}

static void count_lines(struct carry *carry)
{
	carry->n_counted = carry->ids->count;
	carry->n_in_b = arena_alloc(carry->arena, (carry->n_counted + 1) * sizeof(*carry->n_in_b));
	for (size_t i = 0; i < carry->b->n; i++)
		carry->n_in_b[carry->b->lines[i]]++;
}

/* Does a line of the hunk, one that says something, stand in B only once? */
static bool stands_out(const struct carry *carry, const struct carry_hunk *hunk)
{
	for (size_t i = 0; i < hunk->n_old; i++) {
		uint32_t id = hunk->old_side[i];
		if (line_weight(carry->ids, id) == LINE_WEIGHT_WORDS && id < carry->n_counted && carry->n_in_b[id] == 1)
			return true;
	}
	return false;
}

/* Is the hunk, which stands whole at `line` of B, in the surroundings that it has in A, above as well as below? */
static bool is_surrounded(const struct carry *carry, const struct carry_hunk *hunk, size_t line)
{
	enum { AROUND = 12, ALIKE = 600 };
	const struct port_text *a = carry->a, *b = carry->b;
	size_t core = core_begin(hunk, false), a_end = hunk->a_line + hunk->n_old;
	if (line < core || line - core + hunk->n_old > b->n)
		return false;
	size_t b_line = line - core, b_end = b_line + hunk->n_old;
	size_t a_above = hunk->a_line < AROUND ? hunk->a_line : AROUND, b_above = b_line < AROUND ? b_line : AROUND,
	       a_below = a->n - a_end < AROUND ? a->n - a_end : AROUND,
	       b_below = b->n - b_end < AROUND ? b->n - b_end : AROUND;
	return place_likeness(carry->ids, a->lines + hunk->a_line - a_above, a_above, b->lines + b_line - b_above,
		       b_above) >= ALIKE &&
	       place_likeness(carry->ids, a->lines + a_end, a_below, b->lines + b_end, b_below) >= ALIKE;
}

/* Lines that are all to be found elsewhere in the file, too, stand together at one place; could another be meant? */
static bool is_common(struct carry *carry, const struct carry_hunk *hunk, const struct port_place *place)
{
	if (stands_out(carry, hunk) || hunk->n_old == carry->b->n)
		return false;
	if (carry->a)
		return !is_surrounded(carry, hunk, place->line);
	return place->line != carry_expected(carry, hunk) + core_begin(hunk, false);
}

/* Is this the only place that can be meant, without a look at A? */
static bool is_sure(const struct carry *carry, const struct carry_hunk *hunk, const struct port_place *place)
{
	size_t begin = core_begin(hunk, false), end = core_end(hunk, false);
	unsigned core = weigh(carry, hunk->old_side, begin, end);
	bool full = place->weight == place->full;
	if (place->by == PLACE_SEVERAL)
		return false;
	if (place->by == PLACE_NEAREST)
		return full && is_between(carry, hunk, place->line);
	if (full && hunk->n_old == carry->b->n)
		return true;
	if (place->elsewhere && (begin == end || place->n_all > 1))
		return false;
	if (full)
		return place->full + core >= SOLID || (place->n_all == 1 && place->full + core > LINE_WEIGHT_WORDS);
	if (place->by != PLACE_ONLY)
		return false;
	if (begin < end && place->n_all == 1)
		return core >= LINE_WEIGHT_WORDS && core + place->weight >= SOLID;
	return place->above && place->below && place->weight >= place->other_weight + LINE_WEIGHT_WORDS;
}

static enum port_outcome judge(struct carry *carry, struct carry_hunk *hunk, const struct port_place *place)
{
	size_t mapped, begin = core_begin(hunk, false), copy = find_copy(carry, hunk, place->line);
	bool full = place->weight == place->full, sure = is_sure(carry, hunk, place);
	if (carry->a && carry_map(carry, hunk->a_line + begin, core_end(hunk, false) - begin, &mapped)) {
		sure = mapped == place->line;
		if (!sure)
			carry_tell(carry, hunk->edit,
				"line %zu is its place compared with the old tree; by its nearest lines it would be "
				"line %zu",
				mapped + 1, place->line + 1);
	} else if (carry->a && !full) {
		sure = false;
		carry_tell(carry, hunk->edit, "compared with the old tree, the lines here are different");
	}
	if (hunk->closed_up != SIZE_MAX && !(sure && carry->a)) {
		sure = false;
		carry_tell(carry, hunk->edit,
			"around line %zu the lines of its context stand without those that are removed",
			hunk->closed_up + 1);
	}
	if (copy != SIZE_MAX && !copy_is_old(carry, hunk)) {
		sure = false;
		carry_tell(carry, hunk->edit, "line %zu already has the added lines", copy + 1);
	}
	if (sure && full && is_common(carry, hunk, place)) {
		sure = false;
		if (carry->a)
			carry_tell(carry, hunk->edit,
				"each of its lines stands elsewhere in the file as well, and those around line %zu are "
				"others than in the old tree",
				place->line + 1);
		else
			carry_tell(carry, hunk->edit,
				"each of its lines stands elsewhere in the file as well, and by line numbers it would "
				"be line %zu",
				carry_expected(carry, hunk) + begin + 1);
	}
	tell_choice(carry, hunk, place);
	if (!full)
		tell_context(carry, hunk, place);
	if (!sure && place->elsewhere)
		carry_tell(carry, hunk->edit, "it is not below the hunk's heading '" SLICE_FMT "'",
			SLICE_ARG(utf8_excerpt(slice_trim(hunk->hunk->section))));
	return sure ? PORT_EXACT : PORT_LOOK;
}

/* The place, or where A and B side by side say otherwise, theirs. */
static void take_place(
	struct carry *carry, struct carry_hunk *hunk, const struct port_place *place, size_t from, size_t to)
{
	size_t mapped, begin = core_begin(hunk, false), n = core_end(hunk, false) - begin, line = place->line;
	enum port_outcome outcome = judge(carry, hunk, place);
	if (carry->a && carry_map(carry, hunk->a_line + begin, n, &mapped) && mapped >= from && mapped + n <= to)
		line = mapped;
	make_splices(hunk, line);
	finish(hunk, outcome, line);
}

/* --- one hunk ---------------------------------------------------------------------------------------------------- */

/* Where A and B side by side say, though nothing of the context stands, or several places fit. */
static bool take_map(struct carry *carry, struct carry_hunk *hunk, size_t from, size_t to)
{
	size_t line, begin = core_begin(hunk, false), n = core_end(hunk, false) - begin;
	if (!carry->a || !carry_map(carry, hunk->a_line + begin, n, &line) || line < from || line + n > to)
		return false;
	make_splices(hunk, line);
	finish(hunk, PORT_EXACT, line);
	carry_tell(carry, hunk->edit, "line %zu is its place compared with the old tree", line + 1);
	return true;
}

static void need_person(struct carry *carry, struct carry_hunk *hunk, const struct port_place *place)
{
	finish(hunk, PORT_PERSON, 0);
	hunk->done = false;
	hunk->edit->line = 0;
	if (place->by == PLACE_SEVERAL) {
		hunk->near = place->line;
		hunk->near_end = place->line + core_end(hunk, false) - core_begin(hunk, false) + 1;
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
		finish(hunk, PORT_PERSON, 0);
		carry_tell(carry, hunk->edit, "it has no context: make the diff with -U3");
		return;
	}
	make_splices(hunk, line);
	finish(hunk, carry->b->n ? PORT_LOOK : PORT_EXACT, line);
	carry_tell(carry, hunk->edit, "it has no line of context; the %s of the file is taken",
		line ? "end" : "beginning");
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
	if (core_begin(hunk, true) == core_end(hunk, true) && old_place.weight < new_place.weight &&
		is_closed_up(&new_place))
		hunk->closed_up = new_place.line;
	if (old_place.by != PLACE_NOWHERE && old_place.weight < old_place.full &&
		(!old_place.above || !old_place.below || old_place.elsewhere) && carry_into_gap(carry, hunk, from, to))
		return;
	if (old_place.by == PLACE_SEVERAL) {
		if (!take_map(carry, hunk, from, to))
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
		struct port_place old_place, new_place;
		if (!hunk->n_old)
			continue;
		find(carry, hunk, false, 0, carry->b->n, &old_place);
		if (old_place.by != PLACE_ONLY || old_place.weight != old_place.full ||
			!is_sure(carry, hunk, &old_place))
			continue;
		find(carry, hunk, true, 0, carry->b->n, &new_place);
		if (upstream_has(carry, hunk, &old_place, &new_place))
			continue;
		lines[h] = old_place.line;
		is_anchor[h] = last == SIZE_MAX || lines[last] < old_place.line;
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
		enum port_outcome outcome = judge(carry, &carry->hunks[h], &place);
		carry->hunks[h].edit->n_evidence = outcome == PORT_EXACT ? carry->hunks[h].edit->n_evidence : 0;
		if (outcome != PORT_EXACT)
			continue; /* the others first */
		make_splices(&carry->hunks[h], place.line);
		finish(&carry->hunks[h], outcome, place.line);
	}
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
