/* How a run was made, as its record will say. */
#include "commit/journal/origin.h"

static void add(struct run_origin *origin, enum origin_kind kind, const char *text)
{
	if (text)
		origin->items[origin->count++] = (struct run_detail){ kind, text };
}

static void add_pair(
	struct run_origin *origin, enum origin_kind kind, const char *name, const char *value, struct arena *arena)
{
	struct str text = STR_INIT;
	str_addf(&text, "%s=%s", name, value);
	add(origin, kind, arena_dup(arena, str_slice(&text)));
	str_release(&text);
}

static void add_list(struct run_origin *origin, enum origin_kind kind, const char *const *texts)
{
	for (; texts && *texts; texts++)
		add(origin, kind, *texts);
}

/* So that a later version of the rule is not taken for this one. */
static void add_edits(struct run_origin *origin, const struct rule_result *result, struct arena *arena)
{
	struct str edits = STR_INIT;
	rule_result_edits(result, &edits);
	if (edits.len)
		add_pair(origin, ORIGIN_EDITS, result->rule->id, edits.ptr, arena);
	str_release(&edits);
}

void origin_collect(struct run *run, const struct run_origin *given, const struct plan *plan, struct arena *arena)
{
	struct run_origin *origin = &run->origin;
	size_t n_given = given ? given->count : 0, n_facts = plan->facts ? plan->facts->count : 0,
	       n_chosen = texts_count(plan->globs);
	n_chosen += texts_count(plan->choice.rules) + texts_count(plan->choice.packs) + texts_count(plan->choice.skips);
	size_t most = n_given + n_facts + plan->set->n_variables + n_chosen + plan->n_rules + ORIGIN_KIND_COUNT;
	*origin = (struct run_origin){ .items = arena_alloc(arena, most * sizeof(*origin->items)),
		.keeps = given ? given->keeps : 0 };
	for (size_t i = 0; i < n_given; i++)
		add(origin, given->items[i].kind, given->items[i].text);
	add(origin, ORIGIN_PROFILE, plan->facts && plan->facts->profile ? plan->facts->profile->name : NULL);
	for (size_t i = 0; i < n_facts; i++)
		add_pair(origin, ORIGIN_FACT, plan->facts->items[i].fact->name, plan->facts->items[i].text, arena);
	for (size_t i = 0; i < plan->set->n_variables; i++)
		add_pair(origin, ORIGIN_VALUE, plan->set->variables[i]->name, plan->set->variables[i]->value, arena);
	add_list(origin, ORIGIN_RULE, plan->choice.rules);
	add_list(origin, ORIGIN_PACK, plan->choice.packs);
	add_list(origin, ORIGIN_SKIP, plan->choice.skips);
	add_list(origin, ORIGIN_GLOB, plan->globs);
	for (size_t i = 0; i < plan->n_rules; i++)
		if (plan->rules[i].n_files)
			add_edits(origin, &plan->rules[i], arena);
}
