/* Lines that are only added, between two lines between which upstream put lines as well. */
#include "port/carry/carry.h"

#include <string.h>

/* Lines of upstream between the two sides of the context; more are another place. */
#define MAX_BETWEEN 60

/* What upstream added is lines [begin, end) of B: the context above ends there, that below begins there. */
struct gap {
	size_t begin, end;
	unsigned above, below; /* the weight of the context that stands on each side */
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

static size_t indent_of(struct slice line)
{
	size_t n = 0;
	while (n < line.len && (line.ptr[n] == ' ' || line.ptr[n] == '\t'))
		n++;
	return n;
}

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
		if (!is_blank(carry, carry->b->lines[i]) && indent_of(text_at(carry, carry->b->lines[i])) < indent)
			return false;
	return true;
}

/* --- which lines upstream added ---------------------------------------------------------------------------------- */

/* The weight of the hunk's context that stands, without a break, above or below the gap in front of `line`. */
static unsigned weigh_side(const struct carry *carry, const struct carry_hunk *hunk, size_t line, bool above)
{
	size_t core = hunk->runs[0].old_begin, n = above ? core : hunk->n_old - core;
	unsigned weight = 0;
	for (size_t k = 0; k < n; k++) {
		uint32_t id = hunk->old_side[above ? core - 1 - k : core + k];
		if (above ? k >= line || carry->b->lines[line - 1 - k] != id
			  : line + k >= carry->b->n || carry->b->lines[line + k] != id)
			break;
		weight += line_weight(carry->ids, id);
	}
	return weight;
}

static bool gap_of_alignment(const struct carry *carry, const struct carry_hunk *hunk, struct gap *out)
{
	size_t line = hunk->a_line + hunk->runs[0].old_begin;
	if (!carry->a || hunk->a_line == SIZE_MAX || !line || line >= carry->a->n)
		return false;
	uint32_t above = carry->a_to_b[line - 1], below = carry->a_to_b[line];
	if (above == PORT_NOBODY || below == PORT_NOBODY || below <= above + 1)
		return false;
	*out = (struct gap){ .begin = above + 1, .end = below };
	out->above = weigh_side(carry, hunk, out->begin, true);
	out->below = weigh_side(carry, hunk, out->end, false);
	return true;
}

/* The lines that end the most of the context above, and begin the most of that below. */
static void weigh_sides(
	const struct carry *carry, const struct carry_hunk *hunk, size_t from, size_t to, struct gap *out)
{
	*out = (struct gap){ 0 };
	for (size_t line = from; line <= to; line++) {
		unsigned above = weigh_side(carry, hunk, line, true), below = weigh_side(carry, hunk, line, false);
		out->above = above > out->above ? above : out->above;
		out->below = below > out->below ? below : out->below;
	}
}

/* The two lines that are nearest, of which one ends the most of the context above, and one begins the most of that
 * below. */
static bool gap_of_context(
	const struct carry *carry, const struct carry_hunk *hunk, size_t from, size_t to, struct gap *out)
{
	size_t begin = SIZE_MAX, nearest = SIZE_MAX;
	bool is_only = false;
	weigh_sides(carry, hunk, from, to, out);
	if (out->above < LINE_WEIGHT_WORDS || out->below < LINE_WEIGHT_WORDS)
		return false;
	for (size_t line = from; line <= to; line++) {
		if (begin != SIZE_MAX && line > begin && weigh_side(carry, hunk, line, false) == out->below) {
			size_t between = line - begin;
			is_only = between < nearest || (is_only && between > nearest);
			if (between < nearest) {
				nearest = between;
				out->begin = begin;
				out->end = line;
			}
			begin = SIZE_MAX;
		}
		if (weigh_side(carry, hunk, line, true) == out->above)
			begin = line;
	}
	return is_only;
}

/* The context below is the end of a block, and that above stands at one place only: the end of the block there. */
static bool gap_of_block(
	const struct carry *carry, const struct carry_hunk *hunk, size_t from, size_t to, struct gap *out)
{
	const struct carry_run *run = &hunk->runs[0];
	uint32_t below = hunk->old_side[run->old_begin];
	size_t indent = indent_of(text_at(carry, hunk->new_side[run->new_begin])), n = 0;
	weigh_sides(carry, hunk, from, to, out);
	for (size_t line = from; line <= to; line++)
		if (weigh_side(carry, hunk, line, true) == out->above) {
			out->begin = line;
			n++;
		}
	if (n != 1 || out->above < LINE_WEIGHT_WORDS || !ends_block(text_at(carry, below)))
		return false;
	out->end = out->begin;
	while (out->end < to && (is_blank(carry, carry->b->lines[out->end]) ||
					indent_of(text_at(carry, carry->b->lines[out->end])) >= indent))
		out->end++;
	return out->end < to && out->end > out->begin && carry->b->lines[out->end] == below;
}

/* --- where among them -------------------------------------------------------------------------------------------- */

static size_t first_blank(const struct carry *carry, const struct gap *gap)
{
	size_t i = gap->begin;
	while (i < gap->end && !is_blank(carry, carry->b->lines[i]))
		i++;
	return i;
}

/* It stays at the end of its block, or at the beginning; else in its paragraph; else where more of the context is. */
static size_t choose(const struct carry *carry, const struct carry_hunk *hunk, const struct gap *gap, const char **why)
{
	const struct carry_run *run = &hunk->runs[0];
	uint32_t first = hunk->new_side[run->new_begin], above = hunk->old_side[run->old_begin - 1],
		 below = hunk->old_side[run->old_begin];
	struct slice added = text_at(carry, first), head = text_at(carry, above), tail = text_at(carry, below);
	size_t indent = indent_of(added), blank = first_blank(carry, gap);
	bool same_block = !is_blank(carry, first) && is_same_block(carry, gap, indent);
	if (same_block && ends_block(tail) && indent_of(tail) < indent) {
		*why = "it stays at the end of its block";
		return gap->end;
	}
	if (same_block && !is_blank(carry, above) && indent_of(head) < indent) {
		*why = "it stays at the beginning of its block";
		return gap->begin;
	}
	struct place_query query = carry_query(carry, hunk, false, run->old_begin, run->old_begin, 0, carry->b->n);
	size_t n_above = gap->begin < query.begin ? gap->begin : query.begin;
	if (query.section.len && place_has_section(&query, gap->begin - n_above) &&
		!place_has_section(&query, gap->end - n_above)) {
		*why = "it stays below its heading";
		return gap->begin;
	}
	if (is_blank(carry, above) && !is_blank(carry, below)) {
		*why = "it stays with the lines below it";
		return gap->end;
	}
	if (blank < gap->end || is_blank(carry, below)) {
		*why = "it stays with the lines above it";
		return blank;
	}
	*why = "either end is as good";
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

bool carry_into_gap(struct carry *carry, struct carry_hunk *hunk, size_t from, size_t to)
{
	const struct carry_run *run = &hunk->runs[0];
	struct gap gap;
	const char *why;
	if (hunk->n_runs != 1 || run->old_begin != run->old_end || !run->old_begin || run->old_begin == hunk->n_old ||
		hunk->end_mark)
		return false;
	if (!gap_of_alignment(carry, hunk, &gap) && !gap_of_context(carry, hunk, from, to, &gap) &&
		!gap_of_block(carry, hunk, from, to, &gap))
		return false;
	if (gap.begin < from || gap.end > to || gap.end - gap.begin > MAX_BETWEEN || has_added(carry, hunk, &gap))
		return false;
	size_t line = choose(carry, hunk, &gap, &why);
	hunk->splices[0] = (struct port_splice){
		.line = line, .lines = hunk->new_side + run->new_begin, .n_new = run->new_end - run->new_begin
	};
	hunk->n_splices = 1;
	hunk->begin = hunk->end = line;
	hunk->done = true;
	hunk->edit->outcome = PORT_LOOK;
	hunk->edit->line = line + 1;
	carry_tell(carry, hunk->edit, "the tree has %zu other line%s at the same place, from line %zu: %s",
		gap.end - gap.begin, gap.end - gap.begin == 1 ? "" : "s", gap.begin + 1, why);
	return true;
}
