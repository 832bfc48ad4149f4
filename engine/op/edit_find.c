/*
 * What one edit finds in one file: places to change, places already as wanted, places passed by.
 *
 * A place where the before-form fits counts as made when it lies within a place where the after-form fits: so a
 * replacement may hold what it replaces (`x` → `#if … #else x #endif`). Where the after-form is the wider of the two,
 * the before-form has the word.
 */
#include "op/edit_rule.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "op/op.h"

/* --- which of several places in one block: `pick` ----------------------------------------------------------------- */

/* A place to change, or one where the edit is made already: both count. */
struct pick_place {
	uint32_t begin, end; /* bytes */
	uint32_t block;      /* node, or NODE_NONE */
	size_t match;        /* index into the matches, or PICK_MADE */
};

#define PICK_MADE ((size_t)-1)

/* Zeroed is empty. */
struct pick_list {
	struct pick_place *items;
	size_t count, capacity;
};

static void pick_list_release(struct pick_list *list)
{
	free(list->items);
	*list = (struct pick_list){ 0 };
}

static void pick_add(struct pick_list *list, struct document *doc, size_t match, const struct match *place)
{
	struct pick_place item = { place->begin, place->end, document_block_at(doc, doc->code[place->run.first]),
		match };
	VEC_PUSH(list->items, list->count, list->capacity, item);
}

static int by_block_and_place(const void *a, const void *b)
{
	const struct pick_place *x = a, *y = b;
	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static bool is_picked(const struct edit_def *def, size_t number, size_t count)
{
	switch (def->pick) {
	case PICK_FIRST:
		return number == 0;
	case PICK_LAST:
		return number + 1 == count;
	default:
		return number + 1 == def->pick_number;
	}
}

/* Drops from the sorted places all that are not picked in their block. */
static void drop_others(const struct edit_def *def, struct pick_list *places)
{
	size_t kept = 0;
	for (size_t begin = 0, end; begin < places->count; begin = end) {
		for (end = begin; end < places->count && places->items[end].block == places->items[begin].block;)
			end++;
		for (size_t i = begin; i < end; i++)
			if (is_picked(def, i - begin, end - begin))
				places->items[kept++] = places->items[i];
	}
	places->count = kept;
}

static void keep_matches(const struct pick_list *places, struct match_list *matches)
{
	bool *is_kept = xcalloc(matches->count, sizeof(*is_kept));
	for (size_t i = 0; i < places->count; i++)
		if (places->items[i].match != PICK_MADE)
			is_kept[places->items[i].match] = true;
	size_t kept = 0;
	for (size_t i = 0; i < matches->count; i++)
		if (is_kept[i])
			matches->items[kept++] = matches->items[i];
	matches->count = kept;
	free(is_kept);
}

/*
 * Adds `matches` to the places, keeps in each block the one that `def->pick` names (all for PICK_EVERY; the file's
 * first for an operation that needs one place only), and drops the others from both.
 */
static void pick_places(
	const struct edit_def *def, struct document *doc, struct pick_list *places, struct match_list *matches)
{
	if (def->pick != PICK_EVERY) {
		for (size_t i = 0; i < matches->count; i++)
			pick_add(places, doc, i, &matches->items[i]);
		if (places->count)
			sort_stable(places->items, places->count, sizeof(*places->items), by_block_and_place);
		drop_others(def, places);
		keep_matches(places, matches);
	}
	if (def->op->once && matches->count > 1)
		matches->count = 1;
}

static void count_passed(struct search *s, uint32_t offset)
{
	if (s->out->n_passed++ == 0)
		s->out->passed_at = offset;
}

static void count_out_of_place(struct search *s, uint32_t offset)
{
	if (s->out->n_out_of_place++ == 0)
		s->out->out_of_place_at = offset;
}

/* --- code -------------------------------------------------------------------------------------------------------- */

static bool meets_conditions_after(void *ctx, const struct match *match)
{
	struct search *s = ctx;
	return search_context_holds(s, &s->rule->context, search_token(s, match), match->begin, match->end) &&
	       search_where_holds(s, match, true);
}

/* Is the match, which is in its place, as the operation would leave it? */
static bool is_result(struct search *s, const struct match *match)
{
	struct op_run run = { .rule = s->rule, .doc = s->doc, .scratch = s->scratch };
	return s->rule->def->op->is_result && s->rule->def->op->is_result(&run, match) && search_where_stays(s, match);
}

static bool meets_conditions(void *ctx, const struct match *match)
{
	struct search *s = ctx;
	struct match_list *results = &s->results;
	bool in_place = search_context_holds(s, &s->rule->context, search_token(s, match), match->begin, match->end);
	if (in_place && is_result(s, match)) {
		VEC_PUSH(results->items, results->count, results->capacity, *match);
		search_trace_judged(s, match, TRACE_MADE);
		return false;
	}
	bool fits = in_place && search_where_holds(s, match, false);
	if (!in_place)
		count_out_of_place(s, match->begin);
	else if (!fits)
		count_passed(s, match->begin);
	search_trace_judged(s, match, fits ? TRACE_TO_MAKE : in_place ? TRACE_WHERE : TRACE_OUT_OF_PLACE);
	return fits;
}

static void give_up(struct search *s, const char *why)
{
	if (!s->gave_up)
		search_add_note(s, EDIT_NOTE_LIMIT, 0, 0, why);
	s->gave_up = true;
}

/* Of a search that was given up nothing counts: the rest of the file is not known. */
static void forget_places(struct search *s)
{
	struct edit_outcome *out = s->out;
	out->matches.count = out->n_applied = out->n_made = out->n_passed = out->n_out_of_place = 0;
	out->ambiguous = NULL;
	out->incomplete = out->unproved = false;
}

static const char pattern_given_up[] = "the pattern was given up: too much work in this file";

/* The places where a pattern of the rule fits, whatever its conditions. */
static void find_everywhere(struct search *s, const struct pattern *pattern, struct match_list *list)
{
	pattern_find(pattern, s->doc, list);
	if (list->limited)
		give_up(s, pattern_given_up);
}

/* The matches for which all conditions hold. */
static void find_with_conditions(
	struct search *s, const struct pattern *pattern, bool is_after, struct match_list *list)
{
	bool nested = s->rule->def->pick == PICK_EVERY && !s->rule->def->op->once;
	pattern_find_kept(pattern, s->doc, nested, is_after ? meets_conditions_after : meets_conditions, s, list);
	if (list->limited)
		give_up(s, pattern_given_up);
}

/* Does the place lie in code that one of `list`, matches of `pattern`, wants as it is? What their captures took is any
 * code. */
static bool lies_within_any(
	const struct match *place, const struct match_list *list, const struct pattern *pattern, size_t from)
{
	for (size_t k = from; k < list->count && list->items[k].begin <= place->begin; k++)
		if (match_lies_within(place, &list->items[k]) && !match_captures_place(pattern, &list->items[k], place))
			return true;
	return false;
}

/* Drops the places that are within the after-form already, and adds those of the after-form to `places`. Both lists
 * are sorted by their begins. */
static void drop_made(
	struct search *s, const struct pattern *form, const struct match_list *after, struct pick_list *places)
{
	struct match_list *before = &s->out->matches;
	size_t kept = 0;
	for (size_t i = 0, k = 0; i < before->count; i++) {
		/* Those that end before this place end before all that follow, unless they are nested. */
		while (k < after->count && after->items[k].end <= before->items[i].begin)
			k++;
		if (s->rule->after_is_wider || !lies_within_any(&before->items[i], after, form, k))
			before->items[kept++] = before->items[i];
		else
			search_trace_within_made(s, before->items[i].begin);
	}
	before->count = kept;
	for (size_t k = 0, i = 0; k < after->count; k++) {
		while (i < before->count && before->items[i].end <= after->items[k].begin)
			i++;
		if (!lies_within_any(&after->items[k], before, s->rule->pattern, i))
			pick_add(places, s->doc, PICK_MADE, &after->items[k]);
	}
}

/* Is the operation's result there already at the match? Where one place is enough, the first answer is that for all. */
static bool is_made(struct search *s, const struct match_list *present, const struct match *match)
{
	struct op_run run = {
		.rule = s->rule, .doc = s->doc, .scratch = s->scratch, .beside = s->beside, .present = present
	};
	if (!s->asked_is_made || !s->rule->def->op->once)
		s->is_made = s->rule->def->op->is_made(&run, match);
	s->asked_is_made = true;
	return s->is_made;
}

static void drop_made_by_operation(struct search *s, struct pick_list *places)
{
	struct match_list *before = &s->out->matches, present = { 0 };
	struct op_run run = { .rule = s->rule, .doc = s->doc, .scratch = s->scratch, .present = &present };
	size_t kept = 0;
	if (before->count && s->rule->template)
		find_everywhere(s, s->rule->template, &present);
	for (size_t i = 0; i < before->count; i++) {
		bool made = is_made(s, &present, &before->items[i]);
		if (made && s->rule->def->op->is_doubtful && s->rule->def->op->is_doubtful(&run, &before->items[i]))
			s->out->unproved = true;
		else if (made)
			pick_add(places, s->doc, PICK_MADE, &before->items[i]);
		else
			before->items[kept++] = before->items[i];
	}
	before->count = kept;
	match_list_release(&present);
}

/* Where a pattern of `already` is first, `*out`: the first pattern that is anywhere. */
static bool find_already(struct search *s, struct match *out)
{
	size_t begin, end;
	for (size_t i = 0; i < s->rule->def->n_already; i++) {
		if (s->rule->regex) {
			if (regex_search(s->rule->already_regex[i], s->scratch, s->doc->source->bytes, 0, &begin,
				    &end) != REGEX_MATCH)
				continue;
			*out = (struct match){ .begin = (uint32_t)begin, .end = (uint32_t)end };
			return true;
		}
		struct match_list found = { 0 };
		find_everywhere(s, s->rule->already[i], &found);
		bool any = found.count > 0;
		if (any)
			*out = found.items[0];
		match_list_release(&found);
		if (any)
			return true;
	}
	return false;
}

/* An after-form of captures alone would be found everywhere. */
static bool tells_something(const struct pattern *after)
{
	for (size_t e = 0; after && e < pattern_element_count(after); e++)
		if (pattern_element_is_literal(after, e))
			return true;
	return false;
}

static void find_after(struct search *s, const struct pattern *form, struct pick_list *places)
{
	if (!tells_something(form))
		return;
	struct match_list after = { 0 };
	find_with_conditions(s, form, true, &after);
	drop_made(s, form, &after, places);
	match_list_release(&after);
}

static int by_place(const void *a, const void *b)
{
	const struct pick_place *x = a, *y = b;
	return (x->begin > y->begin) - (x->begin < y->begin);
}

/* Those results that no after-form has told: a value in other quotes. */
static void add_results(struct search *s, struct pick_list *places)
{
	size_t n_told = places->count;
	if (n_told)
		sort_stable(places->items, n_told, sizeof(*places->items), by_place);
	for (size_t i = 0, k = 0; i < s->results.count; i++) {
		const struct match *result = &s->results.items[i];
		while (k < n_told && places->items[k].begin < result->begin)
			k++;
		if (k == n_told || places->items[k].begin != result->begin)
			pick_add(places, s->doc, PICK_MADE, result);
	}
}

static void find_code(struct search *s)
{
	struct pick_list places = { 0 };
	find_with_conditions(s, s->rule->pattern, false, &s->out->matches);
	if (s->rule->def->op->is_made) {
		drop_made_by_operation(s, &places);
	} else {
		find_after(s, s->rule->after, &places);
		find_after(s, s->rule->after_quoted, &places);
		add_results(s, &places);
	}
	size_t n_found = s->out->matches.count;
	uint32_t first = n_found ? s->out->matches.items[0].begin : 0;
	pick_places(s->rule->def, s->doc, &places, &s->out->matches);
	if (!s->out->matches.count) {
		s->out->n_not_picked = n_found;
		s->out->not_picked_at = first;
	}
	for (size_t i = 0; i < places.count; i++)
		if (places.items[i].match == PICK_MADE) {
			edit_outcome_add_made(s->out, places.items[i].begin, places.items[i].end);
			search_trace_found(s, places.items[i].begin, TRACE_MADE);
		}
	pick_list_release(&places);
}

/* --- regex ------------------------------------------------------------------------------------------------------- */

static bool regex_is_in_place(struct search *s, const struct match *match)
{
	return !s->rule->def->context.n_parts ||
	       search_context_holds(s, &s->rule->context, search_token(s, match), match->begin, match->end);
}

static void take_regex_match(struct search *s, const struct match *match, enum trace_fate fate)
{
	struct match_list *list = &s->out->matches;
	if (fate == TRACE_OUT_OF_PLACE)
		count_out_of_place(s, match->begin);
	else if (fate == TRACE_WHERE)
		count_passed(s, match->begin);
	else if (fate == TRACE_MADE && (!s->rule->def->op->once || !s->out->n_applied))
		edit_outcome_add_made(s->out, match->begin, match->end);
	else if (fate != TRACE_MADE && (!s->rule->def->op->once || !list->count))
		VEC_PUSH(list->items, list->count, list->capacity, *match);
	search_trace_judged(s, match, fate);
}

static void find_regex(struct search *s)
{
	struct slice bytes = s->doc->source->bytes;
	enum regex_result result = REGEX_NO_MATCH;
	for (size_t from = 0, begin, end; from <= bytes.len; from = end > from ? end : from + 1) {
		bool is_over = s->out->matches.count > MATCHES_MAX;
		result = is_over ? REGEX_LIMIT : regex_search(s->rule->regex, s->scratch, bytes, from, &begin, &end);
		if (result != REGEX_MATCH)
			break;
		struct match match = { .begin = (uint32_t)begin, .end = (uint32_t)end };
		enum trace_fate fate = TRACE_TO_MAKE;
		if (!regex_is_in_place(s, &match))
			fate = TRACE_OUT_OF_PLACE;
		else if (!search_where_holds(s, &match, false))
			fate = TRACE_WHERE;
		else if (s->rule->def->op->is_made && is_made(s, NULL, &match))
			fate = TRACE_MADE;
		take_regex_match(s, &match, fate);
	}
	if (result == REGEX_LIMIT)
		give_up(s, "the regex was given up: too much work in this file");
}

/* Does the last match in the scratch hold [begin, end) in one of its groups, which may be any code? */
static bool is_in_group(const struct search *s, size_t begin, size_t end)
{
	size_t group_begin, group_end;
	for (size_t g = 1; g < 100; g++)
		if (regex_group(s->scratch, g, &group_begin, &group_end) && group_begin <= begin && end <= group_end)
			return true;
	return false;
}

/* Would the edit leave the bytes of `match` as they are? */
static bool regex_changes_nothing(struct search *s, const struct match *match)
{
	struct slice bytes = s->doc->source->bytes;
	struct str text = STR_INIT;
	struct err ignored = ERR_INIT;
	size_t begin, end;
	bool same = regex_search(s->rule->regex, s->scratch, bytes, match->begin, &begin, &end) == REGEX_MATCH &&
		    begin == match->begin && end == match->end &&
		    regex_expand(s->scratch, bytes, s->rule->def->text.text, &text, &ignored) &&
		    slice_eq(str_slice(&text), slice_sub(bytes, begin, end));
	err_release(&ignored);
	str_release(&text);
	return same;
}

/* A replacement that names groups: its after-form is a regex again. Both lists of places are in order. */
static void find_regex_groups_after(struct search *s)
{
	struct match_list *before = &s->out->matches;
	struct slice bytes = s->doc->source->bytes;
	size_t kept = 0, i = 0;
	for (size_t from = 0, b, e; regex_search(s->rule->regex_after, s->scratch, bytes, from, &b, &e) == REGEX_MATCH;
		from = e > from ? e : from + 1) {
		while (i < before->count && before->items[i].end <= b)
			before->items[kept++] = before->items[i++];
		bool overlaps = false;
		for (; i < before->count && before->items[i].begin < e; i++) {
			const struct match *match = &before->items[i];
			bool made = b <= match->begin && match->end <= e && !is_in_group(s, match->begin, match->end) &&
				    !regex_changes_nothing(s, match);
			overlaps |= !made;
			if (made)
				search_trace_within_made(s, before->items[i].begin);
			else
				before->items[kept++] = before->items[i];
		}
		if (overlaps)
			continue;
		edit_outcome_add_made(s->out, b, e);
		search_trace_found(s, (uint32_t)b, TRACE_MADE);
	}
	while (i < before->count)
		before->items[kept++] = before->items[i++];
	before->count = kept;
}

/* A replacement without groups: where it is, nothing is left to make. Both lists of places are in order. */
static void find_regex_text_after(struct search *s)
{
	struct match_list *before = &s->out->matches;
	struct slice bytes = s->doc->source->bytes;
	size_t kept = 0;
	for (size_t i = 0; i < before->count; i++) {
		if (!regex_changes_nothing(s, &before->items[i]))
			before->items[kept++] = before->items[i];
		else
			search_trace_within_made(s, before->items[i].begin);
	}
	before->count = kept;
	for (size_t from = 0, b, e; regex_search(s->rule->regex_after, s->scratch, bytes, from, &b, &e) == REGEX_MATCH;
		from = e > from ? e : from + 1) {
		struct match match = { .begin = (uint32_t)b, .end = (uint32_t)e };
		if (!regex_is_in_place(s, &match))
			continue;
		edit_outcome_add_made(s->out, match.begin, match.end);
		search_trace_found(s, match.begin, TRACE_MADE);
	}
}

static void find_regex_after(struct search *s)
{
	if (s->rule->regex_after && s->rule->after_has_groups)
		find_regex_groups_after(s);
	else if (s->rule->regex_after)
		find_regex_text_after(s);
}

/* One line that names the two places, of which one says that the edit is made and the other that it is not. */
static void tell_both(struct search *s, const struct match *already, const struct match *left)
{
	struct str text = STR_INIT;
	str_addf(&text, "its code is at line %zu, and its 'already' at line %zu: is it patched or not?",
		source_place(s->doc->source, left->begin).line, source_place(s->doc->source, already->begin).line);
	s->out->ambiguous = arena_dup(&s->out->arena, str_slice(&text));
	s->out->ambiguous_at = left->begin;
	str_release(&text);
}

/* Of an operation that leaves nothing: what is to be done was looked for. What `already` itself holds stays. */
static void judge_absence(struct search *s)
{
	struct match_list *left = &s->out->matches;
	struct match already;
	if (!find_already(s, &already)) {
		s->out->unproved = !left->count && !s->out->n_notes && !s->out->n_passed;
		return;
	}
	size_t kept = 0;
	for (size_t i = 0; i < left->count; i++) {
		if (!match_lies_within(&left->items[i], &already))
			left->items[kept++] = left->items[i];
		else
			search_trace_within_made(s, left->items[i].begin);
	}
	left->count = kept;
	if (kept)
		tell_both(s, &already, &left->items[0]);
	edit_outcome_add_made(s->out, already.begin, already.end);
	search_trace_found(s, already.begin, TRACE_ALREADY);
}

static void find(struct search *s)
{
	const struct edit_rule *rule = s->rule;
	struct match already;
	if (rule->def->op->file)
		return;
	if (!rule->def->op->leaves_nothing && find_already(s, &already)) {
		edit_outcome_add_made(s->out, already.begin, already.end);
		search_trace_found(s, already.begin, TRACE_ALREADY);
		return;
	}
	if (rule->def->op->find) {
		rule->def->op->find(rule, s->doc, s->out);
	} else if (rule->regex) {
		find_regex(s);
		find_regex_after(s);
	} else {
		find_code(s);
	}
	if (rule->def->op->leaves_nothing)
		judge_absence(s);
	if (s->gave_up)
		forget_places(s);
}

bool edit_rule_is_provable(const struct edit_rule *rule)
{
	const struct op *op = rule->def->op;
	return rule->def->n_already || !(op->leaves_nothing || (op->is_bare && op->is_bare(rule)));
}

/* Frees what the search has kept for itself. */
static void release(struct search *s)
{
	for (size_t i = 0; i < s->n_finds; i++) {
		free(s->finds[i].spans);
		free(s->finds[i].enclosed_until);
	}
	free(s->finds);
	free(s->results.items); /* what they hold was the search's */
}

void edit_rule_find(const struct edit_rule *rule, struct document *doc, struct regex_scratch *scratch,
	struct edit_beside *beside, struct edit_outcome *out)
{
	struct search s = { .rule = rule, .doc = doc, .scratch = scratch, .beside = beside, .out = out };
	find(&s);
	release(&s);
}

void edit_rule_find_traced(const struct edit_rule *rule, struct document *doc, struct regex_scratch *scratch,
	struct edit_beside *beside, struct edit_outcome *out, struct edit_trace *trace)
{
	struct search s = {
		.rule = rule, .doc = doc, .scratch = scratch, .beside = beside, .out = out, .trace = trace
	};
	find(&s);
	search_trace_end(&s);
	release(&s);
}
