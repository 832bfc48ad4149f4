/* Lines that are only added, or take the place of blank ones, between two lines between which upstream put lines as
 * well. */
#include "port/carry/carry.h"

#include <string.h>

/* Lines of upstream between the two sides of the context; more are another place. */
#define MAX_BETWEEN 60

/* What upstream added is lines [begin, end) of B: the context above ends there, that below begins there. */
struct gap {
	size_t begin, end;
	unsigned above, below; /* the weight of the context that is on each side */
};

/* What is looked for: the context above is old_side[0, above), that below old_side[below, n_old). */
struct gap_query {
	const struct carry *carry;
	const struct carry_hunk *hunk;
	size_t above, below;
	size_t n_blank; /* blank lines that the hunk takes away */
	size_t from, to;
};

static struct slice text_at(const struct carry *carry, uint32_t id)
{
	return line_text(carry->ids, id);
}

static bool is_blank(const struct carry *carry, uint32_t id)
{
	return line_weight(carry->ids, id) == LINE_WEIGHT_BLANK;
}

/* --- lines ----------------------------------------------------------------------------------------------------- */

static bool ends_block(struct slice line)
{
	static const char *const words[] = { "end", "fi", "done", "esac", "else", "elif", "#endif", "#else", "#elif" };
	line = slice_trim(line);
	if (line.len && strchr(")]}", line.ptr[0]))
		return true;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (slice_starts_with(line, words[i]))
			return true;
	return false;
}

/* Are all lines of the gap as deep as the ones that are added, or deeper? */
static bool is_same_block(const struct carry *carry, const struct gap *gap, size_t indent)
{
	for (size_t i = gap->begin; i < gap->end; i++)
		if (!is_blank(carry, carry->b->lines[i]) && line_indent(text_at(carry, carry->b->lines[i])) < indent)
			return false;
	return true;
}

/* --- which lines upstream added ---------------------------------------------------------------------------------- */

/* Is the line nowhere in B, as deep as it is here or not? */
static bool is_gone(const struct carry *carry, uint32_t id)
{
	struct slice text = slice_trim(text_at(carry, id));
	if (is_blank(carry, id) || (id < carry->n_counted && carry->n_in_b[id]))
		return false;
	for (size_t i = 0; i < carry->b->n; i++)
		if (slice_eq(slice_trim(text_at(carry, carry->b->lines[i])), text))
			return false;
	return true;
}

/* Lines next to the place that are nowhere in B say nothing of it. */
static struct gap_query query_of(const struct carry *carry, const struct carry_hunk *hunk, size_t from, size_t to)
{
	const struct carry_run *run = &hunk->runs[0];
	struct gap_query q = { carry, hunk, run->old_begin, run->old_end, run->old_end - run->old_begin, from, to };
	while (q.above && is_gone(carry, hunk->old_side[q.above - 1]))
		q.above--;
	while (q.below < hunk->n_old && is_gone(carry, hunk->old_side[q.below]))
		q.below++;
	return q;
}

/* The weight of the hunk's context that is, without a break, above or below the gap in front of `line`. */
static unsigned weigh_side(const struct gap_query *q, size_t line, bool above)
{
	const struct port_text *b = q->carry->b;
	size_t n = above ? q->above : q->hunk->n_old - q->below;
	unsigned weight = 0;
	for (size_t k = 0; k < n; k++) {
		uint32_t id = q->hunk->old_side[above ? q->above - 1 - k : q->below + k];
		if (above ? k >= line || b->lines[line - 1 - k] != id : line + k >= b->n || b->lines[line + k] != id)
			break;
		weight += line_weight(q->carry->ids, id);
	}
	return weight;
}

static bool gap_of_alignment(const struct gap_query *q, struct gap *out)
{
	const struct carry *carry = q->carry;
	size_t line = q->hunk->a_line + q->hunk->runs[0].old_begin;
	if (!carry->a || q->hunk->a_line == SIZE_MAX || !line || line + q->n_blank >= carry->a->n)
		return false;
	uint32_t above = carry->a_to_b[line - 1], below = carry->a_to_b[line + q->n_blank];
	if (above == PORT_NOBODY || below == PORT_NOBODY || below <= above + 1)
		return false;
	*out = (struct gap){ .begin = above + 1, .end = below };
	out->above = weigh_side(q, out->begin, true);
	out->below = weigh_side(q, out->end, false);
	return true;
}

/* The lines that end the most of the context above, and begin the most of that below. */
static void weigh_sides(const struct gap_query *q, struct gap *out)
{
	*out = (struct gap){ 0 };
	for (size_t line = q->from; line <= q->to; line++) {
		unsigned above = weigh_side(q, line, true), below = weigh_side(q, line, false);
		out->above = above > out->above ? above : out->above;
		out->below = below > out->below ? below : out->below;
	}
}

/* The two lines that are nearest, of which one ends the most of the context above, and one begins the most of that
 * below. */
static bool gap_of_context(const struct gap_query *q, struct gap *out)
{
	size_t begin = SIZE_MAX, nearest = SIZE_MAX;
	bool is_only = false;
	weigh_sides(q, out);
	if (out->above < LINE_WEIGHT_WORDS || out->below < LINE_WEIGHT_WORDS)
		return false;
	for (size_t line = q->from; line <= q->to; line++) {
		if (begin != SIZE_MAX && line > begin && weigh_side(q, line, false) == out->below) {
			size_t between = line - begin;
			is_only = between < nearest || (is_only && between > nearest);
			if (between < nearest) {
				nearest = between;
				out->begin = begin;
				out->end = line;
			}
			begin = SIZE_MAX;
		}
		if (weigh_side(q, line, true) == out->above)
			begin = line;
	}
	return is_only;
}

/* The context below is the end of a block, and that above is at one place only: the end of the block there. */
static bool gap_of_block(const struct gap_query *q, struct gap *out)
{
	const struct carry *carry = q->carry;
	const struct carry_run *run = &q->hunk->runs[0];
	uint32_t below = q->hunk->old_side[run->old_end];
	size_t indent = line_indent(text_at(carry, q->hunk->new_side[run->new_begin])), n = 0;
	weigh_sides(q, out);
	for (size_t line = q->from; line <= q->to; line++)
		if (weigh_side(q, line, true) == out->above) {
			out->begin = line;
			n++;
		}
	if (n != 1 || out->above < LINE_WEIGHT_WORDS || !ends_block(text_at(carry, below)))
		return false;
	out->end = out->begin;
	while (out->end < q->to && (is_blank(carry, carry->b->lines[out->end]) ||
					   line_indent(text_at(carry, carry->b->lines[out->end])) >= indent))
		out->end++;
	return out->end < q->to && out->end > out->begin && carry->b->lines[out->end] == below;
}

/* --- where among them -------------------------------------------------------------------------------------------- */

static size_t first_blank(const struct carry *carry, const struct gap *gap)
{
	size_t i = gap->begin;
	while (i < gap->end && !is_blank(carry, carry->b->lines[i]))
		i++;
	return i;
}

/* Lines that name what a file takes in: each of them may be anywhere among the others. */
enum family { FAMILY_NONE, FAMILY_DIRECTIVE, FAMILY_IMPORT };

static enum family family_of(struct slice line)
{
	static const char *const imports[] = { "import ", "from ", "include(", "using ", "use " };
	if (slice_starts_with(line, "#if") || slice_starts_with(line, "#in") || slice_starts_with(line, "#e"))
		return FAMILY_DIRECTIVE;
	for (size_t i = 0; i < sizeof(imports) / sizeof(*imports); i++)
		if (slice_starts_with(line, imports[i]))
			return FAMILY_IMPORT;
	return FAMILY_NONE;
}

/* Is what is added the last of such lines in the diff, and is upstream's among them, too? */
static bool is_last_of_family(const struct gap_query *q, const struct gap *gap)
{
	const struct carry *carry = q->carry;
	const struct carry_run *run = &q->hunk->runs[0];
	enum family family = family_of(text_at(carry, q->hunk->old_side[q->above - 1]));
	if (!family || family_of(text_at(carry, q->hunk->new_side[run->new_begin])) != family ||
		family_of(text_at(carry, q->hunk->old_side[q->below])) == family ||
		is_blank(carry, q->hunk->old_side[q->below]))
		return false;
	for (size_t i = gap->begin; i < gap->end; i++)
		if (!is_blank(carry, carry->b->lines[i]) && family_of(text_at(carry, carry->b->lines[i])) != family)
			return false;
	return true;
}

/* It stays at the end of its block, or at the beginning; else in its paragraph; else where more of the context is. */
static size_t choose(const struct gap_query *q, const struct gap *gap, const char **why)
{
	const struct carry *carry = q->carry;
	const struct carry_run *run = &q->hunk->runs[0];
	uint32_t first = q->hunk->new_side[run->new_begin], above = q->hunk->old_side[q->above - 1],
		 below = q->hunk->old_side[q->below];
	struct slice added = text_at(carry, first), head = text_at(carry, above), tail = text_at(carry, below);
	size_t indent = line_indent(added), blank = first_blank(carry, gap);
	bool same_block = !is_blank(carry, first) && is_same_block(carry, gap, indent);
	if (same_block && ends_block(tail) && line_indent(tail) < indent) {
		*why = "it stays at the end of its block";
		return gap->end;
	}
	if (same_block && !is_blank(carry, above) && line_indent(head) < indent) {
		*why = "it stays at the beginning of its block";
		return gap->begin;
	}
	struct place_query query = carry_query(carry, q->hunk, false, run->old_begin, run->old_end, 0, carry->b->n);
	size_t n_above = gap->begin < query.begin ? gap->begin : query.begin;
	if (query.section.len && place_has_section(&query, gap->begin - n_above) &&
		!place_has_section(&query, gap->end - n_above)) {
		*why = "it stays below its heading";
		return gap->begin;
	}
	if (is_last_of_family(q, gap)) {
		*why = "it stays the last of such lines";
		return gap->end;
	}
	if (is_blank(carry, above) && !is_blank(carry, below)) {
		*why = "it stays with the lines below it";
		return gap->end;
	}
	if (blank < gap->end || is_blank(carry, below)) {
		*why = "it stays with the lines above it";
		return blank;
	}
	*why = "both ends fit equally well";
	return gap->above >= gap->below ? gap->begin : gap->end;
}

/* Does upstream have the added lines among its own? */
static bool has_added(const struct carry *carry, const struct carry_hunk *hunk, const struct gap *gap)
{
	const struct carry_run *run = &hunk->runs[0];
	size_t n = run->new_end - run->new_begin;
	for (size_t i = gap->begin; i + n <= gap->end; i++)
		if (memcmp(carry->b->lines + i, hunk->new_side + run->new_begin, n * sizeof(uint32_t)) == 0)
			return true;
	return false;
}

/* Blank lines that are taken away are at both ends, so that the hunk takes away those where it comes. */
static bool has_blanks(const struct gap_query *q, const struct gap *gap)
{
	const struct port_text *b = q->carry->b;
	if (q->n_blank && gap->end - gap->begin < q->n_blank)
		return false;
	for (size_t i = 0; i < q->n_blank; i++)
		if (b->lines[gap->begin + i] != q->hunk->old_side[q->hunk->runs[0].old_begin + i] ||
			b->lines[gap->end - 1 - i] != q->hunk->old_side[q->hunk->runs[0].old_end - 1 - i])
			return false;
	return true;
}

/* One run, of lines that are added, which takes nothing but blank lines away. */
static bool is_for_gap(const struct carry *carry, const struct carry_hunk *hunk)
{
	const struct carry_run *run = &hunk->runs[0];
	for (size_t i = run->old_begin; i < run->old_end; i++)
		if (!is_blank(carry, hunk->old_side[i]))
			return false;
	return hunk->n_runs == 1 && run->new_begin < run->new_end && run->old_begin && run->old_end < hunk->n_old &&
	       !hunk->end_mark;
}

bool carry_into_gap(struct carry *carry, struct carry_hunk *hunk, size_t from, size_t to)
{
	const struct carry_run *run = &hunk->runs[0];
	struct gap gap;
	const char *why;
	if (!is_for_gap(carry, hunk))
		return false;
	struct gap_query q = query_of(carry, hunk, from, to);
	if (!q.above || q.below == hunk->n_old ||
		(!gap_of_alignment(&q, &gap) && !gap_of_context(&q, &gap) && !gap_of_block(&q, &gap)))
		return false;
	if (gap.begin < from || gap.end > to || gap.end - gap.begin > MAX_BETWEEN || has_added(carry, hunk, &gap) ||
		!has_blanks(&q, &gap))
		return false;
	size_t line = choose(&q, &gap, &why);
	if (q.n_blank)
		line = line == gap.end ? gap.end - q.n_blank : gap.begin;
	hunk->splices[0] = (struct port_splice){ .line = line,
		.n_old = q.n_blank,
		.lines = hunk->new_side + run->new_begin,
		.n_new = run->new_end - run->new_begin };
	hunk->n_splices = 1;
	hunk->begin = line;
	hunk->end = line + q.n_blank;
	hunk->done = true;
	hunk->edit->outcome = PORT_LOOK;
	hunk->edit->line = line + 1;
	carry_tell(carry, hunk->edit, "the tree has %zu other line%s at the same place, from line %zu: %s",
		gap.end - gap.begin, str_plural(gap.end - gap.begin), gap.begin + 1, why);
	return true;
}
