#include "text/change.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/table.h"
#include "text/myers.h"

/* More lines than this between the first and the last change are told as one change: the search would eat the
 * memory. */
#define MAX_SEARCHED_LINES ((size_t)8 << 20)

/* The lines of one text that lie between what both texts begin and end with. */
struct side {
	struct pieces *text;
	size_t begin, end;    /* lines */
	uint32_t *ids;        /* per line: equal lines have equal ids, over both sides */
	unsigned char *marks; /* per line: 1 = only on this side */
	uint32_t *kept;       /* the ids of the lines that the other side has too ... */
	uint32_t *kept_lines; /* ... and their lines, counted from `begin` */
	size_t n_kept;
};

struct interner {
	struct table ids;     /* of each line that was seen, plus 1 */
	unsigned char *sides; /* per id: bit 0 = the old text has it, bit 1 = the new one */
	uint32_t n_ids;
};

void line_changes_release(struct line_changes *changes)
{
	free(changes->items);
	*changes = (struct line_changes){ 0 };
}

static void trim(struct side *before, struct side *after)
{
	while (before->begin < before->end && after->begin < after->end &&
		slice_eq(pieces_line(before->text, before->begin), pieces_line(after->text, after->begin))) {
		before->begin++;
		after->begin++;
	}
	while (before->begin < before->end && after->begin < after->end &&
		slice_eq(pieces_line(before->text, before->end - 1), pieces_line(after->text, after->end - 1))) {
		before->end--;
		after->end--;
	}
}

static uint32_t intern(struct interner *interner, struct slice text)
{
	size_t *id = table_at(&interner->ids, text);
	if (!*id)
		*id = ++interner->n_ids;
	return (uint32_t)*id - 1;
}

static void intern_side(struct interner *interner, struct side *side, unsigned char bit)
{
	size_t count = side->end - side->begin;
	side->ids = xcalloc(count, sizeof(*side->ids));
	side->marks = xcalloc(count, 1);
	for (size_t i = 0; i < count; i++) {
		side->ids[i] = intern(interner, pieces_line(side->text, side->begin + i));
		interner->sides[side->ids[i]] |= bit;
	}
}

/* A line that only one side has is in no common subsequence: it is marked at once, and the search is spared it. */
static void keep_shared(const struct interner *interner, struct side *side)
{
	size_t count = side->end - side->begin;
	side->kept = xcalloc(count, sizeof(*side->kept));
	side->kept_lines = xcalloc(count, sizeof(*side->kept_lines));
	for (size_t i = 0; i < count; i++) {
		if (interner->sides[side->ids[i]] != 3) {
			side->marks[i] = 1;
			continue;
		}
		side->kept[side->n_kept] = side->ids[i];
		side->kept_lines[side->n_kept++] = (uint32_t)i;
	}
}

static void side_release(struct side *side)
{
	free(side->ids);
	free(side->marks);
	free(side->kept);
	free(side->kept_lines);
}

static void mark_kept(struct side *side, const unsigned char *flags)
{
	for (size_t i = 0; i < side->n_kept; i++)
		if (flags[i])
			side->marks[side->kept_lines[i]] = 1;
}

static void mark_differences(struct side *before, struct side *after)
{
	size_t count = before->end - before->begin + after->end - after->begin;
	struct interner interner = { .sides = xcalloc(count, 1) };
	intern_side(&interner, before, 1);
	intern_side(&interner, after, 2);
	keep_shared(&interner, before);
	keep_shared(&interner, after);
	table_release(&interner.ids);
	free(interner.sides);

	unsigned char *flags = xcalloc(before->n_kept + after->n_kept, 1);
	myers_diff(before->kept, before->n_kept, after->kept, after->n_kept, MYERS_DEFAULT_BUDGET, flags,
		flags + before->n_kept);
	mark_kept(before, flags);
	mark_kept(after, flags + before->n_kept);
	free(flags);
}

static void collect(const struct side *before, const struct side *after, struct line_changes *changes)
{
	size_t n = before->end - before->begin, m = after->end - after->begin;
	for (size_t i = 0, j = 0; i < n || j < m; i++, j++) {
		struct line_change change = { .before = before->begin + i, .after = after->begin + j };
		while (i < n && before->marks[i])
			i++;
		while (j < m && after->marks[j])
			j++;
		change.before_end = before->begin + i;
		change.after_end = after->begin + j;
		if (change.before < change.before_end || change.after < change.after_end)
			VEC_PUSH(changes->items, changes->count, changes->capacity, change);
	}
}

/* Appends what differs between the lines of the two sides. */
static void search(struct side before, struct side after, struct line_changes *changes)
{
	trim(&before, &after);
	size_t n = before.end - before.begin, m = after.end - after.begin;
	if (n == 0 || m == 0 || (n == 1 && m == 1) || n + m > MAX_SEARCHED_LINES) {
		struct line_change whole = { before.begin, before.end, after.begin, after.end };
		if (n || m)
			VEC_PUSH(changes->items, changes->count, changes->capacity, whole);
		return;
	}
	mark_differences(&before, &after);
	collect(&before, &after, changes);
	side_release(&before);
	side_release(&after);
}

/* Is there a line end, or nothing, in front of that byte? */
static bool begins_line(const struct pieces *text, size_t offset)
{
	return pieces_line_begin(text, pieces_line_index(text, offset)) == offset;
}

/*
 * The lines [*begin, *end) of `before` that lie whole in its bytes [from, to), and that `after` has as well, `shift`
 * bytes further on. None where *begin is not less than *end.
 */
static void whole_lines(const struct pieces *before, const struct pieces *after, size_t from, size_t to, size_t shift,
	size_t *begin, size_t *end)
{
	bool is_last = to == pieces_size(before) && to + shift == pieces_size(after);
	*begin = pieces_line_index(before, from);
	*begin += !(begins_line(before, from) && begins_line(after, from + shift));
	*end = is_last ? pieces_line_count(before) : pieces_line_index(before, to);
}

void line_changes_of_pieces(struct pieces *before, struct pieces *after, const struct edit *edits, size_t n_edits,
	struct line_changes *changes)
{
	struct side old = { .text = before }, new = { .text = after };
	for (size_t i = 0, from = 0, shift = 0; i <= n_edits; i++) {
		size_t to = i < n_edits ? edits[i].begin : pieces_size(before), begin, end;
		whole_lines(before, after, from, to, shift, &begin, &end);
		if (begin < end) {
			old.end = begin;
			new.end = pieces_line_index(after, pieces_line_begin(before, begin) + shift);
			search(old, new, changes);
			old.begin = end;
			new.begin = new.end + (end - begin);
		}
		if (i == n_edits)
			break;
		from = edits[i].end;
		shift += edits[i].text.len - (edits[i].end - edits[i].begin);
	}
	old.end = pieces_line_count(before);
	new.end = pieces_line_count(after);
	search(old, new, changes);
	line_changes_slide(before, after, changes);
}

void line_changes_of_edits(struct source *before, struct source *after, const struct edit *edits, size_t n_edits,
	struct line_changes *changes)
{
	struct pieces old, new;
	pieces_init(&old, before, NULL, 0);
	pieces_init(&new, after, NULL, 0);
	line_changes_of_pieces(&old, &new, edits, n_edits, changes);
	pieces_release(&old);
	pieces_release(&new);
}

void line_changes_find(struct source *before, struct source *after, struct line_changes *changes)
{
	struct edit whole = { .end = (uint32_t)before->bytes.len, .text = after->bytes };
	line_changes_of_edits(before, after, &whole, 1, changes);
}

static void add_trimmed(struct source *source, struct str *out)
{
	for (size_t i = 0; i < source_line_count(source); i++) {
		str_add(out, slice_trim(source_line(source, i)));
		str_add_char(out, '\n');
	}
}

void line_changes_find_trimmed(struct source *before, struct source *after, struct line_changes *changes)
{
	struct str old_text = STR_INIT, new_text = STR_INIT;
	struct source old, new;
	add_trimmed(before, &old_text);
	add_trimmed(after, &new_text);
	source_init(&old, before->path, str_slice(&old_text));
	source_init(&new, after->path, str_slice(&new_text));
	line_changes_find(&old, &new, changes);
	source_release(&old);
	source_release(&new);
	str_release(&old_text);
	str_release(&new_text);
}
