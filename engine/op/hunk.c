/* Compiling hunks, and finding them: all places that fit, then those in the order of the hunks, then the one that each
 * means. */
#include "op/hunk.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/table.h"
#include "base/utf8.h"
#include "op/hunk_sides.h"

static void fill_side(
	struct hunk_side *side, const struct patch_hunk *source, enum patch_side which, struct arena *arena)
{
	side->lines = arena_alloc(arena, source->n_lines * sizeof(*side->lines));
	for (size_t i = 0; i < source->n_lines; i++) {
		const struct patch_line *line = &source->lines[i];
		if (line->side != PATCH_BOTH && line->side != which)
			continue;
		side->lines[side->count++] = utf8_without_mark(line->text);
		side->no_eol = line->no_eol;
	}
}

static bool changes_something(const struct hunk *hunk)
{
	if (hunk->old_side.count != hunk->new_side.count || hunk->old_side.no_eol != hunk->new_side.no_eol)
		return true;
	for (size_t i = 0; i < hunk->old_side.count; i++)
		if (!slice_eq(hunk->old_side.lines[i], hunk->new_side.lines[i]))
			return true;
	return false;
}

/* Is the run of changed lines that line `at` begins or ends, going in steps of `step`, of removed lines alone? */
static bool is_bare(const struct patch_hunk *source, size_t at, size_t step)
{
	size_t n_old = 0;
	for (; at < source->n_lines && source->lines[at].side != PATCH_BOTH; at += step, n_old++)
		if (source->lines[at].side == PATCH_NEW)
			return false;
	return n_old > 0;
}

static bool compile_hunk(struct hunk *hunk, const struct patch_hunk *source, struct arena *arena, struct err *err)
{
	*hunk = (struct hunk){ .source = source };
	fill_side(&hunk->old_side, source, PATCH_OLD, arena);
	fill_side(&hunk->new_side, source, PATCH_NEW, arena);
	hunk->exact_end = hunk->old_side.no_eol || hunk->new_side.no_eol;
	hunk->bare_begin = is_bare(source, 0, 1);
	hunk->bare_end = is_bare(source, source->n_lines - 1, (size_t)-1);
	if (!changes_something(hunk)) {
		err_set(err, ERR_PATCHSET, "the hunk changes nothing");
		return err_hint(err, "lines to remove begin with '-', lines to add with '+'");
	}
	if (hunk->old_side.count)
		return true;
	hunk->anchor = source->old_start ? HUNK_AT_END : HUNK_AT_BEGIN;
	if (source->numbered)
		return true;
	err_set(err, ERR_PATCHSET, "the hunk has no line of context and none to remove, so it could be anywhere");
	return err_hint(
		err, "add a line of context; '@@ -0,0 +1,%zu @@' is for the file's beginning", hunk->new_side.count);
}

/* Offset of 1-based `line`. */
static size_t line_offset(struct slice text, size_t line)
{
	size_t at = 0;
	while (--line && at != (size_t)-1) {
		at = slice_find(text, SLICE_LITERAL("\n"), at);
		at += at != (size_t)-1;
	}
	return at == (size_t)-1 ? text.len : at;
}

bool hunk_list_compile(
	struct hunk_list *out, struct slice text, struct arena *arena, size_t *error_offset, struct err *err)
{
	struct patch_hunk *sources;
	if (!patch_read_hunks(text, arena, &sources, &out->count, error_offset, err))
		return false;
	out->items = arena_alloc(arena, out->count * sizeof(*out->items));
	for (size_t i = 0; i < out->count; i++) {
		if (!compile_hunk(&out->items[i], &sources[i], arena, err)) {
			*error_offset = line_offset(text, sources[i].line);
			return false;
		}
	}
	return true;
}

/* A place where one side of a hunk is. */
struct hunk_place {
	size_t line, end; /* lines [line, end) of the file, 0-based */
	bool made;        /* the new side is here */
	bool proved;      /* and it is proof */
};

/* --- which of several places -------------------------------------------------------------------------------------- */

/*
 * Where the diff says more than lines: the heading after its second "@@", and where it is between two other hunks.
 * Both are evidence only where they leave exactly one place.
 */

struct hunk_neighbour {
	const struct hunk *hunk;
	size_t line; /* 0-based */
	bool made;   /* its new side is there */
};

static bool is_letter(char c)
{
	return ascii_is_letter(c) || c == '_' || c == '$';
}

static bool is_definition(struct slice trimmed)
{
	return slice_starts_with(trimmed, "def ") || slice_starts_with(trimmed, "class ") ||
	       slice_starts_with(trimmed, "async def ");
}

/* The nearest lines above one that git takes for a heading, in its own reading and in that of Python; plus 1, or 0
 * where there is none. */
struct hunk_heading {
	uint32_t own, definition;
};

/* The lines that a diff may have as headings of a file's lines; looked for when first asked for. */
struct hunk_headings {
	struct source *source; /* borrowed */
	struct hunk_heading *above;
};

static const struct hunk_heading *headings_above(struct hunk_headings *headings)
{
	size_t n_lines = source_line_count(headings->source);
	if (headings->above)
		return headings->above;
	headings->above = xcalloc(n_lines + 1, sizeof(*headings->above));
	for (size_t i = 0; i < n_lines; i++) {
		struct slice text = source_line_text(headings->source, i);
		struct hunk_heading next = headings->above[i];
		if (text.len && is_letter(text.ptr[0]))
			next.own = (uint32_t)i + 1;
		if (is_definition(slice_trim(text)))
			next.definition = (uint32_t)i + 1;
		headings->above[i + 1] = next;
	}
	return headings->above;
}

static void hunk_headings_release(struct hunk_headings *headings)
{
	free(headings->above);
	headings->above = NULL;
}

static bool begins_with(struct source *source, uint32_t line, struct slice heading)
{
	struct slice trimmed = line ? slice_trim(source_line_text(source, line - 1)) : slice_from("", 0);
	return slice_eq(slice_sub(trimmed, 0, heading.len), heading);
}

/* git's own reading takes the nearest line above that begins with a letter, its reading of Python the nearest
 * definition: which it was is not said. */
static size_t hunk_choose_by_heading(
	const struct hunk *hunk, struct hunk_headings *headings, const struct hunk_place *places, size_t count)
{
	struct slice heading = slice_trim(hunk->source->section);
	size_t chosen = count, n_below = 0;
	if (!heading.len)
		return count;
	const struct hunk_heading *above = headings_above(headings);
	for (size_t i = 0; i < count && n_below < 2; i++)
		if (begins_with(headings->source, above[places[i].line].own, heading) ||
			begins_with(headings->source, above[places[i].line].definition, heading)) {
			n_below++;
			chosen = i;
		}
	return n_below == 1 ? chosen : count;
}

static size_t start_of(const struct hunk *hunk, bool made)
{
	return made ? hunk->source->new_start : hunk->source->old_start;
}

static size_t hunk_choose_between(const struct hunk_neighbour *above, const struct hunk *hunk,
	const struct hunk_neighbour *below, const struct hunk_place *places, size_t count)
{
	bool made = above->made,
	     numbered = above->hunk->source->numbered && hunk->source->numbered && below->hunk->source->numbered;
	size_t shift = above->line - start_of(above->hunk, made); /* wraps round where it lies above */
	if (!numbered || below->made != made || below->line - start_of(below->hunk, made) != shift)
		return count;
	size_t line = start_of(hunk, made) + shift, low = 0, high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (places[middle].line < line)
			low = middle + 1;
		else
			high = middle;
	}
	return low < count && places[low].line == line ? low : count;
}

/* --- finding ------------------------------------------------------------------------------------------------------ */

struct place_list {
	struct hunk_place *items;
	size_t count, capacity;
};

static bool end_fits(const struct hunk *hunk, const struct hunk_side *side, struct source *source, size_t end)
{
	if (!hunk->exact_end)
		return true;
	bool has_eol = source->bytes.len && source->bytes.ptr[source->bytes.len - 1] == '\n';
	return end == source_line_count(source) && (side->count == 0 || has_eol == !side->no_eol);
}

/* One search of a list of hunks in a file. */
struct hunk_search {
	const struct hunk_list *list;
	struct source *source;
	struct hunk_sides sides;
	struct hunk_headings headings;
};

static void find_side(const struct hunk_search *s, size_t h, bool made, struct place_list *out)
{
	const struct hunk *hunk = &s->list->items[h];
	const struct hunk_side *side = made ? &hunk->new_side : &hunk->old_side;
	size_t n_lines = source_line_count(s->source);
	const struct line_places *found = &s->sides.places[s->sides.numbers[2 * h + made]];
	for (size_t i = 0; i < found->count; i++) {
		size_t line = found->items[i], end = line + side->count;
		if (!end_fits(hunk, side, s->source, end))
			continue;
		bool begins = line == 0 || !hunk->bare_begin, ends = end == n_lines || !hunk->bare_end;
		struct hunk_place place = { line, end, made, begins && ends };
		VEC_PUSH(out->items, out->count, out->capacity, place);
	}
}

/* A hunk of added lines alone: the old side is empty and has one place. */
static void find_anchored(const struct hunk_search *s, size_t h, struct place_list *out)
{
	const struct hunk *hunk = &s->list->items[h];
	size_t n_lines = source_line_count(s->source), added = hunk->new_side.count, kept = 0;
	bool at_end = hunk->anchor == HUNK_AT_END;
	find_side(s, h, true, out);
	for (size_t i = 0; i < out->count; i++)
		if (at_end ? out->items[i].end == n_lines && n_lines == hunk->source->old_start + added
			   : out->items[i].line == 0)
			out->items[kept++] = out->items[i];
	out->count = kept;
	if (kept || (at_end && n_lines != hunk->source->old_start) || (hunk->exact_end && !at_end && n_lines))
		return;
	struct hunk_place place = { at_end ? n_lines : 0, at_end ? n_lines : 0, false, false };
	VEC_PUSH(out->items, out->count, out->capacity, place);
}

/* Drops the places of the shorter side that lie within one of the longer side: a new side may hold its old one, and the
 * other way round. */
static void drop_enclosed(const struct place_list *longer, struct place_list *shorter)
{
	size_t kept = 0;
	for (size_t i = 0, k = 0; i < shorter->count; i++) {
		while (k < longer->count && longer->items[k].end < shorter->items[i].end)
			k++;
		if (k == longer->count || shorter->items[i].line < longer->items[k].line)
			shorter->items[kept++] = shorter->items[i];
	}
	shorter->count = kept;
}

static void merge_places(const struct place_list *a, const struct place_list *b, struct place_list *out)
{
	for (size_t i = 0, k = 0; i < a->count || k < b->count;) {
		bool take_a = k == b->count || (i < a->count && a->items[i].line <= b->items[k].line);
		VEC_PUSH(out->items, out->count, out->capacity, take_a ? a->items[i] : b->items[k]);
		i += take_a;
		k += !take_a;
	}
}

static void find_places(const struct hunk_search *s, size_t h, struct place_list *out)
{
	const struct hunk *hunk = &s->list->items[h];
	struct place_list before = { 0 }, after = { 0 };
	if (hunk->anchor != HUNK_ANYWHERE) {
		find_anchored(s, h, out);
		return;
	}
	find_side(s, h, false, &before);
	find_side(s, h, true, &after);
	if (hunk->new_side.count > hunk->old_side.count)
		drop_enclosed(&after, &before);
	else if (hunk->old_side.count > hunk->new_side.count)
		drop_enclosed(&before, &after);
	merge_places(&before, &after, out);
	free(before.items);
	free(after.items);
}

/* --- hunks that are at the same places -------------------------------------------------------------------------- */

/*
 * All places of a hunk, and of those that are equal to it in all that counts here. Both their first lines and their
 * ends are in order. Of equal hunks each has a part of these places.
 */
struct place_group {
	struct place_list all, olds, proofs;
	/* how many of those before place i are old, and how many are proof */
	size_t *n_olds, *n_proofs;
};

/* What two hunks must have in common to be in one group. */
struct group_key {
	uint64_t old_side, new_side, flags, start;
};

struct place_groups {
	struct place_group *items;
	struct group_key *keys;
	struct table by_key; /* index + 1 */
};

/* The places that are left of a hunk's. */
struct hunk_places {
	const struct place_group *group;
	const struct place_list *list; /* of the group */
	size_t first, last;
};

/* 0 where the side is nowhere. */
static uint64_t number_of_found(const struct hunk_search *s, size_t h, bool is_new)
{
	uint32_t number = s->sides.numbers[2 * h + is_new];
	return s->sides.places[number].count ? number : 0;
}

static struct group_key key_of(const struct hunk_search *s, size_t h)
{
	const struct hunk *hunk = &s->list->items[h];
	uint64_t flags = (uint64_t)hunk->anchor << 5 | hunk->exact_end << 4 | hunk->bare_begin << 3 |
			 hunk->bare_end << 2 | hunk->old_side.no_eol << 1 | hunk->new_side.no_eol;
	bool is_anchored = hunk->anchor != HUNK_ANYWHERE;
	/* A side that is nowhere does not tell hunks apart, but for how much an anchored one adds. */
	return (struct group_key){ number_of_found(s, h, false),
		is_anchored ? s->sides.numbers[2 * h + 1] : number_of_found(s, h, true), flags,
		is_anchored ? hunk->source->old_start : 0 };
}

static void sort_out(struct place_group *group)
{
	size_t count = group->all.count;
	group->n_olds = xcalloc(count + 1, sizeof(*group->n_olds));
	group->n_proofs = xcalloc(count + 1, sizeof(*group->n_proofs));
	for (size_t i = 0; i < count; i++) {
		struct hunk_place place = group->all.items[i];
		if (!place.made)
			VEC_PUSH(group->olds.items, group->olds.count, group->olds.capacity, place);
		if (place.proved)
			VEC_PUSH(group->proofs.items, group->proofs.count, group->proofs.capacity, place);
		group->n_olds[i + 1] = group->olds.count;
		group->n_proofs[i + 1] = group->proofs.count;
	}
}

static void fill_groups(const struct hunk_search *s, struct place_groups *groups, struct hunk_places *out)
{
	size_t n_groups = 0;
	groups->items = xcalloc(s->list->count, sizeof(*groups->items));
	groups->keys = xcalloc(s->list->count, sizeof(*groups->keys));
	for (size_t h = 0; h < s->list->count; h++) {
		groups->keys[n_groups] = key_of(s, h);
		struct slice key = slice_from((const char *)&groups->keys[n_groups], sizeof(*groups->keys));
		size_t known = table_get(&groups->by_key, key);
		if (!known) {
			find_places(s, h, &groups->items[n_groups].all);
			sort_out(&groups->items[n_groups]);
			*table_at(&groups->by_key, key) = known = ++n_groups;
		}
		struct place_group *group = &groups->items[known - 1];
		out[h] = (struct hunk_places){ group, &group->all, 0, group->all.count };
	}
}

static void groups_release(struct place_groups *groups, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct place_group *group = &groups->items[i];
		free(group->all.items);
		free(group->olds.items);
		free(group->proofs.items);
		free(group->n_olds);
		free(group->n_proofs);
	}
	free(groups->items);
	free(groups->keys);
	table_release(&groups->by_key);
}

static size_t count_of(const struct hunk_places *places)
{
	return places->last - places->first;
}

static const struct hunk_place *first_of(const struct hunk_places *places)
{
	return &places->list->items[places->first];
}

/* Leaves those that begin at `line` or after it. */
static void keep_from(struct hunk_places *places, size_t line)
{
	size_t low = places->first, high = places->last;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (places->list->items[middle].line < line)
			low = middle + 1;
		else
			high = middle;
	}
	places->first = low;
}

/* Leaves those that end at `line` or before it. */
static void keep_to(struct hunk_places *places, size_t line)
{
	size_t low = places->first, high = places->last;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (places->list->items[middle].end <= line)
			low = middle + 1;
		else
			high = middle;
	}
	places->last = low;
}

/* --- choosing ----------------------------------------------------------------------------------------------------- */

/* Removed lines alone leave nothing to recognise, as with `delete`: not there has no place, and no proof. */
static bool leaves_nothing(const struct hunk *hunk, const struct hunk_places *places)
{
	return !hunk->new_side.count && !count_of(places);
}

/*
 * Leaves the places that belong to some row of places, one per hunk, in order and without overlap. What is left of each
 * hunk is part of such a row, because the earliest end before and the latest beginning after it were taken. False when
 * there is no such row.
 */
static bool keep_rows(const struct hunk_list *list, struct hunk_places *places, size_t n_lines, size_t *failed)
{
	size_t from = 0, to = n_lines;
	for (size_t h = 0; h < list->count; h++) {
		if (leaves_nothing(&list->items[h], &places[h]))
			continue;
		keep_from(&places[h], from);
		*failed = h;
		if (!count_of(&places[h]))
			return false;
		from = first_of(&places[h])->end;
	}
	for (size_t h = list->count; h-- > 0;) {
		if (leaves_nothing(&list->items[h], &places[h]))
			continue;
		keep_to(&places[h], to);
		to = places[h].list->items[places[h].last - 1].line;
	}
	return true;
}

static void keep_of(struct hunk_places *places, const struct place_list *list, const size_t *n_before)
{
	*places = (struct hunk_places){ places->group, list, n_before[places->first], n_before[places->last] };
}

/*
 * Where the old side is somewhere, that is the place: the new side may well be at home elsewhere, in a file that
 * repeats itself. Of places with the new side, those that are proof.
 */
static void prefer_old(struct hunk_places *places)
{
	const struct place_group *group = places->group;
	struct hunk_places olds = *places, proofs = *places;
	keep_of(&olds, &group->olds, group->n_olds);
	keep_of(&proofs, &group->proofs, group->n_proofs);
	if (count_of(&olds))
		*places = olds;
	else if (count_of(&proofs))
		*places = proofs;
}

static struct hunk_found judge(const struct hunk_places *places)
{
	struct hunk_found found = { .state = HUNK_UNPROVED, .n_places = count_of(places) };
	if (!count_of(places))
		return found;
	const struct hunk_place *first = first_of(places);
	found.line = first->line;
	if (first->proved)
		found.state = HUNK_MADE;
	if (!first->made)
		found.state = count_of(places) == 1 ? HUNK_TO_MAKE : HUNK_AMBIGUOUS;
	found.second = count_of(places) > 1 ? first[1].line : 0;
	return found;
}

static struct hunk_neighbour neighbour(const struct hunk_list *list, const struct hunk_places *places, size_t h)
{
	return (struct hunk_neighbour){ &list->items[h], first_of(&places[h])->line, first_of(&places[h])->made };
}

/* Leaves the one place that is meant, where the diff tells which one of several. */
static void choose_place(struct hunk_search *s, struct hunk_places *places, size_t h)
{
	const struct hunk_list *list = s->list;
	struct hunk_places *own = &places[h];
	size_t count = count_of(own);
	size_t chosen = hunk_choose_by_heading(&list->items[h], &s->headings, first_of(own), count);
	if (chosen == count && h > 0 && h + 1 < list->count && count_of(&places[h - 1]) == 1 &&
		count_of(&places[h + 1]) == 1) {
		struct hunk_neighbour above = neighbour(list, places, h - 1), below = neighbour(list, places, h + 1);
		chosen = hunk_choose_between(&above, &list->items[h], &below, first_of(own), count);
	}
	if (chosen < count) {
		own->first += chosen;
		own->last = own->first + 1;
	}
}

static bool find_all(struct hunk_search *s, struct hunk_places *places, struct hunk_lack *lack)
{
	const struct hunk_list *list = s->list;
	size_t n_lines = source_line_count(s->source);
	lack->index = list->count;
	for (size_t h = 0; h < list->count; h++) {
		lack->some_fit |= count_of(&places[h]) > 0;
		if (!count_of(&places[h]) && !leaves_nothing(&list->items[h], &places[h]) && lack->index == list->count)
			lack->index = h;
	}
	if (lack->index < list->count)
		return false;
	lack->out_of_order = true;
	if (!keep_rows(list, places, n_lines, &lack->index))
		return false;
	for (size_t h = 0; h < list->count; h++) {
		if (count_of(&places[h]) > 1)
			choose_place(s, places, h);
		prefer_old(&places[h]);
	}
	return keep_rows(list, places, n_lines, &lack->index);
}

bool hunk_list_find(
	const struct hunk_list *list, struct source *source, struct hunk_found *found, struct hunk_lack *lack)
{
	struct hunk_search s = { .list = list, .source = source, .headings = { .source = source } };
	struct place_groups groups = { 0 };
	struct hunk_places *places = xcalloc(list->count, sizeof(*places));
	*lack = (struct hunk_lack){ 0 };
	hunk_sides_find(list, source, &s.sides);
	fill_groups(&s, &groups, places);
	bool ok = find_all(&s, places, lack);
	for (size_t h = 0; h < list->count && ok; h++)
		found[h] = judge(&places[h]);
	free(places);
	groups_release(&groups, list->count);
	hunk_headings_release(&s.headings);
	hunk_sides_release(&s.sides);
	return ok;
}
