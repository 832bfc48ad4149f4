/* Lines of context from the tree, for a hunk whose own lines stand there more than once: the diff's line numbers tell
 * which place is meant. */
#include "draft/draft_private.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "format/yaml_write.h"
#include "text/source.h"

/* So many lines are added above and below at most. */
#define MAX_ADDED 60

struct places {
	size_t *lines; /* 0-based, of the first line of each place where the old side fits */
	size_t count, capacity;
};

static struct slice file_line(struct source *source, size_t index)
{
	struct slice line = source_line(source, index);
	if (slice_ends_with(line, "\n"))
		line.len -= slice_ends_with(line, "\r\n") ? 2 : 1;
	return line;
}

static bool fits_at(const struct patch_hunk *hunk, enum patch_side side, struct source *source, size_t line)
{
	size_t n_lines = source_line_count(source);
	for (size_t i = 0; i < hunk->n_lines; i++) {
		if (hunk->lines[i].side != PATCH_BOTH && hunk->lines[i].side != side)
			continue;
		if (line == n_lines || !slice_eq(file_line(source, line++), hunk->lines[i].text))
			return false;
	}
	return true;
}

static struct places find_places(const struct patch_hunk *hunk, enum patch_side side, struct source *source)
{
	struct places places = { 0 };
	for (size_t i = 0; i < source_line_count(source) && (side == PATCH_OLD ? hunk->old_count : hunk->new_count);
		i++)
		if (fits_at(hunk, side, source, i))
			VEC_PUSH(places.lines, places.count, places.capacity, i);
	return places;
}

/* By how many lines the one place of a hunk lies below where the diff has it; wraps round where it lies above. False
 * where it has not one. */
static bool shift_of(const struct patch_hunk *hunk, const struct places *places, size_t *shift)
{
	*shift = places->count == 1 ? places->lines[0] + 1 - hunk->old_start : 0;
	return places->count == 1;
}

/* Which of several places is meant: the one that lies where the diff has it, shifted as the nearest hunks on either
 * side are. */
static bool choose_place(const struct patch_file *file, size_t index, const struct places *places, size_t *place)
{
	size_t above = 0, below = 0;
	bool has_above = false, has_below = false;
	*place = places[index].count ? places[index].lines[0] : 0;
	if (places[index].count < 2)
		return places[index].count == 1;
	for (size_t i = index; i-- > 0 && !has_above;)
		has_above = shift_of(&file->hunks[i], &places[i], &above);
	for (size_t i = index + 1; i < file->n_hunks && !has_below; i++)
		has_below = shift_of(&file->hunks[i], &places[i], &below);
	if (has_above && has_below && above != below)
		return false;
	*place = file->hunks[index].old_start - 1 + (has_above ? above : below);
	for (size_t i = 0; i < places[index].count; i++)
		if (places[index].lines[i] == *place)
			return true;
	return false;
}

static struct patch_line context_line(struct source *source, size_t index, struct arena *arena)
{
	struct slice line = file_line(source, index);
	return (struct patch_line){ .side = PATCH_BOTH,
		.text = slice_from(arena_dup(arena, line), line.len),
		.crlf = slice_ends_with(source_line(source, index), "\r\n") };
}

/* The hunk, which stands at `place`, with lines [first, place) above it and those up to `end` below it. */
static struct patch_hunk with_lines(const struct patch_hunk *hunk, size_t place, size_t first, size_t end,
	struct source *source, struct arena *arena)
{
	struct patch_hunk wide = *hunk;
	size_t above = place - first, below = end - (place + hunk->old_count);
	wide.lines = arena_alloc(arena, (hunk->n_lines + above + below) * sizeof(*wide.lines));
	wide.n_lines = 0;
	for (size_t i = first; i < place; i++)
		wide.lines[wide.n_lines++] = context_line(source, i, arena);
	for (size_t i = 0; i < hunk->n_lines; i++)
		wide.lines[wide.n_lines++] = hunk->lines[i];
	for (size_t i = place + hunk->old_count; i < end; i++)
		wide.lines[wide.n_lines++] = context_line(source, i, arena);
	/* git's heading is for the line that the hunk began at */
	wide.section = above ? SLICE_LITERAL("") : hunk->section;
	wide.old_start -= above;
	wide.new_start -= above;
	wide.old_count += above + below;
	wide.new_count += above + below;
	return wide;
}

static bool is_alone(const struct patch_hunk *hunk, struct source *source)
{
	struct places before = find_places(hunk, PATCH_OLD, source), after = find_places(hunk, PATCH_NEW, source);
	bool alone = before.count == 1 && !after.count;
	free(before.lines);
	free(after.lines);
	return alone;
}

static bool can_be_added(struct source *source, size_t line)
{
	struct slice text = source_line(source, line);
	return slice_ends_with(text, "\n") && yaml_can_hold(file_line(source, line));
}

/* Adds lines of [least, most) on both sides of the hunk until it is alone; where it does not get so, none. Returns the
 * line behind the last. */
static size_t widen(
	struct patch_hunk *hunk, size_t place, size_t least, size_t most, struct source *source, struct arena *arena)
{
	size_t first = place, end = place + hunk->old_count;
	for (size_t n = 0; n < MAX_ADDED && place >= least && !is_alone(hunk, source); n++) {
		bool above = first > least && can_be_added(source, first - 1),
		     below = end < most && can_be_added(source, end);
		if (!above && !below)
			break;
		first -= above;
		end += below;
		struct patch_hunk wide = with_lines(hunk, place, first, end, source, arena);
		if (!is_alone(&wide, source))
			continue;
		*hunk = wide;
		return end;
	}
	return place + hunk->old_count;
}

void context_complete(struct patch_file *file, struct slice text, struct arena *arena)
{
	struct source source;
	struct places *places = xcalloc(file->n_hunks, sizeof(*places));
	size_t *at = xcalloc(file->n_hunks, sizeof(*at)); /* its place + 1, or 0 */
	source_init(&source, "", text);
	for (size_t i = 0; i < file->n_hunks; i++)
		places[i] = find_places(&file->hunks[i], PATCH_OLD, &source);
	for (size_t i = 0; i < file->n_hunks; i++)
		at[i] = choose_place(file, i, places, &at[i]) ? at[i] + 1 : 0;
	for (size_t i = 0, least = 0; i < file->n_hunks; i++) {
		struct patch_hunk *hunk = &file->hunks[i];
		bool has_next = i + 1 < file->n_hunks;
		size_t most = !has_next ? source_line_count(&source) : at[i + 1] ? at[i + 1] - 1 : 0;
		least = at[i] ? widen(hunk, at[i] - 1, least, most, &source, arena) : source_line_count(&source);
	}
	for (size_t i = 0; i < file->n_hunks; i++)
		free(places[i].lines);
	free(places);
	free(at);
	source_release(&source);
}
