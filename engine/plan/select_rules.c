/* Which rules of the set a run is about, and which of these are in force. */
#include "tree/evidence.h"
#include "plan/in_force.h"
#include "plan/planner.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/nearest.h"

static bool fail_filter(const char *filter, const struct patchset *set, struct err *err)
{
	const char **ids = xcalloc(set->n_rules, sizeof(*ids));
	for (size_t i = 0; i < set->n_rules; i++)
		ids[i] = set->rules[i]->id;
	struct str nearest = STR_INIT;
	nearest_add(slice_of(filter), ids, set->n_rules, &nearest);
	free(ids);
	err_set(err, ERR_USAGE, "--filter '%s' matches no rule of '%s'", filter, set->name);
	if (nearest.len)
		err_hint(err, "did you mean %s? `tpatch list` names the rules", nearest.ptr);
	else
		err_hint(err, "`tpatch list` names the rules");
	str_release(&nearest);
	return false;
}

/* Sets selected[i] for the rules whose ids the filter takes. */
static bool filter_rules(const struct planner *p, const struct patchset *set, struct regex_scratch *scratch, bool *selected, struct err *err)
{
	struct regex *filter = NULL;
	size_t offset, begin, end;
	if (p->options->filter && !(filter = regex_new(slice_of(p->options->filter), 0, &offset, err))) {
		err->kind = ERR_USAGE;
		return err_prefix(err, "--filter '%s'", p->options->filter);
	}
	bool any = false;
	for (size_t i = 0; i < set->n_rules; i++) {
		selected[i] = !filter || regex_search(filter, scratch, slice_of(set->rules[i]->id), 0, &begin, &end) == REGEX_MATCH;
		any = any || selected[i];
	}
	regex_free(filter);
	if (any || !set->n_rules)
		return true;
	return fail_filter(p->options->filter, set, err);
}

/* Is the rule of a group of which another rule is selected? */
static bool is_taken_along(const struct patchset *set, const bool *selected, size_t rule)
{
	const char *group = set->rules[rule]->group;
	for (size_t i = 0; group && i < set->n_rules; i++)
		if (selected[i] && set->rules[i]->group && strcmp(set->rules[i]->group, group) == 0)
			return true;
	return false;
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
	result->verdict = VERDICT_APPLIED_UPSTREAM;
	result->detail = arena_dup(&p->plan->arena, str_slice(&text));
	str_release(&text);
}

static void add_rule(struct planner *p, const struct patchset *set, const struct target *target, size_t index, struct regex_scratch *scratch)
{
	struct plan *plan = p->plan;
	struct rule_result *result = &plan->rules[plan->n_rules++];
	*result = (struct rule_result){ .rule = set->rules[index], .verdict = VERDICT_NOT_APPLICABLE };
	in_force_judge(result, set->project_details, target, p->options->facts, &plan->arena);
	judge_superseded(p, result, scratch);
	if (!p->left_out[index].detail)
		return;
	result->in_force = false;
	result->verdict = p->left_out[index].verdict;
	result->detail = arena_strdup(&plan->arena, p->left_out[index].detail);
}

bool planner_select(struct planner *p, const struct patchset *set, const struct target *target, struct err *err)
{
	struct regex_scratch *scratch = regex_scratch_new();
	bool *selected = xcalloc(set->n_rules + 1, sizeof(*selected));
	bool ok = filter_rules(p, set, scratch, selected, err);
	p->plan->rules = xcalloc(set->n_rules + 1, sizeof(*p->plan->rules));
	for (size_t i = 0; ok && i < set->n_rules; i++) {
		bool along = !selected[i] && is_taken_along(set, selected, i);
		if (!selected[i] && !along)
			continue;
		add_rule(p, set, target, i, scratch);
		p->plan->rules[p->plan->n_rules - 1].taken_along = along;
	}
	free(selected);
	regex_scratch_free(scratch);
	return ok;
}
