/*
 * What all edits of a rule want of one list, made together: items leave with their separators, and with their lines
 * where they have some of their own; items come in the list's own style. Where items at the end leave and others come,
 * these take their place.
 */
#include <stdlib.h>

#include "match/code.h"
#include "op/list/list.h"
#include "op/remove.h"

/* --- items that leave --------------------------------------------------------------------------------------------- */

static uint32_t token_end_before(const struct op_run *run, size_t code)
{
	return code ? run->doc->tokens.items[run->doc->code[code - 1]].end : 0;
}

/* Is the line of `at` a part of the one above, by what ends that one? A directive's lines are spliced at the end. */
static bool is_joined(const struct op_run *run, uint32_t at)
{
	struct source *source = run->doc->source;
	uint32_t begin = (uint32_t)source_line_begin(source, source_line_index(source, at));
	return !run->doc->language->splices && begin > 0 && document_splice_at(run->doc, begin - 1) != NULL;
}

/* Widens [begin, end) to whole lines if nothing but a comment is beside it. */
static bool widen_to_lines(const struct op_run *run, uint32_t *begin, uint32_t *end)
{
	struct source *source = run->doc->source;
	uint32_t line_end;
	if (!source_begins_line(source, *begin) || is_joined(run, *begin) || !list_ends_line(run, *end, &line_end))
		return false;
	*begin = (uint32_t)source_text_begin(source, source_line_index(source, *begin));
	*end = (uint32_t)source_line_begin(source, source_line_index(source, line_end) + 1);
	return true;
}

/* Is there a comment between two tokens, given by their indices in doc->code? With `own_line`, one that begins a line,
 * which is about what follows. */
static bool has_comment_in(const struct op_run *run, size_t from, size_t to, bool own_line)
{
	const struct document *doc = run->doc;
	for (size_t i = doc->code[from]; i < doc->code[to]; i++)
		if (doc->tokens.items[i].kind == TOKEN_COMMENT &&
			(!own_line || source_begins_line(doc->source, doc->tokens.items[i].begin)))
			return true;
	return false;
}

static bool has_comment(const struct op_run *run, size_t from, size_t to)
{
	return has_comment_in(run, from, to, false);
}

static void remove_bytes(struct op_run *run, uint32_t begin, uint32_t end)
{
	edit_list_add(run->out, begin, end, slice_from("", 0), run->owner, run->group);
}

/*
 * Items at the end of a list, with code token `separator` before them, go with it; one after them then ends the list as
 * before. What is said of the item before them stays.
 */
static void remove_tail(struct op_run *run, size_t separator, struct code_run tail, bool has_trailing_separator)
{
	const struct document *doc = run->doc;
	const struct token *before = &doc->tokens.items[doc->code[separator]];
	uint32_t begin, end, after;
	list_item_span(run, tail, &begin, &end);
	uint32_t line_begin = begin,
		 line_end = after = has_trailing_separator ? doc->tokens.items[doc->code[tail.last]].end : end;
	bool is_line = widen_to_lines(run, &line_begin, &line_end);
	bool is_noted = has_comment(run, separator - 1, tail.first);
	if (!is_line && !is_noted) {
		remove_bytes(run, token_end_before(run, separator), end);
		return;
	}
	if (!has_trailing_separator)
		remove_bytes(run, before->begin, before->end);
	remove_bytes(run, is_line ? line_begin : begin, is_line ? line_end : after);
}

/* Where the layout begins that goes with the item at code token `item`: all of it up to the one before, but no comment
 * and no line end behind one. */
static uint32_t blank_begin(const struct op_run *run, size_t item)
{
	const struct token_list *tokens = &run->doc->tokens;
	uint32_t at = run->doc->code[item];
	if (item == 0 || !has_comment(run, item - 1, item))
		return token_end_before(run, item);
	bool is_behind = tokens->items[at - 1].kind == TOKEN_SPACE && tokens->items[at - 2].kind == TOKEN_COMMENT;
	return tokens->items[is_behind ? at - 1 : at].begin;
}

/* Bytes [begin, end) of items [from, to) and the separator after them: are they whole lines? */
static bool item_lines(
	const struct op_run *run, const struct item_runs *runs, size_t from, size_t to, uint32_t *begin, uint32_t *end)
{
	const struct document *doc = run->doc;
	list_item_span(run, (struct code_run){ runs->items[from].first, runs->items[to - 1].last }, begin, end);
	if (doc->language->separator && (to < runs->count || runs->has_trailing_separator))
		*end = doc->tokens.items[doc->code[runs->items[to - 1].last]].end;
	return widen_to_lines(run, begin, end);
}

/* The code token that follows items up to `to` and their separator; 0 where the list ends there. */
static size_t next_code(const struct op_run *run, const struct item_runs *runs, size_t to)
{
	const struct document *doc = run->doc;
	bool separated = doc->language->separator != NULL;
	size_t next =
		to < runs->count ? runs->items[to].first : runs->items[to - 1].last + runs->has_trailing_separator;
	bool goes_on = to < runs->count ||
		       ((!separated || runs->has_trailing_separator) && next < doc->n_code &&
			       code_kind(doc, next) != TOKEN_CLOSE && !token_kind_is_border(code_kind(doc, next)));
	return goes_on ? next : 0;
}

/*
 * Items [from, to) go with the separator after them and what follows it up to the next item. In a language without
 * separators they go with the layout before them, or, where they begin a line or nothing is before them but what leaves
 * (`leads`), with that after them.
 */
static void remove_run(struct op_run *run, const struct list_change *change, size_t from, size_t to, bool leads)
{
	const struct item_runs *runs = &change->runs;
	uint32_t begin, end, line_begin, line_end;
	if (item_lines(run, runs, from, to, &begin, &end)) {
		remove_bytes(run, begin, end);
		return;
	}
	bool separated = run->doc->language->separator != NULL;
	size_t next = next_code(run, runs, to), last = runs->items[to - 1].last - 1;
	bool is_noted = next && has_comment(run, last, next);
	bool takes_after = to - from < 2 || !item_lines(run, runs, to - 1, to, &line_begin, &line_end);
	if (separated)
		takes_after &= !is_noted ||
			       !(has_comment_in(run, last, next, true) || (to < runs->count && change->leaves[to]));
	else
		takes_after =
			(next && !is_noted && source_begins_line(run->doc->source, begin)) || (takes_after && leads);
	if (!takes_after)
		begin = blank_begin(run, runs->items[from].first);
	if (takes_after && next && (separated || !is_noted))
		end = code_token(run->doc, next)->begin;
	remove_bytes(run, begin, end);
}

/* Those side by side go together, for the layout between two of them belongs to both; what a comment parts goes by
 * itself, so that the comment stays. */
static void remove_runs(struct op_run *run, const struct list_change *change, size_t to)
{
	const struct item_runs *runs = &change->runs;
	uint32_t begin, ignored;
	list_item_span(run, runs->items[0], &begin, &ignored);
	bool leads = runs->items[0].first > 0 && token_end_before(run, runs->items[0].first) == begin;
	for (size_t i = 0, end; i < to; i = end) {
		end = i + 1;
		leads &= change->leaves[i];
		if (!change->leaves[i])
			continue;
		while (end < to && change->leaves[end] &&
			!has_comment(run, runs->items[end - 1].last - 1, runs->items[end].first))
			end++;
		remove_run(run, change, i, end, leads);
	}
}

/* Does something of the same bracket follow a list and the separator after it? */
static bool is_first_part(const struct document *doc, struct code_run taken)
{
	return code_is_separator(doc, taken.last) && code_kind(doc, taken.last + 1) != TOKEN_CLOSE;
}

/* Those at the end of a list go together: each by itself would claim the separator between two of them. */
static void remove_items(struct op_run *run, struct code_run taken, const struct list_change *change)
{
	struct list_change part = *change;
	struct item_runs *runs = &part.runs;
	size_t tail = runs->count;
	const bool goes_on = is_first_part(run->doc, taken);
	runs->has_trailing_separator |= goes_on;
	while (tail > 0 && change->leaves[tail - 1])
		tail--;
	if (tail == 0 || tail == runs->count || goes_on || !run->doc->language->separator)
		tail = runs->count;
	else
		remove_tail(run, runs->items[tail - 1].last,
			(struct code_run){ runs->items[tail].first, runs->items[runs->count - 1].last },
			runs->has_trailing_separator);
	if (tail)
		remove_runs(run, &part, tail);
}

/* Gives a tuple whose first part goes, and which is left with one item, the separator that this needs. */
static void keep_rest_tuple(struct op_run *run, struct code_run taken)
{
	const struct document *doc = run->doc;
	struct item_runs rest;
	uint32_t begin, end, partner = code_token(doc, taken.first - 1)->partner;
	if (partner == TOKEN_NONE)
		return;
	item_runs_split(doc, (struct code_run){ taken.last + 1, code_index(doc, partner) }, &rest);
	if (rest.count == 1 && !rest.has_trailing_separator) {
		list_item_span(run, rest.items[0], &begin, &end);
		edit_list_add(run->out, end, end, slice_of(doc->language->separator), run->owner, run->group);
	}
	item_runs_release(&rest);
}

/* All items of a list that is a part of one: the separator after it goes as well, or, at the end, that before it. A
 * tuple of Python's may need that one. */
static void remove_all(struct op_run *run, struct code_run taken, const struct list_change *change)
{
	const struct document *doc = run->doc;
	struct list_change part = *change;
	struct item_runs *runs = &part.runs;
	struct code_run all = { runs->items[0].first, runs->items[runs->count - 1].last };
	bool has_before = code_is_separator(doc, taken.first - 1), has_after = code_is_separator(doc, taken.last);
	bool goes_on = is_first_part(doc, taken), declared;
	bool may_go = has_after || !doc->language->declares || change->bracket != '(' ||
		      list_has_order(doc, taken, &declared);
	if (goes_on && change->is_tuple)
		keep_rest_tuple(run, taken);
	if (has_before && !goes_on && may_go) {
		remove_tail(run, taken.first - 1, all, runs->has_trailing_separator);
	} else if (has_before && !goes_on) {
		uint32_t begin, end;
		if (!item_lines(run, runs, 0, runs->count, &begin, &end))
			begin = blank_begin(run, all.first);
		remove_bytes(run, begin, end);
	} else {
		runs->has_trailing_separator |= may_go && has_after;
		remove_items(run, taken, &part);
	}
}

/* --- items that come ---------------------------------------------------------------------------------------------- */

/* Where items go and what is before, between and after them. */
struct place_for_items {
	uint32_t at, end;  /* bytes that give way to them: none, or an item that leaves */
	const char *first; /* before the first item: a separator, a blank, or nothing */
	bool own_lines;    /* every item on a line of its own, indented like `like` */
	bool line_before;  /* the first one as well */
	uint32_t like;
	bool separator_after; /* the last one gets a separator too */
	bool line_behind;     /* and its line ends */
	bool is_alone;        /* items of another rule would have no separator before them */
};

static void add_line(struct op_run *run, uint32_t like, struct str *text)
{
	if (is_joined(run, like)) {
		size_t code = document_code_at(run->doc, like);
		str_add(text, slice_sub(run->doc->source->bytes, token_end_before(run, code), like));
		return;
	}
	str_add(text, source_eol_at(run->doc->source, like));
	str_add(text, source_indent_at(run->doc->source, like));
}

/* Arrival `i`, the first where `is_first`, with what parts it from those beside it. */
static void add_item(struct op_run *run, const struct list_change *change, size_t i, bool is_first,
	const struct place_for_items *place, struct str *text)
{
	const char *separator = run->doc->language->separator ? run->doc->language->separator : "";
	const bool follows = change->arrivals[i].follows;
	if (is_first || !place->separator_after)
		str_add_cstr(text, is_first ? place->first : separator);
	if (is_first ? place->line_before : place->own_lines && !place->line_behind && !follows)
		add_line(run, place->like, text);
	else if (!is_first && !place->line_behind)
		str_add_char(text, ' ');
	str_add(text, items_text(change->arrivals[i].items, change->arrivals[i].index));
	if (place->separator_after)
		str_add_cstr(text, separator);
	if (place->line_behind && place->own_lines)
		add_line(run, place->like, text);
	else if (place->line_behind)
		str_add_char(text, ' ');
}

/* Items are an edit each: where another rule adds some of them as well, they come once. */
static void put_items(struct op_run *run, const struct list_change *change, size_t from, size_t to,
	const struct place_for_items *place)
{
	uint32_t at = place->at;
	struct str text = STR_INIT;
	for (size_t i = from, unit = from; i < to; i++) {
		const struct arrival *first = &change->arrivals[unit];
		add_item(run, change, i, i == from, place, &text);
		if (i + 1 < to && change->arrivals[i + 1].follows)
			continue;
		edit_list_add(run->out, at, place->end, str_slice(&text), run->owner, run->group);
		struct edit *edit = &run->out->items[run->out->count - 1];
		edit->stacks = at == place->end && !place->is_alone ? EDIT_STACKS_AFTER : EDIT_ALONE;
		edit->item = items_text(first->items, first->index);
		edit->list = change->begin + 1;
		at = place->end;
		text.len = 0;
		unit = i + 1;
	}
	str_release(&text);
}

/* Does something of the same bracket follow a list without items? */
static bool is_followed(const struct document *doc, struct code_run taken, const struct list_change *change)
{
	enum token_kind kind = code_kind(doc, taken.last);
	return change->bracket && taken.last < doc->n_code && kind != TOKEN_CLOSE && !token_kind_is_border(kind) &&
	       !document_is_one_of(doc, taken.last, (const char *const[]){ ":", ";", ",", NULL });
}

static void put_into_empty(struct op_run *run, struct code_run taken, const struct list_change *change, bool declared)
{
	const struct document *doc = run->doc;
	uint32_t before = doc->code[taken.first ? taken.first - 1 : 0];
	const char *separator = doc->language->separator;
	struct slice text = document_text(doc, before);
	bool is_open = doc->tokens.items[before].kind == TOKEN_OPEN, follows = is_followed(doc, taken, change);
	bool is_parted = !separator || slice_eq_cstr(text, separator) || (declared && slice_eq_cstr(text, "lambda")) ||
			 code_is_statement_start(doc, taken.first);
	struct place_for_items place = { .at = doc->tokens.items[before].end, .like = doc->tokens.items[before].end };
	if (is_open && follows && separator) {
		place.at = place.like = code_token(doc, taken.last)->begin;
		place.own_lines = source_begins_line(doc->source, place.at);
	}
	place.end = place.at;
	place.first = is_open ? "" : is_parted ? " " : ", ";
	place.is_alone = separator != NULL;
	place.separator_after = change->needs_comma || (follows && separator && (is_open || is_parted));
	place.line_behind = is_open && follows && (separator || code_token(doc, taken.last)->begin == place.at);
	put_items(run, change, 0, change->n_arrivals, &place);
}

static void put_at_end(struct op_run *run, const struct list_change *change, size_t from)
{
	const struct item_runs *runs = &change->runs;
	const char *separator = run->doc->language->separator;
	struct code_run last = runs->items[runs->count - 1];
	struct place_for_items place = { 0 };
	uint32_t begin, end, line_end, item = last.first, next;
	list_item_span(run, last, &begin, &end);
	place.own_lines = place.line_before = source_begins_line(run->doc->source, begin);
	while ((next = items_aside_end(run->doc, item)) > item && next < last.last)
		item = next;
	place.like = run->doc->tokens.items[run->doc->code[item]].begin;
	place.separator_after = runs->has_trailing_separator;
	if (runs->has_trailing_separator)
		end = run->doc->tokens.items[run->doc->code[last.last]].end;
	place.at = place.end = end;
	if (place.own_lines && !is_joined(run, begin) && list_ends_line(run, end, &line_end))
		place.at = place.end = line_end;
	bool needs_separator = separator && !runs->has_trailing_separator;
	place.first = place.own_lines ? "" : needs_separator ? ", " : " ";
	place.is_alone = needs_separator && place.own_lines && place.at > end;
	if (place.is_alone)
		/* before the comment on the item's line */
		edit_list_add(run->out, end, end, slice_of(separator), run->owner, run->group);
	else if (needs_separator && place.own_lines)
		place.first = separator;
	put_items(run, change, from, change->n_arrivals, &place);
}

/* Arrivals [from, to) before item `index`: after the separator of the item before that, or in front of all. */
static void put_before(struct op_run *run, const struct list_change *change, size_t from, size_t to, size_t index)
{
	const struct item_runs *runs = &change->runs;
	struct place_for_items place = { .first = " ", .separator_after = true };
	uint32_t begin, end, line_end;
	list_item_span(run, runs->items[index], &begin, &end);
	place.own_lines = source_begins_line(run->doc->source, begin);
	place.like = begin;
	if (index == 0) {
		place.at = place.end = begin;
		place.first = "";
		place.line_behind = true;
	} else {
		size_t before = runs->items[index - 1].last - (run->doc->language->separator ? 0 : 1);
		place.at = run->doc->tokens.items[run->doc->code[before]].end;
		if (place.own_lines && list_ends_line(run, place.at, &line_end))
			place.at = line_end;
		place.line_before = place.own_lines;
		place.first = place.own_lines ? "" : " ";
		place.end = place.at;
	}
	put_items(run, change, from, to, &place);
}

/* The arrivals take the place of item `index`, which leaves. */
static void put_instead(struct op_run *run, const struct list_change *change, size_t index)
{
	struct place_for_items place = { .first = "", .separator_after = change->needs_comma };
	list_item_span(run, change->runs.items[index], &place.at, &place.end);
	place.own_lines = source_begins_line(run->doc->source, place.at);
	place.like = place.at;
	put_items(run, change, 0, change->n_arrivals, &place);
}

/* May other rules add items to the list as well, which only one item is in that says that there are none? */
static bool can_be_filled(const struct op_run *run, const struct list_change *change)
{
	if (!change->says_none || run->doc->language->separator)
		return false;
	return !has_comment(run, change->runs.items[0].first - 1, change->runs.items[0].first);
}

/* The item that says that there are none leaves by itself, so that what another rule adds comes beside these. */
static void put_into_declared_empty(struct op_run *run, const struct list_change *change)
{
	const size_t item = change->runs.items[0].first;
	struct place_for_items place = { .first = " " };
	uint32_t begin, end;
	list_item_span(run, change->runs.items[0], &begin, &end);
	place.own_lines = place.line_before = source_begins_line(run->doc->source, begin);
	if (place.own_lines)
		place.first = "";
	place.like = begin;
	place.at = place.end = end;
	remove_bytes(run, token_end_before(run, item), end);
	put_items(run, change, 0, change->n_arrivals, &place);
}

/* --- where items may be ---------------------------------------------------------------------------------------- */

static enum item_rank rank_of(const struct op_run *run, const struct list_change *change, size_t item, bool declared)
{
	struct code_run taken = change->runs.items[item];
	return run->doc->language->item_rank(run->doc, taken.first, taken.last, declared);
}

/* The item before which an arrival belongs, or runs.count; `*why` where it can be nowhere. */
static size_t place_of(const struct op_run *run, const struct list_change *change, const struct arrival *arrival,
	bool declared, const char **why)
{
	enum item_rank rank = items_rank(arrival->items, arrival->index, declared), limit = ITEM_LAST;
	bool has[ITEM_LAST + 1] = { false };
	for (size_t i = 0; i < change->runs.count; i++)
		if (!change->leaves[i])
			has[rank_of(run, change, i, declared)] = true;
	if (has[rank] && declared && (rank == ITEM_STAR || rank == ITEM_LAST))
		*why = "the list already has such an item";
	else if (rank == ITEM_PLAIN && ((declared && has[ITEM_NAMED] && !has[ITEM_STAR]) || has[ITEM_DEFAULTED]))
		*why = "a parameter without a default cannot follow one that has one";
	else if (!declared && rank == ITEM_PLAIN)
		limit = ITEM_NAMED;
	for (size_t i = 0; i < change->runs.count && rank != ITEM_LAST; i++)
		if (!change->leaves[i] && rank_of(run, change, i, declared) >= limit)
			return i;
	return change->runs.count;
}

static bool fail_at(const struct op_run *run, struct code_run taken, const char *why, struct err *err)
{
	uint32_t begin, end;
	code_run_span(taken, run->doc, &begin, &end);
	struct place place = source_place(run->doc->source, begin);
	err_set(err, ERR_UNFIT, "'%s' cannot be done here: %s", run->rule->def->op->name, why);
	return err_at(err, run->doc->source->path, place.line, place.column);
}

/* Arrivals where they belong, run by run of those that go to the same place; there is one for each. */
static void put_in_order(struct op_run *run, const struct list_change *change, bool declared)
{
	const char *none;
	for (size_t i = 0, end; i < change->n_arrivals; i = end) {
		size_t at = place_of(run, change, &change->arrivals[i], declared, &none);
		for (end = i + 1; end < change->n_arrivals &&
				  place_of(run, change, &change->arrivals[end], declared, &none) == at;)
			end++;
		struct list_change part = *change;
		part.n_arrivals = end;
		if (at == change->runs.count)
			put_at_end(run, &part, i);
		else
			put_before(run, &part, i, end, at);
	}
}

/* Do the items that come all belong after the last one, or (`*none`) none of them? */
static bool all_at_end(const struct op_run *run, const struct list_change *change, bool declared, bool *none)
{
	size_t at_end = 0;
	const char *ignored;
	for (size_t i = 0; i < change->n_arrivals; i++)
		at_end += place_of(run, change, &change->arrivals[i], declared, &ignored) == change->runs.count;
	*none = at_end == 0;
	return at_end == change->n_arrivals;
}

/* --- all together ------------------------------------------------------------------------------------------------- */

/* A list without brackets, such as that of an import, is no list without items: the statement goes. */
static bool remove_whole(
	struct op_run *run, const struct match *match, struct code_run taken, bool is_import, struct err *err)
{
	if (!is_import)
		return fail_at(run, taken, "the statement would be left without its subject", err);
	if (!run->rule->def->n_already) {
		fail_at(run, taken,
			"the statement disappears with its last item, and nothing would show that it was "
			"done",
			err);
		return err_hint(err, "give the edit an 'already' that the result contains");
	}
	return remove_match(run, match, err);
}

static void keep_tuple(struct op_run *run, const struct list_change *change)
{
	for (size_t i = 0; i < change->runs.count; i++) {
		uint32_t begin, end;
		list_item_span(run, change->runs.items[i], &begin, &end);
		if (!change->leaves[i])
			edit_list_add(
				run->out, end, end, slice_of(run->doc->language->separator), run->owner, run->group);
	}
}

static void put_none(struct op_run *run, struct list_change *change)
{
	uint32_t begin, end;
	list_item_span(run, change->runs.items[0], &begin, &end);
	edit_list_add(run->out, begin, end, slice_of(change->none), run->owner, run->group);
	change->leaves[0] = false;
}

static bool make(struct op_run *run, const struct match *match, struct code_run taken, struct list_change *change,
	struct err *err)
{
	bool declared = false, ordered = list_has_order(run->doc, taken, &declared), none_at_end = false;
	const char *why = list_why_not(run, taken, change);
	size_t tail = change->runs.count;
	for (size_t i = 0; ordered && !why && i < change->n_arrivals; i++)
		place_of(run, change, &change->arrivals[i], declared, &why);
	if (why)
		return fail_at(run, taken, why, err);
	while (tail > 0 && change->leaves[tail - 1])
		tail--;
	bool empties = change->n_leave && change->n_leave == change->runs.count && !change->n_arrivals;
	bool is_behind = taken.first > 0 && code_is_separator(run->doc, taken.first - 1);
	if (empties && (!change->bracket || change->is_import) && !is_behind)
		return remove_whole(run, match, taken, change->is_import, err);
	if (change->n_arrivals && !change->runs.count) {
		put_into_empty(run, taken, change, declared);
	} else if (can_be_filled(run, change)) {
		put_into_declared_empty(run, change);
		return true;
	} else if (change->n_arrivals && tail < change->runs.count &&
		   (!ordered || all_at_end(run, change, declared, &none_at_end))) {
		put_instead(run, change, tail);
		change->leaves[tail] = false;
	} else if (change->n_arrivals && tail < change->runs.count && !none_at_end) {
		return fail_at(run, taken,
			"some of the added items replace removed ones and some do not: write two rules", err);
	} else if (change->n_arrivals && ordered) {
		put_in_order(run, change, declared);
	} else if (change->n_arrivals) {
		put_at_end(run, change, 0);
	}
	if (change->needs_comma && !change->n_arrivals)
		keep_tuple(run, change);
	if (change->none)
		put_none(run, change);
	if (empties && taken.first > 0)
		remove_all(run, taken, change);
	else
		remove_items(run, taken, change);
	return true;
}

bool list_emit(struct op_run *run, const struct match *match, struct err *err)
{
	bool ok = true;
	for (size_t s = 0; s < run->rule->def->n_sets && ok; s++) {
		struct list_change change = { 0 };
		struct code_run taken = list_taken(run->rule, match, s);
		list_runs(run, match, s, &change.runs);
		change.begin = run->doc->tokens.items[run->doc->code[taken.first ? taken.first - 1 : 0]].begin;
		const char *aside = items_aside(list_items(run->rule, s), run->doc, &change.runs);
		if (aside)
			ok = fail_at(run, taken, aside, err);
		else if (list_collect(run, taken, s, &change))
			ok = make(run, match, taken, &change, err);
		item_runs_release(&change.runs);
		free(change.leaves);
		free(change.arrivals);
	}
	return ok;
}
