/* Why a list cannot be what an edit makes of it. */
#include "match/code.h"
#include "op/list/list.h"

static bool item_is_named(const struct op_run *run, struct code_run item, bool declared)
{
	return run->doc->language->item_rank(run->doc, item.first, item.last, declared) == ITEM_NAMED;
}

/*
 * Is an item that comes an argument or a parameter which the list already gives a value, or another one? Positional
 * arguments have no names.
 */
static bool repeats_name(const struct op_run *run, const struct list_change *change, bool declared)
{
	for (size_t k = 0; k < change->n_arrivals; k++) {
		const struct arrival *comes = &change->arrivals[k];
		bool says_more, is_named = declared || items_rank(comes->items, comes->index, declared) == ITEM_NAMED;
		for (size_t i = 0; is_named && i < change->runs.count; i++)
			if (!change->leaves[i] && (declared || item_is_named(run, change->runs.items[i], declared)) &&
				items_share_name(
					comes->items, comes->index, run->doc, change->runs.items[i], &says_more))
				return true;
	}
	return false;
}

/* Is a keyword that comes with its values in the list already, with others? */
static bool repeats_keyword(const struct op_run *run, const struct list_change *change)
{
	for (size_t k = 0; k + 1 < change->n_arrivals; k++) {
		const struct arrival *comes = &change->arrivals[k];
		size_t at = (size_t)-1;
		if (change->arrivals[k + 1].follows && !comes->follows)
			at = items_find(comes->items, comes->index, run->doc, &change->runs, 0);
		while (at != (size_t)-1 && change->leaves[at])
			at = items_find(comes->items, comes->index, run->doc, &change->runs, at + 1);
		if (at != (size_t)-1)
			return true;
	}
	return false;
}

/* Would `key: value` be beside an item that is none, in the braces of a dictionary or a set? */
static bool mixes_pairs(const struct op_run *run, const struct list_change *change)
{
	const struct document *doc = run->doc;
	size_t n_pairs = 0, n_stay = change->runs.count - change->n_leave;
	for (size_t i = 0; i < change->runs.count; i++)
		n_pairs += !change->leaves[i] && items_run_is_pair(doc, change->runs.items[i]);
	for (size_t k = 0; k < change->n_arrivals; k++)
		n_pairs += items_is_pair(change->arrivals[k].items, change->arrivals[k].index);
	return change->n_arrivals && doc->language->declares && n_pairs && n_pairs < n_stay + change->n_arrivals;
}

static bool is_sign(const struct document *doc, struct code_run item, const char *sign)
{
	return item.last - item.first == 1 && slice_eq_cstr(document_text(doc, doc->code[item.first]), sign);
}

/* The `*` and the `/` among parameters of Python are about those after it and before it: there has to be one. */
static const char *why_not_alone(const struct document *doc, const struct list_change *change)
{
	bool any = false, awaits = false;
	for (size_t i = 0; i < change->runs.count && doc->language->declares; i++) {
		struct code_run item = change->runs.items[i];
		if (change->leaves[i])
			continue;
		if (is_sign(doc, item, "/") && !any)
			return "no parameter would be left before '/'";
		bool is_rest = slice_eq_cstr(document_text(doc, doc->code[item.first]), "**");
		awaits = is_sign(doc, item, "*") || (awaits && is_rest);
		any = true;
	}
	return awaits && !change->n_arrivals ? "no parameter would be left after '*'" : NULL;
}

/* The same for a list that is a part of the parameters, and of which nothing is left. */
static const char *why_not_alone_in_part(const struct document *doc, struct code_run taken)
{
	size_t last = taken.first - 1, next = taken.last + code_is_separator(doc, taken.last);
	bool has_star = last > 1 && code_is_separator(doc, last) && code_is(doc, last - 1, TOKEN_OPERATOR, "*") &&
			(code_is_separator(doc, last - 2) || code_kind(doc, last - 2) == TOKEN_OPEN);
	if (has_star && (code_kind(doc, next) == TOKEN_CLOSE || code_is(doc, next, TOKEN_OPERATOR, "**")))
		return "no parameter would be left after '*'";
	return code_kind(doc, last) == TOKEN_OPEN && code_is(doc, next, TOKEN_OPERATOR, "/")
		       ? "no parameter would be left before '/'"
		       : NULL;
}

static bool ends_bracket(const struct document *doc, struct code_run taken)
{
	return code_kind(doc, taken.last + code_is_separator(doc, taken.last)) == TOKEN_CLOSE;
}

const char *list_why_not(const struct op_run *run, struct code_run taken, const struct list_change *change)
{
	const struct document *doc = run->doc;
	bool empties = change->n_leave && change->n_leave == change->runs.count && !change->n_arrivals;
	if (!doc->language->item_rank || taken.first == 0)
		return NULL;
	for (size_t i = 0; i < change->runs.count && change->n_arrivals; i++) {
		struct code_run item = change->runs.items[i];
		if (doc->language->binding && !change->leaves[i] && code_count_word(doc, item.first, item.last, "for"))
			return "a comprehension cannot have further items";
	}
	bool declared, ordered = list_has_order(doc, taken, &declared);
	bool in_braces = slice_eq_cstr(document_text(doc, doc->code[taken.first - 1]), "{");
	if (repeats_keyword(run, change))
		return "the list has that keyword already, with other values after it";
	if (in_braces && mixes_pairs(run, change))
		return "a dictionary has pairs only, and a set has none";
	if ((ordered || in_braces) && repeats_name(run, change, declared || in_braces))
		return "the list has an item of that name, with another value";
	if (!ordered && change->n_arrivals && change->runs.count && is_sign(doc, change->runs.items[0], "*"))
		return "'*' already imports all names";
	if (empties && in_braces && ends_bracket(doc, taken) && !items_run_is_pair(doc, change->runs.items[0]))
		return doc->language->declares ? "'{}' is a dictionary, not a set without items"
					       : "nothing would be left in the braces";
	if (declared && empties && doc->language->declares && why_not_alone_in_part(doc, taken))
		return why_not_alone_in_part(doc, taken);
	return declared && change->n_leave ? why_not_alone(doc, change) : NULL;
}
