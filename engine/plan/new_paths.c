/* The proof that rules settle, at the paths where a run makes a file, or takes one away. */
#include <string.h>

#include "plan/compose.h"
#include "plan/planner.h"

/* The tree as it is after one change. */
struct aftermath {
	struct planner *p;
	const struct change *change;
};

/* Is there no file any more where it was? */
static bool leaves_its_path(const struct change *change)
{
	return change->is_gone || change->new_path;
}

static bool look_after(
	void *ctx, const char *path, struct arena *arena, enum place_state *state, const char **why, struct err *err)
{
	const struct aftermath *after = ctx;
	bool is_left = leaves_its_path(after->change) && strcmp(path, after->change->path) == 0;
	if (!is_left && strcmp(path, change_new_path(after->change)) != 0)
		return planner_look(after->p, path, arena, state, why, err);
	*state = is_left ? PLACE_FREE : PLACE_TAKEN;
	return true;
}

/* The change's own rules have made what there is. */
static bool was_applied(const void *ctx, const char *rule_id, const char *path)
{
	const struct aftermath *after = ctx;
	bool is_own = false;
	for (size_t i = 0; i < after->change->n_rules && rule_id; i++)
		is_own = is_own || strcmp(after->p->plan->rules[after->change->rules[i]].rule->id, rule_id) == 0;
	return is_own && strcmp(path, change_new_path(after->change)) == 0;
}

static bool has_made(const void *ctx, const char *rule_id, struct hash edit, const char *path, struct slice bytes)
{
	(void)edit, (void)bytes;
	return was_applied(ctx, rule_id, path);
}

static bool judge_aftermath(
	const struct planner *p, const struct change *change, const struct worker *found, struct err *err)
{
	const struct plan *plan = p->plan;
	bool recognised = false;
	for (size_t i = 0; i < found->n_findings; i++) {
		const struct finding *finding = &found->findings[i];
		if (finding->verdict == VERDICT_WOULD_PATCH || verdict_stops(finding->verdict)) {
			err_set(err, ERR_UNFIT,
				"rule '%s' does not settle: in '%s', after rule '%s', its verdict is '%s'%s%s",
				plan->rules[finding->rule].rule->id, change_new_path(change),
				plan->rules[change->file_owner].rule->id, verdict_name(finding->verdict),
				finding->detail ? ": " : "", finding->detail ? finding->detail : "");
			return err_hint(err, "put what the other rules change into '%s', or let them exclude the file",
				plan->rules[change->file_owner].rule->id);
		}
		recognised = recognised || finding->rule == change->file_owner;
	}
	return recognised ||
	       err_set(err, ERR_UNFIT, "rule '%s' is not idempotent: it does not recognise its own result in '%s'",
		       plan->rules[change->file_owner].rule->id, change_new_path(change));
}

/* The rules, on what is at `path` after the change: a file with its text, or none. */
static bool plan_aftermath(
	struct planner *p, const struct change *change, const char *path, struct worker *worker, struct err *err)
{
	struct aftermath after = { p, change };
	struct place_probe probe = { &after, look_after };
	struct applied_lookup applied = { .ctx = &after, .was_applied = was_applied, .has_made = has_made };
	struct file_stat st = change->st;
	struct file_task task;
	planner_task_begin(p, worker, path, &task);
	task.was_touched = false; /* no run has been there yet */
	task.probe = &probe;
	task.applied = &applied;
	task.is_absent = leaves_its_path(change) && strcmp(path, change->path) == 0;
	if (!task.is_absent) {
		st.type = FILE_REGULAR;
		st.size = change->after.len;
		st.mode = change_mode(change);
		task.bytes = change->after;
		task.st = &st;
	}
	prefilter_scan(p->prefilter, task.bytes, &worker->present);
	return plan_one_file(&task, worker, err);
}

static bool prove_new_path(struct planner *p, const struct change *change, struct err *err)
{
	struct worker worker = planner_worker_new(p);
	bool ok = plan_aftermath(p, change, change_new_path(change), &worker, err) &&
		  judge_aftermath(p, change, &worker, err);
	planner_worker_release(&worker);
	return ok;
}

static bool fail_undecided(const struct planner *p, const struct change *change, const struct rule *rule,
	const char *what, struct err *err)
{
	err_set(err, ERR_UNFIT, "rule '%s' does not settle: after rule '%s', which leaves no file '%s', %s", rule->id,
		p->plan->rules[change->file_owner].rule->id, change->path, what);
	return err_hint(err, "only one of the two may decide whether the file is there");
}

/* Rule `rule` finds what it is about in no file any more. */
static bool fail_missed(const struct planner *p, const struct change *change, const struct rule *rule, struct err *err)
{
	fail_undecided(p, change, rule, "it would miss it", err);
	return err_hint(err, "leave one of the two out, or make '%s' optional", rule->id);
}

/* Would the rule, which renames a file from or to the path that is free now, see another file as that one? */
static bool prove_renaming(
	const struct planner *p, const struct change *change, const struct rule *rule, struct err *err)
{
	const char *old_path = rule->files[0], *new_path = fileop_new_path(rule->file_edit);
	bool is_from = strcmp(old_path, change->path) == 0;
	struct file_stat st = { .type = FILE_NONE };
	if (!is_from && strcmp(new_path, change->path) != 0)
		return true;
	if (!tree_stat(p->tree, is_from ? new_path : old_path, &st, err))
		return false;
	if (is_from && st.type == FILE_REGULAR)
		return fail_undecided(p, change, rule, "it would take the file at its new path for that one", err);
	if (!is_from && (st.type == FILE_REGULAR || !rule->optional))
		return fail_undecided(p, change, rule, "it would rename another file to that path", err);
	return true;
}

static bool prove_renamings(const struct planner *p, const struct change *change, struct err *err)
{
	for (size_t i = 0; i < p->n_active; i++) {
		const struct rule_result *result = &p->plan->rules[p->active[i].index];
		bool is_own = p->active[i].index == change->file_owner || p->active[i].index == change->file_co_owner;
		if (fileop_new_path(result->rule->file_edit) && !is_own && !result->suppressed &&
			!prove_renaming(p, change, result->rule, err))
			return false;
	}
	return true;
}

static bool prove_left_path(struct planner *p, const struct change *change, struct err *err)
{
	struct worker worker = planner_worker_new(p);
	bool ok = plan_aftermath(p, change, change->path, &worker, err);
	for (size_t i = 0; ok && i < worker.n_findings; i++) {
		const struct finding *finding = &worker.findings[i];
		const struct rule *rule = p->plan->rules[finding->rule].rule;
		if (finding->verdict == VERDICT_WOULD_PATCH)
			ok = fail_undecided(p, change, rule, "it would make one again", err);
		else if (verdict_stops(finding->verdict))
			ok = fail_missed(p, change, rule, err);
	}
	planner_worker_release(&worker);
	return ok && prove_renamings(p, change, err);
}

/* Will the file of the finding be at its path after the run? */
static bool is_kept(const struct plan *plan, const struct finding *finding)
{
	const struct change *change = plan_change_of(plan, finding->path);
	return !change || !leaves_its_path(change);
}

/* Does the rule find something in another file, or would it take this one by its new path? */
static bool is_found_elsewhere(struct planner *p, const struct change *change, size_t rule)
{
	const struct plan *plan = p->plan;
	struct worker worker = planner_worker_new(p);
	struct file_task task = { 0 };
	bool found = false;
	for (size_t i = 0; i < plan->n_findings && !found; i++)
		found = plan->findings[i].rule == rule && is_kept(plan, &plan->findings[i]);
	if (change->new_path && !found)
		planner_task_begin(p, &worker, change->new_path, &task);
	for (size_t r = 0; r < task.n_rules && !found; r++)
		found = task.rules[r]->index == rule;
	planner_worker_release(&worker);
	return found;
}

/* A rule that the tree must have a place for, and that found it made in this file alone, would be missing. */
static bool prove_places(struct planner *p, const struct change *change, struct err *err)
{
	const struct plan *plan = p->plan;
	if (planner_is_narrowed(p))
		return true;
	for (size_t i = plan_first_finding(plan, change->path);
		i < plan->n_findings && strcmp(plan->findings[i].path, change->path) == 0; i++) {
		const struct finding *finding = &plan->findings[i];
		const struct rule *rule = plan->rules[finding->rule].rule;
		bool is_needed = finding->verdict == VERDICT_ALREADY_PATCHED && !rule->optional && !rule->file_edit &&
				 !rule_is_fixed(rule, p->target);
		if (is_needed && !is_found_elsewhere(p, change, finding->rule))
			return fail_missed(p, change, rule, err);
	}
	return true;
}

bool planner_prove_paths(struct planner *p, struct err *err)
{
	for (size_t i = 0; i < p->plan->n_changes; i++) {
		const struct change *change = &p->plan->changes[i];
		if ((change->is_new || change->new_path) && !prove_new_path(p, change, err))
			return false;
		if (leaves_its_path(change) && !(prove_left_path(p, change, err) && prove_places(p, change, err)))
			return false;
	}
	return true;
}
