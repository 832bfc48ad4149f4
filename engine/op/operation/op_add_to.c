/*
 * add-to: items at the end of a list, in the list's own style: on lines of their own where the last item has one,
 * after it otherwise, with separators put right. Items that the list has already are left out.
 */
#include "op/list/list.h"

static bool list_has_all(struct op_run *run, const struct match *match)
{
	bool all = true;
	for (size_t s = 0; s < run->rule->def->n_sets && all; s++) {
		struct item_runs runs;
		list_runs(run, match, s, &runs);
		const struct items *items = list_items(run->rule, s);
		for (size_t i = 0; i < items_count(items) && all; i += items_unit(items, i))
			all = items_find_unit(items, i, run->doc, &runs, 0) != (size_t)-1;
		item_runs_release(&runs);
	}
	return all;
}

const struct op op_add_to = {
	.name = "add-to",
	.summary = "add items to a list capture, unless it already has them",
	.value = OP_SETS,
	.adds = true,
	.takes_code = true,
	.compile = list_compile,
	.release = list_release,
	.emit = list_emit,
	.is_made = list_has_all,
};
