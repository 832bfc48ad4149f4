/*
 * The planner, step by step: which rules are in force (prepare.c), what they find and want (evaluate_tree.c), one
 * verdict for each (judge.c), what groups and answers leave of it, and what the files become (compose.c).
 */
#include "plan/plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "plan/compose.h"
#include "plan/groups.h"
#include "plan/planner.h"
#include "plan/submodules.h"
#include "platform/thread.h"

/* --- what the threads have collected ------------------------------------------------------------------------------ */

static int by_path_and_rule(const void *a, const void *b)
{
	const struct finding *x = a, *y = b;
	int order = strcmp(x->path, y->path);
	return order ? order : (x->rule > y->rule) - (x->rule < y->rule);
}

static int by_note_place(const void *a, const void *b)
{
	const struct plan_note *x = a, *y = b;
	int order = strcmp(x->path, y->path);
	if (order)
		return order;
	return x->line != y->line ? (x->line > y->line) - (x->line < y->line)
				  : (x->rule > y->rule) - (x->rule < y->rule);
}

static int by_candidate_path(const void *a, const void *b)
{
	return strcmp(((const struct candidate *)a)->change.path, ((const struct candidate *)b)->change.path);
}

static void sort(void *items, size_t count, size_t size, int (*order)(const void *, const void *))
{
	if (count)
		sort_stable(items, count, size, order);
}

/* Findings and candidates of all threads. What they point to stays in the threads' arenas. */
static void merge(struct planner *p)
{
	struct plan *plan = p->plan;
	size_t findings = 0, candidates = 0;
	for (size_t t = 0; t < p->n_threads; t++) {
		struct worker *h = &p->workers[t];
		for (size_t i = 0; i < h->n_findings; i++)
			VEC_PUSH(plan->findings, plan->n_findings, findings, h->findings[i]);
		for (size_t i = 0; i < h->n_candidates; i++)
			VEC_PUSH(p->candidates, p->n_candidates, candidates, h->candidates[i]);
		for (size_t r = 0; r < plan->n_rules; r++) {
			p->matched_files[r] += h->matched_files[r];
			p->passed[r] += h->passed[r];
		}
	}
	/* Which thread found a path says nothing of which of two clashing rules is named first. */
	sort(p->candidates, p->n_candidates, sizeof(*p->candidates), by_candidate_path);
	planner_settle_paths(p);
	sort(plan->findings, plan->n_findings, sizeof(*plan->findings), by_path_and_rule);
}

/* Notes of all threads, but for those of rules that are suppressed. */
static void merge_notes(struct planner *p)
{
	struct plan *plan = p->plan;
	size_t notes = 0;
	for (size_t t = 0; t < p->n_threads; t++)
		for (size_t i = 0; i < p->workers[t].n_notes; i++) {
			const struct plan_note *note = &p->workers[t].notes[i];
			if (note->rule == (size_t)-1 || !plan->rules[note->rule].suppressed)
				VEC_PUSH(plan->notes, plan->n_notes, notes, *note);
		}
	sort(plan->notes, plan->n_notes, sizeof(*plan->notes), by_note_place);
}

/* --- what is wanted of it ----------------------------------------------------------------------------------------- */

static bool is_empty(const struct candidate *candidate)
{
	return !candidate->n_edits && !candidate->n_wants;
}

static void forget_empty(struct planner *p)
{
	size_t kept = 0;
	for (size_t i = 0; i < p->n_candidates; i++)
		if (!is_empty(&p->candidates[i]))
			p->candidates[kept++] = p->candidates[i];
	p->n_candidates = kept;
}

/* Takes out of the candidates what drop() drops, and settles again what is left. */
static void thin_out(struct planner *p, bool (*drop)(const struct planner *p, struct candidate *candidate))
{
	struct conflict none;
	for (size_t i = 0; i < p->n_candidates; i++)
		if (drop(p, &p->candidates[i]) && !is_empty(&p->candidates[i]))
			candidate_settle(&p->candidates[i], &p->plan->arena, &none);
	forget_empty(p);
}

static bool drop_suppressed(const struct planner *p, struct candidate *candidate)
{
	bool dropped = false;
	for (size_t i = 0; i < candidate->change.n_rules; i++)
		if (p->plan->rules[candidate->change.rules[i]].suppressed)
			dropped |= candidate_drop(candidate, candidate->change.rules[i]);
	return dropped;
}

static void forget_suppressed(struct planner *p)
{
	struct plan *plan = p->plan;
	size_t kept = 0;
	for (size_t i = 0; i < plan->n_findings; i++)
		if (!plan->rules[plan->findings[i].rule].suppressed)
			plan->findings[kept++] = plan->findings[i];
	plan->n_findings = kept;
	thin_out(p, drop_suppressed);
}

static void judge(struct planner *p)
{
	judge_rules(p->plan, p->target, p->matched_files, p->passed, planner_is_narrowed(p));
}

/* One verdict for each rule. A group that cannot be made as a whole may be what another one fails by. */
static void judge_all(struct planner *p)
{
	judge(p);
	while (groups_suppress(p->plan)) {
		forget_suppressed(p);
		judge(p);
	}
}

static int compare_to_finding(const void *path, const void *finding)
{
	return strcmp(path, ((const struct finding *)finding)->path);
}

size_t plan_first_finding(const struct plan *plan, const char *path)
{
	return sort_lower_bound(plan->findings, plan->n_findings, sizeof(*plan->findings), path, compare_to_finding);
}

static int compare_to_change(const void *path, const void *change)
{
	return strcmp(path, ((const struct change *)change)->path);
}

const struct change *plan_change_of(const struct plan *plan, const char *path)
{
	return plan->n_changes
		       ? bsearch(path, plan->changes, plan->n_changes, sizeof(*plan->changes), compare_to_change)
		       : NULL;
}

void rule_result_edits(const struct rule_result *result, struct str *out)
{
	if (result->edits)
		str_add_cstr(out, result->edits);
	else
		edit_digests(result->rule->edits, result->rule->n_edits, result->rule->language, out);
}

static bool drop_declined(const struct planner *p, struct candidate *candidate)
{
	const struct plan *plan = p->plan;
	bool dropped = false;
	for (size_t i = plan_first_finding(plan, candidate->change.path);
		i < plan->n_findings && strcmp(plan->findings[i].path, candidate->change.path) == 0; i++)
		if (plan->findings[i].verdict == VERDICT_DECLINED &&
			candidate_drop(candidate, plan->findings[i].rule)) {
			candidate_decline(candidate, plan->findings[i].rule, &p->plan->arena);
			dropped = true;
		}
	return dropped;
}

static void set_changes(struct planner *p)
{
	struct plan *plan = p->plan;
	free(plan->changes);
	plan->changes = xcalloc(p->n_candidates + 1, sizeof(*plan->changes));
	plan->n_changes = p->n_candidates;
	for (size_t i = 0; i < p->n_candidates; i++)
		plan->changes[i] = p->candidates[i].change;
}

void plan_decline(struct plan *plan, size_t finding)
{
	plan->findings[finding].verdict = VERDICT_DECLINED;
}

static bool answer(struct planner *p, struct err *err)
{
	if (!p->options->answer || !p->n_candidates || plan_is_stopped(p->plan))
		return true;
	set_changes(p);
	if (!p->options->answer(p->options->answer_ctx, p->plan, err))
		return false;
	thin_out(p, drop_declined);
	judge(p);
	return true;
}

/* --- what the files become ---------------------------------------------------------------------------------------- */

/* The bytes that were evaluated: kept, or where texts are dropped read once more, into `room`. */
static bool bytes_of(
	const struct planner *p, const struct change *change, struct str *room, struct slice *bytes, struct err *err)
{
	*bytes = change->before;
	if (!change->has_no_texts)
		return true;
	if (!tree_read(p->tree, change->path, SOURCE_MAX_BYTES, room, NULL, err))
		return false;
	*bytes = str_slice(room);
	if (hash_eq(hash_of(*bytes), change->before_hash))
		return true;
	err_set(err, ERR_IO, "'%s' has changed since it was read", change->path);
	return err_hint(err, "run it again");
}

static bool compose(void *ctx, size_t thread, size_t item, struct err *err)
{
	struct planner *p = ctx;
	struct candidate *candidate = &p->candidates[item];
	struct worker *worker = &p->workers[thread];
	struct file_task task;
	struct str room = STR_INIT;
	bool changes = false;
	planner_task_begin(p, worker, candidate->change.path, &task);
	task.is_absent = candidate->is_absent;
	task.is_stopped = plan_is_stopped(p->plan);
	task.st = candidate->is_absent ? NULL : &candidate->change.st;
	bool ok = bytes_of(p, &candidate->change, &room, &task.bytes, err);
	if (ok) {
		planner_enter_file(p, task.bytes.len);
		ok = compose_candidate(candidate, &task, worker, &changes, err);
		planner_leave_file(p, task.bytes.len);
	}
	trace_event(task.trace, "compose", "%s: %zu edits of %zu rules%s", task.path, candidate->change.n_edits,
		candidate->change.n_rules, changes || !ok ? "" : ", which change nothing");
	if (!changes)
		candidate->n_edits = candidate->n_wants = 0;
	str_release(&room);
	return ok;
}

static bool compose_all(struct planner *p, struct err *err)
{
	if (!thread_each(p->n_threads, p->n_candidates, compose, p, err))
		return false;
	forget_empty(p);
	set_changes(p);
	return true;
}

/* --- what is told of it ------------------------------------------------------------------------------------------- */

static void trace_rules(const struct plan *plan, const struct trace *trace)
{
	for (size_t i = 0; trace && i < plan->n_rules; i++) {
		const struct rule_result *result = &plan->rules[i];
		trace_event(trace, "rule", "%s: %s%s", result->rule->id,
			result->in_force ? "applies"
			: result->detail ? result->detail
					 : "does not apply",
			result->taken_along ? ", brought in by its group" : "");
	}
}

static void trace_files(const struct plan *plan, const struct trace *trace)
{
	const struct walk_counts *counts = &plan->counts;
	trace_event(trace, "walk", "%zu folders listed, %zu files seen, %zu read (%zu bytes)", counts->folders,
		counts->files_seen, counts->files_read, (size_t)counts->bytes_read);
}

static void trace_verdicts(const struct plan *plan, const struct trace *trace)
{
	for (size_t i = 0; trace && i < plan->n_rules; i++)
		if (plan->rules[i].in_force || plan->rules[i].suppressed)
			trace_event(trace, "verdict", "%s: %s%s%s", plan->rules[i].rule->id,
				verdict_name(plan->rules[i].verdict), plan->rules[i].suppressed ? ", " : "",
				plan->rules[i].suppressed ? plan->rules[i].detail : "");
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

static void planner_release(struct planner *p)
{
	for (size_t t = 0; t < p->n_threads; t++) {
		p->plan->parts[t] = p->workers[t].arena;
		p->workers[t].arena = ARENA_INIT;
		planner_worker_release(&p->workers[t]);
	}
	free(p->candidates);
	free(p->matched_files);
	free(p->passed);
	for (size_t i = 0; i < p->n_groups; i++)
		rule_globs_release(&p->groups[i]);
	free(p->groups);
	free(p->workers);
	edit_order_release(&p->order);
	free(p->active);
	free(p->named_paths);
	free(p->named_rules);
	free(p->globbed);
	glob_set_free(p->walked);
	glob_set_free(p->only);
	glob_set_free(p->except);
	prefilter_free(p->prefilter);
	mutex_free(p->large);
	mutex_free(p->mutex);
}

static const char *const *copy_texts(const char *const *texts, struct arena *arena)
{
	size_t count = 0;
	while (texts && texts[count])
		count++;
	const char **copy = count ? arena_alloc(arena, (count + 1) * sizeof(*copy)) : NULL;
	for (size_t i = 0; i < count; i++)
		copy[i] = arena_strdup(arena, texts[i]);
	return copy;
}

/* The record of a run says how the plan was made, and the options may be gone by then. */
static void keep_selection(struct plan *plan, const struct plan_options *options)
{
	struct arena *arena = &plan->arena;
	plan->globs = copy_texts(options->globs, arena);
	if (options->n_choices != 1)
		return;
	const struct rule_choice *choice = &options->choices[0];
	plan->choice = (struct rule_choice){ copy_texts(choice->rules, arena), copy_texts(choice->packs, arena),
		copy_texts(choice->skips, arena) };
}

bool plan_make_tree(const struct tree *tree, const struct patchset *set, const struct target *target,
	const struct plan_options *options, struct plan *out, struct err *err)
{
	*out = (struct plan){ .set = set, .facts = options->facts };
	struct planner p = { .tree = tree,
		.target = target,
		.options = options,
		.plan = out,
		.large = mutex_new(),
		.mutex = mutex_new() };
	p.probe = (struct place_probe){ &p, planner_look };
	trace_step(options->trace, "select");
	bool ok = planner_prepare(&p, set, err);
	if (ok) {
		trace_rules(out, options->trace);
		trace_step(options->trace, "evaluate");
		ok = planner_evaluate(&p, err);
	}
	if (ok) {
		trace_files(out, options->trace);
		trace_step(options->trace, "judge");
		merge(&p);
		judge_all(&p);
		trace_verdicts(out, options->trace);
		submodules_note(&p);
		merge_notes(&p);
		trace_step(options->trace, "answer");
		ok = answer(&p, err);
		trace_step(options->trace, "compose");
		ok = ok && compose_all(&p, err) && (plan_is_stopped(out) || planner_prove_paths(&p, err));
	}
	keep_selection(out, options);
	planner_release(&p);
	if (!ok)
		plan_release(out);
	return ok;
}

bool plan_make(struct root *root, const struct patchset *set, const struct target *target,
	const struct plan_options *options, struct plan *out, struct err *err)
{
	struct tree tree = tree_of_root(root);
	return plan_make_tree(&tree, set, target, options, out, err);
}

void plan_release(struct plan *plan)
{
	free(plan->rules);
	free(plan->findings);
	free(plan->notes);
	free(plan->changes);
	for (size_t i = 0; i < plan->n_parts; i++)
		arena_release(&plan->parts[i]);
	free(plan->parts);
	arena_release(&plan->arena);
	*plan = (struct plan){ 0 };
}
