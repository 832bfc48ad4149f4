/*
 * add-to: items at the end of a list, in the list's own style: on lines of their own where the last item has one, behind it otherwise, with
 * separators put right. Items that the list has already are left out.
 */
#include "op/list.h"

static bool list_has_all(struct op_run *run, const struct match *match)
{
	bool all = true;
	for (size_t s = 0; s < run->rule->def->n_sets && all; s++) {
		struct item_runs runs;
		list_runs(run, match, s, &runs);
		for (size_t i = 0; i < items_count(run->rule->items[s]) && all; i++)
			all = items_find(run->rule->items[s], i, run->doc, &runs, 0) != (size_t)-1;
		item_runs_release(&runs);
	}
	return all;
}

/* Where items go and what stands before, between and behind them. */
struct place_for_items {
	uint32_t at;
	const char *first;     /* before the first item: a separator, a blank, or nothing */
	bool own_lines;        /* every item on a line of its own, indented like `like` */
	uint32_t like;
	bool separator_behind; /* the last one gets a separator too */
};

static void add_items(struct op_run *run, const struct items *items, const struct item_runs *runs, const struct place_for_items *place)
{
	const char *separator = run->doc->language->separator ? run->doc->language->separator : "";
	struct str text = STR_INIT;
	bool any = false;
	for (size_t i = 0; i < items_count(items); i++) {
		if (items_find(items, i, run->doc, runs, 0) != (size_t)-1)
			continue;
		str_add_cstr(&text, any ? separator : place->first);
		if (place->own_lines) {
			str_add(&text, source_eol_at(run->doc->source, place->like));
			str_add(&text, source_indent_at(run->doc->source, place->like));
		} else if (any) {
			str_add_char(&text, ' ');
		}
		str_add(&text, items_text(items, i));
		any = true;
	}
	if (any && place->separator_behind)
		str_add_cstr(&text, separator);
	if (any)
		edit_list_add(run->out, place->at, place->at, str_slice(&text), run->owner, run->group);
	str_release(&text);
}

static void add_to_empty(struct op_run *run, const struct match *match, size_t s, const struct item_runs *runs)
{
	const struct document *doc = run->doc;
	struct code_run taken = match->captures[pattern_capture_find(run->rule->pattern, run->rule->def->sets[s].capture.text)];
	const struct token *before = &doc->tokens.items[doc->code[taken.first ? taken.first - 1 : 0]];
	struct slice text = document_text(doc, doc->code[taken.first ? taken.first - 1 : 0]);
	const char *separator = doc->language->separator;
	bool after_separator = separator && slice_eq_cstr(text, separator);
	struct place_for_items place = { .at = before->end, .like = before->end };
	place.first = before->kind == TOKEN_OPEN ? "" : !separator || after_separator ? " " : ", ";
	add_items(run, run->rule->items[s], runs, &place);
}

static void add_to_items(struct op_run *run, const struct items *items, const struct item_runs *runs)
{
	const char *separator = run->doc->language->separator;
	struct code_run last = runs->items[runs->count - 1];
	struct place_for_items place = { 0 };
	uint32_t begin, end;
	list_item_span(run, last, &begin, &end);
	place.own_lines = list_begins_line(run, begin);
	place.like = begin;
	place.separator_behind = runs->has_trailing_separator;
	if (runs->has_trailing_separator)
		end = run->doc->tokens.items[run->doc->code[last.last]].end;
	uint32_t line_end;
	place.at = place.own_lines && list_ends_line(run, end, &line_end) ? line_end : end;
	bool needs_separator = separator && !runs->has_trailing_separator;
	place.first = place.own_lines ? "" : needs_separator ? ", " : " ";
	if (needs_separator && place.own_lines && place.at > end)
		edit_list_add(run->out, end, end, slice_of(separator), run->owner, run->group); /* before the comment on the item's line */
	else if (needs_separator && place.own_lines)
		place.first = separator;
	add_items(run, items, runs, &place);
}

static bool add_to_emit(struct op_run *run, const struct match *match, struct err *err)
{
	(void)err;
	for (size_t s = 0; s < run->rule->def->n_sets; s++) {
		struct item_runs runs;
		list_runs(run, match, s, &runs);
		if (runs.count)
			add_to_items(run, run->rule->items[s], &runs);
		else
			add_to_empty(run, match, s, &runs);
		item_runs_release(&runs);
	}
	return true;
}

const struct op op_add_to = {
	.name = "add-to",
	.summary = "add items to a list capture, unless it has them",
	.value = OP_SETS,
	.takes_code = true,
	.compile = list_compile,
	.emit = add_to_emit,
	.is_made = list_has_all,
};
