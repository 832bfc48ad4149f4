/* The proof that rules settle, on the files that a run makes or renames. */
#include <string.h>

#include "plan/compose.h"
#include "plan/planner.h"

/* The tree as it is after one change. */
struct aftermath {
	struct planner *p;
	const struct change *change;
};

static bool look_after(
	void *ctx, const char *path, struct arena *arena, enum place_state *state, const char **why, struct err *err)
{
	const struct aftermath *after = ctx;
	bool is_old = after->change->new_path && strcmp(path, after->change->path) == 0;
	if (!is_old && strcmp(path, change_new_path(after->change)) != 0)
		return planner_look(after->p, path, arena, state, why, err);
	*state = is_old ? PLACE_FREE : PLACE_TAKEN;
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

static bool prove_change(struct planner *p, const struct change *change, struct err *err)
{
	struct worker worker = planner_worker_new(p);
	struct aftermath after = { p, change };
	struct place_probe probe = { &after, look_after };
	struct applied_lookup applied = { .ctx = &after, .was_applied = was_applied, .has_made = has_made };
	struct file_stat st = change->st;
	struct file_task task;
	planner_task_begin(p, &worker, change_new_path(change), &task);
	task.was_touched = false; /* it is not there yet */
	st.type = FILE_REGULAR;
	st.size = change->after.len;
	st.mode = change_mode(change);
	task.probe = &probe;
	task.applied = &applied;
	task.bytes = change->after;
	task.st = &st;
	prefilter_scan(p->prefilter, change->after, &worker.present);
	bool ok = plan_one_file(&task, &worker, err) && judge_aftermath(p, change, &worker, err);
	planner_worker_release(&worker);
	return ok;
}

bool planner_prove_paths(struct planner *p, struct err *err)
{
	for (size_t i = 0; i < p->plan->n_changes; i++) {
		const struct change *change = &p->plan->changes[i];
		if ((change->is_new || change->new_path) && !prove_change(p, change, err))
			return false;
	}
	return true;
}
