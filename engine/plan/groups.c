#include "plan/groups.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"

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

/* The results of the rules of one group, in the order of the plan. */
struct group {
	struct rule_result **members;
	size_t count;
};

/* The first rule of the group that is such a part, or NULL. */
static struct rule_result *find_part(const struct group *group, enum part part)
{
	for (size_t i = 0; i < group->count; i++)
		if (part_of(group->members[i]) == part)
			return group->members[i];
	return NULL;
}

static bool has_edit(const struct rule *rule, const struct edit_def *edit, const struct language *language)
{
	struct hash wanted = edit_digest(edit, language);
	for (size_t i = 0; i < rule->n_edits; i++)
		if (rule->edits[i].op == edit->op && slice_eq(rule->edits[i].match.text, edit->match.text) &&
			hash_eq(edit_digest(&rule->edits[i], rule->language), wanted))
			return true;
	return false;
}

static bool is_made_in(const struct plan *plan, size_t rule, const char *path)
{
	for (size_t i = plan_first_finding(plan, path); i < plan->n_findings; i++) {
		if (strcmp(plan->findings[i].path, path) != 0)
			break;
		if (plan->findings[i].rule == rule)
			return plan->findings[i].n_applied > 0;
	}
	return false;
}

/* Is all that rule `index` finds made found made by rule `other` as well? */
static bool is_made_where(const struct plan *plan, size_t index, size_t other)
{
	for (size_t i = 0; i < plan->n_findings; i++)
		if (plan->findings[i].rule == index && plan->findings[i].n_applied &&
			!is_made_in(plan, other, plan->findings[i].path))
			return false;
	return true;
}

/* Does a rule outside of the group make the same edits? Then it is no sign of the group that they are made. */
static bool is_made_outside(const struct plan *plan, const struct rule_result *made)
{
	const struct rule *rule = made->rule;
	for (size_t other = 0; other < plan->n_rules; other++) {
		const struct rule_result *result = &plan->rules[other];
		bool is_outside = !result->rule->group || strcmp(result->rule->group, rule->group) != 0;
		bool has_all = is_outside && part_of(result) == PART_MADE;
		for (size_t i = 0; i < rule->n_edits && has_all; i++)
			has_all = has_edit(result->rule, &rule->edits[i], rule->language);
		if (has_all && is_made_where(plan, (size_t)(made - plan->rules), other))
			return true;
	}
	return false;
}

/* The first rule of the group that is made, but for others; or NULL. */
static const struct rule_result *find_made(const struct group *group, const struct plan *plan)
{
	for (size_t i = 0; i < group->count; i++)
		if (part_of(group->members[i]) == PART_MADE && !is_made_outside(plan, group->members[i]))
			return group->members[i];
	return NULL;
}

/* Suppresses the rules of the group that are such a part. */
static void suppress(const struct group *group, enum part part, enum verdict verdict, const char *detail)
{
	for (size_t i = 0; i < group->count; i++) {
		struct rule_result *result = group->members[i];
		if (part_of(result) != part)
			continue;
		result->in_force = false;
		result->suppressed = true;
		result->verdict = verdict;
		result->detail = detail;
	}
}

/* Half of the group is made, and the other half can be neither made nor found made. */
static void suppress_half(const struct group *group, const struct rule_result *made, struct arena *arena)
{
	struct str text = STR_INIT;
	str_addf(&text,
		"group '%s' is half applied: '%s' is applied, and of this rule neither the old nor the new form is "
		"there",
		made->rule->group, made->rule->id);
	suppress(group, PART_ABSENT, VERDICT_MISSING, arena_dup(arena, str_slice(&text)));
	str_release(&text);
}

static bool judge(const struct group *group, struct plan *plan)
{
	struct arena *arena = &plan->arena;
	const struct rule_result *absent = find_part(group, PART_ABSENT);
	const struct rule_result *made = absent ? find_made(group, plan) : NULL;
	if (absent && made)
		suppress_half(group, made, arena);
	const struct rule_result *culprit = find_part(group, PART_STOPS);
	if (!culprit)
		culprit = absent ? absent : find_part(group, PART_UNKNOWN);
	if (!culprit || !find_part(group, PART_TO_MAKE))
		return absent && made;
	struct str text = STR_INIT;
	str_addf(&text, "group '%s': '%s' is %s, so no rule of the group is applied", culprit->rule->group,
		culprit->rule->id, verdict_name(culprit->verdict));
	suppress(group, PART_TO_MAKE, VERDICT_NOT_NEEDED, arena_dup(arena, str_slice(&text)));
	str_release(&text);
	return true;
}

static int by_group(const void *a, const void *b)
{
	const struct rule_result *const *x = a, *const *y = b;
	return strcmp((*x)->rule->group, (*y)->rule->group);
}

bool groups_suppress(struct plan *plan)
{
	struct rule_result **results = xcalloc(plan->n_rules + 1, sizeof(*results));
	size_t count = 0;
	for (size_t i = 0; i < plan->n_rules; i++)
		if (plan->rules[i].rule->group)
			results[count++] = &plan->rules[i];
	sort_stable(results, count, sizeof(*results), by_group);
	bool any = false;
	for (size_t first = 0, end; first < count; first = end) {
		for (end = first + 1; end < count && by_group(&results[first], &results[end]) == 0;)
			end++;
		any |= judge(&(struct group){ results + first, end - first }, plan);
	}
	free(results);
	return any;
}
