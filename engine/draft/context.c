/* Lines of context from the tree, for a hunk whose own lines occur there more than once: its line numbers tell which
 * place is meant. */
#include "draft/draft_private.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/table.h"
#include "format/yaml_write.h"
#include "text/source.h"

/* So many lines are added above and below at most. */
#define MAX_ADDED 60

/* The lines of the file, those that are equal by one number. */
struct lines {
	struct source *source;
	struct table numbers; /* by text, plus 1 */
	size_t *number;       /* of each line */
	size_t *next;         /* the next line that is equal, or the number of lines */
	size_t *first;        /* by number: the first such line ... */
	size_t *count;        /* ... and how many there are */
	size_t n_lines;
};

static struct slice file_line(struct source *source, size_t index)
{
	struct slice line = source_line(source, index);
	if (slice_ends_with(line, "\n"))
		line.len -= slice_ends_with(line, "\r\n") ? 2 : 1;
	return line;
}

static void lines_init(struct lines *lines, struct source *source)
{
	size_t n = source_line_count(source), n_numbers = 0, *last = xcalloc(n + 1, sizeof(*last));
	*lines = (struct lines){ .source = source, .n_lines = n };
	lines->number = xcalloc(n + 1, sizeof(*lines->number));
	lines->next = xcalloc(n + 1, sizeof(*lines->next));
	lines->first = xcalloc(n + 1, sizeof(*lines->first));
	lines->count = xcalloc(n + 1, sizeof(*lines->count));
	for (size_t i = 0; i < n; i++) {
		size_t *number = table_at(&lines->numbers, file_line(source, i));
		bool is_new = !*number;
		if (is_new)
			*number = ++n_numbers;
		lines->number[i] = *number - 1;
		lines->next[i] = n;
		if (is_new)
			lines->first[*number - 1] = i;
		else
			lines->next[last[*number - 1]] = i;
		last[*number - 1] = i;
		lines->count[*number - 1]++;
	}
	free(last);
}

static void lines_release(struct lines *lines)
{
	table_release(&lines->numbers);
	free(lines->number);
	free(lines->next);
	free(lines->first);
	free(lines->count);
}

/* One side of a hunk as numbers of lines. */
struct side {
	size_t *numbers;
	size_t count;
	size_t rarest; /* which of them the file has least often */
	bool is_known; /* the file has all of them */
};

static struct side side_of(const struct patch_hunk *hunk, enum patch_side which, const struct lines *lines)
{
	struct side side = { .numbers = xcalloc(hunk->n_lines + 1, sizeof(*side.numbers)), .is_known = true };
	for (size_t i = 0; i < hunk->n_lines && side.is_known; i++) {
		if (hunk->lines[i].side != PATCH_BOTH && hunk->lines[i].side != which)
			continue;
		size_t number = table_get(&lines->numbers, hunk->lines[i].text);
		side.is_known = number != 0;
		side.numbers[side.count] = number - 1;
		if (side.is_known && lines->count[number - 1] < lines->count[side.numbers[side.rarest]])
			side.rarest = side.count;
		side.count++;
	}
	side.is_known = side.is_known && side.count;
	return side;
}

static bool is_at(const struct side *side, const struct lines *lines, size_t line)
{
	if (!side->is_known || line > lines->n_lines || side->count > lines->n_lines - line)
		return false;
	for (size_t i = 0; i < side->count; i++)
		if (lines->number[line + i] != side->numbers[i])
			return false;
	return true;
}

static bool hunk_is_at(const struct patch_hunk *hunk, const struct lines *lines, size_t line)
{
	struct side side = side_of(hunk, PATCH_OLD, lines);
	bool stands = is_at(&side, lines, line);
	free(side.numbers);
	return stands;
}

/* In how many places one side of the hunk is; 2: or more. */
static size_t count_places(const struct patch_hunk *hunk, enum patch_side which, const struct lines *lines)
{
	struct side side = side_of(hunk, which, lines);
	size_t count = 0, at = side.is_known ? lines->first[side.numbers[side.rarest]] : lines->n_lines;
	for (; at < lines->n_lines && count < 2; at = lines->next[at])
		count += at >= side.rarest && is_at(&side, lines, at - side.rarest);
	free(side.numbers);
	return count;
}

static struct patch_line context_line(struct source *source, size_t index, struct arena *arena)
{
	struct slice line = file_line(source, index);
	return (struct patch_line){ .side = PATCH_BOTH,
		.text = slice_from(arena_dup(arena, line), line.len),
		.crlf = slice_ends_with(source_line(source, index), "\r\n") };
}

/* The hunk, which is at `place`, with lines [first, place) above it and those up to `end` below it. */
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

static bool is_alone(const struct patch_hunk *hunk, const struct lines *lines)
{
	return count_places(hunk, PATCH_OLD, lines) == 1 && !count_places(hunk, PATCH_NEW, lines);
}

static bool can_be_added(struct source *source, size_t line)
{
	struct slice text = source_line(source, line);
	return slice_ends_with(text, "\n") && yaml_can_hold(file_line(source, line));
}

/* Adds lines of [least, most) on both sides of the hunk until it is alone; where it does not get so, none. Returns the
 * line after the last. */
static size_t widen(struct patch_hunk *hunk, size_t place, size_t least, size_t most, const struct lines *lines,
	struct arena *arena)
{
	struct source *source = lines->source;
	size_t first = place, end = place + hunk->old_count;
	for (size_t n = 0; n < MAX_ADDED && place >= least && !is_alone(hunk, lines); n++) {
		bool above = first > least && can_be_added(source, first - 1),
		     below = end < most && can_be_added(source, end);
		if (!above && !below)
			break;
		first -= above;
		end += below;
		struct patch_hunk wide = with_lines(hunk, place, first, end, source, arena);
		if (!is_alone(&wide, lines))
			continue;
		*hunk = wide;
		return end;
	}
	return place + hunk->old_count;
}

void context_complete(struct patch_file *file, struct slice text, struct arena *arena)
{
	struct source source;
	struct lines lines;
	source_init(&source, "", text);
	lines_init(&lines, &source);
	size_t *at = xcalloc(file->n_hunks + 1, sizeof(*at));
	for (size_t i = 0; i < file->n_hunks; i++)
		if (file->hunks[i].old_start && hunk_is_at(&file->hunks[i], &lines, file->hunks[i].old_start - 1))
			at[i] = file->hunks[i].old_start;
	for (size_t i = 0, least = 0; i < file->n_hunks; i++) {
		struct patch_hunk *hunk = &file->hunks[i];
		bool has_next = i + 1 < file->n_hunks;
		size_t most = !has_next ? lines.n_lines : at[i + 1] ? at[i + 1] - 1 : 0;
		least = at[i] ? widen(hunk, at[i] - 1, least, most, &lines, arena) : lines.n_lines;
	}
	free(at);
	lines_release(&lines);
	source_release(&source);
}
