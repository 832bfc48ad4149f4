#include "patchset/when.h"

#include <string.h>

static enum truth truth_not(enum truth truth)
{
	return truth == TRUTH_UNKNOWN ? TRUTH_UNKNOWN : truth == TRUTH_YES ? TRUTH_NO : TRUTH_YES;
}

/* Is the clause's version the given one with further numbers, so that what is given cannot be told from it? Where a
 * bound divides just before it, zeros at its end tell nothing: every 12 is 12.0 or later. */
static bool is_finer(const struct version_clause *clause, const struct version *given)
{
	size_t n = clause->version.n_parts;
	bool divides_before = clause->op == VERSION_GE || clause->op == VERSION_LT;
	while (divides_before && n > 0 && clause->version.part[n - 1] == 0)
		n--;
	return n > given->n_parts && version_same_series(&clause->version, given, given->n_parts);
}

static enum truth range_holds(const struct version_range *range, const struct version *given)
{
	enum truth truth = TRUTH_YES;
	for (size_t i = 0; i < range->n_clauses; i++) {
		struct version_range one = { range->text, &range->clauses[i], 1 };
		if (is_finer(&range->clauses[i], given))
			truth = TRUTH_UNKNOWN;
		else if (!version_range_has(&one, given))
			return TRUTH_NO;
	}
	return truth;
}

static enum truth value_fits(const struct when_value *value, const struct fact_value *given)
{
	if (given->fact->type == FACT_VERSION && value->range)
		return range_holds(value->range, &given->version);
	return strcmp(value->text, given->text) == 0 ? TRUTH_YES : TRUTH_NO;
}

static enum truth fact_holds(const struct when *when, const struct fact_values *facts)
{
	const struct fact_value *given = fact_values_find(facts, when->fact);
	if (!given)
		return TRUTH_UNKNOWN;
	enum truth any = TRUTH_NO;
	for (size_t i = 0; i < when->n_values; i++) {
		enum truth one = value_fits(&when->values[i], given);
		if (one == TRUTH_YES)
			return TRUTH_YES;
		if (one == TRUTH_UNKNOWN)
			any = TRUTH_UNKNOWN;
	}
	return any;
}

enum truth when_holds(const struct when *when, const struct fact_values *facts)
{
	if (!when)
		return TRUTH_YES;
	if (when->kind == WHEN_FACT)
		return fact_holds(when, facts);
	if (when->kind == WHEN_NOT)
		return truth_not(when_holds(&when->parts[0], facts));
	enum truth decides = when->kind == WHEN_ALL ? TRUTH_NO : TRUTH_YES, all = truth_not(decides);
	for (size_t i = 0; i < when->n_parts; i++) {
		enum truth part = when_holds(&when->parts[i], facts);
		if (part == decides)
			return decides;
		if (part == TRUTH_UNKNOWN)
			all = TRUTH_UNKNOWN;
	}
	return all;
}

static void format_part(const struct when *part, bool groups, struct str *out)
{
	bool brackets = groups && part->n_parts > 1;
	if (brackets)
		str_add_char(out, '(');
	when_format(part, out);
	if (brackets)
		str_add_char(out, ')');
}

void when_format(const struct when *when, struct str *out)
{
	if (when->kind == WHEN_FACT) {
		str_addf(out, "%s ", when->fact);
		for (size_t i = 0; i < when->n_values; i++)
			str_addf(out, "%s%s", i ? "|" : "", when->values[i].text);
		return;
	}
	if (when->kind == WHEN_NOT)
		str_add_cstr(out, "not ");
	for (size_t i = 0; i < when->n_parts; i++) {
		if (i)
			str_add_cstr(out, when->kind == WHEN_ALL ? " and " : " or ");
		format_part(&when->parts[i], when->kind == WHEN_NOT || when->n_parts > 1, out);
	}
}

void when_each_unknown(const struct when *when, const struct fact_values *facts,
	void (*see)(void *ctx, const struct when *fact), void *ctx)
{
	if (when_holds(when, facts) != TRUTH_UNKNOWN)
		return;
	if (when->kind == WHEN_FACT)
		see(ctx, when);
	for (size_t i = 0; i < when->n_parts; i++)
		when_each_unknown(&when->parts[i], facts, see, ctx);
}

void when_each_fact(const struct when *when, void (*see)(void *ctx, const struct when *fact), void *ctx)
{
	if (!when)
		return;
	if (when->kind == WHEN_FACT)
		see(ctx, when);
	for (size_t i = 0; i < when->n_parts; i++)
		when_each_fact(&when->parts[i], see, ctx);
}
