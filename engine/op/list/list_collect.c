/* What all edits of a rule want of one list: the items that leave, and those that come. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "match/code.h"
#include "op/list/list.h"

static bool same_run(struct code_run a, struct code_run b)
{
	return a.first == b.first && a.last == b.last;
}

/* Does the unit come already, for another edit? */
static bool arrives(const struct list_change *change, const struct items *items, size_t item)
{
	size_t count = items_unit(items, item), same;
	for (size_t i = 0; i + count <= change->n_arrivals; i++) {
		const struct arrival *there = &change->arrivals[i];
		for (same = 0; same < count; same++)
			if (!slice_eq(items_text(there[same].items, there[same].index), items_text(items, item + same)))
				break;
		if (same == count && !there->follows)
			return true;
	}
	return false;
}

static void add_arrivals(struct list_change *change, const struct items *items, size_t item)
{
	for (size_t i = 0; i < items_unit(items, item); i++) {
		struct arrival arrival = { items, item + i, i > 0 };
		VEC_PUSH(change->arrivals, change->n_arrivals, change->arrivals_capacity, arrival);
	}
}

/* A project that the list asks for already gets the versions of the item; else the item comes. */
static void collect_requirements(const struct op_run *run, const struct items *items, struct list_change *change)
{
	for (size_t k = 0; k < items_count(items); k++) {
		struct list_requirement place;
		struct arrival arrival = { items, k, false };
		list_find_requirement(run, items, k, &change->runs, &place);
		if (place.count && !requirement_satisfies(&place.found, &place.wanted)) {
			struct str text = STR_INIT;
			uint32_t begin = (uint32_t)(place.found.specifier.ptr - run->doc->source->bytes.ptr);
			requirement_write(&place.found, &place.wanted, &text);
			edit_list_add(run->out, begin, begin + (uint32_t)place.found.specifier.len, str_slice(&text),
				run->owner, run->group);
			str_release(&text);
		} else if (!place.count && !arrives(change, items, k)) {
			VEC_PUSH(change->arrivals, change->n_arrivals, change->arrivals_capacity, arrival);
		}
	}
}

static void leave(struct list_change *change, size_t from, size_t count)
{
	for (size_t i = from; i < from + count; i++) {
		change->n_leave += !change->leaves[i];
		change->leaves[i] = true;
	}
}

/* Adds what one edit wants of the list. */
static void collect(const struct op_run *run, const struct items *items, bool comes, struct list_change *change)
{
	for (size_t k = 0; k < items_count(items); k += items_unit(items, k)) {
		size_t at = items_find_unit(items, k, run->doc, &change->runs, 0);
		if (comes && at == (size_t)-1 && !arrives(change, items, k))
			add_arrivals(change, items, k);
		for (; !comes && at != (size_t)-1; at = items_find_unit(items, k, run->doc, &change->runs, at + 1))
			leave(change, at, items_unit(items, k));
	}
}

static bool changes_lists(const struct edit_rule *rule)
{
	return rule->def->op->release == list_release;
}

/* What says that a list has no items gives way to those that come. */
static void drop_no_items(const struct document *doc, struct list_change *change)
{
	const struct code_run *item = change->runs.items;
	if (!doc->language->is_no_item || !change->runs.count || !change->n_arrivals || change->n_leave ||
		item->last - item->first != 1 || !doc->language->is_no_item(doc, item->first))
		return;
	change->leaves[0] = change->says_none = true;
	change->n_leave = 1;
}

/* A list that one edit changes, by its set number `set`. */
struct list_place {
	struct code_run taken;
	const struct edit_rule *rule;
	size_t set;
};

static int by_taken(const void *a, const void *b)
{
	const struct code_run *x = &((const struct list_place *)a)->taken, *y = &((const struct list_place *)b)->taken;
	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return x->last < y->last ? -1 : x->last > y->last;
}

/* Finds the lists of all edits of the rule: those that are one list side by side, in the order of the edits. */
static void index_lists(struct op_run *run)
{
	const struct edit_group alone = { (struct edit_rule *const[]){ (struct edit_rule *)(uintptr_t)run->rule },
		run->outcome, 1 };
	const struct edit_group *together = run->together ? run->together : &alone;
	size_t capacity = 0;
	for (size_t e = 0; e < together->count; e++) {
		const struct edit_rule *rule = together->rules[e];
		for (size_t m = 0; rule && changes_lists(rule) && m < together->outcomes[e].matches.count; m++)
			for (size_t s = 0; s < rule->def->n_sets; s++) {
				struct list_place place = {
					list_taken(rule, &together->outcomes[e].matches.items[m], s), rule, s
				};
				VEC_PUSH(run->list_places, run->n_list_places, capacity, place);
			}
	}
	sort_stable(run->list_places, run->n_list_places, sizeof(*run->list_places), by_taken);
}

/* The bracket that the list is in. */
static char bracket_of(const struct document *doc, struct code_run taken)
{
	for (size_t i = taken.first; i > 0;) {
		const struct token *token = &doc->tokens.items[doc->code[--i]];
		if (token->kind == TOKEN_OPEN)
			return doc->source->bytes.ptr[token->begin];
		if (token_kind_is_border(token->kind))
			return '\0';
		while (token->kind == TOKEN_CLOSE && token->partner != TOKEN_NONE && i > 0 &&
			doc->code[i] != token->partner)
			i--;
	}
	return '\0';
}

/* `import $$$X`, or all in the parentheses of it; `*some`: or some of it. */
static bool is_import(const struct document *doc, struct code_run taken, bool *some)
{
	bool in_parentheses = taken.first > 1 && code_kind(doc, taken.first - 1) == TOKEN_OPEN;
	size_t word = taken.first - (in_parentheses ? 2 : 1), next = taken.last + code_is_separator(doc, taken.last);
	*some = taken.first > 0 && code_is_list_word(doc, word);
	return *some && (!in_parentheses || code_kind(doc, next) == TOKEN_CLOSE);
}

/* A tuple of Python's: what a call, a definition or an import has in its parentheses is none. */
static bool is_tuple(const struct document *doc, struct code_run taken)
{
	static const char *const words[] = { "=", "return", "yield", NULL };
	const struct language *language = doc->language;
	bool declared, imports;
	if (!language->declares || taken.first == 0)
		return false;
	if (!document_is_one_of(doc, taken.first - 1, (const char *const[]){ "(", NULL }))
		return document_is_one_of(doc, taken.first - 1, words) && !bracket_of(doc, taken);
	is_import(doc, taken, &imports);
	return !imports && !list_has_order(doc, taken, &declared);
}

/* `(a, b)` without b is `(a,)`, and so is `()` with it: no tuple of one without its comma. What only is in parentheses
 * stays so. */
static bool needs_comma(const struct document *doc, struct code_run taken, const struct list_change *change)
{
	return change->runs.count - change->n_leave + change->n_arrivals == 1 && change->runs.count != 1 &&
	       !change->runs.has_trailing_separator && !code_is_separator(doc, taken.last) && change->is_tuple;
}

/* What says that there are no items, where the first ones go and what is behind them needs that; or NULL. */
static const char *none_of(const struct document *doc, struct code_run taken, const struct list_change *change)
{
	const struct item_runs *runs = &change->runs;
	size_t n = 0;
	while (n < runs->count && change->leaves[n])
		n++;
	if (!n || change->n_arrivals || !doc->language->no_item)
		return NULL;
	return doc->language->no_item(doc, taken.first, n < runs->count ? runs->items[n].first : taken.last);
}

bool list_collect(struct op_run *run, struct code_run taken, size_t own_set, struct list_change *change)
{
	const struct list_place wanted = { .taken = taken };
	if (!run->list_places)
		index_lists(run);
	size_t i = sort_lower_bound(run->list_places, run->n_list_places, sizeof(wanted), &wanted, by_taken);
	for (; i < run->n_list_places && same_run(run->list_places[i].taken, taken); i++) {
		const struct list_place *place = &run->list_places[i];
		if (!change->leaves) {
			if (place->rule != run->rule || place->set != own_set)
				return false;
			change->leaves = xcalloc(change->runs.count + 1, sizeof(*change->leaves));
		}
		const struct op *op = place->rule->def->op;
		if (op == &op_ensure_requirement)
			collect_requirements(run, list_items(place->rule, place->set), change);
		else
			collect(run, list_items(place->rule, place->set), op == &op_add_to, change);
	}
	drop_no_items(run->doc, change);
	change->bracket = bracket_of(run->doc, taken);
	bool some;
	change->is_import = is_import(run->doc, taken, &some);
	change->is_tuple = is_tuple(run->doc, taken);
	change->needs_comma = needs_comma(run->doc, taken, change);
	change->none = none_of(run->doc, taken, change);
	return true;
}
