/* How sure a place is: what makes an edit "carried exactly", and what makes a person look at it. */
#include "port/carry/carry.h"

#include <stdint.h>

#include "base/utf8.h"

/* Lines that are only added, and are near the place already and nowhere else: a copy of what upstream has done a little
 * differently? */
static size_t find_copy(const struct carry *carry, const struct carry_hunk *hunk, size_t line)
{
	enum { NEAR = 20 };
	size_t begin = carry_core_begin(hunk, true), n = carry_core_end(hunk, true) - begin, found = SIZE_MAX;
	if (carry_core_begin(hunk, false) != carry_core_end(hunk, false) ||
		carry_weigh(carry, hunk->new_side, begin, begin + n) < LINE_WEIGHT_WORDS)
		return SIZE_MAX;
	for (size_t at = 0; at < carry->b->n; at++) {
		if (carry->b->lines[at] != hunk->new_side[begin] ||
			!port_text_has(carry->b, at, hunk->new_side + begin, n))
			continue;
		if (found != SIZE_MAX)
			return SIZE_MAX;
		found = at;
	}
	return found != SIZE_MAX && found + NEAR > line && found < line + NEAR ? found : SIZE_MAX;
}

static bool copy_is_old(const struct carry *carry, const struct carry_hunk *hunk)
{
	size_t begin = carry_core_begin(hunk, true), n = carry_core_end(hunk, true) - begin,
	       line = hunk->a_line + carry_core_begin(hunk, false);
	if (!carry->a)
		return false;
	for (size_t at = line > 20 ? line - 20 : 0; at < carry->a->n && at < line + 20; at++)
		if (port_text_has(carry->a, at, hunk->new_side + begin, n))
			return true;
	return false;
}

static void tell_context(struct carry *carry, struct carry_hunk *hunk, const struct port_place *place)
{
	size_t core = carry_core_begin(hunk, false), end = carry_core_end(hunk, false),
	       below = place->line + end - core;
	if (place->above < core && place->line > place->above)
		carry_tell(carry, hunk->edit, "above, the diff has " CODE_FMT " and line %zu is " CODE_FMT,
			CODE_ARG(utf8_excerpt(
				slice_trim(line_text(carry->ids, hunk->old_side[core - 1 - place->above])))),
			place->line - place->above,
			CODE_ARG(utf8_excerpt(
				slice_trim(line_text(carry->ids, carry->b->lines[place->line - 1 - place->above])))));
	if (end + place->below < hunk->n_old && below + place->below < carry->b->n)
		carry_tell(carry, hunk->edit, "below, the diff has " CODE_FMT " and line %zu is " CODE_FMT,
			CODE_ARG(utf8_excerpt(slice_trim(line_text(carry->ids, hunk->old_side[end + place->below])))),
			below + place->below + 1,
			CODE_ARG(utf8_excerpt(
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
	size_t here = hunk->hunk->old_start + carry_core_begin(hunk, false), n_agree = 0;
	bool beside = false;
	for (size_t side = 0; side < 2; side++) {
		const struct carry_hunk *other = side ? below : above;
		if (!other)
			continue;
		size_t there = other->hunk->old_start + carry_core_begin(other, false);
		if (other->begin + here != line + there)
			return false;
		n_agree++;
		beside = beside || (side ? there - here : here - there) <= BESIDE;
	}
	return n_agree == 2 || beside;
}

/* Is a line of the hunk, one that says something, in B only once? */
static bool is_distinct(const struct carry *carry, const struct carry_hunk *hunk)
{
	for (size_t i = 0; i < hunk->n_old; i++) {
		uint32_t id = hunk->old_side[i];
		if (line_weight(carry->ids, id) == LINE_WEIGHT_WORDS && id < carry->n_counted && carry->n_in_b[id] == 1)
			return true;
	}
	return false;
}

/* How much the lines above and below the hunk, which is whole at `line` of B and from line `a_line` of A on, are
 * the same: of 1000, each. */
static void compare_surroundings(const struct carry *carry, const struct carry_hunk *hunk, size_t line, size_t a_line,
	unsigned *above, unsigned *below)
{
	enum { AROUND = 12 };
	const struct port_text *a = carry->a, *b = carry->b;
	size_t a_end = a_line + hunk->n_old, b_line = line - carry_core_begin(hunk, false),
	       b_end = b_line + hunk->n_old;
	size_t a_above = a_line < AROUND ? a_line : AROUND, b_above = b_line < AROUND ? b_line : AROUND,
	       a_below = a->n - a_end < AROUND ? a->n - a_end : AROUND,
	       b_below = b->n - b_end < AROUND ? b->n - b_end : AROUND;
	*above = place_likeness(carry->ids, a->lines + a_line - a_above, a_above, b->lines + b_line - b_above, b_above);
	*below = place_likeness(carry->ids, a->lines + a_end, a_below, b->lines + b_end, b_below);
}

/* Is the hunk, which is whole at `line` of B, in the surroundings that it has in A, above as well as below? */
static bool is_surrounded(const struct carry *carry, const struct carry_hunk *hunk, size_t line)
{
	enum { ALIKE = 600 };
	unsigned above, below;
	compare_surroundings(carry, hunk, line, hunk->a_line, &above, &below);
	return above >= ALIKE && below >= ALIKE;
}

static size_t count_places(const struct port_text *text, const uint32_t *lines, size_t n)
{
	size_t count = 0;
	for (size_t i = 0; i + n <= text->n; i++)
		count += port_text_has(text, i, lines, n);
	return count;
}

bool carry_is_of_other(const struct carry *carry, const struct port_place *place, size_t n)
{
	const uint32_t *lines = carry->b->lines + place->line - place->above;
	if (!carry->a)
		return place->is_of_other;
	n += place->above + place->below;
	return count_places(carry->a, lines, n) >= count_places(carry->b, lines, n);
}

/* Upstream took away some of several places that the hunk has in A. Is it not sure that its own is left? */
static bool is_of_repeat(const struct carry *carry, const struct carry_hunk *hunk, size_t line)
{
	size_t n_in_a = 0;
	unsigned above, below, own_above, own_below;
	bool is_like = false;
	if (!carry->a)
		return false;
	compare_surroundings(carry, hunk, line, hunk->a_line, &own_above, &own_below);
	for (size_t i = 0; i + hunk->n_old <= carry->a->n; i++) {
		if (!port_text_has(carry->a, i, hunk->old_side, hunk->n_old))
			continue;
		n_in_a++;
		compare_surroundings(carry, hunk, line, i, &above, &below);
		is_like |= i != hunk->a_line && (above >= own_above || below >= own_below);
	}
	return is_like && n_in_a > count_places(carry->b, hunk->old_side, hunk->n_old);
}

/* Of several places that fit: has the next best one more of what is right beside the hunk in A? */
static bool is_other_nearer(const struct carry *carry, const struct carry_hunk *hunk, const struct port_place *place)
{
	unsigned above, below, other_above, other_below;
	if (!carry->a || place->n_places < 2)
		return false;
	compare_surroundings(carry, hunk, place->line, hunk->a_line, &above, &below);
	compare_surroundings(carry, hunk, place->other, hunk->a_line, &other_above, &other_below);
	return other_above + other_below > above + below;
}

/* Lines that are all to be found elsewhere in the file, too, stand together at one place; could another be meant? */
static bool is_common(struct carry *carry, const struct carry_hunk *hunk, const struct port_place *place)
{
	if (is_distinct(carry, hunk) || hunk->n_old == carry->b->n)
		return false;
	if (carry->a)
		return !is_surrounded(carry, hunk, place->line);
	return place->line != carry_expected(carry, hunk) + carry_core_begin(hunk, false);
}

/* Context on both sides of lines that occur once; a line that was taken away and came back elsewhere has one beside it
 * easily. */
static bool is_surely_there(const struct carry_hunk *hunk, const struct port_place *place)
{
	bool all_above = place->above == carry_core_begin(hunk, false),
	     all_below = place->below == hunk->n_old - carry_core_end(hunk, false);
	return (place->above && place->below) ||
	       (!place->elsewhere && (all_above || all_below) && place->weight >= CARRY_SOLID);
}

bool carry_is_sure(const struct carry *carry, const struct carry_hunk *hunk, const struct port_place *place)
{
	size_t begin = carry_core_begin(hunk, false), end = carry_core_end(hunk, false);
	unsigned core = carry_weigh(carry, hunk->old_side, begin, end);
	bool full = place->weight == place->full;
	if (place->by == PLACE_NEAREST)
		return full && is_between(carry, hunk, place->line);
	if (full && hunk->n_old == carry->b->n)
		return true;
	if ((place->elsewhere && (begin == end || place->n_all > 1)) || (place->off_heading && !carry->a))
		return false;
	if (full)
		return place->full + core >= CARRY_SOLID ||
		       (place->n_all == 1 && place->full + core > LINE_WEIGHT_WORDS);
	if (place->by != PLACE_ONLY)
		return false;
	if (begin < end && place->n_all == 1)
		return core >= LINE_WEIGHT_WORDS && core + place->weight >= CARRY_SOLID && is_surely_there(hunk, place);
	return place->above && place->below && place->weight >= place->other_weight + LINE_WEIGHT_WORDS;
}

/* Is it the place by both trees side by side? */
static bool is_mapped(struct carry *carry, struct carry_hunk *hunk, const struct port_place *place, bool sure)
{
	size_t mapped, begin = carry_core_begin(hunk, false), n = carry_core_end(hunk, false) - begin;
	if (carry->a && carry_map(carry, hunk->a_line + begin, n, &mapped)) {
		if (mapped != place->line)
			carry_tell(carry, hunk->edit,
				"line %zu is its place compared with the old tree; by its nearest lines it would be "
				"line %zu",
				mapped + 1, place->line + 1);
		return mapped == place->line;
	}
	if (!carry->a || place->weight == place->full)
		return sure;
	carry_tell(carry, hunk->edit, "compared with the old tree, the lines here are different");
	return false;
}

/* Has upstream done nearly the same? */
static bool is_half_done(struct carry *carry, struct carry_hunk *hunk, const struct port_place *place, bool sure)
{
	size_t copy = find_copy(carry, hunk, place->line);
	bool is_half = false;
	if (hunk->closed_up != SIZE_MAX && !(sure && carry->a)) {
		is_half = true;
		carry_tell(carry, hunk->edit, "around line %zu its context is present without the lines to remove",
			hunk->closed_up + 1);
	}
	if (copy != SIZE_MAX && !copy_is_old(carry, hunk)) {
		is_half = true;
		carry_tell(carry, hunk->edit, "line %zu already has the added lines", copy + 1);
	}
	return is_half;
}

/* Of a hunk that is whole at the place: could a twin of it be meant? */
static bool may_be_repeat(struct carry *carry, struct carry_hunk *hunk, const struct port_place *place)
{
	if (is_common(carry, hunk, place)) {
		if (carry->a)
			carry_tell(carry, hunk->edit,
				"each of its lines also occurs elsewhere in the file, and the lines around line %zu "
				"differ from the old tree",
				place->line + 1);
		else
			carry_tell(carry, hunk->edit,
				"each of its lines also occurs elsewhere in the file, and by line numbers it would "
				"be line %zu",
				carry_expected(carry, hunk) + carry_core_begin(hunk, false) + 1);
		return true;
	}
	if (is_of_repeat(carry, hunk, place->line)) {
		carry_tell(carry, hunk->edit,
			"these lines occur more often in the old tree, so the remaining ones may be others");
		return true;
	}
	if (is_other_nearer(carry, hunk, place)) {
		carry_tell(carry, hunk->edit, "the lines next to line %zu match the old tree better", place->other + 1);
		return true;
	}
	return false;
}

enum port_outcome carry_judge(struct carry *carry, struct carry_hunk *hunk, const struct port_place *place)
{
	bool full = place->weight == place->full, is_clear = carry_is_sure(carry, hunk, place),
	     is_between_its_lines = place->above && place->below && place->weight >= CARRY_SOLID,
	     sure = is_mapped(carry, hunk, place, is_clear);
	sure = !is_half_done(carry, hunk, place, sure) && sure;
	sure = sure && !(full && may_be_repeat(carry, hunk, place)) &&
	       carry_is_in_its_block(carry, hunk, &hunk->runs[0], place->line, !is_clear && !is_between_its_lines);
	tell_choice(carry, hunk, place);
	if (!full)
		tell_context(carry, hunk, place);
	if (!sure && (place->elsewhere || place->off_heading))
		carry_tell(carry, hunk->edit, "it is not below the hunk's heading " CODE_FMT,
			CODE_ARG(utf8_excerpt(slice_trim(hunk->hunk->section))));
	if (!sure && !hunk->edit->n_evidence)
		carry_tell(carry, hunk->edit, "its lines are too few, or too common, to be sure of the place");
	return sure ? PORT_EXACT : PORT_LOOK;
}
