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
	if (result->verdict == VERDICT_NOT_NEEDED)
		return PART_ABSENT;
	if (result->verdict == VERDICT_WOULD_PATCH)
		return PART_TO_MAKE;
	return result->verdict == VERDICT_ALREADY_PATCHED ? PART_MADE : PART_NONE;
}

static bool is_in(const struct rule_result *result, const char *group)
{
	return result->rule->group && strcmp(result->rule->group, group) == 0;
}

/* The first rule of the group that is such a part, or NULL. */
static struct rule_result *find_part(const struct plan *plan, const char *group, enum part part)
{
	for (size_t i = 0; i < plan->n_rules; i++)
		if (is_in(&plan->rules[i], group) && part_of(&plan->rules[i]) == part)
			return &plan->rules[i];
	return NULL;
}

static bool suppress(struct rule_result *result, enum verdict verdict, const struct str *text, struct arena *arena)
{
	result->in_force = false;
	result->suppressed = true;
	result->verdict = verdict;
	result->detail = arena_dup(arena, str_slice(text));
	return true;
}

/* Suppresses the rules of the group that could be made. */
static bool suppress_group(struct plan *plan, const char *group, const struct rule_result *culprit)
{
	struct str text = STR_INIT;
	bool any = false;
	str_addf(&text, "group '%s': '%s' is %s, so no rule of the group is applied", group, culprit->rule->id,
		verdict_name(culprit->verdict));
	for (size_t i = 0; i < plan->n_rules; i++)
		if (is_in(&plan->rules[i], group) && part_of(&plan->rules[i]) == PART_TO_MAKE)
			any |= suppress(&plan->rules[i], VERDICT_NOT_NEEDED, &text, &plan->arena);
	str_release(&text);
	return any;
}

static bool suppress_half(
	struct plan *plan, const char *group, struct rule_result *absent, const struct rule_result *made)
{
	struct str text = STR_INIT;
	str_addf(&text,
		"group '%s' is half applied: '%s' is applied, and of this rule neither the old nor the new form is "
		"there",
		group, made->rule->id);
	bool any = suppress(absent, VERDICT_MISSING, &text, &plan->arena);
	str_release(&text);
	return any;
}

static bool judge_group(struct plan *plan, const char *group)
{
	struct rule_result *absent = find_part(plan, group, PART_ABSENT);
	const struct rule_result *made = find_part(plan, group, PART_MADE);
	if (absent && made)
		return suppress_half(plan, group, absent, made);
	const struct rule_result *culprit = find_part(plan, group, PART_STOPS);
	if (!culprit)
		culprit = absent ? absent : find_part(plan, group, PART_UNKNOWN);
	return culprit && suppress_group(plan, group, culprit);
}

bool groups_suppress(struct plan *plan)
{
	bool any = false;
	for (size_t i = 0; i < plan->n_rules; i++)
		if (plan->rules[i].rule->group)
			any |= judge_group(plan, plan->rules[i].rule->group);
	return any;
}
