/* Places that a run made, and whose after-form others have parted since. */
#include "op/edit_rule.h"

/* Is the line of the template at [from, to) within `reach`, alone on its line? `is_last`: the last of these lines that
 * is not blank; else the first. */
static bool has_line(const struct op_run *run, const struct match *match, size_t from, size_t to, bool is_last,
	struct op_reach reach)
{
	struct source *source = run->doc->source;
	struct str text = STR_INIT;
	struct slice rest, line, wanted = { 0 };
	bool has = false;
	render_template(run, match, from, to, match->begin, match->begin, &text);
	rest = str_slice(&text);
	while (slice_cut(&rest, '\n', &line))
		if (slice_trim(line).len && (is_last || !wanted.len))
			wanted = slice_trim(line);
	size_t i = source_line_index(source, reach.begin), end = source_line_index(source, reach.end);
	for (; i <= end && i < source_line_count(source) && !has; i++)
		has = slice_eq(slice_trim(source_line(source, i)), wanted);
	str_release(&text);
	return has || !wanted.len;
}

bool left_around(const struct op_run *run, const struct match *match, size_t begin, size_t end, struct op_reach reach)
{
	struct op_reach above = { reach.begin, match->begin }, below = { match->end, reach.end };
	return has_line(run, match, 0, begin, true, above) &&
	       has_line(run, match, end, pattern_text(run->rule->template).len, false, below);
}

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
