#include "plan/compose.h"

#include "plan/evaluate/file_state.h"

/* --- what a change says of itself --------------------------------------------------------------------------------- */

const char *change_new_path(const struct change *change)
{
	return change->new_path ? change->new_path : change->path;
}

uint32_t change_mode(const struct change *change)
{
	if (change->like)
		return change->like->mode;
	return change->is_new || change->changes_mode ? change->mode : change->st.mode;
}

bool change_is_of_file(const struct change *change)
{
	return change->is_new || change->is_gone || change->changes_mode || change->new_path;
}

/* --- its text ----------------------------------------------------------------------------------------------------- */

static const char *id_of(const struct file_task *task, size_t rule)
{
	for (size_t r = 0; r < task->n_rules; r++)
		if (task->rules[r]->index == rule)
			return task->rules[r]->rule->id;
	return NULL;
}

/* What is too large to be looked at again must not be made. */
static bool check_size(const struct change *change, const struct file_task *task, struct err *err)
{
	size_t size = task->bytes.len, removed = 0, at = 0;
	for (size_t i = 0; i < change->n_edits; i++)
		removed += change->edits[i].end - change->edits[i].begin;
	for (size -= removed; at < change->n_edits && size <= SOURCE_MAX_BYTES; at++)
		size += change->edits[at].text.len;
	if (size <= SOURCE_MAX_BYTES)
		return true;
	err_set(err, ERR_UNFIT, "rule '%s' makes the file larger than %zu MiB",
		id_of(task, change->edits[at - 1].owner), SOURCE_MAX_BYTES >> 20);
	err_at(err, change->path, 0, 0);
	return err_hint(err, "tpatch does not read files of that size: nothing was written");
}

static void make_text(const struct change *change, struct slice before, struct str *after)
{
	struct edit_list list = { .items = (struct edit *)change->edits, .count = change->n_edits };
	if (!change->is_gone)
		edit_list_apply(&list, before, after);
}

/* Puts the new text into the change, or what is to be known of it. */
static void set_after(struct change *change, struct slice before, struct slice after, struct arena *arena)
{
	change->after_hash = hash_of(after);
	if (change->has_no_texts) {
		struct str diff = STR_INIT;
		struct diff_file file = { .old_path = change->path,
			.new_path = change->path,
			.before = before,
			.after = after,
			.edits = change->edits,
			.n_edits = change->n_edits };
		diff_files(&file, 0, &diff, &change->stat);
		str_release(&diff);
	} else {
		change->after = slice_from(arena_dup(arena, after), after.len);
	}
}

bool compose_candidate(struct candidate *candidate, const struct file_task *task, struct harvest *harvest,
	bool *changes, struct err *err)
{
	struct change *change = &candidate->change;
	if (!check_size(change, task, err))
		return false;
	struct str after = STR_INIT;
	make_text(change, task->bytes, &after);
	/* What the rules say of a file at another path is proved once all paths are known: plan/new_paths.c. */
	bool ok = task->is_stopped ||
		  (change->is_new ? prove_unbroken(candidate, task, str_slice(&after), harvest, err)
				  : candidate->file || prove_settled(candidate, task, str_slice(&after), harvest, err));
	*changes = ok && (candidate->n_wants || !slice_eq(task->bytes, str_slice(&after)));
	if (*changes)
		set_after(change, task->bytes, str_slice(&after), &harvest->arena);
	str_release(&after);
	return ok;
}

bool plan_one_file(
	const struct file_task *task, const struct applied_lookup *applied, struct harvest *harvest, struct err *err)
{
	bool changes = false;
	harvest->n_candidates = harvest->n_findings = harvest->n_notes = 0;
	bool ok = evaluate_file(task, applied, harvest, err) &&
		  (!harvest->n_candidates || compose_candidate(&harvest->candidates[0], task, harvest, &changes, err));
	harvest->n_candidates = ok && changes;
	return ok;
}
