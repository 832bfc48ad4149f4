/*
 * What one edit finds in one file: places to change, places already as wanted, places passed by.
 *
 * A place where the before-form fits counts as made when it lies within a place where the after-form fits: so a replacement may hold
 * what it replaces (`x` → `#if … #else x #endif`). Where the after-form is the wider of the two, the before-form has the word.
 */
#include "op/edit_rule.h"

#include <stdlib.h>

#include "base/alloc.h"

struct search {
	const struct edit_rule *rule;
	struct document *doc;
	struct regex_scratch *scratch;
	struct edit_outcome *out;
};

void edit_outcome_release(struct edit_outcome *outcome)
{
	match_list_release(&outcome->matches);
	free(outcome->notes);
	arena_release(&outcome->arena);
	*outcome = (struct edit_outcome){ 0 };
}

static void add_note(struct search *s, enum edit_note_kind kind, uint32_t begin, uint32_t end, const char *text)
{
	struct edit_note note = { kind, begin, end, text };
	VEC_PUSH(s->out->notes, s->out->n_notes, s->out->notes_capacity, note);
}

static void count_applied(struct search *s, uint32_t offset)
{
	if (s->out->n_applied++ == 0)
		s->out->applied_at = offset;
}

static void count_passed(struct search *s, uint32_t offset)
{
	if (s->out->n_passed++ == 0)
		s->out->passed_at = offset;
}

static void count_out_of_place(struct search *s, uint32_t offset)
{
	if (s->out->n_out_of_place++ == 0)
		s->out->out_of_place_at = offset;
}

/* --- conditions -------------------------------------------------------------------------------------------------- */

enum holds { HOLDS, HOLDS_NOT, UNDECIDABLE };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * The version that counts in `a...b`: CMake judges a range by its upper bound (cmake_minimum_required, "policy_max"). Like CMake, reads
 * the numbers at the front and lets be what follows them.
 */
static bool effective_version(struct slice text, struct version *out)
{
	size_t dots = slice_find(text, SLICE_LITERAL("..."), 0);
	if (dots != (size_t)-1 && dots > 0)
		text = slice_sub(text, dots + 3, text.len);
	if (version_parse(out, text, NULL))
		return true;
	size_t len = 0;
	while (len < text.len && (is_digit(text.ptr[len]) || (text.ptr[len] == '.' && len + 1 < text.len && is_digit(text.ptr[len + 1]))))
		len++;
	return len && version_parse(out, slice_sub(text, 0, len), NULL);
}

static enum holds holds_in(const struct where_def *def, struct slice value)
{
	for (size_t i = 0; i < def->n_values; i++)
		if (slice_eq(def->values[i].text, value))
			return HOLDS;
	return HOLDS_NOT;
}

static enum holds where_holds(struct search *s, const struct where_rule *where, struct slice value)
{
	struct version version;
	size_t begin, end;
	bool found;
	switch (where->def->kind) {
	case WHERE_VERSION:
		if (!effective_version(value, &version))
			return UNDECIDABLE;
		return version_range_has(&where->range, &version) ? HOLDS : HOLDS_NOT;
	case WHERE_REGEX:
	case WHERE_NOT_REGEX:
		found = regex_search(where->regex, s->scratch, value, 0, &begin, &end) == REGEX_MATCH;
		return found == (where->def->kind == WHERE_REGEX) ? HOLDS : HOLDS_NOT;
	default:
		return (holds_in(where->def, value) == HOLDS) == (where->def->kind == WHERE_IN) ? HOLDS : HOLDS_NOT;
	}
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

static void note_undecidable(struct search *s, const struct where_rule *where, struct slice value, const struct match *match)
{
	struct str text = STR_INIT;
	str_addf(&text, "'" SLICE_FMT "' is no plain version: cannot tell whether it is " SLICE_FMT, SLICE_ARG(value),
	         SLICE_ARG(where->def->values[0].text));
	add_note(s, EDIT_NOTE_UNDECIDABLE, match->begin, match->end, arena_dup(&s->out->arena, str_slice(&text)));
	str_release(&text);
}

/* Do all `where` hold? For the after-form, those whose capture it still has. */
static bool where_all_hold(struct search *s, const struct match *match, bool is_after)
{
	for (size_t i = 0; i < s->rule->def->n_where; i++) {
		const struct where_rule *where = &s->rule->where[i];
		size_t capture = is_after ? where->after_capture : where->capture;
		if (capture == (size_t)-1)
			continue;
		struct slice value = capture_value(s, match, capture);
		enum holds holds = where_holds(s, where, value);
		if (holds == UNDECIDABLE && !is_after)
			note_undecidable(s, where, value, match);
		if (holds != HOLDS)
			return false;
	}
	return true;
}

static bool is_enclosed(struct search *s, const struct pattern *head, uint32_t token)
{
	const struct node_list *nodes = document_nodes(s->doc);
	uint32_t block = document_block_at(s->doc, token);
	while (block != NODE_NONE) {
		const struct node *node = &nodes->items[block];
		if (node->kind == NODE_BLOCK && pattern_fits_head(head, s->doc, node))
			return true;
		block = node->parent;
	}
	return false;
}

static bool context_holds(struct search *s, uint32_t token)
{
	for (size_t i = 0; i < s->rule->def->n_inside; i++)
		if (!is_enclosed(s, s->rule->inside[i], token))
			return false;
	for (size_t i = 0; i < s->rule->def->n_not_inside; i++)
		if (is_enclosed(s, s->rule->not_inside[i], token))
			return false;
	return true;
}

/* --- code -------------------------------------------------------------------------------------------------------- */

/* Keeps the matches for which all conditions hold. */
static void find_with_conditions(struct search *s, const struct pattern *pattern, bool is_after, struct match_list *list)
{
	pattern_find(pattern, s->doc, list);
	if (list->limited)
		add_note(s, EDIT_NOTE_LIMIT, 0, 0, "the pattern was given up: too much work in this file");
	size_t kept = 0;
	for (size_t i = 0; i < list->count; i++) {
		struct match match = list->items[i];
		bool in_place = context_holds(s, s->doc->code[match.run.first]);
		if (in_place && where_all_hold(s, &match, is_after))
			list->items[kept++] = match;
		else if (!is_after && in_place)
			count_passed(s, match.begin);
		else if (!is_after)
			count_out_of_place(s, match.begin);
	}
	list->count = kept;
}

static bool lies_within(const struct match *inner, const struct match *outer)
{
	return outer->begin <= inner->begin && inner->end <= outer->end;
}

/* Matches come in order and do not overlap: walks both lists once. */
static void drop_made(struct search *s, const struct match_list *after)
{
	struct match_list *before = &s->out->matches;
	size_t kept = 0;
	for (size_t i = 0, k = 0; i < before->count; i++) {
		while (k < after->count && after->items[k].end < before->items[i].end)
			k++;
		if (s->rule->after_is_wider || k == after->count || !lies_within(&before->items[i], &after->items[k]))
			before->items[kept++] = before->items[i];
	}
	before->count = kept;
	for (size_t k = 0, i = 0; k < after->count; k++) {
		while (i < before->count && before->items[i].end < after->items[k].end)
			i++;
		if (i == before->count || !lies_within(&after->items[k], &before->items[i]))
			count_applied(s, after->items[k].begin);
	}
}

static void drop_made_by_operation(struct search *s)
{
	struct op_run run = { .rule = s->rule, .doc = s->doc, .scratch = s->scratch };
	struct match_list *before = &s->out->matches;
	size_t kept = 0;
	for (size_t i = 0; i < before->count; i++) {
		if (s->rule->def->op->is_made(&run, &before->items[i]))
			count_applied(s, before->items[i].begin);
		else
			before->items[kept++] = before->items[i];
	}
	before->count = kept;
}

static bool find_already(struct search *s)
{
	size_t begin, end;
	for (size_t i = 0; i < s->rule->def->n_already; i++) {
		if (s->rule->regex) {
			if (regex_search(s->rule->already_regex[i], s->scratch, s->doc->source->bytes, 0, &begin, &end) != REGEX_MATCH)
				continue;
			count_applied(s, (uint32_t)begin);
			return true;
		}
		struct match_list found = { 0 };
		pattern_find(s->rule->already[i], s->doc, &found);
		bool any = found.count > 0;
		if (any)
			count_applied(s, found.items[0].begin);
		match_list_release(&found);
		if (any)
			return true;
	}
	return false;
}

/* An after-form of captures alone would be found everywhere. */
static bool tells_something(const struct pattern *after)
{
	for (size_t e = 0; after && e < pattern_element_count(after); e++)
		if (pattern_element_is_literal(after, e))
			return true;
	return false;
}

static void find_code(struct search *s)
{
	find_with_conditions(s, s->rule->pattern, false, &s->out->matches);
	if (s->rule->def->op->once && s->out->matches.count > 1)
		s->out->matches.count = 1;
	if (s->rule->def->op->is_made) {
		drop_made_by_operation(s);
	} else if (tells_something(s->rule->after)) {
		struct match_list after = { 0 };
		find_with_conditions(s, s->rule->after, true, &after);
		drop_made(s, &after);
		match_list_release(&after);
	}
}

/* --- regex ------------------------------------------------------------------------------------------------------- */

static bool regex_conditions_hold(struct search *s, const struct match *match)
{
	for (size_t i = 0; i < s->rule->def->n_where; i++) {
		const struct where_rule *where = &s->rule->where[i];
		size_t begin, end;
		if (!regex_group(s->scratch, where->capture, &begin, &end))
			return false;
		struct slice value = slice_sub(s->doc->source->bytes, begin, end);
		struct regex_scratch *own = s->scratch;
		s->scratch = regex_scratch_new(); /* a `where` regex must not spoil the groups of the match */
		enum holds holds = where_holds(s, where, value);
		regex_scratch_free(s->scratch);
		s->scratch = own;
		if (holds == UNDECIDABLE)
			note_undecidable(s, where, value, match);
		if (holds != HOLDS)
			return false;
	}
	return true;
}

static bool regex_is_in_place(struct search *s, const struct match *match)
{
	if (!s->rule->def->n_inside && !s->rule->def->n_not_inside)
		return true;
	const struct token_list *tokens = document_tokens(s->doc);
	uint32_t token = 0;
	while (token + 1 < tokens->count && tokens->items[token].end <= match->begin)
		token++;
	return context_holds(s, token);
}

static void find_regex(struct search *s)
{
	struct slice bytes = s->doc->source->bytes;
	struct match_list *list = &s->out->matches;
	struct op_run run = { .rule = s->rule, .doc = s->doc, .scratch = s->scratch };
	enum regex_result result = REGEX_NO_MATCH;
	for (size_t from = 0, begin, end; from <= bytes.len; from = end > from ? end : from + 1) {
		result = regex_search(s->rule->regex, s->scratch, bytes, from, &begin, &end);
		if (result != REGEX_MATCH)
			break;
		struct match match = { .begin = (uint32_t)begin, .end = (uint32_t)end };
		if (!regex_is_in_place(s, &match))
			count_out_of_place(s, match.begin);
		else if (!regex_conditions_hold(s, &match))
			count_passed(s, match.begin);
		else if (s->rule->def->op->is_made && s->rule->def->op->is_made(&run, &match))
			count_applied(s, match.begin);
		else
			VEC_PUSH(list->items, list->count, list->capacity, match);
	}
	if (result == REGEX_LIMIT)
		add_note(s, EDIT_NOTE_LIMIT, 0, 0, "the regex was given up: too much work in this file");
}

/* A replacement without references is its own after-form. */
static void find_regex_after(struct search *s)
{
	struct slice text = s->rule->def->text.text;
	if (s->rule->def->op->value != OP_TEXT || s->rule->def->op->is_made || !text.len || slice_find(text, SLICE_LITERAL("$"), 0) != (size_t)-1 ||
	    slice_find(text, SLICE_LITERAL("\\"), 0) != (size_t)-1 || slice_find(text, SLICE_LITERAL("\n"), 0) != (size_t)-1)
		return;
	struct match_list *before = &s->out->matches;
	size_t kept = 0;
	for (size_t i = 0; i < before->count; i++) {
		struct slice there = slice_sub(s->doc->source->bytes, before->items[i].begin, before->items[i].end);
		if (!slice_eq(there, text))
			before->items[kept++] = before->items[i];
	}
	before->count = kept;
	for (size_t at = 0; (at = slice_find(s->doc->source->bytes, text, at)) != (size_t)-1; at += text.len)
		count_applied(s, (uint32_t)at);
}

void edit_rule_find(const struct edit_rule *rule, struct document *doc, struct regex_scratch *scratch, struct edit_outcome *out)
{
	struct search s = { rule, doc, scratch, out };
	if (find_already(&s))
		return;
	if (rule->regex) {
		find_regex(&s);
		find_regex_after(&s);
	} else {
		find_code(&s);
	}
	if (rule->def->op->absence_is_made && !out->matches.count && !out->n_notes)
		count_applied(&s, 0);
}

bool edit_rule_emit(const struct edit_rule *rule, struct document *doc, struct regex_scratch *scratch, const struct edit_outcome *outcome, uint32_t owner,
                    uint32_t *group, struct edit_list *out, struct err *err)
{
	struct op_run run = { .rule = rule, .doc = doc, .scratch = scratch, .out = out, .owner = owner };
	for (size_t i = 0; i < outcome->matches.count; i++) {
		run.group = (*group)++;
		if (!rule->def->op->emit(&run, &outcome->matches.items[i], err))
			return false;
	}
	return true;
}
