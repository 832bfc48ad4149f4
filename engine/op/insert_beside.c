/*
 * Several edits may put lines beside one statement. In the file they are in the order of the set, the first one
 * nearest to what is before the place; where several statements end, those after the innermost come first. So what
 * others have put there is no reason to take an edit's own lines for missing, and lines that come later go to their
 * place among them.
 */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "base/table.h"
#include "op/insert.h"

/* An edit that inserts. */
struct insert_peer {
	const struct edit_rule *rule;
	struct match_list matches; /* without regard to its conditions */
	struct match_list present; /* where its lines are */
};

/* What a run of lines is known by: that of its bytes, or of its captures. */
struct lines_key {
	struct hash hash;
};

/* Over the lines of one spot. */
struct stride {
	uint32_t at;    /* the offset beyond them */
	uint32_t reach; /* the last spot whose lines are gone over by then, where equal lines are those of the first */
};

/* What of the spots' lines is at one offset, on one side of it. */
struct insert_place {
	size_t first, end; /* its spots */
	/* of their lines, by what they are known by: the first spot that has them, plus 1 */
	struct table texts, trimmed, codes;
	uint32_t *lengths; /* of their bytes, ascending, each once */
	size_t n_lengths;
	struct stride *strides; /* [n_steps]: over what is there, one after the other */
	size_t n_steps, capacity;
	struct table stood; /* of lines: the step that goes over them first, plus 1 */
};

/* Where the lines of a match go. */
struct insert_spot {
	uint32_t at;
	enum op_inserts side;
	uint32_t nearness; /* insert_nearness() */
	uint32_t peer, match;
	struct insert_place *place; /* of the first spot at a place, once somebody asked */
	struct lines_key text, trimmed, code;
};

/* The match of a rule. */
struct own_key {
	const struct edit_rule *rule;
	uint32_t begin, end;
};

static void place_release(struct insert_place *place)
{
	table_release(&place->texts);
	table_release(&place->trimmed);
	table_release(&place->codes);
	table_release(&place->stood);
	free(place->strides);
}

void edit_beside_release(struct edit_beside *beside)
{
	for (size_t i = 0; i < beside->n_peers; i++) {
		match_list_release(&beside->peers[i].matches);
		match_list_release(&beside->peers[i].present);
	}
	for (size_t i = 0; i < beside->n_spots; i++)
		if (beside->spots[i].place)
			place_release(beside->spots[i].place);
	table_release(&beside->own);
	arena_release(&beside->arena);
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
	if (x->nearness != y->nearness)
		return x->nearness > y->nearness ? -1 : 1;
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
	return (struct op_run){
		.rule = peer->rule, .doc = run->doc, .scratch = run->scratch, .present = &peer->present
	};
}

static void read_peer(const struct op_run *run, uint32_t index)
{
	struct edit_beside *beside = run->beside;
	struct insert_peer *peer = &beside->peers[index];
	struct op_run theirs = run_of(run, peer);
	if (peer->rule->regex)
		find_by_regex(&theirs, &peer->matches);
	else
		pattern_find_kept(peer->rule->pattern, run->doc, true, NULL, NULL, &peer->matches);
	if (peer->matches.count && peer->rule->template)
		pattern_find(peer->rule->template, run->doc, &peer->present);
	for (uint32_t i = 0; i < peer->matches.count; i++) {
		struct insert_spot spot = { .side = peer->rule->def->op->inserts, .peer = index, .match = i };
		spot.nearness = insert_nearness(&theirs, &peer->matches.items[i]);
		if (insert_offset(&theirs, &peer->matches.items[i], &spot.at))
			VEC_PUSH(beside->spots, beside->n_spots, beside->spots_capacity, spot);
	}
}

static size_t *own_at(struct edit_beside *beside, const struct insert_spot *spot)
{
	const struct insert_peer *peer = &beside->peers[spot->peer];
	const struct match *match = &peer->matches.items[spot->match];
	struct own_key *key = arena_alloc(&beside->arena, sizeof(*key));
	*key = (struct own_key){ peer->rule, match->begin, match->end };
	return table_at(&beside->own, slice_from((const char *)key, sizeof(*key)));
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
	for (size_t i = 0; i < beside->n_spots; i++)
		*own_at(beside, &beside->spots[i]) = i + 1;
	beside->is_read = true;
}

/* --- what is at a place --------------------------------------------------------------------------------------- */

static struct slice key_slice(const struct lines_key *key)
{
	return slice_from((const char *)key->hash.bytes, sizeof(key->hash.bytes));
}

static struct lines_key key_of(struct slice bytes)
{
	return (struct lines_key){ hash_of(bytes) };
}

/* What the captures of a template hold, by the peer that has it; `captures` are the template's, in its order. */
static struct lines_key key_of_captures(
	const struct document *doc, uint32_t peer, const struct code_run *const *captures, size_t count)
{
	struct str text = STR_INIT;
	str_addf(&text, "%u", peer);
	for (size_t i = 0; i < count; i++) {
		str_addf(&text, " %u", captures[i]->last - captures[i]->first);
		for (uint32_t at = captures[i]->first; at < captures[i]->last; at++) {
			struct slice token = document_text(doc, doc->code[at]);
			str_addf(&text, " %zu:", token.len);
			str_add(&text, token);
		}
	}
	struct lines_key key = key_of(str_slice(&text));
	str_release(&text);
	return key;
}

static struct lines_key key_of_match(
	const struct op_run *run, uint32_t index, const struct match *match, bool is_template)
{
	const struct edit_rule *rule = run->beside->peers[index].rule;
	size_t count = pattern_capture_count(rule->template);
	const struct code_run **captures = xcalloc(count + 1, sizeof(*captures));
	for (size_t i = 0; i < count; i++) {
		size_t capture =
			is_template ? i : pattern_capture_find(rule->pattern, pattern_capture_name(rule->template, i));
		captures[i] = &match->captures[capture];
	}
	struct lines_key key = key_of_captures(run->doc, index, captures, count);
	free(captures);
	return key;
}

/* Notes by what the lines of a spot are known. */
static void add_spot(const struct op_run *run, struct insert_place *place, size_t index)
{
	struct edit_beside *beside = run->beside;
	struct insert_spot *spot = &beside->spots[index];
	const struct insert_peer *peer = &beside->peers[spot->peer];
	const struct match *match = &peer->matches.items[spot->match];
	struct op_run theirs = run_of(run, peer);
	struct str text = STR_INIT;
	uint32_t begin, end;
	insert_statement(&theirs, match, &begin, &end);
	insert_lines(&theirs, match, begin, &text);
	spot->text = key_of(str_slice(&text));
	size_t *known = table_at(&place->texts, key_slice(&spot->text));
	*known = *known ? *known : index + 1;
	spot->trimmed = key_of(slice_trim(str_slice(&text)));
	known = table_at(&place->trimmed, key_slice(&spot->trimmed));
	*known = *known ? *known : index + 1;
	place->lengths[place->n_lengths++] = (uint32_t)text.len;
	str_release(&text);
	if (!peer->rule->template)
		return;
	spot->code = key_of_match(run, spot->peer, match, false);
	known = table_at(&place->codes, key_slice(&spot->code));
	*known = *known ? *known : index + 1;
}

/* What to go over next from an offset. */
struct step {
	size_t spot; /* that has such lines first, plus 1; 0: nothing that any spot has is there */
	uint32_t to;
};

/* These lines are at the offset: are they those of a spot? */
static void see(const struct op_run *run, struct insert_place *place, const struct table *spots, struct lines_key key,
	struct step *step, uint32_t to)
{
	size_t spot = table_get(spots, key_slice(&key));
	if (!spot)
		return;
	struct lines_key *kept = arena_alloc(&run->beside->arena, sizeof(*kept));
	*kept = key;
	size_t *stood = table_at(&place->stood, key_slice(kept));
	*stood = *stood ? *stood : place->n_steps + 1;
	if (!step->spot || spot < step->spot)
		*step = (struct step){ spot, to };
}

/* Byte for byte; at the end of the file their line end may be missing. */
static void see_bytes(const struct op_run *run, struct insert_place *place, uint32_t at, struct step *step)
{
	struct slice bytes = run->doc->source->bytes;
	for (size_t i = 0; i < place->n_lengths; i++) {
		uint32_t len = place->lengths[i];
		if (insert_is_after(run) && len <= bytes.len - at)
			see(run, place, &place->texts, key_of(slice_sub(bytes, at, at + len)), step, at + len);
		else if (!insert_is_after(run) && len <= at)
			see(run, place, &place->texts, key_of(slice_sub(bytes, at - len, at)), step, at - len);
	}
	bool is_last = place->n_lengths && at < bytes.len && place->lengths[place->n_lengths - 1] > bytes.len - at;
	if (insert_is_after(run) && is_last)
		see(run, place, &place->trimmed, key_of(slice_trim(slice_sub(bytes, at, bytes.len))), step,
			(uint32_t)bytes.len);
}

/* As code in another layout. */
static void see_code(const struct op_run *run, struct insert_place *place, uint32_t at, struct step *step)
{
	const struct insert_spot *spots = run->beside->spots;
	for (size_t i = place->first; i < place->end; i++) {
		uint32_t to = at, index = spots[i].peer;
		const struct insert_peer *peer = &run->beside->peers[index];
		if ((i > place->first && index == spots[i - 1].peer) || !peer->rule->template)
			continue;
		struct op_run theirs = run_of(run, peer);
		const struct match *there = insert_place_at(&theirs, document_code_at(run->doc, at));
		if (there && insert_beyond(&theirs, there, &to) && (insert_is_after(run) ? to > at : to < at))
			see(run, place, &place->codes, key_of_match(run, index, there, true), step, to);
	}
}

static int by_length(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

static void sort_lengths(struct insert_place *place)
{
	size_t kept = 0;
	sort_stable(place->lengths, place->n_lengths, sizeof(*place->lengths), by_length);
	for (size_t i = 0; i < place->n_lengths; i++)
		if (place->lengths[i] && (!kept || place->lengths[kept - 1] != place->lengths[i]))
			place->lengths[kept++] = place->lengths[i];
	place->n_lengths = kept;
}

/* Looked at once: a long statement may have thousands of matches, and as many lines after it. */
static struct insert_place *place_of(const struct op_run *run, size_t first)
{
	struct edit_beside *beside = run->beside;
	struct insert_spot *spots = beside->spots;
	if (spots[first].place)
		return spots[first].place;
	struct insert_place *place = arena_alloc(&beside->arena, sizeof(*place));
	place->first = place->end = first;
	while (place->end < beside->n_spots && spots[place->end].at == spots[first].at &&
		spots[place->end].side == spots[first].side)
		place->end++;
	place->lengths = arena_alloc(&beside->arena, (place->end - first) * sizeof(*place->lengths));
	for (size_t i = first; i < place->end; i++)
		add_spot(run, place, i);
	sort_lengths(place);
	uint32_t at = spots[first].at, reach = 0;
	for (;;) {
		struct step step = { 0 };
		see_bytes(run, place, at, &step);
		see_code(run, place, at, &step);
		if (!step.spot)
			break;
		at = step.to;
		reach = step.spot - 1 > reach ? (uint32_t)(step.spot - 1) : reach;
		struct stride stride = { at, reach };
		VEC_PUSH(place->strides, place->n_steps, place->capacity, stride);
	}
	spots[first].place = place;
	return place;
}

/* The step at which the lines of the spot are, or SIZE_MAX. */
static size_t own_step(const struct insert_place *place, const struct insert_spot *spot, bool has_code)
{
	const struct lines_key *keys[] = { &spot->text, &spot->trimmed, has_code ? &spot->code : &spot->text };
	size_t step = SIZE_MAX;
	for (size_t i = 0; i < COUNT_OF(keys); i++) {
		size_t stood = table_get(&place->stood, key_slice(keys[i]));
		step = stood && stood - 1 < step ? stood - 1 : step;
	}
	return step;
}

static size_t own_spot(const struct op_run *run, const struct match *match)
{
	struct own_key key = { run->rule, match->begin, match->end };
	size_t own = table_get(&run->beside->own, slice_from((const char *)&key, sizeof(key)));
	return own ? own - 1 : SIZE_MAX;
}

bool insert_step_over(const struct op_run *run, const struct match *match, bool all, uint32_t *at)
{
	struct edit_beside *beside = run->beside;
	struct insert_spot key = { .at = *at,
		.side = run->rule->def->op->inserts,
		.nearness = UINT32_MAX,
		.peer = insert_is_after(run) ? 0 : UINT32_MAX,
		.match = insert_is_after(run) ? 0 : UINT32_MAX };
	if (!beside)
		return false;
	if (!beside->is_read)
		read_all(run);
	size_t first = sort_lower_bound(beside->spots, beside->n_spots, sizeof(*beside->spots), &key, by_spot);
	if (first == beside->n_spots || beside->spots[first].at != *at || beside->spots[first].side != key.side)
		return false;
	const struct insert_place *place = place_of(run, first);
	size_t own = own_spot(run, match), n = 0, end = place->n_steps;
	if (all && own != SIZE_MAX) {
		size_t own_lines = own_step(place, &beside->spots[own], run->rule->template != NULL);
		n = own_lines < end ? own_lines : end;
	} else {
		/* Only what belongs nearer to the statement, which is what comes before the own spot. */
		while (n < end) {
			size_t middle = n + (end - n) / 2;
			if (all || place->strides[middle].reach < own)
				n = middle + 1;
			else
				end = middle;
		}
	}
	if (n)
		*at = place->strides[n - 1].at;
	return n > 0;
}
