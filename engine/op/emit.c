/* Making the edits for all matches of an edit of a rule: inside out, so that code that is copied holds what was made in
 * it. */
#include "op/emit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "op/fit/fit.h"

/* The group of an edit that was dropped, until the edits are compacted. */
#define EDIT_DROPPED UINT32_MAX

/* --- the order of the edits --------------------------------------------------------------------------------------- */

struct edit *emit_edit(const struct op_run *run, uint32_t i)
{
	return &run->out->items[run->emission->base + i];
}

uint32_t emit_next(const struct op_run *run, uint32_t i)
{
	return run->emission->links[i].next;
}

static uint64_t key_of(const struct op_run *run, uint32_t i)
{
	const struct edit *edit = emit_edit(run, i);
	return (uint64_t)edit->begin << 32 | edit->end;
}

/* Is edit `i` of a chain before the key, or before what comes after the edit `added`, which has that key? */
static bool is_before(const struct op_run *run, uint32_t i, uint64_t key, const struct edit *added)
{
	uint64_t own = key_of(run, i);
	return own < key || (added && own == key && edit_cmp_around(emit_edit(run, i), added) <= 0);
}

/*
 * The first edit of the chain that is not before, or EMIT_NONE. Looked for from both ends at once: with matches nested
 * in one another the place is near one of them, or far from both only seldom.
 */
static uint32_t find_key(const struct op_run *run, struct emit_chain chain, uint64_t key, const struct edit *added)
{
	const struct emit_link *links = run->emission->links;
	for (uint32_t left = chain.first, right = chain.last; left != EMIT_NONE; left = links[left].next) {
		run->emission->spent++;
		if (!is_before(run, left, key, added))
			return left;
		if (is_before(run, right, key, added))
			return links[right].next;
		right = links[right].before;
	}
	return EMIT_NONE;
}

uint32_t emit_from(const struct op_run *run, uint32_t begin)
{
	return find_key(run, run->emission->within, (uint64_t)begin << 32, NULL);
}

/* Puts edit `i` into the chain, after those that are equal. */
static void insert(const struct op_run *run, struct emit_chain *chain, uint32_t i)
{
	struct emit_link *links = run->emission->links;
	uint32_t next = find_key(run, *chain, key_of(run, i), emit_edit(run, i));
	uint32_t before = next == EMIT_NONE ? chain->last : links[next].before;
	links[i].before = before;
	links[i].next = next;
	*(before == EMIT_NONE ? &chain->first : &links[before].next) = i;
	*(next == EMIT_NONE ? &chain->last : &links[next].before) = i;
}

/* Adds the edits of `more`, which were made later. */
static void join(const struct op_run *run, struct emit_chain *chain, struct emit_chain more)
{
	struct emit_link *links = run->emission->links;
	if (chain->first == EMIT_NONE || more.first == EMIT_NONE) {
		*chain = chain->first == EMIT_NONE ? more : *chain;
	} else if (is_before(run, chain->last, key_of(run, more.first), emit_edit(run, more.first))) {
		links[chain->last].next = more.first;
		links[more.first].before = chain->last;
		chain->last = more.last;
	} else {
		for (uint32_t i = more.first, next; i != EMIT_NONE; i = next) {
			next = links[i].next;
			insert(run, chain, i);
		}
	}
}

static void drop(const struct op_run *run, struct emit_chain *chain, uint32_t i)
{
	struct emit_link *links = run->emission->links, link = links[i];
	struct edit *edit = emit_edit(run, i);
	*(link.before == EMIT_NONE ? &chain->first : &links[link.before].next) = link.next;
	*(link.next == EMIT_NONE ? &chain->last : &links[link.next].before) = link.before;
	edit->group = EDIT_DROPPED;
}

bool emit_spend(const struct op_run *run, size_t cost)
{
	struct emission *emission = run->emission;
	if (!emission)
		return true;
	bool is_left = emission->spent <= EMIT_LIMIT && cost <= EMIT_LIMIT - emission->spent;
	emission->spent = is_left ? emission->spent + cost : EMIT_LIMIT + 1;
	return is_left;
}

/* --- one match after the other ------------------------------------------------------------------------------------ */

/* Does the edit, made for the match at work, take the place of edit `i`, made for a match within it? What that puts
 * before its code, or after it, stays beside it and goes with it. */
static bool replaces(const struct op_run *run, const struct edit *edit, uint32_t i)
{
	const struct edit *inner = emit_edit(run, i);
	const struct emit_link *link = &run->emission->links[i];
	bool is_strictly_inside = edit->begin < inner->end && inner->begin < edit->end;
	bool takes_code = edit->begin <= link->match_begin && link->match_end <= edit->end;
	return edit->begin <= inner->begin && inner->end <= edit->end && (takes_code || is_strictly_inside);
}

/* Takes back what was added for matches within code that gives way. Where it was copied it is made in the copy. */
static void drop_replaced(const struct op_run *run)
{
	struct emission *emission = run->emission;
	for (size_t own = run->own; own < run->out->count && emission->within.first != EMIT_NONE; own++) {
		struct edit edit = run->out->items[own];
		if (edit.begin == edit.end)
			continue; /* nothing is strictly inside */
		for (uint32_t i = emit_from(run, edit.begin), next; i != EMIT_NONE; i = next) {
			next = emit_next(run, i);
			if (emit_edit(run, i)->begin > edit.end)
				break;
			if (replaces(run, &edit, i))
				drop(run, &emission->within, i);
		}
	}
}

/* Adds the edits of the match at work to those of the matches within it, for the match around it. */
static void add_own(const struct op_run *run, const struct match *match, struct emit_chain *chain)
{
	struct emission *emission = run->emission;
	size_t count = run->out->count - emission->base;
	struct emit_link none = { EMIT_NONE, EMIT_NONE, match->begin, match->end };
	while (emission->n_links < count)
		VEC_PUSH(emission->links, emission->n_links, emission->capacity, none);
	for (size_t own = run->own - emission->base; own < count && emit_spend(run, 0); own++)
		insert(run, chain, (uint32_t)own);
}

static void compact(const struct op_run *run)
{
	struct edit_list *out = run->out;
	size_t kept = run->emission->base;
	for (size_t i = kept; i < out->count; i++)
		if (out->items[i].group != EDIT_DROPPED)
			out->items[kept++] = out->items[i];
	out->count = kept;
}

static bool fail_limit(const struct op_run *run, const struct match *match, struct err *err)
{
	struct place place = source_place(run->doc->source, match->begin);
	err_set(err, ERR_UNFIT, "'%s' was given up: it would copy more than %zu MiB of this file",
		run->rule->def->op->name, (size_t)EMIT_LIMIT >> 20);
	err_hint(err,
		"its matches lie within one another thousands deep, or its lines are indented by thousands of bytes; "
		"leave the place out by a condition");
	return err_at(err, run->doc->source->path, place.line, place.column);
}

static bool contains(struct slice text, char c)
{
	return text.len && memchr(text.ptr, c, text.len);
}

/* Where "\r" ends every line, no place is the beginning of a line, and new lines would end otherwise. */
static bool fits_line_ends(const struct op_run *run, const struct match *match, struct err *err)
{
	const struct slice bytes = run->doc->source->bytes;
	bool adds_lines = false;
	for (size_t i = run->own; i < run->out->count && !adds_lines && !run->emission->fits_line_ends; i++)
		adds_lines = contains(run->out->items[i].text, '\n');
	if (!adds_lines)
		return true;
	run->emission->fits_line_ends = contains(bytes, '\n') || !contains(bytes, '\r');
	if (run->emission->fits_line_ends)
		return true;
	struct place place = source_place(run->doc->source, match->begin);
	err_set(err, ERR_UNFIT, "'%s' cannot write lines into a file in which a carriage return alone ends them",
		run->rule->def->op->name);
	err_hint(err, "give the file other line ends, by `dos2unix -c mac FILE` for example");
	return err_at(err, run->doc->source->path, place.line, place.column);
}

/* What comes before an expression, or after it, goes around it, beside what others put there. */
static void mark_around(const struct op_run *run, const struct match *match)
{
	const struct edit_rule *rule = run->rule;
	if (!rule->pattern || !rule->template || pattern_is_statement(rule->pattern))
		return;
	for (size_t i = run->own; i < run->out->count; i++) {
		struct edit *edit = &run->out->items[i];
		bool is_at_edge = edit->begin == match->begin || edit->begin == match->end;
		if (edit->begin != edit->end || !is_at_edge || edit->stacks || edit->layout)
			continue;
		edit->around_begin = match->begin;
		edit->around_end = match->end;
	}
}

static bool emit_match(struct op_run *run, const struct match *match, struct err *err)
{
	run->own = run->out->count;
	if (!run->rule->def->op->emit(run, match, err) || !fits_line_ends(run, match, err) ||
		!splice_edits(run, match, err))
		return false;
	for (size_t i = run->own; i < run->out->count; i++)
		emit_spend(run, run->out->items[i].text.len);
	if (!emit_spend(run, 0))
		return fail_limit(run, match, err);
	drop_replaced(run);
	mark_around(run, match);
	return true;
}

/* An edit and the index of its match. */
struct ordered_edit {
	struct edit edit;
	uint32_t match;
};

static int by_match(const void *a, const void *b)
{
	const struct ordered_edit *x = a, *y = b;
	return (x->match > y->match) - (x->match < y->match);
}

static bool puts_lines_after(const struct op_run *run)
{
	return run->rule->def->op->inserts == OP_INSERTS_AFTER;
}

/* Lines after a statement are in the order of the matches, the outer before the inner: see insert_beside.c. */
static void order_lines(const struct op_run *run)
{
	struct emission *emission = run->emission;
	size_t count = run->out->count - emission->base;
	if (!count || !puts_lines_after(run))
		return;
	struct edit *edits = run->out->items + emission->base;
	struct ordered_edit *ordered = xcalloc(count, sizeof(*ordered));
	for (size_t i = 0; i < count; i++)
		ordered[i] = (struct ordered_edit){ edits[i], emission->matches[i] };
	sort_stable(ordered, count, sizeof(*ordered), by_match);
	for (size_t i = 0; i < count; i++)
		edits[i] = ordered[i].edit;
	free(ordered);
}

/* A match whose inner matches are being emitted. */
struct open_match {
	const struct match *match;
	struct emit_chain chain;
};

struct open_matches {
	struct open_match *items;
	size_t count, capacity;
};

/* Notes for whom the edits were made that came last. */
static void note_match(const struct op_run *run, const struct match *match)
{
	struct emission *emission = run->emission;
	uint32_t index = (uint32_t)(match - run->outcome->matches.items);
	while (puts_lines_after(run) && emission->n_matches < run->out->count - emission->base)
		VEC_PUSH(emission->matches, emission->n_matches, emission->matches_capacity, index);
}

/* Emits the innermost of the open matches; those within it were emitted before. */
static bool close_match(struct op_run *run, struct open_matches *open, uint32_t *group, struct err *err)
{
	struct open_match *last = &open->items[--open->count];
	run->group = (*group)++;
	run->emission->within = last->chain;
	if (!emit_match(run, last->match, err))
		return false;
	note_match(run, last->match);
	if (!open->count)
		return true;
	add_own(run, last->match, &run->emission->within);
	join(run, &open->items[open->count - 1].chain, run->emission->within);
	return true;
}

bool edit_rule_emit(const struct edit_rule *rule, struct document *doc, struct regex_scratch *scratch,
	const struct edit_outcome *outcome, const struct edit_group *together, struct edit_beside *beside,
	uint32_t owner, uint32_t *group, struct edit_list *out, struct err *err)
{
	struct emission emission = { .base = out->count };
	struct op_run run = { .rule = rule,
		.doc = doc,
		.scratch = scratch,
		.out = out,
		.emission = &emission,
		.outcome = outcome,
		.together = together,
		.beside = beside,
		.owner = owner };
	struct open_matches open = { 0 };
	bool ok = true;
	for (size_t i = 0; i <= outcome->matches.count && ok; i++) {
		const struct match *match = i < outcome->matches.count ? &outcome->matches.items[i] : NULL;
		while (ok && open.count && !(match && match_lies_within(match, open.items[open.count - 1].match)))
			ok = close_match(&run, &open, group, err);
		if (match && ok) {
			struct open_match begun = { match, { EMIT_NONE, EMIT_NONE } };
			VEC_PUSH(open.items, open.count, open.capacity, begun);
		}
	}
	if (ok)
		order_lines(&run);
	compact(&run);
	free(open.items);
	free(emission.links);
	free(emission.matches);
	free(run.list_places);
	return ok;
}
