/* Places that a run made, and whose after-form others have parted since. */
#include "op/edit_rule.h"

void edit_rule_drop_left(
	const struct edit_rule *rule, struct document *doc, struct regex_scratch *scratch, struct edit_outcome *out)
{
	struct match_list *list = &out->matches, present = { 0 };
	struct op_run run = { .rule = rule, .doc = doc, .scratch = scratch, .present = &present };
	size_t kept = 0;
	uint32_t last_end = 0;
	if (!rule->def->op->is_left || !list->count)
		return;
	if (rule->template)
		pattern_find(rule->template, doc, &present);
	for (size_t i = 0; i < list->count; i++) {
		struct match match = list->items[i];
		/* From the place before to the next one: there, it is their own. */
		bool is_last = i + 1 == list->count;
		struct op_reach reach = { last_end,
			is_last ? (uint32_t)doc->source->bytes.len : list->items[i + 1].begin };
		last_end = match.end;
		if (!rule->def->op->is_left(&run, &match, reach))
			list->items[kept++] = match;
		else if (out->n_applied++ == 0)
			out->applied_at = match.begin;
	}
	list->count = kept;
	match_list_release(&present);
}
