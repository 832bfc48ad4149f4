/*
 * Several edits may put lines beside one statement. In the file they stand in the order of the set, the first one
 * nearest to what is before the place. So what others have put there is no reason to take an edit's own lines for
 * missing, and lines that come later go to their place among them.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "op/insert.h"

/* An edit that inserts. */
struct insert_peer {
	const struct edit_rule *rule;
	struct match_list matches; /* without regard to its conditions */
	struct match_list stands;  /* where its lines stand */
};

/* Where the lines of a match go. */
struct insert_spot {
	uint32_t at;
	enum op_inserts side;
	uint32_t peer, match;
};

void edit_beside_release(struct edit_beside *beside)
{
	for (size_t i = 0; i < beside->n_peers; i++) {
		match_list_release(&beside->peers[i].matches);
		match_list_release(&beside->peers[i].stands);
	}
	free(beside->peers);
	free(beside->spots);
	*beside = (struct edit_beside){ 0 };
}

/* Nearest to the statement first. */
static int by_spot(const void *a, const void *b)
{
	const struct insert_spot *x = a, *y = b;
	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	if (x->side != y->side)
		return x->side < y->side ? -1 : 1;
	int order = x->peer != y->peer ? (x->peer < y->peer ? -1 : 1) : x->match < y->match ? -1 : x->match > y->match;
	return x->side == OP_INSERTS_AFTER ? order : -order;
}

static void find_by_regex(const struct op_run *run, struct match_list *out)
{
	struct slice bytes = run->doc->source->bytes;
	for (size_t from = 0, begin, end; from <= bytes.len; from = end > from ? end : from + 1) {
		if (regex_search(run->rule->regex, run->scratch, bytes, from, &begin, &end) != REGEX_MATCH)
			return;
		struct match match = { .begin = (uint32_t)begin, .end = (uint32_t)end };
		VEC_PUSH(out->items, out->count, out->capacity, match);
	}
}

/* As an edit of `peer` would be at work in the file. */
static struct op_run run_of(const struct op_run *run, const struct insert_peer *peer)
{
	return (struct op_run){ .rule = peer->rule, .doc = run->doc, .scratch = run->scratch, .stands = &peer->stands };
}

static void read_peer(const struct op_run *run, uint32_t index)
{
	struct edit_beside *beside = run->beside;
	struct insert_peer *peer = &beside->peers[index];
	struct op_run theirs = run_of(run, peer);
	if (peer->rule->regex)
		find_by_regex(&theirs, &peer->matches);
	else
		pattern_find(peer->rule->pattern, run->doc, &peer->matches);
	if (peer->matches.count && peer->rule->template)
		pattern_find(peer->rule->template, run->doc, &peer->stands);
	for (uint32_t i = 0; i < peer->matches.count; i++) {
		struct insert_spot spot = { .side = peer->rule->def->op->inserts, .peer = index, .match = i };
		if (insert_offset(&theirs, &peer->matches.items[i], &spot.at))
			VEC_PUSH(beside->spots, beside->n_spots, beside->spots_capacity, spot);
	}
}

static void read_all(const struct op_run *run)
{
	struct edit_beside *beside = run->beside;
	for (size_t i = 0; beside->order && i < beside->order->count; i++) {
		struct insert_peer peer = { .rule = beside->order->rules[i] };
		if (peer.rule->def->op->inserts && peer.rule->language == run->rule->language)
			VEC_PUSH(beside->peers, beside->n_peers, beside->peers_capacity, peer);
	}
	for (uint32_t i = 0; i < beside->n_peers; i++)
		read_peer(run, i);
	sort_stable(beside->spots, beside->n_spots, sizeof(*beside->spots), by_spot);
	beside->is_read = true;
}

/* Moves `*at` over these bytes where they stand there; at the end of the file their line end may be missing. */
static bool step_over_bytes(const struct op_run *run, struct slice text, uint32_t *at)
{
	struct slice bytes = run->doc->source->bytes;
	if (insert_is_after(run)) {
		struct slice there = slice_sub(bytes, *at, bytes.len < *at + text.len ? bytes.len : *at + text.len);
		struct slice wanted = there.len < text.len ? slice_trim(text) : text;
		bool same = there.len &&
			    (there.len < text.len ? slice_eq(slice_trim(there), wanted) : slice_eq(there, wanted));
		*at += same ? (uint32_t)there.len : 0;
		return same;
	}
	if (*at < text.len || !slice_eq(slice_sub(bytes, *at - text.len, *at), text))
		return false;
	*at -= (uint32_t)text.len;
	return text.len > 0;
}

/* The same for the lines of one match of a peer: byte for byte, or as code in another layout. */
static bool step_over_one(const struct op_run *run, const struct insert_spot *spot, uint32_t *at)
{
	const struct insert_peer *peer = &run->beside->peers[spot->peer];
	const struct match *match = &peer->matches.items[spot->match];
	struct op_run theirs = run_of(run, peer);
	struct str text = STR_INIT;
	uint32_t begin, end, from = *at;
	insert_statement(&theirs, match, &begin, &end);
	insert_lines(&theirs, match, begin, &text);
	bool stepped = step_over_bytes(&theirs, str_slice(&text), at);
	str_release(&text);
	if (stepped || !peer->rule->template)
		return stepped;
	const struct match *there = insert_at_border(&theirs, match, document_code_at(run->doc, *at));
	return there && insert_beyond(&theirs, there, at) && (insert_is_after(run) ? *at > from : *at < from);
}

static bool is_own(const struct op_run *run, const struct match *match, const struct insert_spot *spot)
{
	const struct insert_peer *peer = &run->beside->peers[spot->peer];
	const struct match *theirs = &peer->matches.items[spot->match];
	return peer->rule == run->rule && theirs->begin == match->begin && theirs->end == match->end;
}

/* One past the last spot to be stepped over: the own one, or the last at the place. */
static size_t spots_end(const struct op_run *run, const struct match *match, size_t first, bool all)
{
	const struct edit_beside *beside = run->beside;
	size_t end = first;
	while (end < beside->n_spots && beside->spots[end].at == beside->spots[first].at &&
		beside->spots[end].side == beside->spots[first].side &&
		(all || !is_own(run, match, &beside->spots[end])))
		end++;
	return end;
}

/* Stands nothing at the place of these spots that any of them puts there? Asked once for a place: a long statement may
 * have thousands of matches. */
static bool is_bare(const struct op_run *run, size_t first)
{
	struct edit_beside *beside = run->beside;
	const struct insert_spot *spot = &beside->spots[first];
	if (beside->bare_from == first + 1)
		return true;
	for (size_t i = first;
		i < beside->n_spots && beside->spots[i].at == spot->at && beside->spots[i].side == spot->side; i++) {
		uint32_t at = spot->at;
		if (step_over_one(run, &beside->spots[i], &at))
			return false;
	}
	beside->bare_from = first + 1;
	return true;
}

bool insert_step_over(const struct op_run *run, const struct match *match, bool all, uint32_t *at)
{
	struct edit_beside *beside = run->beside;
	struct insert_spot key = { .at = *at,
		.side = run->rule->def->op->inserts,
		.peer = insert_is_after(run) ? 0 : UINT32_MAX,
		.match = insert_is_after(run) ? 0 : UINT32_MAX };
	uint32_t begin = *at;
	if (!beside)
		return false;
	if (!beside->is_read)
		read_all(run);
	size_t first = sort_lower_bound(beside->spots, beside->n_spots, sizeof(*beside->spots), &key, by_spot);
	if (first == beside->n_spots || beside->spots[first].at != *at || beside->spots[first].side != key.side ||
		is_bare(run, first))
		return false;
	size_t end = spots_end(run, match, first, all);
	for (bool moved = true; moved;) {
		moved = false;
		for (size_t i = first; i < end; i++)
			moved |= !is_own(run, match, &beside->spots[i]) && step_over_one(run, &beside->spots[i], at);
	}
	return *at != begin;
}
