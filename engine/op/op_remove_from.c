/* remove-from: items leave a list, with their separator, and with their line where they have one of their own. */
#include "op/list.h"

static bool list_has_none(struct op_run *run, const struct match *match)
{
	bool none = true;
	for (size_t s = 0; s < run->rule->def->n_sets && none; s++) {
		struct item_runs runs;
		list_runs(run, match, s, &runs);
		for (size_t i = 0; i < items_count(run->rule->items[s]) && none; i++)
			none = items_find(run->rule->items[s], i, run->doc, &runs, 0) == (size_t)-1;
		item_runs_release(&runs);
	}
	return none;
}

static uint32_t token_end_before(const struct op_run *run, size_t code)
{
	return code ? run->doc->tokens.items[run->doc->code[code - 1]].end : 0;
}

/* Widens [begin, end) to whole lines if nothing but a comment stands beside it. */
static bool widen_to_lines(const struct op_run *run, uint32_t *begin, uint32_t *end)
{
	struct source *source = run->doc->source;
	uint32_t line_end;
	if (!list_begins_line(run, *begin) || !list_ends_line(run, *end, &line_end))
		return false;
	*begin = (uint32_t)source_line_begin(source, source_line_index(source, *begin));
	*end = (uint32_t)source_line_begin(source, source_line_index(source, line_end) + 1);
	return true;
}

/*
 * The item goes with the separator behind it; the last one of a list that ends without one goes with the separator before it. In a language
 * without separators it goes with the layout before it.
 */
static void remove_item(struct op_run *run, const struct item_runs *runs, size_t index)
{
	const struct document *doc = run->doc;
	const struct code_run item = runs->items[index];
	bool separated = doc->language->separator != NULL, is_last = index + 1 == runs->count;
	uint32_t begin, end;
	list_item_span(run, item, &begin, &end);
	if (separated && (!is_last || runs->has_trailing_separator)) {
		end = doc->tokens.items[doc->code[item.last]].end;
		if (!widen_to_lines(run, &begin, &end) && !is_last)
			end = doc->tokens.items[doc->code[runs->items[index + 1].first]].begin;
	} else if (separated && index > 0) {
		begin = token_end_before(run, runs->items[index - 1].last);
	} else if (!separated && !widen_to_lines(run, &begin, &end)) {
		begin = token_end_before(run, item.first);
	}
	edit_list_add(run->out, begin, end, slice_from("", 0), run->owner, run->group);
}

static bool remove_from_emit(struct op_run *run, const struct match *match, struct err *err)
{
	(void)err;
	for (size_t s = 0; s < run->rule->def->n_sets; s++) {
		struct item_runs runs;
		list_runs(run, match, s, &runs);
		for (size_t i = 0; i < items_count(run->rule->items[s]); i++)
			for (size_t at = 0; (at = items_find(run->rule->items[s], i, run->doc, &runs, at)) != (size_t)-1; at++)
				remove_item(run, &runs, at);
		item_runs_release(&runs);
	}
	return true;
}

const struct op op_remove_from = {
	.name = "remove-from",
	.summary = "remove items from a list capture",
	.value = OP_SETS,
	.takes_code = true,
	.compile = list_compile,
	.emit = remove_from_emit,
	.is_made = list_has_none,
};
