/* Which files rules look at: paths that they name, and what the walk finds. */
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"
#include "base/path.h"
#include "base/sort.h"
#include "plan/evaluate/file_eval.h"
#include "plan/planner.h"
#include "platform/shell_word.h"
#include "platform/thread.h"

/* How many names one thread sees between two calls of the progress function. */
#define PROGRESS_STEP 1024
#define TOO_LARGE "it is larger than 16 MiB"

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

/* --- which rules take a file -------------------------------------------------------------------------------------- */

static int compare_path_to_named(const void *path, const void *named)
{
	return strcmp(path, ((const struct named_rule *)named)->path);
}

/* The first of named_rules that is not before the path. */
static size_t first_named(const struct planner *p, const char *path)
{
	return sort_lower_bound(p->named_rules, p->n_named_rules, sizeof(*p->named_rules), path, compare_path_to_named);
}

/* Do the globs of the group take the file? Asked once per group; start_file() forgets the answers. */
static bool group_takes(const struct planner *p, struct worker *worker, size_t number, struct slice path)
{
	enum group_takes *answer = &worker->groups[number];
	if (*answer == GROUP_NOT_ASKED) {
		enum taking taking = rule_globs_judge(&p->groups[number], worker->scratch, path);
		*answer = taking == TAKES ? GROUP_TAKES : GROUP_LEAVES;
	}
	return *answer == GROUP_TAKES;
}

/* Do those of the rule's group? */
static bool rule_takes(
	const struct planner *p, struct worker *worker, const struct active_rule *active, struct slice path)
{
	return group_takes(p, worker, active->group, path);
}

/* The worker turns to another file: what its globs said is forgotten. */
static void start_file(const struct planner *p, struct worker *worker)
{
	memset(worker->groups, 0, p->n_groups * sizeof(*worker->groups));
}

/* Fills in rules (those still in force), prefilter and probe for `path`, with the worker's room. */
static void fill_task(const struct planner *p, struct worker *worker, const char *path, struct file_task *out)
{
	struct slice s = slice_of(path);
	*out = (struct file_task){ .path = path,
		.rules = worker->rules,
		.named = worker->named,
		.prefilter = p->prefilter,
		.trace = p->options->trace,
		.applied = p->options->applied,
		.order = &p->order,
		.probe = &p->probe,
		.has_modes = p->tree->commit || platform_has_executable_bit() };
	/* Of both lists in turn the next one, so that the rules keep their order. */
	for (size_t g = 0, n = first_named(p, path);;) {
		while (g < p->n_globbed && !rule_takes(p, worker, &p->active[p->globbed[g]], s))
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
			worker->named[out->n_rules] = named == position;
			worker->rules[out->n_rules++] = &p->active[position];
		}
		g += globbed == position;
		while (n < p->n_named_rules && p->named_rules[n].position == position &&
			strcmp(p->named_rules[n].path, path) == 0)
			n++;
	}
}

/* Did an applied run change the file? */
static bool touched_by_run(const struct planner *p, const char *path)
{
	const struct applied_lookup *applied = p->options->applied;
	return applied && applied->was_applied(applied->ctx, NULL, path);
}

void planner_task_begin(const struct planner *p, struct worker *worker, const char *path, struct file_task *out)
{
	start_file(p, worker);
	fill_task(p, worker, path, out);
	out->was_touched = touched_by_run(p, path);
}

/* --- one file ----------------------------------------------------------------------------------------------------- */

/* Tells which rules look at the file, because it holds their words or they name it. */
static void trace_words(const struct file_task *task, const struct worker *worker)
{
	struct str rules = STR_INIT;
	for (size_t r = 0; task->trace && r < task->n_rules; r++)
		if (task_needs_look(task, worker, r))
			str_addf(&rules, "%s%s", rules.len ? ", " : "", task->rules[r]->rule->id);
	if (rules.len)
		trace_event(
			task->trace, "words", "%s%s: %s", task->path, task->is_absent ? " (no file)" : "", rules.ptr);
	str_release(&rules);
}

/* `st` is NULL where there is no file; worker->present must have been made from the bytes. */
static bool look_at(struct planner *p, size_t thread, const char *path, struct slice bytes, const struct file_stat *st,
	bool was_touched, struct err *err)
{
	struct worker *worker = &p->workers[thread];
	struct file_task task;
	fill_task(p, worker, path, &task);
	task.was_touched = was_touched;
	task.bytes = bytes;
	task.st = st;
	task.is_absent = st == NULL;
	for (size_t r = 0; st && r < task.n_rules; r++)
		worker->matched_files[task.rules[r]->index]++;
	trace_words(&task, worker);
	planner_enter_file(p, bytes.len);
	bool ok = evaluate_file(&task, worker, err);
	planner_leave_file(p, bytes.len);
	return ok;
}

static void show_progress(struct planner *p, struct worker *worker)
{
	if (!p->options->progress || ++worker->names_seen % PROGRESS_STEP != 0)
		return;
	mutex_lock(p->mutex);
	p->names_seen += PROGRESS_STEP;
	p->options->progress(p->options->progress_ctx, p->names_seen);
	mutex_unlock(p->mutex);
}

/* Does --globs leave the file in? */
static bool planner_user_selects(const struct planner *p, struct regex_scratch *scratch, const char *path)
{
	struct slice s = slice_of(path);
	return (!p->only || glob_set_match(p->only, scratch, s)) &&
	       !(p->except && glob_set_match(p->except, scratch, s));
}

static bool is_named(const struct planner *p, const char *path)
{
	size_t first = first_named(p, path);
	return first < p->n_named_rules && strcmp(p->named_rules[first].path, path) == 0;
}

/* Does some rule take the file by a glob? What rules name was looked at before. */
static bool is_taken(struct planner *p, struct worker *worker, const char *path)
{
	struct slice s = slice_of(path);
	if (!p->walked || !glob_set_match(p->walked, worker->scratch, s) ||
		!planner_user_selects(p, worker->scratch, path) || is_named(p, path))
		return false;
	bool taken = false;
	start_file(p, worker);
	for (size_t i = 0; i < p->n_groups && !taken; i++)
		taken = group_takes(p, worker, i, s);
	return taken;
}

/* Does no rule take any file below the folder? */
static bool may_skip(const struct planner *p, const char *path)
{
	struct slice folder = slice_of(path);
	if (p->options->watch)
		return false;
	if (p->except && glob_set_takes_all_below(p->except, folder))
		return true;
	for (size_t i = 0; i < p->n_groups; i++)
		if (p->groups[i].files &&
			!(p->groups[i].exclude && glob_set_takes_all_below(p->groups[i].exclude, folder)))
			return false;
	return true;
}

/* Remembers which rules have files at all; one each is enough. */
static void count_matched(const struct planner *p, struct worker *worker, const char *path)
{
	for (size_t i = 0; i < p->n_active; i++) {
		size_t *matched = &worker->matched_files[p->active[i].index];
		if (*matched == 0 && rule_takes(p, worker, &p->active[i], slice_of(path)))
			*matched = 1;
	}
}

/* Does a rule with globs need a look at the file whose words were looked for? */
static bool is_wanted(const struct planner *p, struct worker *worker, const char *path)
{
	for (size_t i = 0; i < p->n_active && worker->present.n_wants; i++)
		if (worker->present.wants[i] && rule_takes(p, worker, &p->active[i], slice_of(path)))
			return true;
	return false;
}

/* Looks at a file that was read since is_taken() said so, if some rule needs a look. */
static bool look_at_walked(struct planner *p, size_t thread, const char *path, struct slice bytes,
	const struct file_stat *st, struct err *err)
{
	struct worker *worker = &p->workers[thread];
	prefilter_scan(p->prefilter, bytes, &worker->present);
	bool touched = touched_by_run(p, path);
	if (touched || is_wanted(p, worker, path))
		return look_at(p, thread, path, bytes, st, touched, err);
	count_matched(p, worker, path);
	return true;
}

/* What could not be read or listed, for the reason in `err`. A file that is too large to be source code is no
 * failure. */
static bool pass_unreadable(struct planner *p, size_t thread, const char *path, struct err *err)
{
	struct worker *worker = &p->workers[thread];
	struct file_stat st;
	struct err unknown = ERR_INIT;
	bool is_file = tree_stat(p->tree, path, &st, &unknown) && st.type == FILE_REGULAR;
	err_release(&unknown);
	if (is_file && st.size > SOURCE_MAX_BYTES) {
		struct plan_note note = { (size_t)-1, arena_strdup(&worker->arena, path), 0, 0,
			TOO_LARGE ": not searched" };
		VEC_PUSH(worker->notes, worker->n_notes, worker->notes_capacity, note);
		err_release(err);
		return true;
	}
	if (!is_file)
		return err_hint(err, "nothing was written");
	struct str glob = STR_INIT, word = STR_INIT;
	str_addf(&glob, "!%s", path);
	shell_word(glob.ptr, &word);
	err_hint(err, "nothing was written; --globs %s skips the file", word.ptr);
	str_release(&glob);
	str_release(&word);
	return false;
}

/* Something that no rule can work on. */
static void add_missing_file(struct planner *p, struct worker *worker, const char *path, const char *detail)
{
	const struct named_rule *named = p->named_rules + first_named(p, path),
				*end = p->named_rules + p->n_named_rules;
	for (; named < end && strcmp(named->path, path) == 0; named++) {
		const struct active_rule *active = &p->active[named->position];
		const char *new_path = fileop_new_path(active->rule->file_edit);
		bool is_repeated =
			named + 1 < end && named[1].position == named->position && strcmp(named[1].path, path) == 0;
		if (active->rule->notice || is_repeated || (new_path && strcmp(new_path, path) == 0))
			continue; /* what blocks  a renaming is told where the file is */
		struct finding finding = { .rule = active->index,
			.path = arena_strdup(&worker->arena, path),
			.detail = detail,
			.verdict = active->rule->optional ? VERDICT_NOT_NEEDED : VERDICT_MISSING };
		VEC_PUSH(worker->findings, worker->n_findings, worker->findings_capacity, finding);
	}
}

static bool look_at_path(struct planner *p, size_t thread, const char *path, struct slice bytes,
	const struct file_stat *st, struct err *err)
{
	struct worker *worker = &p->workers[thread];
	start_file(p, worker);
	prefilter_scan(p->prefilter, bytes, &worker->present);
	return look_at(p, thread, path, bytes, st, touched_by_run(p, path), err);
}

static bool look_at_named_path(void *ctx, size_t thread, size_t item, struct err *err)
{
	struct planner *p = ctx;
	struct worker *worker = &p->workers[thread];
	const char *path = p->named_paths[item];
	struct file_stat st;
	if (!planner_user_selects(p, worker->scratch, path))
		return true;
	if (!tree_stat(p->tree, path, &st, err))
		return false;
	const char *link = NULL;
	if (st.type == FILE_NONE && !planner_link_above(p, path, &worker->arena, &link, err))
		return false;
	if (st.type == FILE_NONE && !link)
		return look_at_path(p, thread, path, slice_from("", 0), NULL, err);
	if (st.type == FILE_REGULAR && st.size <= SOURCE_MAX_BYTES) {
		struct str bytes = STR_INIT;
		bool ok = tree_read(p->tree, path, SOURCE_MAX_BYTES, &bytes, &st, err) &&
			  look_at_path(p, thread, path, str_slice(&bytes), &st, err);
		str_release(&bytes);
		return ok;
	}
	add_missing_file(p, worker, path,
		link                      ? link
		: st.type == FILE_REGULAR ? TOO_LARGE
					  : "it is not a regular file (links are not followed)");
	return true;
}

/* Reads the file if some rule takes it, or somebody watches it. */
static bool read_file(
	struct planner *p, size_t thread, struct walker *walker, const char *path, bool is_watched, struct err *err)
{
	const struct plan_watch *watch = p->options->watch;
	bool taken = is_taken(p, &p->workers[thread], path);
	struct slice bytes;
	struct file_stat st;
	if (!taken && !is_watched)
		return true;
	if (!walk_read(walker, SOURCE_MAX_BYTES, &bytes, &st, err)) {
		if (taken)
			return pass_unreadable(p, thread, path, err);
		err_release(err);
		return true;
	}
	if (is_watched)
		watch->reads(watch->ctx, thread, path, bytes);
	return !taken || look_at_walked(p, thread, path, bytes, &st, err);
}

static bool look_at_item(
	struct planner *p, size_t thread, struct walker *walker, const struct walk_item *item, struct err *err)
{
	struct worker *worker = &p->workers[thread];
	const struct plan_watch *watch = p->options->watch;
	switch (item->kind) {
	case WALK_PROBLEM:
		err_set(err, item->why->kind, "%s", item->why->message);
		return pass_unreadable(p, thread, item->path, err);
	case WALK_FOLDER:
		if (!may_skip(p, item->path))
			walk_enter(walker);
		else
			trace_event(p->options->trace, "skip", "%s", item->path);
		return true;
	default:
		show_progress(p, worker);
		return read_file(
			p, thread, walker, item->path, watch && watch->sees(watch->ctx, thread, item->path), err);
	}
}

/* One thread's part: it walks until there is nothing more, or something fails. */
static void walk_files(void *ctx, size_t thread)
{
	struct planner *p = ctx;
	struct walker *walker = walker_new(p->walk);
	struct walk_item item;
	struct err err = ERR_INIT;
	bool ok = true;
	while (ok && walk_next(walker, &item))
		ok = look_at_item(p, thread, walker, &item, &err) || fail(p, &err);
	if (!ok)
		walk_stop(p->walk);
	walker_free(walker);
}

bool planner_evaluate(struct planner *p, struct err *err)
{
	if (!thread_each(p->n_threads, p->n_named, look_at_named_path, p, err))
		return false;
	if (!p->walked && !p->options->watch)
		return true;
	p->err = err;
	p->walk = walk_new(p->tree);
	thread_run(p->n_threads, walk_files, p);
	p->plan->counts = walk_count(p->walk);
	walk_free(p->walk);
	p->walk = NULL;
	return err->kind == ERR_NONE;
}
