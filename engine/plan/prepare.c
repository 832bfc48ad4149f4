/* Which rules are in force, and which files they want. */
#include "plan/planner.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "plan/evaluate/in_force.h"
#include "tree/detect.h"

/* --- which rules of the set a run is about, and which of these are in force --------------------------------------- */

static bool fail_none_chosen(const struct plan_options *options, const struct patchset *set, struct err *err)
{
	bool skips = false;
	for (size_t i = 0; i < options->n_choices; i++)
		skips |= texts_count(options->choices[i].skips) > 0;
	err_set(err, ERR_USAGE, "no rule of '%s' is chosen", set->name);
	if (skips && !options->choices_may_miss)
		return err_hint(
			err, "every rule that would be chosen is skipped; `tpatch list %s` names the rules", set->name);
	return err_hint(err, "choose some with --rule or --pack; `tpatch list %s` names the rules", set->name);
}

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
	return !set->n_rules || fail_none_chosen(options, set, err);
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

/* Fills plan->rules by the user's choice, versions, facts and groups. */
static bool planner_select(struct planner *p, const struct patchset *set, struct err *err)
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

/* --- which rules ------------------------------------------------------------------------------------------------- */

/* A rule in force and its globs as one text: equal texts, equal globs. */
struct globs_key {
	char *text;
	struct active_rule *rule;
};

static char *text_of_globs(const struct rule *rule)
{
	struct str text = STR_INIT;
	for (const char *const *file = rule->files; *file; file++)
		if (!glob_is_literal(slice_of(*file)))
			str_addf(&text, "%s\n", *file);
	for (const char *const *glob = rule->exclude; glob && *glob; glob++)
		str_addf(&text, "\n%s", *glob);
	if (rule->takes_protected)
		str_add_char(&text, '\n');
	return str_detach(&text);
}

static int compare_keys(const void *a, const void *b)
{
	return strcmp(((const struct globs_key *)a)->text, ((const struct globs_key *)b)->text);
}

/* Gives every rule its group, each combination of globs compiled once. */
static bool group_rules(struct planner *p, struct err *err)
{
	struct globs_key *keys = xcalloc(p->n_active + 1, sizeof(*keys));
	bool ok = true;
	for (size_t i = 0; i < p->n_active; i++)
		keys[i] = (struct globs_key){ text_of_globs(p->active[i].rule), &p->active[i] };
	sort_stable(keys, p->n_active, sizeof(*keys), compare_keys);
	p->groups = xcalloc(p->n_active + 1, sizeof(*p->groups));
	for (size_t i = 0; i < p->n_active && ok; i++) {
		if (i == 0 || compare_keys(&keys[i - 1], &keys[i]) != 0)
			ok = rule_globs_compile(keys[i].rule->rule, &p->groups[p->n_groups++], err);
		keys[i].rule->group = p->n_groups - 1;
	}
	for (size_t i = 0; i < p->n_active; i++)
		free(keys[i].text);
	free(keys);
	return ok;
}

static void activate_rules(struct planner *p)
{
	p->active = xcalloc(p->plan->n_rules + 1, sizeof(*p->active));
	const struct rule **rules = xcalloc(p->plan->n_rules + 1, sizeof(*rules));
	for (size_t i = 0; i < p->plan->n_rules; i++) {
		const struct rule *rule = p->plan->rules[i].rule;
		if (!p->plan->rules[i].in_force)
			continue;
		p->active[p->n_active] = (struct active_rule){
			.rule = rule, .index = i, .position = p->n_active, .is_fixed = rule_is_fixed(rule, p->target)
		};
		rules[p->n_active++] = rule;
	}
	p->prefilter = prefilter_new(rules, p->n_active);
	free(rules);
}

/* --- which files ------------------------------------------------------------------------------------------------- */

/* Sorts, keeps each string once, and returns how many are left. */
static size_t sort_once(const char **strings, size_t count)
{
	size_t kept = 0;
	if (count)
		sort_stable(strings, count, sizeof(*strings), sort_order_texts);
	for (size_t i = 0; i < count; i++)
		if (kept == 0 || strcmp(strings[kept - 1], strings[i]) != 0)
			strings[kept++] = strings[i];
	return kept;
}

static int compare_named(const void *a, const void *b)
{
	const struct named_rule *x = a, *y = b;
	int order = strcmp(x->path, y->path);
	return order ? order : (x->position > y->position) - (x->position < y->position);
}

static void add_named(struct planner *p, const char *path, size_t position)
{
	struct named_rule named = { path, position };
	VEC_PUSH(p->named_paths, p->n_named, p->named_capacity, path);
	VEC_PUSH(p->named_rules, p->n_named_rules, p->named_rules_capacity, named);
}

/* What is there is called as the tree calls it, in whatever case the rule does. */
static void add_named_file(struct planner *p, const char *path, size_t position)
{
	char *spelled = p->tree->root ? root_spelling(p->tree->root, path) : NULL;
	add_named(p, spelled && strcmp(spelled, path) != 0 ? arena_strdup(&p->plan->arena, spelled) : path, position);
	free(spelled);
}

static void collect_named(struct planner *p)
{
	p->globbed = xcalloc(p->n_active + 1, sizeof(*p->globbed));
	for (size_t i = 0; i < p->n_active; i++) {
		const char *new_path = fileop_new_path(p->active[i].rule->file_edit);
		for (const char *const *file = p->active[i].rule->files; *file; file++)
			if (glob_is_literal(slice_of(*file)))
				add_named_file(p, *file, i);
		if (new_path)
			add_named(p, new_path, i);
		if (p->groups[p->active[i].group].files)
			p->globbed[p->n_globbed++] = i;
	}
	p->n_named = sort_once(p->named_paths, p->n_named);
	sort_stable(p->named_rules, p->n_named_rules, sizeof(*p->named_rules), compare_named);
}

static bool collect_walked(struct planner *p, struct err *err)
{
	const char **globs = NULL;
	size_t count = 0, capacity = 0;
	for (size_t i = 0; i < p->n_active; i++)
		for (const char *const *file = p->active[i].rule->files; *file; file++)
			if (!glob_is_literal(slice_of(*file)))
				VEC_PUSH(globs, count, capacity, *file);
	count = sort_once(globs, count);
	if (count)
		p->walked = glob_set_new(globs, count, false, err);
	free(globs);
	return !count || p->walked;
}

static bool compile_user_globs(struct planner *p, struct err *err)
{
	const char *const *globs = p->options->globs;
	size_t n = texts_count(globs), n_only = 0, n_except = 0;
	const char **only = xcalloc(n, sizeof(*only)), **except = xcalloc(n, sizeof(*except));
	for (size_t i = 0; i < n; i++) {
		if (globs[i][0] == '!')
			except[n_except++] = globs[i] + 1;
		else
			only[n_only++] = globs[i];
	}
	bool ok = true;
	if (n_only)
		ok = (p->only = glob_set_new(only, n_only, false, err)) != NULL;
	if (ok && n_except)
		ok = (p->except = glob_set_new(except, n_except, false, err)) != NULL;
	free(only);
	free(except);
	if (ok)
		return true;
	err->kind = ERR_USAGE;
	return err_prefix(err, "--globs");
}

/* --- putting it together ------------------------------------------------------------------------------------------ */

static void open_workers(struct planner *p)
{
	p->n_threads = tree_threads(p->tree, p->options->n_threads);
	p->workers = xcalloc(p->n_threads, sizeof(*p->workers));
	p->matched_files = xcalloc(p->plan->n_rules + 1, sizeof(size_t));
	p->passed = xcalloc(p->plan->n_rules + 1, sizeof(size_t));
	p->plan->parts = xcalloc(p->n_threads, sizeof(*p->plan->parts));
	p->plan->n_parts = p->n_threads;
	for (size_t t = 0; t < p->n_threads; t++)
		p->workers[t] = planner_worker_new(p);
}

bool planner_prepare(struct planner *p, const struct patchset *set, struct err *err)
{
	if (!planner_select(p, set, err))
		return false;
	for (size_t i = 0; i < set->n_rules; i++)
		edit_order_add_rule(&p->order, set->rules[i]);
	activate_rules(p);
	if (!group_rules(p, err) || !collect_walked(p, err) || !compile_user_globs(p, err))
		return false;
	collect_named(p);
	open_workers(p);
	return true;
}
