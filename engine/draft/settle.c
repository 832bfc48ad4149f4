/*
 * Which hunks of a rule become code. Each trial takes as long as the file, so all candidates are tried at once, and
 * where that does something else, either half of them: as many trials as hunks that cannot be code, times a logarithm.
 */
#include "draft/draft_private.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/table.h"

/* So many trials with the whole file are made for one rule; what is not settled by then stays a hunk. */
#define MAX_TRIALS 200
/* So many hunks are looked at one by one where all together do not fit. */
#define MAX_LOOKED_AT 50

struct settler {
	struct draft_rule *rule;
	struct slice text;
	struct arena *arena;
	struct trial plain; /* of the hunks as they are */
	size_t n_trials;
};

/* A hunk that may be these edits. */
struct candidate {
	size_t hunk;
	struct draft_edits edits;
};

struct candidates {
	struct candidate *items;
	size_t count, capacity;
};

static bool does_the_same(const struct trial *code, const struct trial *plain)
{
	return code->proves && code->settles && code->n_applied == plain->n_applied &&
	       slice_eq(str_slice(&code->after), str_slice(&plain->after));
}

/* Does the rule, with the code that it has now, what its hunks do? */
static bool holds(struct settler *s)
{
	struct trial trial;
	s->n_trials++;
	trial_run(s->rule, s->text, s->arena, &trial);
	bool same = does_the_same(&trial, &s->plain);
	trial_release(&trial);
	return same;
}

/* Gives the hunks their code, or takes it from them. */
static void put_code(struct settler *s, const struct candidate *candidates, size_t count, bool given)
{
	for (size_t i = 0; i < count; i++)
		s->rule->hunks[candidates[i].hunk].edits = given ? candidates[i].edits : (struct draft_edits){ 0 };
}

/* Keeps of these candidates those with which the rule holds. */
static void settle(struct settler *s, const struct candidate *candidates, size_t count)
{
	if (!count || s->n_trials >= MAX_TRIALS)
		return;
	put_code(s, candidates, count, true);
	if (holds(s))
		return;
	put_code(s, candidates, count, false);
	if (count == 1)
		return;
	settle(s, candidates, count / 2);
	settle(s, candidates + count / 2, count - count / 2);
}

/* Do the hunk's own lines, with its candidate's edits, prove them? */
static bool proves_alone(struct settler *s, const struct candidate *candidate)
{
	struct draft_hunk hunk = { .hunk = s->rule->hunks[candidate->hunk].hunk, .edits = candidate->edits };
	struct draft_rule alone = { .path = s->rule->path, .hunks = &hunk, .n_hunks = 1 };
	struct trial trial;
	trial_run(&alone, slice_from(NULL, 0), s->arena, &trial);
	trial_release(&trial);
	return trial.proves;
}

/* Statements that several hunks change are found by a pattern in the places of all of them: these stay hunks. */
static bool is_shared(const struct table *n_hunks, const struct candidate *candidate)
{
	for (size_t i = 0; i < candidate->edits.count; i++)
		if (table_get(n_hunks, candidate->edits.items[i].match) > 1)
			return true;
	return false;
}

static void drop_shared(struct candidates *candidates)
{
	struct table n_hunks = { 0 };
	size_t kept = 0;
	for (size_t i = 0; i < candidates->count; i++)
		for (size_t k = 0; k < candidates->items[i].edits.count; k++)
			++*table_at(&n_hunks, candidates->items[i].edits.items[k].match);
	for (size_t i = 0; i < candidates->count; i++) {
		if (is_shared(&n_hunks, &candidates->items[i]))
			free(candidates->items[i].edits.items);
		else
			candidates->items[kept++] = candidates->items[i];
	}
	candidates->count = kept;
	table_release(&n_hunks);
}

/* One way to read the hunks that are not code yet. */
static void settle_reading(struct settler *s, enum draft_reading reading)
{
	const struct language *language = language_of_path(slice_of(s->rule->path));
	struct candidates candidates = { 0 };
	for (size_t i = 0; i < s->rule->n_hunks; i++) {
		struct candidate one = { .hunk = i };
		const struct draft_hunk *hunk = &s->rule->hunks[i];
		if (hunk->edits.count || !structure_of_hunk(hunk->hunk, language, reading, s->arena, &one.edits))
			continue;
		if (proves_alone(s, &one))
			VEC_PUSH(candidates.items, candidates.count, candidates.capacity, one);
		else
			free(one.edits.items);
	}
	drop_shared(&candidates);
	settle(s, candidates.items, candidates.count);
	for (size_t i = 0; i < candidates.count; i++)
		if (!s->rule->hunks[candidates.items[i].hunk].edits.count)
			free(candidates.items[i].edits.items);
	free(candidates.items);
}

static void find_misfits(struct settler *s)
{
	for (size_t i = 0; i < s->rule->n_hunks && i < MAX_LOOKED_AT; i++) {
		struct draft_rule alone = { .path = s->rule->path, .hunks = &s->rule->hunks[i], .n_hunks = 1 };
		struct trial trial;
		trial_run(&alone, s->text, s->arena, &trial);
		if (!trial.applies)
			s->rule->hunks[i].misfit = trial.problem;
		trial_release(&trial);
	}
}

struct draft_settled draft_settle(struct draft_rule *rule, bool hunks_only, struct slice text, struct arena *arena)
{
	struct settler s = { .rule = rule, .text = text, .arena = arena };
	trial_run(rule, text, arena, &s.plain);
	if (text.ptr && s.plain.proves && !s.plain.applies)
		find_misfits(&s);
	for (int reading = 0; reading < DRAFT_READING_COUNT && text.ptr && s.plain.applies && !hunks_only; reading++)
		settle_reading(&s, (enum draft_reading)reading);
	struct draft_settled settled = { s.plain.proves, s.plain.applies, s.plain.problem };
	trial_release(&s.plain);
	return settled;
}
