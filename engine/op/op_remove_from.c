/* remove-from: items leave a list, with their separator, and with their line where they have one of their own. */
#include "op/list.h"

#include <string.h>

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

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

/* Is it the same name with no word more, but for a number: `"numpy"` and `"numpy>=2"`, `NVTX` and `NVTX 3`? */
static bool is_other_version(struct slice named, struct slice item)
{
	const char quotes[] = "'\"";
	while (named.len > 1 && item.len > 1 && strchr(quotes, named.ptr[0]) && strchr(quotes, item.ptr[0])) {
		named = slice_sub(named, 1, named.len - 1);
		item = slice_sub(item, 1, item.len - 1);
	}
	if (!named.len || item.len <= named.len || !slice_eq(slice_sub(item, 0, named.len), named) || is_word(item.ptr[named.len]))
		return false;
	for (size_t i = named.len; i < item.len; i++) {
		bool begins_word = is_word(item.ptr[i]) && !is_word(item.ptr[i - 1]);
		if (item.ptr[i] == '-' || item.ptr[i] == '/' || item.ptr[i] == ':' || (begins_word && (item.ptr[i] < '0' || item.ptr[i] > '9')))
			return false;
	}
	return true;
}

/* None of the items is there as it is named, but one of them may be, with another version. */
static bool list_has_other_version(struct op_run *run, const struct match *match)
{
	bool any = false;
	for (size_t s = 0; s < run->rule->def->n_sets && !any; s++) {
		struct item_runs runs;
		list_runs(run, match, s, &runs);
		for (size_t i = 0; i < items_count(run->rule->items[s]); i++)
			for (size_t k = 0; k < runs.count && !any; k++) {
				uint32_t begin, end;
				list_item_span(run, runs.items[k], &begin, &end);
				any = is_other_version(items_text(run->rule->items[s], i), slice_sub(run->doc->source->bytes, begin, end));
			}
		item_runs_release(&runs);
	}
	return any;
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
	*begin = (uint32_t)source_text_begin(source, source_line_index(source, *begin));
	*end = (uint32_t)source_line_begin(source, source_line_index(source, line_end) + 1);
	return true;
}

/* Is there a comment between two tokens, given by their indices in doc->code? */
static bool has_comment(const struct op_run *run, size_t from, size_t to)
{
	const struct document *doc = run->doc;
	for (size_t i = doc->code[from]; i < doc->code[to]; i++)
		if (doc->tokens.items[i].kind == TOKEN_COMMENT)
			return true;
	return false;
}

static void remove_bytes(struct op_run *run, uint32_t begin, uint32_t end)
{
	edit_list_add(run->out, begin, end, slice_from("", 0), run->owner, run->group);
}

/*
 * The items from `first` on, of which there is one before them: they go with the separator before them; one behind them then ends the list as before.
 * What is said of the item before them stays.
 */
static void remove_tail(struct op_run *run, const struct item_runs *runs, size_t first)
{
	const struct document *doc = run->doc;
	const struct code_run before = runs->items[first - 1], tail = { runs->items[first].first, runs->items[runs->count - 1].last };
	const struct token *separator = &doc->tokens.items[doc->code[before.last]];
	uint32_t begin, end, behind;
	list_item_span(run, tail, &begin, &end);
	uint32_t line_begin = begin, line_end = behind = runs->has_trailing_separator ? doc->tokens.items[doc->code[tail.last]].end : end;
	bool is_line = widen_to_lines(run, &line_begin, &line_end);
	bool is_noted = has_comment(run, before.last - 1, tail.first);
	if (!is_line && !is_noted) {
		remove_bytes(run, token_end_before(run, before.last), end);
		return;
	}
	if (!runs->has_trailing_separator)
		remove_bytes(run, separator->begin, separator->end);
	remove_bytes(run, is_line ? line_begin : begin, is_line ? line_end : behind);
}

/* An item goes with the separator behind it. In a language without separators it goes with the layout before it. */
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
	} else if (!separated && !widen_to_lines(run, &begin, &end)) {
		begin = token_end_before(run, item.first);
	}
	remove_bytes(run, begin, end);
}

static bool is_named(const struct op_run *run, size_t set, struct code_run item)
{
	for (size_t i = 0; i < items_count(run->rule->items[set]); i++)
		if (items_same(run->rule->items[set], i, run->doc, item))
			return true;
	return false;
}

/* Those at the end go together: each by itself would claim the separator between two of them. */
static void remove_named(struct op_run *run, size_t set, const struct item_runs *runs)
{
	size_t tail = runs->count;
	while (tail > 0 && is_named(run, set, runs->items[tail - 1]))
		tail--;
	if (tail == 0 || tail == runs->count || !run->doc->language->separator)
		tail = runs->count;
	else
		remove_tail(run, runs, tail);
	for (size_t i = 0; i < tail; i++)
		if (is_named(run, set, runs->items[i]))
			remove_item(run, runs, i);
}

static bool remove_from_emit(struct op_run *run, const struct match *match, struct err *err)
{
	(void)err;
	for (size_t s = 0; s < run->rule->def->n_sets; s++) {
		struct item_runs runs;
		list_runs(run, match, s, &runs);
		remove_named(run, s, &runs);
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
	.is_doubtful = list_has_other_version,
};
