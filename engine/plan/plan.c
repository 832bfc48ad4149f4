#include "plan/plan.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "plan/groups.h"
#include "plan/planner.h"
#include "plan/submodules.h"
#include "platform/thread.h"

/* How many names one thread sees between two calls of the progress function. */
#define PROGRESS_STEP 1024
#define TOO_LARGE "it is larger than 64 MiB"

/* --- looking at files ---------------------------------------------------------------------------------------------- */

/* Keeps the first failure. Returns false, so that a walk ends. */
static bool fail(struct planner *p, struct err *err)
{
	mutex_lock(p->mutex);
	if (p->err->kind == ERR_NONE) {
		*p->err = *err;
		*err = ERR_INIT;
	}
	mutex_unlock(p->mutex);
	err_release(err);
	return false;
}

/* Do the globs of the group take the file? Asked once per group; start_file() forgets the answers. */
static bool group_takes(const struct planner *p, struct harvest *harvest, size_t number, struct slice path)
{
	enum group_takes *answer = &harvest->groups[number];
	if (*answer == GROUP_NOT_ASKED) {
		const struct glob_group *group = &p->groups[number];
		bool yes = group->files && glob_set_match(group->files, harvest->scratch, path) &&
			   !(group->exclude && glob_set_match(group->exclude, harvest->scratch, path));
		*answer = yes ? GROUP_TAKES : GROUP_LEAVES;
	}
	return *answer == GROUP_TAKES;
}

static bool takes(const struct planner *p, struct harvest *harvest, const struct active_rule *active, struct slice path)
{
	return group_takes(p, harvest, active->group, path);
}

static void start_file(const struct planner *p, struct harvest *harvest)
{
	memset(harvest->groups, 0, p->n_groups * sizeof(*harvest->groups));
}

void planner_task_init(const struct planner *p, struct harvest *harvest, const char *path, struct file_task *out)
{
	struct slice s = slice_of(path);
	*out = (struct file_task){ .path = path, .rules = harvest->rules, .named = harvest->named, .prefilter = p->prefilter,
		                   .probe = &p->probe, .declined = p->options->declined, .has_modes = p->tree->commit || platform_has_executable_bit() };
	/* Of both lists in turn the next one, so that the rules keep their order. */
	for (size_t g = 0, n = planner_first_named(p, path);;) {
		while (g < p->n_globbed && !takes(p, harvest, &p->active[p->globbed[g]], s))
			g++;
		size_t globbed = g < p->n_globbed ? p->globbed[g] : SIZE_MAX;
		size_t named = n < p->n_named_rules && strcmp(p->named_rules[n].path, path) == 0 ? p->named_rules[n].position : SIZE_MAX;
		size_t position = globbed < named ? globbed : named;
		if (position == SIZE_MAX)
			return;
		const struct selection_lookup *selection = p->options->selection;
		if (!selection || selection->is_selected(selection->ctx, p->active[position].rule, path)) {
			harvest->named[out->n_rules] = named == position;
			harvest->rules[out->n_rules++] = &p->active[position];
		}
		g += globbed == position;
		while (n < p->n_named_rules && p->named_rules[n].position == position && strcmp(p->named_rules[n].path, path) == 0)
			n++;
	}
}

/* `st` is NULL where there is no file; harvest->present must have been made from the bytes. */
static bool look_at(struct planner *p, size_t thread, const char *path, struct slice bytes, const struct file_stat *st, bool was_touched, struct err *err)
{
	struct harvest *harvest = &p->harvests[thread];
	struct file_task task;
	planner_task_init(p, harvest, path, &task);
	task.was_touched = was_touched;
	task.bytes = bytes;
	task.st = st;
	task.is_absent = st == NULL;
	for (size_t r = 0; st && r < task.n_rules; r++)
		harvest->matched_files[task.rules[r]->index]++;
	return evaluate_file(&task, p->options->applied, harvest, err);
}

static void show_progress(struct planner *p, struct harvest *harvest)
{
	if (!p->options->progress || ++harvest->names_seen % PROGRESS_STEP != 0)
		return;
	mutex_lock(p->mutex);
	p->names_seen += PROGRESS_STEP;
	p->options->progress(p->options->progress_ctx, p->names_seen);
	mutex_unlock(p->mutex);
}

/* Does some rule take the file by a glob? What rules name was looked at before. */
static bool is_taken(struct planner *p, struct harvest *harvest, const char *path)
{
	struct slice s = slice_of(path);
	if (!glob_set_match(p->walked, harvest->scratch, s) || !planner_user_selects(p, harvest->scratch, path) || planner_is_named(p, path))
		return false;
	bool taken = false;
	start_file(p, harvest);
	for (size_t i = 0; i < p->n_groups && !taken; i++)
		taken = group_takes(p, harvest, i, s);
	return taken;
}

/* Does no rule take any file below the folder? */
static bool may_skip(const struct planner *p, const char *path)
{
	struct slice folder = slice_of(path);
	if (p->except && glob_set_takes_all_below(p->except, folder))
		return true;
	for (size_t i = 0; i < p->n_groups; i++)
		if (p->groups[i].files && !(p->groups[i].exclude && glob_set_takes_all_below(p->groups[i].exclude, folder)))
			return false;
	return true;
}

/* Remembers which rules have files at all; one each is enough. */
static void count_matched(const struct planner *p, struct harvest *harvest, const char *path)
{
	for (size_t i = 0; i < p->n_active; i++) {
		size_t *matched = &harvest->matched_files[p->active[i].index];
		if (*matched == 0 && takes(p, harvest, &p->active[i], slice_of(path)))
			*matched = 1;
	}
}

/* Does a rule with globs need a look at the file whose words were looked for? */
static bool is_wanted(const struct planner *p, struct harvest *harvest, const char *path)
{
	for (size_t i = 0; i < p->n_active && harvest->present.n_wants; i++)
		if (harvest->present.wants[i] && takes(p, harvest, &p->active[i], slice_of(path)))
			return true;
	return false;
}

static bool was_touched(const struct planner *p, const char *path)
{
	const struct applied_lookup *applied = p->options->applied;
	return applied && applied->was_applied(applied->ctx, NULL, path);
}

/* Looks at a file that was read, if some rule needs a look. */
static bool look_at_walked(struct planner *p, size_t thread, const char *path, struct slice bytes, const struct file_stat *st, struct err *err)
{
	struct harvest *harvest = &p->harvests[thread];
	start_file(p, harvest);
	prefilter_scan(p->prefilter, bytes, &harvest->present);
	bool touched = was_touched(p, path);
	if (touched || is_wanted(p, harvest, path))
		return look_at(p, thread, path, bytes, st, touched, err);
	count_matched(p, harvest, path);
	return true;
}

/* What could not be read or listed, for the reason in `err`. A file that is too large to be source code is no failure. */
static bool pass_unreadable(struct planner *p, size_t thread, const char *path, struct err *err)
{
	struct harvest *harvest = &p->harvests[thread];
	struct file_stat st;
	struct err unknown = ERR_INIT;
	bool is_file = tree_stat(p->tree, path, &st, &unknown) && st.type == FILE_REGULAR;
	err_release(&unknown);
	if (is_file && st.size > SOURCE_MAX_BYTES) {
		struct plan_note note = { (size_t)-1, arena_strdup(&harvest->arena, path), 0, 0, TOO_LARGE ": not looked at" };
		VEC_PUSH(harvest->notes, harvest->n_notes, harvest->notes_capacity, note);
		err_release(err);
		return true;
	}
	if (is_file)
		return err_hint(err, "nothing was written; --globs '!%s' leaves the file out", path);
	return err_hint(err, "nothing was written");
}

/* Something that no rule can work on. */
static void add_missing_file(struct planner *p, struct harvest *harvest, const char *path, const char *detail)
{
	for (size_t i = 0; i < p->n_active; i++) {
		const struct active_rule *active = &p->active[i];
		const char *new_path = planner_new_path(active->rule);
		if (active->rule->notice || !planner_names_path(active->rule, path) || (new_path && strcmp(new_path, path) == 0))
			continue; /* what stands in the way of a renaming is told where the file is */
		struct finding finding = { .rule = active->index, .path = arena_strdup(&harvest->arena, path), .detail = detail,
			                   .verdict = active->rule->optional ? VERDICT_NOT_APPLICABLE : VERDICT_MISSING };
		VEC_PUSH(harvest->findings, harvest->n_findings, harvest->findings_capacity, finding);
	}
}

/* The paths that rules name, shared out among the threads of the walk. */
struct named_work {
	struct planner *planner;
	atomic_size_t next;
	/* Under planner->mutex: the first of the paths with a failure, so that the same one is told whatever the threads. */
	size_t failed;
	struct err err;
};

static bool look_at_path(struct planner *p, size_t thread, const char *path, struct slice bytes, const struct file_stat *st, struct err *err)
{
	struct harvest *harvest = &p->harvests[thread];
	start_file(p, harvest);
	prefilter_scan(p->prefilter, bytes, &harvest->present);
	return look_at(p, thread, path, bytes, st, was_touched(p, path), err);
}

static bool look_at_named_path(struct planner *p, size_t thread, const char *path, struct str *bytes, struct err *err)
{
	struct harvest *harvest = &p->harvests[thread];
	struct file_stat st;
	if (!planner_user_selects(p, harvest->scratch, path))
		return true;
	if (!tree_stat(p->tree, path, &st, err))
		return false;
	if (st.type == FILE_NONE)
		return look_at_path(p, thread, path, slice_from("", 0), NULL, err);
	if (st.type == FILE_REGULAR && st.size <= SOURCE_MAX_BYTES)
		return tree_read(p->tree, path, SOURCE_MAX_BYTES, bytes, &st, err) && look_at_path(p, thread, path, str_slice(bytes), &st, err);
	add_missing_file(p, harvest, path, st.type == FILE_REGULAR ? TOO_LARGE : "it is no regular file (links are not followed)");
	return true;
}

/* Looks at paths until none is left. False when one failed, here or elsewhere. */
static bool work_named(struct named_work *work, size_t thread)
{
	struct planner *p = work->planner;
	struct str bytes = STR_INIT;
	bool ok = true;
	for (size_t i; ok && (i = atomic_fetch_add(&work->next, 1)) < p->n_named;) {
		struct err err = ERR_INIT;
		ok = look_at_named_path(p, thread, p->named_paths[i], &bytes, &err);
		mutex_lock(p->mutex);
		if (!ok && i < work->failed) {
			err_release(&work->err);
			work->failed = i;
			work->err = err;
			err = ERR_INIT;
			atomic_store(&work->next, p->n_named);
		}
		mutex_unlock(p->mutex);
		err_release(&err);
	}
	str_release(&bytes);
	return ok;
}

static bool look_at_item(struct planner *p, size_t thread, struct walker *walker, const struct walk_item *item, struct err *err)
{
	struct harvest *harvest = &p->harvests[thread];
	struct slice bytes;
	struct file_stat st;
	switch (item->kind) {
	case WALK_TROUBLE:
		err_set(err, item->why->kind, "%s", item->why->message);
		return pass_unreadable(p, thread, item->path, err);
	case WALK_FOLDER:
		if (!may_skip(p, item->path))
			walk_enter(walker);
		return true;
	default:
		show_progress(p, harvest);
		if (!is_taken(p, harvest, item->path))
			return true;
		if (walk_read(walker, SOURCE_MAX_BYTES, &bytes, &st, err))
			return look_at_walked(p, thread, item->path, bytes, &st, err);
		return pass_unreadable(p, thread, item->path, err);
	}
}

/* Walks until there is nothing more. False when something failed. */
static bool work_walk(struct planner *p, size_t thread)
{
	struct walker *walker = walker_new(p->walk);
	struct walk_item item;
	struct err err = ERR_INIT;
	bool ok = true;
	while (ok && walk_next(walker, &item))
		ok = look_at_item(p, thread, walker, &item, &err) || fail(p, &err);
	if (!ok)
		walk_stop(p->walk);
	walker_free(walker);
	return ok;
}

/* One thread's part: paths that rules name first, then the walk. */
static void work(void *ctx, size_t thread)
{
	struct planner *p = ctx;
	bool ok = work_named(p->named_work, thread);
	if (!ok && p->walk)
		walk_stop(p->walk);
	if (ok && p->walk)
		work_walk(p, thread);
}

/* Where no rule has a glob nothing is walked. */
static bool look_at_files(struct planner *p)
{
	struct named_work named = { .planner = p, .failed = (size_t)-1 };
	p->named_work = &named;
	atomic_init(&named.next, 0);
	p->walk = p->walked ? walk_new(p->tree) : NULL;
	thread_run(p->walk ? p->n_threads : 1, work, p);
	if (p->walk) {
		p->plan->counts = walk_count(p->walk);
		walk_free(p->walk);
	}
	if (named.failed == (size_t)-1)
		return p->err->kind == ERR_NONE;
	err_release(p->err);
	*p->err = named.err;
	return false;
}

/* --- putting it together -------------------------------------------------------------------------------------------- */

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
	return x->line != y->line ? (x->line > y->line) - (x->line < y->line) : (x->rule > y->rule) - (x->rule < y->rule);
}

static int by_change_path(const void *a, const void *b)
{
	return strcmp(((const struct change *)a)->path, ((const struct change *)b)->path);
}

static void sort(void *items, size_t count, size_t size, int (*order)(const void *, const void *))
{
	if (count)
		sort_stable(items, count, size, order);
}

/* Moves what all threads collected into the plan; their arenas live on in plan->parts. */
static void merge(struct planner *p, size_t *matched_files, size_t *passed)
{
	struct plan *plan = p->plan;
	size_t findings = 0, notes = 0, changes = 0;
	for (size_t t = 0; t < p->n_threads; t++) {
		struct harvest *h = &p->harvests[t];
		for (size_t i = 0; i < h->n_findings; i++)
			VEC_PUSH(plan->findings, plan->n_findings, findings, h->findings[i]);
		for (size_t i = 0; i < h->n_notes; i++)
			VEC_PUSH(plan->notes, plan->n_notes, notes, h->notes[i]);
		for (size_t i = 0; i < h->n_changes; i++)
			VEC_PUSH(plan->changes, plan->n_changes, changes, h->changes[i]);
		for (size_t r = 0; r < plan->n_rules; r++) {
			matched_files[r] += h->matched_files[r];
			passed[r] += h->passed[r];
		}
		plan->parts[t] = h->arena;
		h->arena = ARENA_INIT;
	}
	planner_settle_paths(p);
	sort(plan->findings, plan->n_findings, sizeof(*plan->findings), by_path_and_rule);
	sort(plan->notes, plan->n_notes, sizeof(*plan->notes), by_note_place);
	sort(plan->changes, plan->n_changes, sizeof(*plan->changes), by_change_path);
}

static void planner_release(struct planner *p)
{
	for (size_t t = 0; t < p->n_threads; t++)
		planner_harvest_release(&p->harvests[t]);
	for (size_t i = 0; i < p->n_groups; i++) {
		glob_set_free(p->groups[i].files);
		glob_set_free(p->groups[i].exclude);
	}
	free(p->groups);
	free(p->harvests);
	free(p->active);
	free(p->named_paths);
	free(p->named_rules);
	free(p->globbed);
	glob_set_free(p->walked);
	glob_set_free(p->only);
	glob_set_free(p->except);
	prefilter_free(p->prefilter);
	mutex_free(p->mutex);
}

static bool make_once(const struct tree *tree, const struct patchset *set, const struct target *target, const struct plan_options *options,
                      const struct left_out *left_out, struct plan *out, struct err *err)
{
	*out = (struct plan){ .set = set, .facts = options->facts };
	struct planner p = { .tree = tree, .options = options, .left_out = left_out, .plan = out, .mutex = mutex_new(), .err = err };
	p.probe = (struct place_probe){ &p, planner_look };
	bool ok = planner_prepare(&p, set, target, err) && look_at_files(&p);
	if (ok) {
		submodules_note(&p);
		size_t *matched_files = xcalloc(out->n_rules, sizeof(size_t)), *passed = xcalloc(out->n_rules, sizeof(size_t));
		merge(&p, matched_files, passed);
		ok = planner_prove_paths(&p, err);
		judge_rules(out, target, matched_files, passed, p.only || p.except || options->selection);
		free(matched_files);
		free(passed);
	}
	planner_release(&p);
	if (!ok)
		plan_release(out);
	return ok;
}

/* The record of a run tells by what the plan was made, and the options may be gone by then. */
static void keep_selection(struct plan *plan, const struct plan_options *options)
{
	size_t count = 0;
	while (options->globs && options->globs[count])
		count++;
	const char **globs = arena_alloc(&plan->arena, (count + 1) * sizeof(*globs));
	for (size_t i = 0; i < count; i++)
		globs[i] = arena_strdup(&plan->arena, options->globs[i]);
	plan->globs = globs;
	if (options->n_choices == 1)
		plan->choice = rule_choice_copy(&options->choices[0], &plan->arena);
}

bool plan_make_tree(const struct tree *tree, const struct patchset *set, const struct target *target, const struct plan_options *options, struct plan *out,
                    struct err *err)
{
	struct left_out *left_out = xcalloc(set->n_rules + 1, sizeof(*left_out));
	struct arena arena = ARENA_INIT;
	bool ok = make_once(tree, set, target, options, left_out, out, err);
	/* Each time at least one more rule is left out. */
	while (ok && groups_leave_out(out, left_out, &arena)) {
		plan_release(out);
		ok = make_once(tree, set, target, options, left_out, out, err);
	}
	if (ok)
		keep_selection(out, options);
	arena_release(&arena);
	free(left_out);
	return ok;
}

bool plan_make(struct root *root, const struct patchset *set, const struct target *target, const struct plan_options *options, struct plan *out, struct err *err)
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
