/* remove-from: items leave a list, with their separator, and with their line where they have one of their own. */
#include "base/ascii.h"
#include "op/list/list.h"

#include <string.h>

static bool list_has_none(struct op_run *run, const struct match *match)
{
	bool none = true;
	for (size_t s = 0; s < run->rule->def->n_sets && none; s++) {
		struct item_runs runs;
		list_runs(run, match, s, &runs);
		const struct items *items = list_items(run->rule, s);
		for (size_t i = 0; i < items_count(items) && none; i += items_unit(items, i))
			none = items_find_unit(items, i, run->doc, &runs, 0) == (size_t)-1;
		item_runs_release(&runs);
	}
	return none;
}

/* Is it the same name with no word more, but for a number: `"numpy"` and `"numpy>=2"`, `NVTX` and `NVTX 3`? */
static bool is_other_version(struct slice named, struct slice item)
{
	const char quotes[] = "'\"";
	while (named.len > 1 && item.len > 1 && strchr(quotes, named.ptr[0]) && strchr(quotes, item.ptr[0])) {
		named = slice_sub(named, 1, named.len - 1);
		item = slice_sub(item, 1, item.len - 1);
	}
	if (!named.len || item.len <= named.len || !slice_eq(slice_sub(item, 0, named.len), named) ||
		ascii_is_word(item.ptr[named.len]))
		return false;
	for (size_t i = named.len; i < item.len; i++) {
		bool begins_word = ascii_is_word(item.ptr[i]) && !ascii_is_word(item.ptr[i - 1]);
		if (item.ptr[i] == '-' || item.ptr[i] == '/' || item.ptr[i] == ':' ||
			(begins_word && (item.ptr[i] < '0' || item.ptr[i] > '9')))
			return false;
	}
	return true;
}

/* None of the items is there as it is named, but one of them may be, with another version, with more said of it (`a=1`,
 * `"a": 1`, `a as b`), with other values after it or not by itself. */
static bool list_may_have_one(struct op_run *run, const struct match *match)
{
	bool any = false;
	for (size_t s = 0; s < run->rule->def->n_sets && !any; s++) {
		struct item_runs runs;
		list_runs(run, match, s, &runs);
		any = items_aside(list_items(run->rule, s), run->doc, &runs) != NULL;
		const struct items *items = list_items(run->rule, s);
		for (size_t i = 0; i < items_count(items) && !any; i++)
			any = items_unit(items, i) > 1 && items_find(items, i, run->doc, &runs, 0) != (size_t)-1;
		for (size_t i = 0; i < items_count(items); i++)
			for (size_t k = 0; k < runs.count && !any; k++) {
				uint32_t begin, end;
				bool says_more = false;
				list_item_span(run, runs.items[k], &begin, &end);
				any = is_other_version(
					      items_text(items, i), slice_sub(run->doc->source->bytes, begin, end)) ||
				      (items_share_name(items, i, run->doc, runs.items[k], &says_more) && says_more);
			}
		item_runs_release(&runs);
	}
	return any;
}

const struct op op_remove_from = {
	.name = "remove-from",
	.summary = "remove items from a list capture",
	.value = OP_SETS,
	.takes_code = true,
	.compile = list_compile,
	.release = list_release,
	.emit = list_emit,
	.is_made = list_has_none,
	.is_doubtful = list_may_have_one,
};
