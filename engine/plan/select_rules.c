/* Which rules of the set a run is about, and which of these are in force. */
#include "tree/evidence.h"
#include "plan/evaluate/in_force.h"
#include "plan/planner.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* Sets selected[i] for the rules that the user wants. */
static bool choose_rules(const struct planner *p, const struct patchset *set, bool *selected, struct err *err)
{
	const struct plan_options *options = p->options;
	static const struct rule_choice everything;
	if (!options->n_choices)
		return rule_choice_select(&everything, set, false, NULL, selected, err);
	for (size_t i = 0; i < options->n_choices; i++)
		if (!rule_choice_select(
			    &options->choices[i], set, options->choices_may_miss, &options->places, selected, err))
			return false;
	for (size_t i = 0; i < set->n_rules; i++)
		if (selected[i])
			return true;
	return !set->n_rules || err_set(err, ERR_USAGE, "no rule of '%s' is chosen", set->name);
}

static void judge_superseded(struct planner *p, struct rule_result *result, struct regex_scratch *scratch)
{
	const struct rule *rule = result->rule;
	if (!result->in_force || !evidence_all_hold(p->tree, rule->superseded_by, rule->n_superseded_by, scratch))
		return;
	struct str text = STR_INIT;
	str_add_cstr(&text, "superseded: ");
	evidence_format(rule->superseded_by, rule->n_superseded_by, &text);
	result->in_force = false;
	result->verdict = VERDICT_FIXED_UPSTREAM;
	result->detail = arena_dup(&p->plan->arena, str_slice(&text));
	str_release(&text);
}

static void add_rule(struct planner *p, const struct patchset *set, size_t index, struct regex_scratch *scratch)
{
	struct plan *plan = p->plan;
	struct rule_result *result = &plan->rules[plan->n_rules++];
	*result = (struct rule_result){ .rule = set->rules[index], .verdict = VERDICT_NOT_NEEDED };
	in_force_judge(result, set->project_details, p->target, p->options->facts, &plan->arena);
	judge_superseded(p, result, scratch);
}

bool planner_select(struct planner *p, const struct patchset *set, struct err *err)
{
	struct regex_scratch *scratch = regex_scratch_new();
	bool *selected = xcalloc(set->n_rules + 1, sizeof(*selected));
	bool ok = choose_rules(p, set, selected, err);
	p->plan->rules = xcalloc(set->n_rules + 1, sizeof(*p->plan->rules));
	for (size_t i = 0; ok && i < set->n_rules; i++) {
		bool along = !selected[i] && rule_choice_takes_along(set, selected, i);
		if (!selected[i] && !along)
			continue;
		add_rule(p, set, i, scratch);
		p->plan->rules[p->plan->n_rules - 1].taken_along = along;
	}
	free(selected);
	regex_scratch_free(scratch);
	return ok;
}
