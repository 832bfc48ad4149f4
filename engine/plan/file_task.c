/* One file as a thread looks at it: the room that it has for that, and which rules take the file. */
#include "plan/planner.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"

struct harvest planner_harvest_new(const struct planner *p)
{
	return (struct harvest){
		.scratch = regex_scratch_new(),
		.drops_texts = p->options->drops_texts,
		.matched_files = xcalloc(p->plan->n_rules, sizeof(size_t)),
		.passed = xcalloc(p->plan->n_rules, sizeof(size_t)),
		.rules = xcalloc(p->n_active + 1, sizeof(struct active_rule *)),
		.named = xcalloc(p->n_active + 1, sizeof(bool)),
		.groups = xcalloc(p->n_groups + 1, sizeof(enum group_takes)),
	};
}

void planner_harvest_release(struct harvest *h)
{
	regex_scratch_free(h->scratch);
	free(h->findings);
	free(h->notes);
	free(h->candidates);
	free(h->matched_files);
	prefilter_result_release(&h->present);
	free(h->rules);
	free(h->named);
	free(h->groups);
	free(h->passed);
	arena_release(&h->arena);
}

/* --- which rules take it ------------------------------------------------------------------------------------------ */

const char *planner_new_path(const struct rule *rule)
{
	return fileop_effect(rule->file_edit, NULL, 0).new_path;
}

static int compare_path_to_named(const void *path, const void *named)
{
	return strcmp(path, ((const struct named_rule *)named)->path);
}

size_t planner_first_named(const struct planner *p, const char *path)
{
	return sort_lower_bound(p->named_rules, p->n_named_rules, sizeof(*p->named_rules), path, compare_path_to_named);
}

/* Do the globs of the group take the file? Asked once per group; planner_start_file() forgets the answers. */
bool planner_group_takes(const struct planner *p, struct harvest *harvest, size_t number, struct slice path)
{
	enum group_takes *answer = &harvest->groups[number];
	if (*answer == GROUP_NOT_ASKED) {
		enum taking taking = rule_globs_judge(&p->groups[number], harvest->scratch, path);
		*answer = taking == TAKES ? GROUP_TAKES : GROUP_LEAVES;
	}
	return *answer == GROUP_TAKES;
}

bool planner_takes(
	const struct planner *p, struct harvest *harvest, const struct active_rule *active, struct slice path)
{
	return planner_group_takes(p, harvest, active->group, path);
}

void planner_start_file(const struct planner *p, struct harvest *harvest)
{
	memset(harvest->groups, 0, p->n_groups * sizeof(*harvest->groups));
}

void planner_task_init(const struct planner *p, struct harvest *harvest, const char *path, struct file_task *out)
{
	struct slice s = slice_of(path);
	*out = (struct file_task){ .path = path,
		.rules = harvest->rules,
		.named = harvest->named,
		.prefilter = p->prefilter,
		.trace = p->options->trace,
		.order = &p->order,
		.probe = &p->probe,
		.has_modes = p->tree->commit || platform_has_executable_bit() };
	/* Of both lists in turn the next one, so that the rules keep their order. */
	for (size_t g = 0, n = planner_first_named(p, path);;) {
		while (g < p->n_globbed && !planner_takes(p, harvest, &p->active[p->globbed[g]], s))
			g++;
		size_t globbed = g < p->n_globbed ? p->globbed[g] : SIZE_MAX;
		size_t named = n < p->n_named_rules && strcmp(p->named_rules[n].path, path) == 0
				       ? p->named_rules[n].position
				       : SIZE_MAX;
		size_t position = globbed < named ? globbed : named;
		if (position == SIZE_MAX)
			return;
		const struct selection_lookup *selection = p->options->selection;
		bool is_suppressed = p->plan->rules[p->active[position].index].suppressed;
		if (!is_suppressed &&
			(!selection || selection->is_selected(selection->ctx, p->active[position].rule, path))) {
			harvest->named[out->n_rules] = named == position;
			harvest->rules[out->n_rules++] = &p->active[position];
		}
		g += globbed == position;
		while (n < p->n_named_rules && p->named_rules[n].position == position &&
			strcmp(p->named_rules[n].path, path) == 0)
			n++;
	}
}

bool planner_was_touched(const struct planner *p, const char *path)
{
	const struct applied_lookup *applied = p->options->applied;
	return applied && applied->was_applied(applied->ctx, NULL, path);
}
