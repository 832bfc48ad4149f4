#include "triage/rank.h"

#include <stdlib.h>
#include <string.h>

struct hits {
	struct triage_hit *first; /* [CONTEXT_COUNT][rows] */
	size_t rows;
};

struct ranked {
	struct triage_hit *hit;
	unsigned rank;
};

static bool is_error(const struct signature *signature)
{
	return signature->level == LEVEL_FATAL || signature->level == LEVEL_GENERAL || signature->level == LEVEL_LAST;
}

/* Is there an error of its own before the line in which something was killed? */
static bool error_before(const struct hits *hits, enum context place, size_t line)
{
	for (int each = 0; each <= (int)place; each++)
		for (size_t i = 0; i < hits->rows; i++) {
			const struct triage_hit *hit = &hits->first[(size_t)each * hits->rows + i];
			if (hit->line && hit->line < line && is_error(hit->signature))
				return true;
		}
	return false;
}

enum rank {
	RANK_FATAL_FAILED,
	RANK_GENERAL_FAILED,
	RANK_LAST_FAILED,
	RANK_FATAL,
	RANK_FATAL_STATUS,
	RANK_GENERAL,
	RANK_LAST,
	RANK_KILLED_LATER,
	RANK_OUTER,
	RANK_ASIDE,
	RANK_FEATURE,
	RANK_PROBE,
	RANK_NOTE,
	RANK_EMPTY
};

static enum rank rank_of(const struct hits *hits, const struct triage_hit *hit, enum context place)
{
	enum signature_level level = hit->signature->level;
	if (level == LEVEL_NOTE || level == LEVEL_EMPTY)
		return level == LEVEL_NOTE ? RANK_NOTE : RANK_EMPTY;
	if (place == CONTEXT_PROBE)
		return RANK_PROBE;
	/* What is harmless elsewhere stopped CMake here. */
	if (place == CONTEXT_ERROR && (level == LEVEL_FEATURE || level == LEVEL_ASIDE))
		return RANK_FATAL;
	if (level == LEVEL_FEATURE || place == CONTEXT_WARNING)
		return RANK_FEATURE;
	if (level == LEVEL_ASIDE || level == LEVEL_OUTER)
		return level == LEVEL_ASIDE ? RANK_ASIDE : RANK_OUTER;
	if (level == LEVEL_KILL && error_before(hits, place, hit->line))
		return RANK_KILLED_LATER;
	if (level == LEVEL_GENERAL || hit->is_guess)
		return place == CONTEXT_FAILED ? RANK_GENERAL_FAILED : RANK_GENERAL;
	if (level == LEVEL_LAST)
		return place == CONTEXT_FAILED ? RANK_LAST_FAILED : RANK_LAST;
	if (place == CONTEXT_STATUS)
		return RANK_FATAL_STATUS;
	return place == CONTEXT_FAILED ? RANK_FATAL_FAILED : RANK_FATAL;
}

static int compare_ranked(const void *a, const void *b)
{
	const struct ranked *left = a, *right = b;
	if (left->rank != right->rank)
		return left->rank < right->rank ? -1 : 1;
	return left->hit->line < right->hit->line ? -1 : left->hit->line > right->hit->line;
}

/*
 * What the answer's record is: that of the package that the table has for the name, if there is one; that of all names
 * that the table has as a whole, if it is one of them (a beginning, "transformers.*", says less); else the row's.
 */
static const struct tally *tally_of(const struct triage_hit *hit)
{
	const struct signature *row = hit->signature;
	const struct tally *tally = &row->tally;
	for (size_t i = 0; hit->package && i < row->n_records; i++) {
		const struct entry_record *each = &row->records[i];
		if (each->package && strcmp(each->package, hit->package->name) == 0)
			return &each->tally;
		if (!each->package && hit->is_whole)
			tally = &each->tally;
	}
	return tally;
}

/*
 * A row's record must keep what its confidence promises (driver/tests/verdicts.txt). Rows that were right on two or
 * more of the logs that were new to them, and hardly ever wrong, are right on nine of ten of the next ones (157 of
 * 172); those that were right on one, on 76 of 90. A row with a table names as many causes as the table has entries,
 * and even the record of one entry does not earn the highest confidence (right on 21 of 25). A row that was wrong, and
 * not right five times as often, has a line of several causes, and names one that is only possible (it was right on 112
 * of the next 146), unless the table has the very name, which was right on 33 of 38 where it had been twice as often.
 * Only possible is also what an unsure row says that was not right yet (on 76 of 106), and a row that comes after
 * others and was not right yet (on 21 of 38).
 */
static enum confidence record_confidence(const struct triage_hit *hit)
{
	const struct signature *signature = hit->signature;
	const struct tally *tally = tally_of(hit);
	bool is_open = signature->unsure || signature->yields;
	unsigned times = hit->package && hit->is_whole ? 2 : 5;
	if (tally->right < times * tally->wrong || (is_open && !tally->right))
		return CONFIDENCE_LOW;
	bool has_table = signature->table != PACKAGE_KINDS;
	bool is_high = tally->right > 1 && !signature->unsure && !has_table;
	return is_high ? CONFIDENCE_HIGH : CONFIDENCE_MEDIUM;
}

/* "the disk is full, or nobody may write there": does a cause say, outside of its parentheses, that it may be either?
 */
static bool names_alternatives(const char *cause)
{
	size_t depth = 0;
	for (const char *at = cause; *at; at++) {
		if (*at == '(')
			depth++;
		else if (*at == ')' && depth)
			depth--;
		else if (!depth && strncmp(at, " or ", 4) == 0)
			return true;
	}
	return false;
}

/*
 * Of several causes none of which the log raises, the first is a step less sure than the row. So is a cause that
 * says itself that it is one of several, but of a name that the table has whole: such a row is wrong twice as often
 * (driver/README.md, "What confidence promises").
 */
static enum confidence hit_confidence(const struct triage_hit *hit)
{
	enum confidence most = record_confidence(hit);
	bool is_looked_up = hit->package && hit->is_whole;
	bool is_open = hit->n_candidates ? !hit->candidates[0].is_raised
					 : !is_looked_up && names_alternatives(hit->signature->cause);
	return is_open && most != CONFIDENCE_LOW ? most + 1 : most;
}

static enum confidence confidence_of(const struct ranked *ranked, bool is_first)
{
	enum confidence most = hit_confidence(ranked->hit);
	if (ranked->rank == RANK_FATAL_FAILED || ranked->rank == RANK_FATAL)
		return most == CONFIDENCE_HIGH && !is_first ? CONFIDENCE_MEDIUM : most;
	bool is_likely =
		ranked->rank == RANK_FATAL_STATUS || ranked->rank == RANK_FEATURE || ranked->rank == RANK_KILLED_LATER;
	return is_likely && most != CONFIDENCE_LOW ? CONFIDENCE_MEDIUM : CONFIDENCE_LOW;
}

static bool is_in(const char *const *names, const char *name)
{
	for (size_t i = 0; names && names[i]; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

/* A row that yields to others comes after those of them that matched an error, too. */
static void yield_ranks(struct ranked *all, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const struct signature *row = all[i].hit->signature;
		for (size_t j = 0; j < count; j++)
			if (all[j].rank < RANK_LAST && is_in(row->yields, all[j].hit->signature->id))
				all[i].rank = (all[i].rank > all[j].rank ? all[i].rank : all[j].rank) + 1;
	}
}

static bool is_there(const struct triage *out, const struct signature *signature)
{
	for (size_t i = 0; i < out->count; i++)
		if (out->hits[i].signature == signature)
			return true;
	return false;
}

static bool holds(const struct condition *condition, const struct facts_seen *seen)
{
	const char *value = seen->values[condition->fact];
	return value && (!condition->range || version_in_range(condition->range, slice_of(value)));
}

static bool all_hold(const struct conditions *conditions, const struct facts_seen *seen)
{
	for (size_t i = 0; i < conditions->count; i++)
		if (!holds(&conditions->items[i], seen))
			return false;
	return true;
}

static bool one_holds(const struct condition_sets *sets, const struct facts_seen *seen)
{
	for (size_t i = 0; i < sets->count; i++)
		if (all_hold(&sets->items[i], seen))
			return true;
	return false;
}

static bool conditions_met(const struct signature *row, const struct facts_seen *seen)
{
	return (!row->when.count || one_holds(&row->when, seen)) && !one_holds(&row->unless, seen);
}

static int compare_raised(const void *a, const void *b)
{
	const struct triage_candidate *left = a, *right = b;
	return (int)right->is_raised - (int)left->is_raised;
}

/* Those that the line or the rest of the log raises come first. */
static void rank_candidates(struct triage_hit *hit, const struct facts_seen *seen)
{
	for (size_t i = 0; i < hit->n_candidates; i++) {
		const struct candidate *each = hit->candidates[i].candidate;
		bool is_met = !each->when.count || one_holds(&each->when, seen);
		hit->candidates[i].is_raised =
			is_met && (each->match ? hit->candidates[i].is_raised : each->when.count > 0);
	}
	sort_stable(hit->candidates, hit->n_candidates, sizeof(*hit->candidates), compare_raised);
}

static void rank_hits(const struct hits *hits, const struct facts_seen *seen, struct triage *out)
{
	size_t rows = hits->rows, count = 0;
	struct ranked *all = xcalloc(CONTEXT_COUNT * rows + 1, sizeof(*all));
	for (int place = 0; place < CONTEXT_COUNT; place++)
		for (size_t i = 0; i < rows; i++) {
			struct triage_hit *hit = &hits->first[(size_t)place * rows + i];
			const struct signature *row = hit->signature;
			if (hit->line && conditions_met(row, seen))
				all[count++] = (struct ranked){ hit, rank_of(hits, hit, (enum context)place) };
		}
	yield_ranks(all, count);
	sort_stable(all, count, sizeof(*all), compare_ranked);
	for (size_t i = 0; i < count && out->count < TRIAGE_MOST; i++) {
		/* What tells little is no news beside another. */
		bool tells = i == 0 || (all[i].hit->signature->level < LEVEL_LAST && all[i].rank != RANK_PROBE);
		if (!tells || is_there(out, all[i].hit->signature))
			continue;
		rank_candidates(all[i].hit, seen);
		all[i].hit->confidence = confidence_of(&all[i], i == 0);
		out->hits[out->count++] = *all[i].hit;
		*all[i].hit = (struct triage_hit){ 0 };
	}
	free(all);
}

/* Adds what follows from what the log tells. */
static void conclude(struct facts_seen *seen, const struct facts *facts)
{
	const char *release = facts->torch < facts->count ? seen->values[facts->torch] : NULL;
	for (size_t i = 0; release && i < facts->count; i++) {
		const struct fact *fact = &facts->items[i];
		const char *version = fact->outside ? seen->values[fact->of] : NULL;
		for (size_t j = 0; version && j < fact->n_fits && !seen->values[i]; j++)
			if (version_in_range(fact->fits[j].torch, slice_of(release)) &&
				!version_in_range(fact->fits[j].range, slice_of(version)))
				seen->values[i] = xstrdup(fact->fits[j].range);
	}
}

void triage_rank(
	struct triage_hit *first, const struct signatures *signatures, struct facts_seen *seen, struct triage *out)
{
	struct hits hits = { first, signatures->count };
	conclude(seen, &signatures->facts);
	rank_hits(&hits, seen, out);
}
