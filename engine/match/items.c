#include "match/items.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "match/code.h"
#include "match/pattern_private.h"

/* A list is read as the arguments of a call, which most languages with lists can write. */
#define CALL_BEGIN "x("
#define CALL_END ")"

struct items {
	struct pattern *call;  /* x(ITEM ITEM …), or the language's own form */
	size_t begin_len;      /* bytes before the first item */
	struct item_runs runs; /* into call->doc.code */
};

void item_runs_split(const struct document *doc, struct code_run run, struct item_runs *out)
{
	*out = (struct item_runs){ 0 };
	bool by_layout = doc->language->separator == NULL;
	for (size_t at = run.first; at < run.last;) {
		size_t begin = at;
		if (code_is_separator(doc, at)) {
			out->has_trailing_separator = ++at == run.last;
			continue;
		}
		do {
			size_t end = code_unit_end(doc, at);
			at = end > at ? end : at + 1;
		} while (!by_layout && at < run.last && !code_is_separator(doc, at));
		struct code_run item = { (uint32_t)begin, (uint32_t)(at < run.last ? at : run.last) };
		VEC_PUSH(out->items, out->count, out->capacity, item);
	}
	/* A capture leaves the trailing separator to the bracket that follows. */
	if (out->count && code_is_separator(doc, run.last) && code_kind(doc, run.last + 1) == TOKEN_CLOSE)
		out->has_trailing_separator = true;
}

void item_runs_release(struct item_runs *runs)
{
	free(runs->items);
	*runs = (struct item_runs){ 0 };
}

static bool check_items(const struct items *items, size_t *error_offset, struct err *err)
{
	const struct pattern *call = items->call;
	const struct token *last = &call->doc.tokens.items[call->elements[call->n_elements - 1].token];
	for (size_t e = 0; e < call->n_elements; e++) {
		if (call->elements[e].kind == ELEMENT_LITERAL)
			continue;
		*error_offset = call->doc.tokens.items[call->elements[e].token].begin;
		err_set(err, ERR_PATCHSET, "a list item must be plain code, without captures");
		return false;
	}
	if (items->runs.count && last->kind == TOKEN_CLOSE && last->end == call->source.bytes.len)
		return true;
	*error_offset = items->begin_len;
	err_set(err, ERR_PATCHSET, "this is not a list of items");
	return err_hint(err, "write the items as in the file, without the brackets around the list");
}

struct items *items_new(struct slice text, const struct language *language, size_t *error_offset, struct err *err)
{
	struct items *items = xcalloc(1, sizeof(*items));
	struct str call = STR_INIT;
	const char *begin = language->list_form.begin ? language->list_form.begin : CALL_BEGIN,
		   *end = language->list_form.end ? language->list_form.end : CALL_END;
	text = slice_trim(text);
	str_addf(&call, "%s" SLICE_FMT "%s", begin, SLICE_ARG(text), end);
	items->call = pattern_new(str_slice(&call), language, error_offset, err);
	str_release(&call);
	items->begin_len = strlen(begin);
	if (items->call) {
		uint32_t first = (uint32_t)document_code_at(&items->call->doc, (uint32_t)items->begin_len);
		uint32_t last = (uint32_t)items->call->n_elements - 1;
		item_runs_split(
			&items->call->doc, (struct code_run){ first, last > first ? last : first }, &items->runs);
	}
	if (items->call && check_items(items, error_offset, err))
		return items;
	size_t shift = items->begin_len;
	*error_offset = *error_offset < shift ? 0 : *error_offset - shift > text.len ? text.len : *error_offset - shift;
	items_free(items);
	return NULL;
}

void items_free(struct items *items)
{
	if (!items)
		return;
	pattern_free(items->call);
	item_runs_release(&items->runs);
	free(items);
}

size_t items_count(const struct items *items)
{
	return items->runs.count;
}

struct slice items_text(const struct items *items, size_t item)
{
	uint32_t begin, end;
	code_run_span(items->runs.items[item], &items->call->doc, &begin, &end);
	return slice_sub(items->call->source.bytes, begin, end);
}

enum item_rank items_rank(const struct items *items, size_t item, bool declared)
{
	const struct document *doc = &items->call->doc;
	return doc->language->item_rank ? doc->language->item_rank(doc, items->runs.items[item].first,
						  items->runs.items[item].last, declared)
					: ITEM_PLAIN;
}

/* Is the run of the file the same code as the item? */
static bool items_same(const struct items *items, size_t item, const struct document *doc, struct code_run run)
{
	struct code_run wanted = items->runs.items[item];
	if (wanted.last - wanted.first != run.last - run.first)
		return false;
	for (uint32_t i = 0; i < run.last - run.first; i++)
		if (!token_same(doc->language, &items->call->doc, items->call->doc.code[wanted.first + i], doc,
			    doc->code[run.first + i]))
			return false;
	return true;
}

uint32_t items_aside_end(const struct document *doc, uint32_t at)
{
	const struct token *token = &doc->tokens.items[doc->code[at]];
	bool is_tag = token->kind == TOKEN_OPEN && slice_eq_cstr(document_text(doc, doc->code[at]), "{") &&
		      code_is(doc, at + 1, TOKEN_OPERATOR, "%");
	if (!is_tag && !token_is_directive(doc->language, &doc->tokens, doc->code[at]))
		return at;
	return token->partner == TOKEN_NONE ? at : (uint32_t)code_index(doc, token->partner) + 1;
}

/* Without what is aside at its beginning and its end. */
static struct code_run bare_run(const struct document *doc, struct code_run run)
{
	struct code_run bare = { run.last, run.last };
	for (uint32_t at = run.first, end; at < run.last; at = end) {
		end = items_aside_end(doc, at);
		if (end > at)
			continue;
		bare.first = bare.first == run.last ? at : bare.first;
		size_t unit = code_unit_end(doc, at);
		bare.last = end = unit > at ? (uint32_t)unit : at + 1;
	}
	return bare;
}

/* Is the item an element of the argument `run`? */
static bool is_within(const struct items *items, size_t item, const struct document *doc, struct code_run run)
{
	const struct document *own = &items->call->doc;
	const struct language *language = doc->language;
	struct code_run wanted = items->runs.items[item];
	if (!language->holds_item || wanted.last - wanted.first != 1 || run.last - run.first != 1)
		return false;
	return language->holds_item(
		language->value(document_text(doc, doc->code[run.first]), code_kind(doc, run.first)),
		language->value(document_text(own, own->code[wanted.first]), code_kind(own, wanted.first)));
}

const char *items_aside(const struct items *items, const struct document *doc, const struct item_runs *runs)
{
	for (size_t i = 0; items && i < runs->count; i++) {
		struct code_run bare = bare_run(doc, runs->items[i]);
		bool is_bare = bare.first == runs->items[i].first && bare.last == runs->items[i].last;
		for (size_t item = 0; item < items_count(items); item++) {
			if (!is_bare && items_same(items, item, doc, bare))
				return "an item is there beside a directive or a template's tag";
			if (is_within(items, item, doc, bare))
				return "an item is there within another one";
		}
	}
	return NULL;
}

/* Is the first token all there is, or the name of what follows: `a=1`, `"a": 1`, `a as b`? */
static bool begins_with_name(const struct document *doc, struct code_run run)
{
	static const char *const ties[] = { "=", ":", "as", NULL };
	enum token_kind kind = code_kind(doc, run.first);
	return (kind == TOKEN_NAME || kind == TOKEN_STRING) &&
	       (run.last - run.first == 1 || document_is_one_of(doc, run.first + 1, ties));
}

bool items_share_name(
	const struct items *items, size_t item, const struct document *doc, struct code_run run, bool *says_more)
{
	const struct document *own = &items->call->doc;
	struct code_run wanted = items->runs.items[item];
	*says_more = wanted.last - wanted.first == 1 && run.last - run.first > 1;
	return begins_with_name(own, wanted) && begins_with_name(doc, run) &&
	       token_same(doc->language, own, own->code[wanted.first], doc, doc->code[run.first]);
}

bool items_run_is_pair(const struct document *doc, struct code_run run)
{
	/* a lambda has a ':' of its own */
	size_t n_colons = code_count_word(doc, run.first, run.last, ":");
	return code_is(doc, run.first, TOKEN_OPERATOR, "**") ||
	       n_colons > code_count_word(doc, run.first, run.last, "lambda");
}

bool items_is_pair(const struct items *items, size_t item)
{
	return items_run_is_pair(&items->call->doc, items->runs.items[item]);
}

static bool is_keyword(const struct items *items, size_t item)
{
	const struct language *language = items->call->doc.language;
	return language->is_keyword_item && language->is_keyword_item(items_text(items, item));
}

size_t items_unit(const struct items *items, size_t item)
{
	size_t end = item + 1;
	while (is_keyword(items, item) && end < items_count(items) && !is_keyword(items, end))
		end++;
	return end - item;
}

size_t items_find(
	const struct items *items, size_t item, const struct document *doc, const struct item_runs *runs, size_t from)
{
	for (size_t i = from; i < runs->count; i++)
		if (items_same(items, item, doc, runs->items[i]))
			return i;
	return (size_t)-1;
}

size_t items_find_unit(
	const struct items *items, size_t item, const struct document *doc, const struct item_runs *runs, size_t from)
{
	size_t count = items_unit(items, item), at = items_find(items, item, doc, runs, from), same = 1;
	for (; at != (size_t)-1; at = items_find(items, item, doc, runs, at + 1)) {
		for (same = 1; same < count && at + same < runs->count; same++)
			if (!items_same(items, item + same, doc, runs->items[at + same]))
				break;
		if (same == count)
			return at;
	}
	return (size_t)-1;
}
