#include "text/change.h"

#include <stdbool.h>

/*
 * What makes an edge of a change read well, and how much each thing weighs, was found by Michael Haggerty from many
 * commits judged by people (https://github.com/mhagger/diff-slider-tools); git's "indent heuristic" has the same
 * weights. Indentation counts most, then blank lines, then how the line after the edge stands to the one in front of
 * it.
 */
#define WEIGHT_INDENT 60
#define WEIGHT_BLANK (-30)   /* per blank line at the edge */
#define WEIGHT_BLANK_BELOW 6 /* more, per blank line after it */
#define WEIGHT_FILE_BEGIN 1
#define WEIGHT_FILE_END 21

/* How far a change is slid; how many blank lines an edge looks past; indentation that is no layout any more. */
#define MAX_SLIDE 1000
#define MAX_TRIED 100
#define MAX_BLANKS 20
#define MAX_INDENT 200
#define TAB_WIDTH 8

/* No such line. */
#define NO_INDENT (-1)

/* The lines around an edge. Indentations are those of the next lines that are not blank. */
struct edge {
	bool at_begin, at_end;  /* of the file */
	int above, here, below; /* indentation: of the line in front, the line after, the line after that */
	int blanks_above, blanks_below;
};

struct score {
	int indent;
	int penalty;
};

struct slider {
	struct pieces *text; /* the one that has the run */
	size_t begin, end;   /* the run */
	size_t up, down;     /* how far it can be slid */
};

static bool same_lines(struct pieces *text, size_t a, size_t b)
{
	return slice_eq(pieces_line(text, a), pieces_line(text, b));
}

static bool is_blank(struct pieces *text, size_t line)
{
	return slice_trim(pieces_line(text, line)).len == 0;
}

static int columns_of_indent(struct slice line)
{
	int columns = 0;
	for (size_t i = 0; i < line.len && columns < MAX_INDENT; i++) {
		if (line.ptr[i] == ' ')
			columns++;
		else if (line.ptr[i] == '\t')
			columns += TAB_WIDTH - columns % TAB_WIDTH;
		else
			break;
	}
	return columns;
}

/* Indentation of the first line at or after `line` that is not blank; `*blanks` is how many were passed. */
static int indent_below(struct pieces *text, size_t line, int *blanks)
{
	for (*blanks = 0; line < pieces_line_count(text); line++) {
		if (!is_blank(text, line))
			return columns_of_indent(pieces_line(text, line));
		if (++*blanks == MAX_BLANKS)
			return 0;
	}
	return NO_INDENT;
}

static int indent_above(struct pieces *text, size_t line, int *blanks)
{
	for (*blanks = 0; line > 0; line--) {
		if (!is_blank(text, line - 1))
			return columns_of_indent(pieces_line(text, line - 1));
		if (++*blanks == MAX_BLANKS)
			return 0;
	}
	return NO_INDENT;
}

/* The edge in front of `line`. */
static struct edge edge_at(struct pieces *text, size_t line)
{
	struct edge edge = { .below = NO_INDENT };
	int ignored;
	edge.above = indent_above(text, line, &edge.blanks_above);
	edge.here = indent_below(text, line, &edge.blanks_below);
	edge.at_end = line >= pieces_line_count(text);
	edge.at_begin = edge.above == NO_INDENT && edge.blanks_above == 0;
	if (!edge.at_end)
		edge.below = indent_below(text, line + 1, &ignored);
	return edge;
}

static int penalty_of_step(const struct edge *edge)
{
	bool has_blanks = edge->blanks_above + edge->blanks_below > 0;
	if (edge->here == NO_INDENT || edge->above == NO_INDENT || edge->here == edge->above)
		return 0;
	if (edge->here > edge->above)
		return has_blanks ? 10 : -4;
	if (edge->below > edge->here)
		return has_blanks ? 17 : 24;
	return has_blanks ? 17 : 23;
}

static void add_edge(struct score *score, struct pieces *text, size_t line)
{
	struct edge edge = edge_at(text, line);
	score->indent += edge.here;
	score->penalty += (edge.at_begin ? WEIGHT_FILE_BEGIN : 0) + (edge.at_end ? WEIGHT_FILE_END : 0);
	score->penalty +=
		WEIGHT_BLANK * (edge.blanks_above + edge.blanks_below) + WEIGHT_BLANK_BELOW * edge.blanks_below;
	score->penalty += penalty_of_step(&edge);
}

/* Does `a` read better than `b`? */
static bool is_better(const struct score *a, const struct score *b)
{
	int indent = (a->indent > b->indent) - (a->indent < b->indent);
	return WEIGHT_INDENT * indent + a->penalty - b->penalty < 0;
}

static bool is_pure(const struct line_change *change)
{
	return change->before == change->before_end || change->after == change->after_end;
}

/* The run of a pure change, between the change before and the change after it (or NULL). */
static struct slider slider_of(struct pieces *before, struct pieces *after, const struct line_change *previous,
	const struct line_change *change, const struct line_change *next)
{
	bool removes = change->after == change->after_end;
	struct slider s = { .text = removes ? before : after };
	s.begin = removes ? change->before : change->after;
	s.end = removes ? change->before_end : change->after_end;
	size_t room_up = previous ? change->before - previous->before_end : change->before;
	size_t room_down = (next ? next->before : pieces_line_count(before)) - change->before_end;
	if (room_up > MAX_SLIDE)
		room_up = MAX_SLIDE;
	if (room_down > MAX_SLIDE)
		room_down = MAX_SLIDE;
	while (s.up < room_up && same_lines(s.text, s.begin - s.up - 1, s.end - s.up - 1))
		s.up++;
	while (s.down < room_down && same_lines(s.text, s.begin + s.down, s.end + s.down))
		s.down++;
	return s;
}

static void move(struct line_change *change, long lines)
{
	change->before += (size_t)lines;
	change->before_end += (size_t)lines;
	change->after += (size_t)lines;
	change->after_end += (size_t)lines;
}

/* The best place, as lines to move down (negative: up). Above a whole length of the run it would only repeat itself. */
static long best_place(const struct slider *s)
{
	long lowest = (long)s->down, highest = -(long)s->up, length = (long)(s->end - s->begin);
	if (highest < lowest - length - 1)
		highest = lowest - length - 1;
	if (highest < lowest - MAX_TRIED)
		highest = lowest - MAX_TRIED;
	long best = lowest;
	struct score best_score = { 0 };
	for (long at = lowest; at >= highest; at--) {
		struct score score = { 0 };
		add_edge(&score, s->text, s->begin + (size_t)at);
		add_edge(&score, s->text, s->end + (size_t)at);
		if (at == lowest || is_better(&score, &best_score)) {
			best = at;
			best_score = score;
		}
	}
	return best;
}

static bool touches(const struct line_change *a, const struct line_change *b)
{
	return a->before_end == b->before && a->after_end == b->after;
}

void line_changes_slide(struct pieces *before, struct pieces *after, struct line_changes *changes)
{
	size_t n_settled = 0;
	for (size_t i = 0; i < changes->count; i++) {
		struct line_change change = changes->items[i];
		while (is_pure(&change)) {
			const struct line_change *previous = n_settled ? &changes->items[n_settled - 1] : NULL;
			const struct line_change *next = i + 1 < changes->count ? &changes->items[i + 1] : NULL;
			struct slider slider = slider_of(before, after, previous, &change, next);
			struct line_change highest = change, lowest = change;
			move(&highest, -(long)slider.up);
			move(&lowest, (long)slider.down);
			if (previous && touches(previous, &highest)) {
				highest.before = previous->before;
				highest.after = previous->after;
				change = highest;
				n_settled--;
			} else if (next && touches(&lowest, next)) {
				lowest.before_end = next->before_end;
				lowest.after_end = next->after_end;
				change = lowest;
				i++;
			} else {
				move(&change, best_place(&slider));
				break;
			}
		}
		changes->items[n_settled++] = change;
	}
	changes->count = n_settled;
}
