/* Keeping the reasons of a search. The search calls these with s->trace NULL when nobody wants to know. */
#include "op/edit_trace.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "op/edit_rule.h"
#include "text/visible.h"

void edit_trace_release(struct edit_trace *trace)
{
	free(trace->places);
	arena_release(&trace->arena);
	*trace = (struct edit_trace){ 0 };
}

const char *trace_fate_name(enum trace_fate fate)
{
	static const char *const names[] = {
		[TRACE_TO_MAKE] = "to change",
		[TRACE_MADE] = "patched",
		[TRACE_ALREADY] = "already patched",
		[TRACE_WHERE] = "matches, needs no edit",
		[TRACE_OUT_OF_PLACE] = "matches, wrong place",
		[TRACE_NOT_PICKED] = "matches, not picked",
	};
	return names[fate];
}

/* --- conditions --------------------------------------------------------------------------------------------------- */

static const char *keep(struct edit_trace *trace, struct str *text)
{
	const char *kept = arena_dup(&trace->arena, str_slice(text));
	str_release(text);
	return kept;
}

/* Longer values are cut. */
#define MAX_VALUE_SHOWN 1000

/* Both sides of a comparison are shown like this, so that they look different where they are. */
static void add_value(struct slice value, struct str *out)
{
	char quote = slice_find(value, SLICE_LITERAL("'"), 0) != (size_t)-1 ? '"' : '\'';
	str_add_char(out, quote);
	visible_add_signs(value, MAX_VALUE_SHOWN, out);
	str_add_char(out, quote);
}

/* Would the rule's text be the value if it had no quotes around it? */
static bool is_quoted_value(struct slice text, struct slice value)
{
	bool quoted =
		text.len >= 2 && (text.ptr[0] == '\'' || text.ptr[0] == '"') && text.ptr[text.len - 1] == text.ptr[0];
	return quoted && slice_eq(slice_sub(text, 1, text.len - 1), value);
}

static void describe_where(const struct where_def *def, struct str *out)
{
	static const char *const kinds[WHERE_KIND_COUNT] = { "version ", "regex ", "in ", "not regex ", "not in " };
	str_addf(out, "where " SLICE_FMT ": %s", SLICE_ARG(def->capture.text), kinds[def->kind]);
	for (size_t i = 0; i < def->n_values; i++)
		if (def->kind == WHERE_IN || def->kind == WHERE_NOT_IN) {
			str_add_cstr(out, i ? ", " : "");
			add_value(def->values[i].text, out);
		} else {
			str_addf(out, "%s" SLICE_FMT, i ? ", " : "", SLICE_ARG(slice_trim(def->values[i].text)));
		}
}

static void describe_context(const struct context_def *def, struct str *out)
{
	static const char *const names[] = { "all of", "any of", "not", "inside", "after", "before" };
	if (def->kind == CONTEXT_ALL && def->n_parts == 1) {
		describe_context(&def->parts[0], out);
		return;
	}
	str_add_cstr(out, names[def->kind]);
	if (def->pattern.text.ptr) {
		str_addf(out, " " SLICE_FMT, SLICE_ARG(slice_trim(def->pattern.text)));
		return;
	}
	for (size_t i = 0; i < def->n_parts; i++) {
		str_add_cstr(out, i ? "; " : " ");
		describe_context(&def->parts[i], out);
	}
}

bool context_asks_for_block(const struct context_def *def)
{
	bool asks = def->kind == CONTEXT_INSIDE;
	for (size_t i = 0; i < def->n_parts; i++)
		asks = asks || context_asks_for_block(&def->parts[i]);
	return asks;
}

/* So many blocks around a place are named. */
#define BLOCKS_NAMED 8

/* The heads of the blocks around a token, innermost first. */
static void describe_blocks(struct document *doc, uint32_t token, struct str *out)
{
	const struct node_list *nodes = document_nodes(doc);
	size_t n_named = 0;
	for (uint32_t block = document_block_at(doc, token); block != NODE_NONE; block = nodes->items[block].parent) {
		const struct node *node = &nodes->items[block];
		if (node->kind != NODE_BLOCK || node->head_last <= node->first)
			continue;
		if (n_named++ == BLOCKS_NAMED) {
			str_add_cstr(out, " in …");
			break;
		}
		struct slice head = slice_sub(doc->source->bytes, doc->tokens.items[node->first].begin,
			doc->tokens.items[node->head_last - 1].end);
		str_addf(out, "%s" SLICE_FMT, out->len ? " in " : "", SLICE_ARG(head));
	}
	if (!out->len)
		str_add_cstr(out, "no block");
}

static void add_where(
	struct search *s, const struct match *match, const struct where_rule *where, struct trace_place *place)
{
	struct trace_clause *clause = &place->clauses[place->n_clauses++];
	struct str text = STR_INIT;
	struct slice value;
	describe_where(where->def, &text);
	clause->text = keep(s->trace, &text);
	clause->answer = search_where_judge(s, match, where, where->capture, &value);
	clause->value = arena_dup(&s->trace->arena, value);
	add_value(value, &text);
	for (size_t i = 0; i < where->def->n_values; i++)
		if (is_quoted_value(where->def->values[i].text, value))
			str_add_cstr(&text, "; a string is compared without its quotes");
	clause->shown = keep(s->trace, &text);
}

static void add_context(
	struct search *s, const struct match *match, const struct context_rule *part, struct trace_place *place)
{
	struct trace_clause *clause = &place->clauses[place->n_clauses++];
	struct str text = STR_INIT, blocks = STR_INIT;
	uint32_t token = search_token(s, match);
	describe_context(part->def, &text);
	clause->text = keep(s->trace, &text);
	clause->answer = search_context_holds(s, part, token, match->begin, match->end) ? WHERE_HOLDS : WHERE_HOLDS_NOT;
	if (!context_asks_for_block(part->def))
		return;
	describe_blocks(s->doc, token, &blocks);
	clause->value = clause->shown = keep(s->trace, &blocks);
}

/* --- places ------------------------------------------------------------------------------------------------------- */

void search_trace_judged(struct search *s, const struct match *match, enum trace_fate fate)
{
	const struct edit_rule *rule = s->rule;
	size_t n_parts = rule->def->context.n_parts;
	if (!s->trace)
		return;
	struct trace_place place = { .begin = match->begin, .fate = fate };
	place.clauses = arena_alloc(&s->trace->arena, (n_parts + rule->def->n_where) * sizeof(*place.clauses));
	for (size_t i = 0; i < rule->def->n_where; i++)
		add_where(s, match, &rule->where[i], &place);
	for (size_t i = 0; i < n_parts; i++)
		add_context(s, match, &rule->context.parts[i], &place);
	VEC_PUSH(s->trace->places, s->trace->count, s->trace->capacity, place);
	s->trace->n_judged = s->trace->count;
}

static int begin_to_place(const void *begin, const void *place)
{
	uint32_t x = *(const uint32_t *)begin, y = ((const struct trace_place *)place)->begin;
	return (x > y) - (x < y);
}

/* Of the places that were judged, which is done in their order before others are found, the one at `begin`; or NULL. */
static struct trace_place *judged_at(struct edit_trace *trace, uint32_t begin)
{
	size_t at = sort_lower_bound(trace->places, trace->n_judged, sizeof(*trace->places), &begin, begin_to_place);
	return at < trace->n_judged && trace->places[at].begin == begin ? &trace->places[at] : NULL;
}

void search_trace_found(struct search *s, uint32_t begin, enum trace_fate fate)
{
	if (!s->trace)
		return;
	struct trace_place *known = judged_at(s->trace, begin);
	struct trace_place place = { .begin = begin, .fate = fate };
	if (known)
		known->fate = fate;
	else
		VEC_PUSH(s->trace->places, s->trace->count, s->trace->capacity, place);
}

void search_trace_within_made(struct search *s, uint32_t begin)
{
	struct trace_place *place = s->trace ? judged_at(s->trace, begin) : NULL;
	if (place)
		place->is_dropped = true;
}

static int by_begin(const void *a, const void *b)
{
	const struct trace_place *x = a, *y = b;
	return (x->begin > y->begin) - (x->begin < y->begin);
}

static int begin_to_match(const void *begin, const void *match)
{
	uint32_t x = *(const uint32_t *)begin, y = ((const struct match *)match)->begin;
	return (x > y) - (x < y);
}

static bool is_match(const struct match_list *matches, uint32_t begin)
{
	size_t at = sort_lower_bound(matches->items, matches->count, sizeof(*matches->items), &begin, begin_to_match);
	return at < matches->count && matches->items[at].begin == begin;
}

/* Puts the places in order, each once: what was found last of it counts. */
static void settle_places(struct edit_trace *trace)
{
	size_t kept = 0;
	if (trace->count)
		sort_stable(trace->places, trace->count, sizeof(*trace->places), by_begin);
	for (size_t i = 0; i < trace->count; i++) {
		const struct trace_place *place = &trace->places[i];
		if (place->is_dropped)
			continue;
		if (kept && trace->places[kept - 1].begin == place->begin)
			trace->places[kept - 1].fate = place->fate;
		else
			trace->places[kept++] = *place;
	}
	trace->count = kept;
}

void search_trace_end(struct search *s)
{
	struct edit_trace *trace = s->trace;
	if (!trace)
		return;
	for (size_t i = 0; s->rule->def->op->find && i < s->out->matches.count; i++)
		search_trace_found(s, s->out->matches.items[i].begin, TRACE_TO_MAKE);
	if (s->rule->def->op->find && s->out->n_applied && !is_match(&s->out->matches, s->out->applied_at))
		search_trace_found(s, s->out->applied_at, TRACE_MADE);
	settle_places(trace);
	for (size_t i = 0; i < trace->count; i++)
		if (trace->places[i].fate == TRACE_TO_MAKE && !is_match(&s->out->matches, trace->places[i].begin))
			trace->places[i].fate = TRACE_NOT_PICKED;
}

void edit_trace_drop_left(struct edit_trace *trace, const struct edit_outcome *out)
{
	for (size_t i = 0; i < trace->count; i++)
		if (trace->places[i].fate == TRACE_TO_MAKE && !is_match(&out->matches, trace->places[i].begin))
			trace->places[i].fate = TRACE_MADE;
}
