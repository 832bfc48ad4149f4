/* Places that a run made, and whose after-form others have parted since. */
#include "op/edit_rule.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "text/change.h"

/* --- lines that came ---------------------------------------------------------------------------------------------- */

/* How far lines that came are looked for beside equal ones. */
#define MAX_SLIDE 1000

static bool is_same_line(struct source *source, size_t a, size_t b)
{
	return slice_eq(source_line(source, a), source_line(source, b));
}

/* Of equal lines beside each other nothing tells which came: all count. */
static void mark_added(struct source *now, const struct line_change *change, bool *is_added)
{
	size_t n = source_line_count(now), begin = change->after, end = change->after_end;
	for (size_t i = begin; i < end; i++)
		is_added[i] = true;
	if (change->before != change->before_end)
		return;
	for (size_t i = 1; i <= MAX_SLIDE && i <= begin && is_same_line(now, begin - i, end - i); i++)
		is_added[begin - i] = true;
	for (size_t i = 0; i < MAX_SLIDE && end + i < n && is_same_line(now, begin + i, end + i); i++)
		is_added[end + i] = true;
}

/* For op_run.is_added. To be freed. */
static bool *find_added(struct source *now, struct slice before)
{
	bool *is_added = xcalloc(source_line_count(now) + 1, sizeof(*is_added));
	struct line_changes changes = { 0 };
	struct source then;
	source_init(&then, now->path, before);
	line_changes_find(&then, now, &changes);
	for (size_t i = 0; i < changes.count; i++)
		mark_added(now, &changes.items[i], is_added);
	line_changes_release(&changes);
	source_release(&then);
	return is_added;
}

bool left_is_line(const struct op_run *run, size_t line, struct slice text)
{
	return (!run->is_added || run->is_added[line]) &&
	       slice_eq(slice_trim(source_line(run->doc->source, line)), slice_trim(text));
}

/* --- what is there still ------------------------------------------------------------------------------------------ */

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
		has = left_is_line(run, i, wanted);
	str_release(&text);
	return has || !wanted.len;
}

bool left_around(const struct op_run *run, const struct match *match, size_t begin, size_t end, struct op_reach reach)
{
	struct op_reach above = { reach.begin, match->begin }, below = { match->end, reach.end };
	return has_line(run, match, 0, begin, true, above) &&
	       has_line(run, match, end, pattern_text(run->rule->template).len, false, below);
}

void edit_rule_drop_left(const struct edit_rule *rule, struct document *doc, struct regex_scratch *scratch,
	const struct slice *before, struct edit_outcome *out)
{
	struct match_list *list = &out->matches, present = { 0 };
	bool *is_added = before ? find_added(doc->source, *before) : NULL;
	struct op_run run = { .rule = rule, .doc = doc, .scratch = scratch, .present = &present, .is_added = is_added };
	size_t kept = 0;
	uint32_t last_end = 0;
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
	free(is_added);
}
