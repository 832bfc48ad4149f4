#include "plan/groups.h"

#include <string.h>

/* What a rule means for its group. */
enum part { PART_NONE, PART_TO_MAKE, PART_MADE, PART_ABSENT, PART_UNKNOWN, PART_STOPS };

static enum part part_of(const struct rule_result *result)
{
	if (verdict_stops(result->verdict))
		return PART_STOPS;
	if (result->needs)
		return PART_UNKNOWN;
	if (!result->in_force)
		return PART_NONE;
	if (result->verdict == VERDICT_NOT_APPLICABLE)
		return PART_ABSENT;
	if (result->verdict == VERDICT_APPLIES)
		return PART_TO_MAKE;
	return result->verdict == VERDICT_APPLIED ? PART_MADE : PART_NONE;
}

static bool is_in(const struct rule_result *result, const char *group)
{
	return result->rule->group && strcmp(result->rule->group, group) == 0;
}

/* The first rule of the group that is such a part, or NULL. */
static const struct rule_result *find_part(const struct plan *plan, const char *group, enum part part)
{
	for (size_t i = 0; i < plan->n_rules; i++)
		if (is_in(&plan->rules[i], group) && part_of(&plan->rules[i]) == part)
			return &plan->rules[i];
	return NULL;
}

static size_t index_in_set(const struct plan *plan, const struct rule *rule)
{
	size_t i = 0;
	while (plan->set->rules[i] != rule)
		i++;
	return i;
}

static bool mark(const struct plan *plan, const struct rule *rule, enum verdict verdict, const struct str *text, struct left_out *left_out, struct arena *arena)
{
	struct left_out *entry = &left_out[index_in_set(plan, rule)];
	if (entry->detail)
		return false;
	*entry = (struct left_out){ arena_dup(arena, str_slice(text)), verdict };
	return true;
}

/* Marks the rules of the group that could be made. */
static bool leave_out_group(const struct plan *plan, const char *group, const struct rule_result *culprit, struct left_out *left_out, struct arena *arena)
{
	struct str text = STR_INIT;
	bool marked = false;
	str_addf(&text, "group '%s': '%s' is %s, so none of the group is made", group, culprit->rule->id, verdict_name(culprit->verdict));
	for (size_t i = 0; i < plan->n_rules; i++)
		if (is_in(&plan->rules[i], group) && part_of(&plan->rules[i]) == PART_TO_MAKE)
			marked |= mark(plan, plan->rules[i].rule, VERDICT_NOT_APPLICABLE, &text, left_out, arena);
	str_release(&text);
	return marked;
}

static bool leave_out_half(const struct plan *plan, const char *group, const struct rule_result *absent, const struct rule_result *made,
                           struct left_out *left_out, struct arena *arena)
{
	struct str text = STR_INIT;
	str_addf(&text, "group '%s' is half made: '%s' is applied, and of this rule neither the old nor the new form is there", group, made->rule->id);
	bool marked = mark(plan, absent->rule, VERDICT_MISSING, &text, left_out, arena);
	str_release(&text);
	return marked;
}

static bool judge_group(const struct plan *plan, const char *group, struct left_out *left_out, struct arena *arena)
{
	const struct rule_result *absent = find_part(plan, group, PART_ABSENT), *made = find_part(plan, group, PART_MADE);
	if (absent && made)
		return leave_out_half(plan, group, absent, made, left_out, arena);
	const struct rule_result *culprit = find_part(plan, group, PART_STOPS);
	if (!culprit)
		culprit = absent ? absent : find_part(plan, group, PART_UNKNOWN);
	return culprit && leave_out_group(plan, group, culprit, left_out, arena);
}

bool groups_leave_out(const struct plan *plan, struct left_out *left_out, struct arena *arena)
{
	bool marked = false;
	for (size_t i = 0; i < plan->n_rules; i++)
		if (plan->rules[i].rule->group)
			marked |= judge_group(plan, plan->rules[i].rule->group, left_out, arena);
	return marked;
}
