/*
 * The automaton of Aho and Corasick, with lines for letters: its nodes are the beginnings of sides. All hunks are found
 * in one pass over the file, so that thousands of them do not each go all through it. Where thousands of lists are
 * looked for in one file, its lines are known, and each side is looked for where its rarest line is.
 */
#include "op/hunk_sides.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/arena.h"
#include "base/table.h"

#define ROOT 0

struct side_node {
	/* what it is found by, so both are kept side by side */
	struct {
		uint32_t parent, line;
	} key;
	uint32_t fallback; /* the longest beginning of a side that this one ends in, but itself */
	uint32_t shorter;  /* the longest whole side among those, or ROOT */
	uint32_t depth;    /* in lines */
	bool is_side;      /* a whole one */
};

struct automaton {
	struct table lines;      /* of all sides: their numbers, from 1 on */
	struct table edges;      /* by keys: the nodes */
	struct side_node *nodes; /* breadth first */
	size_t n_nodes;
	uint32_t *ends; /* of hunk h: 2 * h its old side, 2 * h + 1 its new one */
};

static uint32_t child(const struct automaton *sides, uint32_t parent, uint32_t line)
{
	uint32_t key[] = { parent, line };
	return (uint32_t)table_get(&sides->edges, slice_from((const char *)key, sizeof(key)));
}

/* Where the automaton goes from `node` on reading a line. */
static uint32_t advance(const struct automaton *sides, uint32_t node, uint32_t line)
{
	uint32_t next = child(sides, node, line);
	while (!next && node != ROOT) {
		node = sides->nodes[node].fallback;
		next = child(sides, node, line);
	}
	return next;
}

static uint32_t add_child(struct automaton *sides, uint32_t parent, uint32_t line)
{
	uint32_t at = child(sides, parent, line);
	if (at)
		return at;
	at = (uint32_t)sides->n_nodes++;
	struct side_node *node = &sides->nodes[at];
	*node = (struct side_node){ .key = { parent, line }, .depth = sides->nodes[parent].depth + 1 };
	if (parent != ROOT)
		node->fallback = advance(sides, sides->nodes[parent].fallback, line);
	const struct side_node *fallback = &sides->nodes[node->fallback];
	node->shorter = fallback->is_side ? node->fallback : fallback->shorter;
	*table_at(&sides->edges, slice_from((const char *)&node->key, sizeof(node->key))) = at;
	return at;
}

static uint32_t number_of(struct automaton *sides, struct slice line)
{
	size_t *number = table_at(&sides->lines, line);
	if (!*number)
		*number = sides->lines.count;
	return (uint32_t)*number;
}

static const struct hunk_side *side_at(const struct hunk_list *list, size_t s)
{
	return s % 2 ? &list->items[s / 2].new_side : &list->items[s / 2].old_side;
}

/* Depth by depth, since a node falls back to one that is less deep. */
static void build(struct automaton *sides, const struct hunk_list *list)
{
	size_t n_left = 0, n_lines = 0;
	size_t *left = xcalloc(2 * list->count, sizeof(*left)); /* the sides that have more lines */
	for (size_t s = 0; s < 2 * list->count; s++) {
		n_lines += side_at(list, s)->count;
		if (side_at(list, s)->count)
			left[n_left++] = s;
	}
	sides->nodes = xcalloc(n_lines + 1, sizeof(*sides->nodes));
	sides->n_nodes = 1;
	for (size_t depth = 0; n_left; depth++) {
		size_t kept = 0;
		for (size_t i = 0; i < n_left; i++) {
			const struct hunk_side *side = side_at(list, left[i]);
			uint32_t *end = &sides->ends[left[i]];
			*end = add_child(sides, *end, number_of(sides, side->lines[depth]));
			if (depth + 1 < side->count)
				left[kept++] = left[i];
			else
				sides->nodes[*end].is_side = true;
		}
		n_left = kept;
	}
	free(left);
}

/* Reads the file. */
static void read_lines(const struct automaton *sides, struct source *source, struct line_places *out)
{
	uint32_t at = ROOT;
	for (size_t i = 0; i < source_line_count(source); i++) {
		uint32_t line = (uint32_t)table_get(&sides->lines, source_line_text(source, i));
		at = line ? advance(sides, at, line) : ROOT;
		uint32_t side = sides->nodes[at].is_side ? at : sides->nodes[at].shorter;
		for (; side != ROOT; side = sides->nodes[side].shorter)
			VEC_PUSH(
				out[side].items, out[side].count, out[side].capacity, i + 1 - sides->nodes[side].depth);
	}
}

static void read_through(const struct hunk_list *list, struct source *source, struct hunk_sides *out)
{
	struct automaton sides = { .ends = xcalloc(2 * list->count, sizeof(*sides.ends)) };
	build(&sides, list);
	out->numbers = sides.ends;
	out->places = xcalloc(sides.n_nodes, sizeof(*out->places));
	out->n_places = sides.n_nodes;
	read_lines(&sides, source, out->places);
	free(sides.nodes);
	table_release(&sides.lines);
	table_release(&sides.edges);
}

/* Equal sides get the same number, as do those that have as many lines and, each, one that is not in the file. */
static uint32_t number_of_side(struct table *numbers, const uint32_t *lines, size_t count)
{
	size_t *number = table_at(numbers, slice_from((const char *)lines, count * sizeof(*lines)));
	if (!*number)
		*number = numbers->count;
	return (uint32_t)*number;
}

/* False where it is better to read through the file. */
static bool look_up(const struct hunk_list *list, const struct source_lines *known, struct hunk_sides *out)
{
	struct table numbers = { 0 };
	struct arena arena = ARENA_INIT;
	bool ok = true;
	*out = (struct hunk_sides){ xcalloc(2 * list->count, sizeof(*out->numbers)),
		xcalloc(2 * list->count + 1, sizeof(*out->places)), 2 * list->count + 1 };
	for (size_t s = 0; s < 2 * list->count && ok; s++) {
		const struct hunk_side *side = side_at(list, s);
		uint32_t *lines = arena_alloc(&arena, (side->count + 1) * sizeof(*lines));
		bool is_there = side->count > 0;
		for (size_t i = 0; i < side->count; i++)
			is_there &= (lines[i] = (uint32_t)table_get(&known->numbers, side->lines[i])) != 0;
		if (side->count)
			out->numbers[s] = number_of_side(&numbers, lines, side->count);
		struct line_places *places = &out->places[out->numbers[s]];
		if (is_there && !places->count)
			ok = line_index_find(&known->index, lines, side->count, places);
	}
	arena_release(&arena);
	table_release(&numbers);
	if (!ok)
		hunk_sides_release(out);
	return ok;
}

void hunk_sides_find(const struct hunk_list *list, struct source *source, struct hunk_sides *out)
{
	const struct source_lines *known = source_known_lines(source);
	if (!known || !look_up(list, known, out))
		read_through(list, source, out);
}

void hunk_sides_release(struct hunk_sides *sides)
{
	for (size_t i = 0; i < sides->n_places; i++)
		free(sides->places[i].items);
	free(sides->places);
	free(sides->numbers);
	*sides = (struct hunk_sides){ 0 };
}
