/* Compiling hunks, and finding them. */
#include "op/hunk.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/ascii.h"

/*
 * Which of several places a hunk means, where the diff says more than lines: the heading behind its second "@@", and
 * where it stands between two other hunks. Both are evidence only where they leave exactly one place.
 */

static bool is_letter(char c)
{
	return ascii_is_letter(c) || c == '_' || c == '$';
}

static bool is_definition(struct slice trimmed)
{
	return slice_starts_with(trimmed, "def ") || slice_starts_with(trimmed, "class ") ||
	       slice_starts_with(trimmed, "async def ");
}

/* git's own reading takes the nearest line above that begins with a letter, its reading of Python the nearest
 * definition: which it was is not said. */
static bool is_below_heading(struct slice heading, struct source *source, size_t line)
{
	bool fits_own = false, saw_own = false, saw_definition = false, fits_definition = false;
	while (line-- > 0 && !(saw_own && saw_definition)) {
		struct slice text = hunk_file_line(source, line), trimmed = slice_trim(text);
		bool fits = trimmed.len >= heading.len && slice_eq(slice_sub(trimmed, 0, heading.len), heading);
		if (!saw_own && text.len && is_letter(text.ptr[0])) {
			saw_own = true;
			fits_own = fits;
		}
		if (!saw_definition && is_definition(trimmed)) {
			saw_definition = true;
			fits_definition = fits;
		}
	}
	return fits_own || fits_definition;
}

/*
 * Which of the places at 0-based `lines` a hunk means, as an index, or `count`: by the heading that the diff has behind
 * the second "@@"; or by two hunks around it, of which each has one place: where they moved by the same number of
 * lines, nothing came or went between them.
 */
static size_t hunk_choose_by_heading(const struct hunk *hunk, struct source *source, const size_t *lines, size_t count)
{
	struct slice heading = slice_trim(hunk->source->section);
	size_t chosen = count, n_below = 0;
	for (size_t i = 0; i < count && heading.len; i++)
		if (is_below_heading(heading, source, lines[i])) {
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
	const struct hunk_neighbour *below, const size_t *lines, size_t count)
{
	bool made = above->made,
	     numbered = above->hunk->source->numbered && hunk->source->numbered && below->hunk->source->numbered;
	size_t shift = above->line - start_of(above->hunk, made); /* wraps round where it lies above */
	if (!numbered || below->made != made || below->line - start_of(below->hunk, made) != shift)
		return count;
	for (size_t i = 0; i < count; i++)
		if (lines[i] - start_of(hunk, made) == shift)
			return i;
	return count;
}

static const char BOM[] = "\xEF\xBB\xBF";

static struct slice without_bom(struct slice line)
{
	return slice_starts_with(line, BOM) ? slice_sub(line, 3, line.len) : line;
}

struct slice hunk_file_line(struct source *source, size_t index)
{
	struct slice line = source_line(source, index);
	if (slice_ends_with(line, "\n"))
		line.len -= slice_ends_with(line, "\r\n") ? 2 : 1;
	return index == 0 && source->has_bom ? without_bom(line) : line;
}

/* --- compiling --------------------------------------------------------------------------------------------------- */

/* fallback[n] for each length n of a prefix, n = 1 to count. */
static void fill_fallback(struct hunk_side *side, struct arena *arena)
{
	side->fallback = arena_alloc(arena, (side->count + 1) * sizeof(*side->fallback));
	for (size_t n = 1, border = 0; n < side->count; n++) {
		while (border && !slice_eq(side->lines[n], side->lines[border]))
			border = side->fallback[border];
		border += slice_eq(side->lines[n], side->lines[border]);
		side->fallback[n + 1] = border;
	}
}

static void fill_side(
	struct hunk_side *side, const struct patch_hunk *source, enum patch_side which, struct arena *arena)
{
	side->lines = arena_alloc(arena, source->n_lines * sizeof(*side->lines));
	for (size_t i = 0; i < source->n_lines; i++) {
		const struct patch_line *line = &source->lines[i];
		if (line->side != PATCH_BOTH && line->side != which)
			continue;
		side->lines[side->count++] = without_bom(line->text);
		side->no_eol = line->no_eol;
	}
	fill_fallback(side, arena);
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
		*error_offset = line_offset(text, sources[i].line);
		if (!compile_hunk(&out->items[i], &sources[i], arena, err))
			return false;
	}
	return true;
}

/* --- finding ----------------------------------------------------------------------------------------------------- */

struct hunk_place {
	size_t line, end; /* lines [line, end) of the file, 0-based */
	bool made;        /* the new side stands here */
	bool proved;      /* and it is proof */
};

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

static void find_side(const struct hunk *hunk, bool made, struct source *source, struct place_list *out)
{
	const struct hunk_side *side = made ? &hunk->new_side : &hunk->old_side;
	size_t n_lines = source_line_count(source), matched = 0;
	for (size_t i = 0; i < n_lines && side->count; i++) {
		struct slice line = hunk_file_line(source, i);
		while (matched && (matched == side->count || !slice_eq(line, side->lines[matched])))
			matched = side->fallback[matched];
		matched += slice_eq(line, side->lines[matched]);
		if (matched == side->count && end_fits(hunk, side, source, i + 1)) {
			bool begins = i + 1 == matched || !hunk->bare_begin, ends = i + 1 == n_lines || !hunk->bare_end;
			struct hunk_place place = { i + 1 - matched, i + 1, made, begins && ends };
			VEC_PUSH(out->items, out->count, out->capacity, place);
		}
	}
}

/* A hunk of added lines alone: the old side is empty and has one place. */
static void find_anchored(const struct hunk *hunk, struct source *source, struct place_list *out)
{
	size_t n_lines = source_line_count(source), added = hunk->new_side.count, kept = 0;
	bool at_end = hunk->anchor == HUNK_AT_END;
	find_side(hunk, true, source, out);
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

static void find_places(const struct hunk *hunk, struct source *source, struct place_list *out)
{
	struct place_list before = { 0 }, after = { 0 };
	if (hunk->anchor != HUNK_ANYWHERE) {
		find_anchored(hunk, source, out);
		return;
	}
	find_side(hunk, false, source, &before);
	find_side(hunk, true, source, &after);
	if (hunk->new_side.count > hunk->old_side.count)
		drop_enclosed(&after, &before);
	else if (hunk->old_side.count > hunk->new_side.count)
		drop_enclosed(&before, &after);
	merge_places(&before, &after, out);
	free(before.items);
	free(after.items);
}

/* Removed lines alone leave nothing to recognise, as with `delete`: not there has no place, and no proof. */
static bool leaves_nothing(const struct hunk *hunk, const struct place_list *places)
{
	return !hunk->new_side.count && !places->count;
}

/*
 * Leaves the places that belong to some row of places, one per hunk, in order and without overlap. What is left of each
 * hunk is part of such a row, because the earliest end before and the latest beginning after it were taken. False when
 * there is no such row.
 */
static bool keep_rows(const struct hunk_list *list, struct place_list *places, size_t n_lines, size_t *failed)
{
	size_t from = 0, to = n_lines;
	for (size_t h = 0; h < list->count; h++) {
		size_t kept = 0, earliest = n_lines;
		if (leaves_nothing(&list->items[h], &places[h]))
			continue;
		for (size_t i = 0; i < places[h].count; i++)
			if (places[h].items[i].line >= from) {
				earliest = places[h].items[i].end < earliest ? places[h].items[i].end : earliest;
				places[h].items[kept++] = places[h].items[i];
			}
		places[h].count = kept;
		from = earliest;
		*failed = h;
		if (!kept)
			return false;
	}
	for (size_t h = list->count; h-- > 0;) {
		size_t kept = 0;
		if (leaves_nothing(&list->items[h], &places[h]))
			continue;
		for (size_t i = 0; i < places[h].count; i++)
			if (places[h].items[i].end <= to)
				places[h].items[kept++] = places[h].items[i];
		places[h].count = kept;
		to = places[h].items[kept - 1].line;
	}
	return true;
}

/*
 * Where the old side stands somewhere, that is the place: the new side may well be at home elsewhere, in a file that
 * repeats itself. Of places with the new side, those that are proof.
 */
static void prefer_old(struct place_list *places)
{
	size_t kept = 0;
	bool any_old = false, any_proof = false;
	for (size_t i = 0; i < places->count; i++) {
		any_old |= !places->items[i].made;
		any_proof |= places->items[i].proved;
	}
	for (size_t i = 0; i < places->count; i++)
		if (any_old ? !places->items[i].made : places->items[i].proved || !any_proof)
			places->items[kept++] = places->items[i];
	places->count = kept;
}

static struct hunk_found judge(const struct place_list *places)
{
	struct hunk_found found = { .state = HUNK_UNPROVED, .n_places = places->count };
	if (!places->count)
		return found;
	found.line = places->items[0].line;
	if (places->items[0].proved)
		found.state = HUNK_MADE;
	if (!places->items[0].made)
		found.state = places->count == 1 ? HUNK_TO_MAKE : HUNK_AMBIGUOUS;
	found.second = places->count > 1 ? places->items[1].line : 0;
	return found;
}

static struct hunk_neighbour neighbour(const struct hunk_list *list, const struct place_list *places, size_t h)
{
	return (struct hunk_neighbour){ &list->items[h], places[h].items[0].line, places[h].items[0].made };
}

/* Leaves the one place that is meant, where the diff tells which one of several. */
static void choose_place(const struct hunk_list *list, struct place_list *places, size_t h, struct source *source)
{
	struct place_list *own = &places[h];
	size_t *lines = xcalloc(own->count, sizeof(*lines));
	for (size_t i = 0; i < own->count; i++)
		lines[i] = own->items[i].line;
	size_t chosen = hunk_choose_by_heading(&list->items[h], source, lines, own->count);
	if (chosen == own->count && h > 0 && h + 1 < list->count && places[h - 1].count == 1 &&
		places[h + 1].count == 1) {
		struct hunk_neighbour above = neighbour(list, places, h - 1), below = neighbour(list, places, h + 1);
		chosen = hunk_choose_between(&above, &list->items[h], &below, lines, own->count);
	}
	if (chosen < own->count) {
		own->items[0] = own->items[chosen];
		own->count = 1;
	}
	free(lines);
}

static bool find_all(
	const struct hunk_list *list, struct place_list *places, struct source *source, struct hunk_lack *lack)
{
	size_t n_lines = source_line_count(source);
	lack->index = list->count;
	for (size_t h = 0; h < list->count; h++) {
		find_places(&list->items[h], source, &places[h]);
		lack->some_fit |= places[h].count > 0;
		if (!places[h].count && !leaves_nothing(&list->items[h], &places[h]) && lack->index == list->count)
			lack->index = h;
	}
	if (lack->index < list->count)
		return false;
	lack->out_of_order = true;
	if (!keep_rows(list, places, n_lines, &lack->index))
		return false;
	for (size_t h = 0; h < list->count; h++) {
		if (places[h].count > 1)
			choose_place(list, places, h, source);
		prefer_old(&places[h]);
	}
	return keep_rows(list, places, n_lines, &lack->index);
}

bool hunk_list_find(
	const struct hunk_list *list, struct source *source, struct hunk_found *found, struct hunk_lack *lack)
{
	struct place_list *places = xcalloc(list->count, sizeof(*places));
	*lack = (struct hunk_lack){ 0 };
	bool ok = find_all(list, places, source, lack);
	for (size_t h = 0; h < list->count; h++) {
		if (ok)
			found[h] = judge(&places[h]);
		free(places[h].items);
	}
	free(places);
	return ok;
}
