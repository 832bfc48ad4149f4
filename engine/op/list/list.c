#include "op/list/list.h"

#include "match/code.h"

static bool compile_set(struct edit_rule *rule, size_t index, struct err *err)
{
	const struct set_def *set = &rule->def->sets[index];
	size_t capture = pattern_capture_find(rule->pattern, set->capture.text), offset = 0;
	if (capture == (size_t)-1 || !pattern_capture_is_list(rule->pattern, capture)) {
		err_set(err, ERR_PATCHSET, "'%s' names '" SLICE_FMT "', which is not a list capture of 'match'",
			rule->def->op->name, SLICE_ARG(set->capture.text));
		err_hint(err, "write $$$" SLICE_FMT " where the pattern should capture the list",
			SLICE_ARG(set->capture.text));
		return def_text_fail(&set->capture, 0, err);
	}
	struct items **items = rule->own;
	items[index] = items_new(set->value.text, rule->language, &offset, err);
	return items[index] || def_text_fail(&set->value, offset, err);
}

bool list_compile(struct edit_rule *rule, struct err *err)
{
	rule->own = arena_alloc(&rule->arena, rule->def->n_sets * sizeof(struct items *));
	for (size_t i = 0; i < rule->def->n_sets; i++)
		if (!compile_set(rule, i, err))
			return false;
	return true;
}

void list_release(struct edit_rule *rule)
{
	struct items **items = rule->own;
	for (size_t i = 0; items && i < rule->def->n_sets; i++)
		items_free(items[i]);
}

const struct items *list_items(const struct edit_rule *rule, size_t index)
{
	struct items *const *items = rule->own;
	return rule->def->op->release == list_release ? items[index] : NULL;
}

/* `import (a, b)`: the parentheses are no part of the list. */
static struct code_run without_parentheses(const struct document *doc, struct code_run taken)
{
	if (taken.first == 0 || !code_is_list_word(doc, taken.first - 1) || taken.last - taken.first < 2)
		return taken;
	uint32_t open = doc->code[taken.first], close = doc->code[taken.last - 1];
	if (doc->tokens.items[open].kind == TOKEN_OPEN && doc->tokens.items[open].partner == close)
		return (struct code_run){ taken.first + 1, taken.last - 1 };
	return taken;
}

struct code_run list_taken(const struct edit_rule *rule, const struct match *match, size_t set)
{
	return match->captures[pattern_capture_find(rule->pattern, rule->def->sets[set].capture.text)];
}

void list_runs(const struct op_run *run, const struct match *match, size_t index, struct item_runs *out)
{
	item_runs_split(run->doc, without_parentheses(run->doc, list_taken(run->rule, match, index)), out);
}

void list_item_span(const struct op_run *run, struct code_run item, uint32_t *begin, uint32_t *end)
{
	code_run_span(item, run->doc, begin, end);
}

bool list_read_requirement(const struct language *language, struct slice item, struct requirement *out)
{
	char last = item.len ? item.ptr[item.len - 1] : '\0';
	bool is_string = (last == '"' || last == '\'') && language->value;
	return is_string && requirement_read(language->value(item, TOKEN_STRING), out);
}

void list_find_requirement(const struct op_run *run, const struct items *items, size_t item,
	const struct item_runs *runs, struct list_requirement *out)
{
	const struct document *doc = run->doc;
	*out = (struct list_requirement){ 0 };
	if (!list_read_requirement(doc->language, items_text(items, item), &out->wanted))
		return;
	for (size_t i = 0; i < runs->count; i++) {
		const struct code_run taken = runs->items[i];
		struct requirement found;
		bool is_string =
			taken.last - taken.first == 1 && doc->tokens.items[doc->code[taken.first]].kind == TOKEN_STRING;
		if (!is_string ||
			!list_read_requirement(doc->language, document_text(doc, doc->code[taken.first]), &found) ||
			!requirement_same_name(&found, &out->wanted) ||
			(out->wanted.marker.len && !requirement_same_text(found.marker, out->wanted.marker)))
			continue;
		if (!out->count++) {
			out->found = found;
			out->begin = (uint32_t)(found.name.ptr - doc->source->bytes.ptr);
		}
	}
}

/* Are the items the parameters of a lambda, which have no bracket around them? */
static bool is_in_lambda(const struct document *doc, struct code_run taken)
{
	size_t colons = 0;
	for (size_t i = taken.first; i > 0;) {
		const struct token *token = &doc->tokens.items[doc->code[--i]];
		if (token->kind == TOKEN_OPEN || token_kind_is_border(token->kind))
			return false;
		while (token->kind == TOKEN_CLOSE && token->partner != TOKEN_NONE && i > 0 &&
			doc->code[i] != token->partner)
			i--;
		if (slice_eq_cstr(document_text(doc, doc->code[i]), ":"))
			colons++;
		else if (slice_eq_cstr(document_text(doc, doc->code[i]), "lambda") && colons-- == 0)
			return true;
	}
	return false;
}

/* In `return (a, b)` nothing is called. */
static bool is_keyword(const struct document *doc, size_t code)
{
	const struct language *language = doc->language;
	return language->declares && language->binding &&
	       language->binding(document_text(doc, doc->code[code]), TOKEN_NAME, true) != BINDING_OPERAND;
}

bool list_has_order(const struct document *doc, struct code_run taken, bool *declared)
{
	const struct token *items = doc->tokens.items;
	size_t i = taken.first;
	*declared = doc->language->declares && is_in_lambda(doc, taken);
	if (*declared)
		return true;
	while (i > 0 && items[doc->code[i - 1]].kind != TOKEN_OPEN) {
		uint32_t partner = items[doc->code[i - 1]].partner;
		bool is_close = items[doc->code[i - 1]].kind == TOKEN_CLOSE && partner != TOKEN_NONE;
		for (i--; is_close && i > 0 && doc->code[i] != partner;)
			i--;
	}
	if (!doc->language->item_rank || i < 2 || doc->source->bytes.ptr[items[doc->code[i - 1]].begin] != '(')
		return false;
	enum token_kind before = (enum token_kind)items[doc->code[i - 2]].kind;
	/* What a class has in its brackets are arguments. */
	*declared = doc->language->declares && i > 2 && items[doc->code[i - 3]].kind == TOKEN_NAME &&
		    !document_is(doc, i - 3, "class") && doc->language->declares(document_text(doc, doc->code[i - 3]));
	return before == TOKEN_CLOSE || (before == TOKEN_NAME && !is_keyword(doc, i - 2));
}

bool list_ends_line(const struct op_run *run, uint32_t at, uint32_t *line_end)
{
	const struct token_list *tokens = &run->doc->tokens;
	*line_end = (uint32_t)run->doc->source->bytes.len;
	for (size_t i = token_list_from(tokens, at); i < tokens->count; i++) {
		const struct token *token = &tokens->items[i];
		if (token->begin < at || token->kind == TOKEN_SPACE || token->kind == TOKEN_COMMENT)
			continue;
		*line_end = token->begin;
		/* The comment at the end of a directive would go on on the next line of it. */
		return token->kind == TOKEN_NEWLINE || (token->kind == TOKEN_END && !run->doc->language->is_directive);
	}
	return true;
}
