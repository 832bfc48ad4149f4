#include "port/carry/place.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"

#define MAX_PLACES 64
#define WINDOW 40
/* Of 2000: by how much one place must be more like A than the next one. */
#define MARGIN 100

struct spot {
	size_t line, above, below;
	unsigned weight;
};

struct spots {
	struct spot *items;
	size_t count, capacity;
};

static void measure(const struct place_query *q, size_t line, struct spot *out)
{
	size_t core = q->end - q->begin, above = q->begin, below = q->n_side - q->end;
	*out = (struct spot){ .line = line };
	while (out->above < above && out->above < line &&
		q->text[line - 1 - out->above] == q->side[q->begin - 1 - out->above])
		out->weight += line_weight(q->ids, q->side[q->begin - ++out->above]);
	while (out->below < below && line + core + out->below < q->n_text &&
		q->text[line + core + out->below] == q->side[q->end + out->below]) {
		out->weight += line_weight(q->ids, q->side[q->end + out->below]);
		out->below++;
	}
}

static void add_spot(const struct place_query *q, size_t line, struct spots *out)
{
	struct spot spot;
	size_t core = q->end - q->begin;
	if (line < q->from || line + core > q->to)
		return;
	measure(q, line, &spot);
	if (core || spot.weight >= LINE_WEIGHT_SIGNS)
		VEC_PUSH(out->items, out->count, out->capacity, spot);
}

/* Knuth, Morris and Pratt. */
static void find_core(const struct place_query *q, struct spots *out)
{
	const uint32_t *core = q->side + q->begin;
	size_t n = q->end - q->begin, matched = 0;
	size_t *border = xcalloc(n + 1, sizeof(*border));
	for (size_t i = 1, b = 0; i < n; i++) {
		while (b && core[i] != core[b])
			b = border[b];
		b += core[i] == core[b];
		border[i + 1] = b;
	}
	for (size_t i = 0; i < q->n_text; i++) {
		/* Most lines are not the first one. */
		while (!matched && i < q->n_text && q->text[i] != core[0])
			i++;
		if (i == q->n_text)
			break;
		while (matched && (matched == n || q->text[i] != core[matched]))
			matched = border[matched];
		matched += q->text[i] == core[matched];
		if (matched == n)
			add_spot(q, i + 1 - n, out);
	}
	free(border);
}

/* Weighted longest common subsequence, in percent of what both have. */
unsigned place_likeness(const struct line_ids *ids, const uint32_t *a, size_t n_a, const uint32_t *b, size_t n_b)
{
	unsigned best[65] = { 0 }, total = 0;
	n_a = n_a < 64 ? n_a : 64;
	n_b = n_b < 64 ? n_b : 64;
	for (size_t i = 0; i < n_a; i++)
		total += line_weight(ids, a[i]);
	for (size_t k = 0; k < n_b; k++)
		total += line_weight(ids, b[k]);
	for (size_t i = 0; i < n_a; i++) {
		unsigned diagonal = 0;
		for (size_t k = 1; k <= n_b; k++) {
			unsigned old = best[k], same = a[i] == b[k - 1] ? diagonal + line_weight(ids, a[i]) : 0;
			if (same > best[k])
				best[k] = same;
			if (best[k - 1] > best[k])
				best[k] = best[k - 1];
			diagonal = old;
		}
	}
	return total ? 2000u * best[n_b] / total : 0;
}

static size_t window_begin(size_t line)
{
	return line < WINDOW ? 0 : line - WINDOW;
}

static size_t window_end(size_t line, size_t n)
{
	return line + WINDOW < n ? line + WINDOW : n;
}

static unsigned likeness_to_a(const struct place_query *q, const struct spot *spot)
{
	size_t core = q->end - q->begin, a = window_begin(q->old_line), b = window_begin(spot->line);
	size_t a_below = q->old_line + core, b_below = spot->line + core;
	return place_likeness(q->ids, q->old_text + a, q->old_line - a, q->text + b, spot->line - b) +
	       place_likeness(q->ids, q->old_text + a_below, window_end(a_below, q->n_old_text) - a_below,
		       q->text + b_below, window_end(b_below, q->n_text) - b_below);
}

static bool pick_like_a(const struct place_query *q, const struct spots *best, size_t *pick)
{
	unsigned first = 0, second = 0;
	if (!q->old_text)
		return false;
	for (size_t i = 0; i < best->count; i++) {
		unsigned like = likeness_to_a(q, &best->items[i]);
		if (like > first) {
			second = first;
			first = like;
			*pick = i;
		} else if (like > second) {
			second = like;
		}
	}
	return first >= second + MARGIN;
}

static bool begins_in_first_column(struct slice line)
{
	char c = line.len ? line.ptr[0] : ' ';
	return ascii_is_letter(c) || c == '_' || c == '$';
}

/* What must be the same of a heading: of Python's, whose functions have one name each, not what they take. */
static struct slice name_of(struct slice heading)
{
	size_t n = slice_find(heading, SLICE_LITERAL("("), 0);
	bool is_python = slice_starts_with(heading, "def ") || slice_starts_with(heading, "class ");
	return is_python && n != (size_t)-1 ? slice_sub(heading, 0, n + 1) : heading;
}

static bool is_heading(struct slice heading, struct slice line)
{
	struct slice section = name_of(heading);
	line = slice_trim(line);
	return line.len >= section.len && memcmp(line.ptr, section.ptr, section.len) == 0;
}

static bool is_below_heading(const struct place_query *q, struct slice heading, size_t line)
{
	for (size_t i = line; i-- > 0;) {
		struct slice text = line_text(q->ids, q->text[i]);
		if (is_heading(heading, text))
			return true;
		if (begins_in_first_column(text))
			return false;
	}
	return false;
}

bool place_has_section(const struct place_query *q, size_t line)
{
	return is_below_heading(q, q->section, line);
}

static bool leaves_open(struct slice line)
{
	int depth = 0;
	for (size_t i = 0; i < line.len; i++)
		depth += (line.ptr[i] == '(') - (line.ptr[i] == ')');
	return depth > 0;
}

/* Does the heading name what the hunk is in? It may be any line that begins in the first column. */
static bool begins_block(const struct place_query *q, struct slice heading)
{
	static const char *const words[] = { "function", "macro", "if", "elseif", "else", "foreach", "while" };
	char last = heading.len ? heading.ptr[heading.len - 1] : ' ';
	size_t n = slice_find(heading, SLICE_LITERAL("("), 0);
	if (last == ':' || last == '{')
		return true;
	if (n == (size_t)-1 || last == ';')
		return false;
	if (!q->of_commands || leaves_open(heading))
		return true;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (slice_eq_nocase(slice_trim(slice_sub(heading, 0, n)), slice_of(words[i])))
			return true;
	return false;
}

/* The core is in the block of the last heading in front of it, in the hunk or above it. Is the place in another, and
 * that one elsewhere in the text? */
static bool is_of_other(const struct place_query *q, const struct spot *spot)
{
	struct slice heading = q->section;
	size_t from = spot->line - spot->above;
	if (q->begin == q->end || !line_indent(line_text(q->ids, q->side[q->begin])))
		return false;
	for (size_t i = 0; i < q->begin; i++)
		if (begins_in_first_column(line_text(q->ids, q->side[i]))) {
			heading = line_text(q->ids, q->side[i]);
			from = spot->line;
		}
	if (!begins_block(q, heading) || is_below_heading(q, heading, from))
		return false;
	for (size_t i = 0; i < q->n_text; i++)
		if (is_heading(heading, line_text(q->ids, q->text[i])))
			return true;
	return false;
}

/* Lines of the hunk that are there may begin in the first column, too, and are below the heading. */
static bool is_below_section(const struct place_query *q, const struct spot *spot)
{
	return place_has_section(q, spot->line - spot->above);
}

static bool pick_by_section(const struct place_query *q, const struct spots *best, size_t *pick)
{
	size_t count = 0;
	for (size_t i = 0; i < best->count && q->section.len; i++) {
		if (is_below_section(q, &best->items[i])) {
			*pick = i;
			count++;
		}
	}
	return count == 1;
}

static size_t distance(size_t a, size_t b)
{
	return a < b ? b - a : a - b;
}

/* The nearest one by line numbers: just there, or with the next at least three times as far. */
static bool pick_nearest(const struct place_query *q, const struct spots *best, size_t *pick)
{
	size_t first = SIZE_MAX, second = SIZE_MAX;
	for (size_t i = 0; i < best->count; i++) {
		size_t far = distance(best->items[i].line, q->expected);
		if (far < first) {
			second = first;
			first = far;
			*pick = i;
		} else if (far < second) {
			second = far;
		}
	}
	return first == 0 || second / 3 >= first;
}

static void keep_nearest(const struct place_query *q, struct spots *best)
{
	size_t first = 0;
	if (best->count <= MAX_PLACES)
		return;
	while (first + MAX_PLACES < best->count && distance(best->items[first + MAX_PLACES].line, q->expected) <
							   distance(best->items[first].line, q->expected))
		first++;
	memmove(best->items, best->items + first, MAX_PLACES * sizeof(*best->items));
	best->count = MAX_PLACES;
}

static void choose(const struct place_query *q, struct spots *all, struct port_place *out)
{
	struct spots best = { 0 };
	size_t pick = 0;
	unsigned top = 0;
	for (size_t i = 0; i < all->count; i++)
		top = all->items[i].weight > top ? all->items[i].weight : top;
	for (size_t i = 0; i < all->count; i++) {
		if (all->items[i].weight == top)
			VEC_PUSH(best.items, best.count, best.capacity, all->items[i]);
		else if (all->items[i].weight >= out->other_weight) {
			out->other_weight = all->items[i].weight;
			out->other = all->items[i].line;
		}
	}
	out->n_places = best.count;
	out->n_all = all->count;
	keep_nearest(q, &best);
	if (best.count == 1)
		out->by = PLACE_ONLY;
	else if (pick_like_a(q, &best, &pick))
		out->by = PLACE_LIKE_A;
	else if (pick_by_section(q, &best, &pick))
		out->by = PLACE_SECTION;
	else if (pick_nearest(q, &best, &pick))
		out->by = PLACE_NEAREST;
	else
		out->by = PLACE_SEVERAL;
	if (best.count > 1) {
		out->other = best.items[pick ? 0 : 1].line;
		out->other_weight = top;
	}
	bool is_below = !q->section.len || is_below_section(q, &best.items[pick]);
	out->elsewhere = !is_below && best.items[pick].line != q->expected;
	out->off_heading = !is_below && begins_block(q, q->section);
	out->is_of_other = is_of_other(q, &best.items[pick]);
	out->line = best.items[pick].line;
	out->above = best.items[pick].above;
	out->below = best.items[pick].below;
	out->weight = top;
	free(best.items);
}

void place_find(const struct place_query *q, struct port_place *out)
{
	struct spots all = { 0 };
	*out = (struct port_place){ .by = PLACE_NOWHERE };
	for (size_t i = 0; i < q->n_side; i++)
		if (i < q->begin || i >= q->end)
			out->full += line_weight(q->ids, q->side[i]);
	if (q->begin < q->end)
		find_core(q, &all);
	else
		for (size_t line = q->from; line <= q->to; line++)
			add_spot(q, line, &all);
	if (all.count)
		choose(q, &all, out);
	free(all.items);
}
