/*
 * Which of several places a hunk means, where the diff says more than lines: the heading behind its second "@@", and
 * where it stands between two other hunks. Both are evidence only where they leave exactly one place.
 */
#include "base/ascii.h"
#include "op/hunk.h"

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

size_t hunk_choose_by_heading(const struct hunk *hunk, struct source *source, const size_t *lines, size_t count)
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

size_t hunk_choose_between(const struct hunk_neighbour *above, const struct hunk *hunk,
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
