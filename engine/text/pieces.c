#include "text/pieces.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"

#define NO_OFFSET ((size_t)-1)

/* --- one piece ---------------------------------------------------------------------------------------------------- */

static struct slice text_of(const struct text_piece *piece)
{
	return slice_sub(piece->source->bytes, piece->begin, piece->end);
}

static bool begins_heading(struct slice text)
{
	return text.len && (ascii_is_letter(text.ptr[0]) || text.ptr[0] == '_' || text.ptr[0] == '$');
}

/* Where in the source the last heading begins that begins after byte `begin`, which is on `first_line`, and before
 * `end`. */
static size_t last_heading(struct source *source, size_t begin, size_t first_line, size_t end)
{
	size_t line = begin < end ? source_line_index(source, end - 1) : first_line;
	for (; line > first_line; line--)
		if (begins_heading(source_line(source, line)))
			return source_line_begin(source, line);
	return NO_OFFSET;
}

static struct text_piece piece_of(struct source *source, size_t begin, size_t end)
{
	size_t first_line = source_line_index(source, begin);
	return (struct text_piece){ source, (uint32_t)begin, (uint32_t)end, first_line,
		last_heading(source, begin, first_line, end) };
}

static struct piece_sum sum_of(const struct text_piece *piece)
{
	struct slice text = text_of(piece);
	return (struct piece_sum){
		.bytes = (uint32_t)text.len,
		.newlines = (uint32_t)(source_line_index(piece->source, piece->end) - piece->first_line),
		.begins_heading = begins_heading(text),
		.ends_line = slice_ends_with(text, "\n"),
		.has_heading = piece->heading != NO_OFFSET,
	};
}

/* --- the tree ----------------------------------------------------------------------------------------------------- */

static struct piece_sum sum_both(struct piece_sum a, struct piece_sum b)
{
	if (!a.bytes || !b.bytes)
		return a.bytes ? a : b;
	return (struct piece_sum){
		.bytes = a.bytes + b.bytes,
		.newlines = a.newlines + b.newlines,
		.begins_heading = a.begins_heading,
		.ends_line = b.ends_line,
		.has_heading = a.has_heading || b.has_heading || (a.ends_line && b.begins_heading),
	};
}

static void sum_up(struct pieces *pieces, size_t node)
{
	pieces->sums[node] = sum_both(pieces->sums[2 * node], pieces->sums[2 * node + 1]);
}

void pieces_init(struct pieces *pieces, struct source *old, const struct edit *edits, size_t n_edits)
{
	size_t n_items = 2 * n_edits + 1;
	*pieces = (struct pieces){ .edits = edits, .n_edits = n_edits, .old = old, .n_leaves = 1 };
	while (pieces->n_leaves < n_items)
		pieces->n_leaves *= 2;
	pieces->texts = xcalloc(n_edits + 1, sizeof(*pieces->texts));
	pieces->items = xcalloc(n_items, sizeof(*pieces->items));
	pieces->sums = xcalloc(2 * pieces->n_leaves, sizeof(*pieces->sums));
	size_t at = 0;
	for (size_t i = 0; i < n_edits; i++) {
		source_init(&pieces->texts[i], old->path, edits[i].text);
		pieces->items[2 * i] = piece_of(old, at, edits[i].begin);
		pieces->items[2 * i + 1] = piece_of(old, edits[i].begin, edits[i].end);
		at = edits[i].end;
	}
	pieces->items[2 * n_edits] = piece_of(old, at, old->bytes.len);
	for (size_t i = 0; i < n_items; i++)
		pieces->sums[pieces->n_leaves + i] = sum_of(&pieces->items[i]);
	for (size_t node = pieces->n_leaves - 1; node > 0; node--)
		sum_up(pieces, node);
}

void pieces_release(struct pieces *pieces)
{
	for (size_t i = 0; i < pieces->n_edits; i++)
		source_release(&pieces->texts[i]);
	free(pieces->texts);
	free(pieces->items);
	free(pieces->sums);
	arena_release(&pieces->joined);
	*pieces = (struct pieces){ 0 };
}

void pieces_forget_lines(struct pieces *pieces)
{
	arena_release(&pieces->joined);
}

void pieces_set(struct pieces *pieces, size_t edit, bool is_made)
{
	const struct edit *what = &pieces->edits[edit];
	size_t item = 2 * edit + 1, node = pieces->n_leaves + item;
	pieces->items[item] = is_made ? piece_of(&pieces->texts[edit], 0, what->text.len)
				      : piece_of(pieces->old, what->begin, what->end);
	pieces->sums[node] = sum_of(&pieces->items[item]);
	while ((node /= 2) > 0)
		sum_up(pieces, node);
}

/* The bytes and line ends of all pieces in front of that one. */
static struct piece_sum sum_before(const struct pieces *pieces, size_t item)
{
	struct piece_sum sum = { 0 };
	for (size_t node = pieces->n_leaves + item; node > 1; node /= 2)
		if (node % 2)
			sum = sum_both(pieces->sums[node - 1], sum);
	return sum;
}

size_t pieces_offset(const struct pieces *pieces, size_t edit)
{
	return sum_before(pieces, 2 * edit + 1).bytes;
}

size_t pieces_size(const struct pieces *pieces)
{
	return pieces->sums[1].bytes;
}

void pieces_add_text(const struct pieces *pieces, struct str *out)
{
	str_reserve(out, pieces->sums[1].bytes);
	for (size_t i = 0; i < 2 * pieces->n_edits + 1; i++)
		str_add(out, text_of(&pieces->items[i]));
}

/* The piece that has the byte `*offset`, which becomes an offset in the piece; past the end, the last leaf. `*newlines`
 * is how many are in front of the piece. */
static size_t item_at(const struct pieces *pieces, size_t *offset, size_t *newlines)
{
	size_t node = 1;
	*newlines = 0;
	while (node < pieces->n_leaves) {
		node *= 2;
		if (pieces->sums[node].bytes <= *offset) {
			*offset -= pieces->sums[node].bytes;
			*newlines += pieces->sums[node].newlines;
			node++;
		}
	}
	return node - pieces->n_leaves;
}

/* --- lines -------------------------------------------------------------------------------------------------------- */

static bool ends_in_line(const struct pieces *pieces)
{
	return pieces->sums[1].bytes > 0 && !pieces->sums[1].ends_line;
}

size_t pieces_line_count(const struct pieces *pieces)
{
	return pieces->sums[1].newlines + ends_in_line(pieces);
}

size_t pieces_line_index(const struct pieces *pieces, size_t offset)
{
	size_t newlines;
	if (offset >= pieces->sums[1].bytes)
		return pieces->sums[1].newlines;
	const struct text_piece *piece = &pieces->items[item_at(pieces, &offset, &newlines)];
	return newlines + source_line_index(piece->source, piece->begin + offset) - piece->first_line;
}

size_t pieces_line_begin(const struct pieces *pieces, size_t line)
{
	if (line == 0 || line > pieces->sums[1].newlines)
		return line ? pieces->sums[1].bytes : 0;
	size_t node = 1, offset = 0;
	while (node < pieces->n_leaves) {
		node *= 2;
		if (pieces->sums[node].newlines < line) {
			line -= pieces->sums[node].newlines;
			offset += pieces->sums[node].bytes;
			node++;
		}
	}
	const struct text_piece *piece = &pieces->items[node - pieces->n_leaves];
	return offset + source_line_begin(piece->source, piece->first_line + line) - piece->begin;
}

static struct slice join(struct pieces *pieces, size_t item, size_t offset, size_t len)
{
	char *joined = arena_alloc(&pieces->joined, len);
	for (size_t at = 0; at < len; item++, offset = 0) {
		struct slice part = slice_sub(text_of(&pieces->items[item]), offset, offset + (len - at));
		if (part.len)
			memcpy(joined + at, part.ptr, part.len);
		at += part.len;
	}
	return slice_from(joined, len);
}

struct slice pieces_line(struct pieces *pieces, size_t line)
{
	size_t offset = pieces_line_begin(pieces, line), len = pieces_line_begin(pieces, line + 1) - offset, ignored;
	if (!len)
		return slice_from("", 0);
	size_t item = item_at(pieces, &offset, &ignored);
	struct slice text = text_of(&pieces->items[item]);
	return offset + len <= text.len ? slice_sub(text, offset, offset + len) : join(pieces, item, offset, len);
}

/* --- headings ----------------------------------------------------------------------------------------------------- */

/* Bytes [begin, end) of the whole text. */
struct range {
	size_t begin, end;
};

/* The same in one piece, whose first byte is at `base`. */
static size_t last_heading_of(const struct text_piece *piece, size_t base, struct range range)
{
	size_t from = range.begin > base ? piece->begin + (range.begin - base) - 1 : piece->begin,
	       found = piece->heading;
	if (range.end - base < piece->end - piece->begin)
		found = last_heading(
			piece->source, from, source_line_index(piece->source, from), piece->begin + (range.end - base));
	return found == NO_OFFSET || found <= from ? NO_OFFSET : base + (found - piece->begin);
}

/*
 * Where the last heading in `range` begins that begins after the first byte of the node, which is at `base`, or
 * NO_OFFSET. Only nodes that the range cuts are looked through in vain.
 */
static size_t last_heading_below(const struct pieces *pieces, size_t node, size_t base, struct range range)
{
	const struct piece_sum *sum = &pieces->sums[node];
	if (!sum->has_heading || base + 1 >= range.end || base + sum->bytes <= range.begin)
		return NO_OFFSET;
	if (node >= pieces->n_leaves)
		return last_heading_of(&pieces->items[node - pieces->n_leaves], base, range);
	const struct piece_sum *left = &pieces->sums[2 * node], *right = left + 1;
	size_t middle = base + left->bytes, found = last_heading_below(pieces, 2 * node + 1, middle, range);
	if (found != NO_OFFSET)
		return found;
	bool meet = left->bytes && left->ends_line && right->bytes && right->begins_heading;
	if (meet && range.begin <= middle && middle < range.end)
		return middle;
	return last_heading_below(pieces, 2 * node, base, range);
}

size_t pieces_heading(const struct pieces *pieces, size_t first, size_t end)
{
	struct range range = { pieces_line_begin(pieces, first), pieces_line_begin(pieces, end) };
	size_t found = last_heading_below(pieces, 1, 0, range);
	if (found == NO_OFFSET && first == 0 && end > 0 && pieces->sums[1].begins_heading)
		found = 0;
	return found == NO_OFFSET ? NO_OFFSET : pieces_line_index(pieces, found);
}
