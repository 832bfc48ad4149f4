/* What must be true of a match besides its code: `where` of its captures, context of its place. */
#include "op/edit_rule.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"

void search_add_note(struct search *s, enum edit_note_kind kind, uint32_t begin, uint32_t end, const char *text)
{
	struct edit_note note = { kind, begin, end, text };
	VEC_PUSH(s->out->notes, s->out->n_notes, s->out->notes_capacity, note);
}

/*
 * The version that counts in `a...b`: CMake judges a range by its upper bound (cmake_minimum_required, "policy_max").
 * Like CMake, reads the numbers at the front and lets be what follows them.
 */
static bool effective_version(struct slice text, struct version *out)
{
	size_t dots = slice_find(text, SLICE_LITERAL("..."), 0);
	if (dots != (size_t)-1 && dots > 0)
		text = slice_sub(text, dots + 3, text.len);
	if (version_parse(out, text, NULL))
		return true;
	size_t len = 0;
	while (len < text.len && (ascii_is_digit(text.ptr[len]) || (text.ptr[len] == '.' && len + 1 < text.len &&
									   ascii_is_digit(text.ptr[len + 1]))))
		len++;
	return len && version_parse(out, slice_sub(text, 0, len), NULL);
}

static enum where_answer holds_in(const struct where_def *def, struct slice value)
{
	for (size_t i = 0; i < def->n_values; i++)
		if (slice_eq(def->values[i].text, value))
			return WHERE_HOLDS;
	return WHERE_HOLDS_NOT;
}

static enum where_answer answer_of(const struct where_rule *where, struct slice value, struct regex_scratch *scratch)
{
	struct version version;
	size_t begin, end;
	bool found;
	switch (where->def->kind) {
	case WHERE_VERSION:
		if (!effective_version(value, &version))
			return WHERE_UNDECIDABLE;
		return version_range_has(&where->range, &version) ? WHERE_HOLDS : WHERE_HOLDS_NOT;
	case WHERE_REGEX:
	case WHERE_NOT_REGEX:
		found = regex_search(where->regex, scratch, value, 0, &begin, &end) == REGEX_MATCH;
		return found == (where->def->kind == WHERE_REGEX) ? WHERE_HOLDS : WHERE_HOLDS_NOT;
	default:
		return (holds_in(where->def, value) == WHERE_HOLDS) == (where->def->kind == WHERE_IN) ? WHERE_HOLDS
												      : WHERE_HOLDS_NOT;
	}
}

static enum where_answer where_answer(struct search *s, const struct where_rule *where, struct slice value)
{
	if (!s->rule->regex || !where->regex)
		return answer_of(where, value, s->scratch);
	struct regex_scratch *own = regex_scratch_new(); /* a `where` regex must not spoil the groups of the match */
	enum where_answer answer = answer_of(where, value, own);
	regex_scratch_free(own);
	return answer;
}

/* A single argument's value without its quotes; else the bytes taken. */
static struct slice capture_value(struct search *s, const struct match *match, size_t capture)
{
	struct code_run run = match->captures[capture];
	const struct document *doc = s->doc;
	struct slice text = match_capture_text(match, capture, doc);
	if (run.last - run.first != 1 || !doc->language->value)
		return text;
	return doc->language->value(text, (enum token_kind)doc->tokens.items[doc->code[run.first]].kind);
}

enum where_answer search_where_judge(struct search *s, const struct match *match, const struct where_rule *where,
	size_t capture, struct slice *value)
{
	size_t begin, end;
	*value = slice_from("", 0);
	if (!s->rule->regex)
		*value = capture_value(s, match, capture);
	else if (regex_group(s->scratch, capture, &begin, &end))
		*value = slice_sub(s->doc->source->bytes, begin, end);
	else if (where->def->kind == WHERE_VERSION)
		return WHERE_HOLDS_NOT;
	return where_answer(s, where, *value);
}

static void note_undecidable(
	struct search *s, const struct where_rule *where, struct slice value, const struct match *match)
{
	struct str text = STR_INIT;
	str_addf(&text,
		"'" SLICE_FMT
		"' is not a plain version: it stays as it is, because nothing shows whether it is " SLICE_FMT,
		SLICE_ARG(value), SLICE_ARG(where->def->values[0].text));
	search_add_note(
		s, EDIT_NOTE_UNDECIDABLE, match->begin, match->end, arena_dup(&s->out->arena, str_slice(&text)));
	str_release(&text);
}

bool search_where_holds(struct search *s, const struct match *match, bool is_after)
{
	for (size_t i = 0; i < s->rule->def->n_where; i++) {
		const struct where_rule *where = &s->rule->where[i];
		size_t capture = is_after ? where->after_capture : where->capture;
		if (capture == (size_t)-1)
			continue;
		struct slice value;
		enum where_answer answer = search_where_judge(s, match, where, capture, &value);
		if (answer == WHERE_UNDECIDABLE && !is_after)
			note_undecidable(s, where, value, match);
		if (answer != WHERE_HOLDS)
			return false;
	}
	return true;
}

bool search_where_stays(struct search *s, const struct match *match)
{
	struct slice value;
	for (size_t i = 0; i < s->rule->def->n_where; i++) {
		const struct where_rule *where = &s->rule->where[i];
		if (where->after_capture != (size_t)-1 &&
			search_where_judge(s, match, where, where->capture, &value) != WHERE_HOLDS)
			return false;
	}
	return true;
}

/* --- the place ---------------------------------------------------------------------------------------------------- */

uint32_t search_token(struct search *s, const struct match *match)
{
	const struct token_list *tokens = document_tokens(s->doc);
	if (!s->rule->regex)
		return s->doc->code[match->run.first];
	/* The first that ends after the match's begin, or the last of all. */
	size_t at = token_list_from(tokens, match->begin);
	return (uint32_t)(at < tokens->count || !at ? at : at - 1);
}

static struct context_finds *finds_of(struct search *s, const struct pattern *pattern)
{
	for (size_t i = 0; i < s->n_finds; i++)
		if (s->finds[i].pattern == pattern)
			return &s->finds[i];
	struct context_finds new = { .pattern = pattern };
	VEC_PUSH(s->finds, s->n_finds, s->finds_capacity, new);
	return &s->finds[s->n_finds - 1];
}

/* The token up to which a block with that head is around `node`, or is it. Blocks of C overlap: one above may end
 * first. */
static uint32_t enclosed_until(struct search *s, struct context_finds *finds, uint32_t node)
{
	const struct node_list *nodes = document_nodes(s->doc);
	uint32_t at = node, until = 0;
	while (at != NODE_NONE && finds->enclosed_until[at] == UINT32_MAX)
		at = nodes->items[at].parent;
	if (at != NODE_NONE)
		until = finds->enclosed_until[at];
	uint32_t known = at;
	size_t n_path = 0, capacity = 0;
	uint32_t *path = NULL;
	for (at = node; at != known; at = nodes->items[at].parent)
		VEC_PUSH(path, n_path, capacity, at);
	while (n_path) {
		const struct node *block = &nodes->items[path[--n_path]];
		if (block->kind == NODE_BLOCK && block->last > until &&
			pattern_fits_head(finds->pattern, s->doc, block))
			until = block->last;
		finds->enclosed_until[path[n_path]] = until;
	}
	free(path);
	return until;
}

static bool is_enclosed(struct search *s, const struct pattern *head, uint32_t token)
{
	uint32_t block = document_block_at(s->doc, token);
	if (block == NODE_NONE)
		return false;
	struct context_finds *finds = finds_of(s, head);
	if (!finds->enclosed_until) {
		size_t count = document_nodes(s->doc)->count;
		finds->enclosed_until = xcalloc(count, sizeof(*finds->enclosed_until));
		memset(finds->enclosed_until, 0xFF, count * sizeof(*finds->enclosed_until));
	}
	return token < enclosed_until(s, finds, block);
}

static void find_spans(struct search *s, struct context_finds *finds)
{
	size_t count = document_nodes(s->doc)->count;
	struct match_list found = { 0 };
	pattern_find(finds->pattern, s->doc, &found);
	finds->spans = xcalloc(count + 1, sizeof(*finds->spans));
	for (size_t i = 0; i <= count; i++)
		finds->spans[i].first_end = UINT32_MAX;
	for (size_t i = 0; i < found.count; i++) {
		uint32_t block = document_block_at(s->doc, s->doc->code[found.items[i].run.first]);
		struct neighbours_span *span = &finds->spans[block == NODE_NONE ? count : block];
		if (found.items[i].end < span->first_end)
			span->first_end = found.items[i].end;
		span->last_begin = found.items[i].begin;
	}
	match_list_release(&found);
}

/* Does `pattern` fit somewhere in the same block, before [begin, end) or after it? */
static bool has_neighbour(
	struct search *s, const struct pattern *pattern, uint32_t token, uint32_t begin, uint32_t end, bool before)
{
	struct context_finds *finds = finds_of(s, pattern);
	if (!finds->spans)
		find_spans(s, finds);
	uint32_t block = document_block_at(s->doc, token);
	const struct neighbours_span *span = &finds->spans[block == NODE_NONE ? document_nodes(s->doc)->count : block];
	return span->first_end != UINT32_MAX && (before ? span->first_end <= begin : span->last_begin >= end);
}

bool search_context_holds(
	struct search *s, const struct context_rule *context, uint32_t token, uint32_t begin, uint32_t end)
{
	size_t n = context->def->n_parts, n_held = 0;
	switch (context->def->kind) {
	case CONTEXT_INSIDE:
		return is_enclosed(s, context->pattern, token);
	case CONTEXT_AFTER:
	case CONTEXT_BEFORE:
		return has_neighbour(s, context->pattern, token, begin, end, context->def->kind == CONTEXT_AFTER);
	default:
		for (size_t i = 0; i < n; i++)
			n_held += search_context_holds(s, &context->parts[i], token, begin, end);
		return context->def->kind == CONTEXT_ALL   ? n_held == n
		       : context->def->kind == CONTEXT_ANY ? n_held > 0
							   : n_held == 0;
	}
}
