/* Lines whose first code stays, or gives way to other code, at another indentation. */
#include "op/emit.h"
#include "op/indent.h"

/* What becomes of the indentation of lines, until a line says otherwise. */
struct shift {
	struct slice from; /* of the file */
	struct str to;
	bool is_any;
};

/* The element of the pattern that took the code token `code` (an index into doc->code), or (size_t)-1. */
static size_t element_at(const struct op_run *run, const struct match *match, size_t code)
{
	for (size_t e = 0; e < pattern_element_count(run->rule->pattern); e++)
		if (match->elements[e].first <= code && code < match->elements[e].last)
			return e;
	return (size_t)-1;
}

/* The first code token at or after byte `at`, as an index into doc->code; zero-width ones left out. */
static size_t first_code(const struct document *doc, uint32_t at)
{
	size_t code = document_code_at(doc, at);
	while (code < doc->n_code && doc->tokens.items[doc->code[code]].begin == doc->tokens.items[doc->code[code]].end)
		code++;
	return code;
}

/* Does element `t` of the template begin a line at another indentation than element `p` of the pattern? */
static bool is_shifted(const struct edit_rule *rule, size_t t, size_t p)
{
	struct slice blanks, before;
	return indent_of_element(rule->template, t, &blanks) &&
	       (!indent_of_element(rule->pattern, p, &before) || !slice_eq(blanks, before));
}

/* The shift that holds from the line at `at` on. */
static void see_line(
	const struct op_run *run, const struct match *match, const uint32_t *becomes, uint32_t at, struct shift *shift)
{
	const struct edit_rule *rule = run->rule;
	const struct document *doc = run->doc;
	size_t code = first_code(doc, at), p = code < doc->n_code ? element_at(run, match, code) : (size_t)-1;
	uint32_t t = p == (size_t)-1 ? INDENT_NONE : becomes[p];
	if (t == INDENT_NONE) {
		shift->is_any = false;
		return;
	}
	uint32_t begin, end;
	code_run_span(match->elements[p], doc, &begin, &end);
	struct slice blanks;
	if (begin != doc->tokens.items[doc->code[code]].begin || !indent_of_element(rule->template, t, &blanks))
		return;
	shift->is_any = is_shifted(rule, t, p);
	if (!shift->is_any)
		return;
	struct slice base = source_indent_at(doc->source, match->begin);
	shift->from = source_indent_at(doc->source, begin);
	shift->to.len = 0;
	str_add(&shift->to, base);
	indent_add(run, match, blanks, &shift->to);
}

/* Or does it end where the line begins, and begins the line anew? */
static bool is_of_blanks(const struct edit *edit, uint32_t begin, uint32_t end)
{
	bool ends_here = edit->end == begin && edit->text.len > 0;
	return (ends_here && edit->text.ptr[edit->text.len - 1] != '\n') || (edit->begin < end && begin < edit->end) ||
	       (edit->begin == edit->end && begin < edit->begin && edit->begin <= end);
}

/*
 * Are there edits already of the blanks [begin, end), or of what is right after them: among those of the gaps of
 * this match, which end at index `gaps_end`, or from `*nested` on among those within it? Asked from the first line to
 * the last. Where blocks are told by their indentation, the lines of a match within this one would have to move as
 * well: that is a conflict, which is told where edits are settled.
 */
static bool is_edited(const struct op_run *run, size_t gaps_end, uint32_t *nested, uint32_t begin, uint32_t end)
{
	while (*nested != EMIT_NONE && emit_edit(run, *nested)->end < begin)
		*nested = emit_next(run, *nested);
	for (uint32_t i = *nested; i != EMIT_NONE && emit_edit(run, i)->begin <= end; i = emit_next(run, i))
		if (emit_edit(run, i)->layout != EDIT_FOLLOWS && is_of_blanks(emit_edit(run, i), begin, end))
			return true;
	for (size_t i = run->own; i < gaps_end; i++)
		if (is_of_blanks(&run->out->items[i], begin, end))
			return true;
	return false;
}

/* The new blanks for [*begin, *end) of the line at `at`, as far as they differ; false where they need none. */
static bool shifted_blanks(const struct op_run *run, uint32_t at, const struct shift *shift, uint32_t *begin,
	uint32_t *end, struct slice *text)
{
	struct slice bytes = run->doc->source->bytes, from = shift->from, to = str_slice(&shift->to);
	if (!shift->is_any || slice_eq(from, to) || !slice_eq(slice_sub(bytes, at, at + from.len), from))
		return false;
	size_t same = 0;
	while (same < from.len && same < to.len && from.ptr[same] == to.ptr[same])
		same++;
	*begin = at + (uint32_t)same;
	*end = at + (uint32_t)from.len;
	*text = slice_sub(to, same, to.len);
	return true;
}

static bool is_any_shifted(const struct edit_rule *rule, const uint32_t *becomes)
{
	for (size_t p = 0; p < pattern_element_count(rule->pattern); p++)
		if (becomes[p] != INDENT_NONE && is_shifted(rule, becomes[p], p))
			return true;
	return false;
}

void indent_shift(struct op_run *run, const struct match *match, const uint32_t *becomes)
{
	struct source *source = run->doc->source;
	if (!is_any_shifted(run->rule, becomes))
		return;
	struct shift shift = { .to = STR_INIT };
	struct slice text;
	size_t gaps_end = run->out->count;
	uint32_t nested = emit_from(run, match->begin), begin, end;
	size_t last = source_line_index(source, match->end > match->begin ? match->end - 1 : match->begin);
	for (size_t line = source_line_index(source, match->begin) + 1; line <= last; line++) {
		uint32_t at = (uint32_t)source_line_begin(source, line);
		if (!emit_spend(run, EMIT_LINE_COST))
			break;
		if (!slice_trim(source_line(source, line)).len || indent_is_inside_token(run->doc, at))
			continue;
		see_line(run, match, becomes, at, &shift);
		/* A line of which another edit takes the beginning along is laid out with that. */
		if (shifted_blanks(run, at, &shift, &begin, &end, &text) && !is_edited(run, gaps_end, &nested, at, end))
			indent_edit(run, at, begin, end, text);
	}
	str_release(&shift.to);
}
