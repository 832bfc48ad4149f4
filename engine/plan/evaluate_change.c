/* What all rules want of one file, made one change; or a conflict between two of them. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "plan/evaluate_work.h"

/* --- conflicts ---------------------------------------------------------------------------------------------------- */

static const struct active_rule *rule_of(const struct work *work, size_t index)
{
	for (size_t i = 0; i < work->task->n_rules; i++)
		if (work->task->rules[i]->index == index)
			return work->task->rules[i];
	return NULL;
}

static void add_conflict(struct work *work, size_t a, size_t b, const struct rule_outcome *at, struct str *text)
{
	const char *detail = arena_dup(&work->harvest->arena, str_slice(text));
	str_release(text);
	work_add_finding(work, a, VERDICT_CONFLICT, at, detail);
	if (b != a)
		work_add_finding(work, b, VERDICT_CONFLICT, at, detail);
}

static void add_edit_conflict(struct work *work, const struct edit *a, const struct edit *b)
{
	struct place place = source_place(&work->source, b->begin);
	struct str text = STR_INIT;
	str_addf(&text, "rules '%s' and '%s' want different text for the same bytes at line %zu", rule_of(work, a->owner)->rule->id,
	         rule_of(work, b->owner)->rule->id, place.line);
	struct rule_outcome at = { .offset = b->begin, .has_offset = true };
	add_conflict(work, a->owner, b->owner, &at, &text);
}

/* What the rules want of the file itself, once they agree. */
struct agreed {
	const struct edit_def *file, *mode; /* or NULL */
	size_t file_owner, file_twin, mode_owner, mode_twin;
	struct file_effect effect;
};

/* `*edit` and its owners become those of `want`, or stay where it wants the same. False where it wants something else. */
static bool join(const struct file_want *want, const struct edit_def **edit, size_t *owner, size_t *twin)
{
	if (*edit && !fileop_is_same(*edit, want->edit))
		return false;
	if (!*edit) {
		*edit = want->edit;
		*owner = want->rule;
	}
	*twin = want->rule;
	return true;
}

static bool agree(struct work *work, struct agreed *out)
{
	*out = (struct agreed){ 0 };
	for (size_t i = 0; i < work->n_wants; i++) {
		const struct file_want *want = &work->wants[i];
		bool is_mode = want->edit->op->file->is_for_mode;
		if (is_mode ? join(want, &out->mode, &out->mode_owner, &out->mode_twin) : join(want, &out->file, &out->file_owner, &out->file_twin))
			continue;
		size_t other = is_mode ? out->mode_owner : out->file_owner;
		struct str text = STR_INIT;
		str_addf(&text, "rules '%s' and '%s' want different things of the file: %s and %s", rule_of(work, other)->rule->id,
		         rule_of(work, want->rule)->rule->id, (is_mode ? out->mode : out->file)->op->name, want->edit->op->name);
		add_conflict(work, other, want->rule, NULL, &text);
		return false;
	}
	out->effect = fileop_effect(out->file, out->mode, work->mode);
	return true;
}

static bool edits_file(const struct work *work, size_t rule)
{
	for (size_t i = 0; i < work->edits.count; i++)
		if (work->edits.items[i].owner == rule)
			return true;
	return false;
}

static bool wants_of_file(const struct work *work, size_t rule)
{
	for (size_t i = 0; i < work->n_wants; i++)
		if (work->wants[i].rule == rule)
			return true;
	return false;
}

static bool owns_file(const struct work *work, size_t rule)
{
	for (size_t i = 0; i < work->n_wants; i++)
		if (work->wants[i].rule == rule && !work->wants[i].edit->op->file->is_for_mode)
			return true;
	return false;
}

/* Where a rule makes, removes or renames the file, no other may edit it, and none that is in force may look for it there. */
static bool check_alone(struct work *work, const struct agreed *agreed)
{
	for (size_t r = 0; agreed->file && r < work->task->n_rules; r++) {
		const struct active_rule *active = work->task->rules[r];
		bool edits = edits_file(work, active->index) || wants_of_file(work, active->index);
		bool relies = work->task->named[r] && !active->rule->optional;
		if (owns_file(work, active->index) || (!edits && !relies))
			continue;
		struct str text = STR_INIT;
		str_addf(&text, "rule '%s' %s the file on which rule '%s' does '%s'", active->rule->id, edits ? "edits" : "looks for",
		         rule_of(work, agreed->file_owner)->rule->id, agreed->file->op->name);
		add_conflict(work, agreed->file_owner, active->index, NULL, &text);
		return false;
	}
	return true;
}

/* --- the change --------------------------------------------------------------------------------------------------- */

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

static const struct edit *keep_edits(const struct edit_list *list, struct arena *arena)
{
	struct edit *edits = arena_alloc(arena, list->count * sizeof(*edits));
	for (size_t i = 0; i < list->count; i++) {
		edits[i] = list->items[i];
		edits[i].text.ptr = arena_dup(arena, list->items[i].text);
	}
	return edits;
}

static struct slice keep_bytes(struct slice bytes, struct arena *arena)
{
	return slice_from(arena_dup(arena, bytes), bytes.len);
}

/* Puts the two texts into the change, or what is to be known of them. */
static void set_texts(struct change *change, struct slice before, struct slice after, bool drops, struct arena *arena)
{
	change->before_hash = hash_of(before);
	change->after_hash = hash_of(after);
	change->has_no_texts = drops;
	if (drops) {
		struct str diff = STR_INIT;
		diff_unified(change->path, before, after, 0, &diff, &change->stat);
		str_release(&diff);
	} else {
		change->before = keep_bytes(before, arena);
		change->after = keep_bytes(after, arena);
	}
}

static size_t *rules_at_work(const struct work *work, struct arena *arena, size_t *count)
{
	size_t *rules = xcalloc(work->task->n_rules + 1, sizeof(*rules));
	*count = 0;
	for (size_t r = 0; r < work->task->n_rules; r++) {
		size_t owner = work->task->rules[r]->index;
		if (edits_file(work, owner) || wants_of_file(work, owner))
			rules[(*count)++] = owner;
	}
	size_t *kept = arena_alloc(arena, *count * sizeof(*kept));
	memcpy(kept, rules, *count * sizeof(*kept));
	free(rules);
	return kept;
}

static void add_change(struct work *work, const struct agreed *agreed, struct slice after)
{
	struct harvest *harvest = work->harvest;
	struct arena *arena = &harvest->arena;
	const struct file_effect *effect = &agreed->effect;
	const char *path = arena_strdup(arena, work->task->path);
	struct change change = {
		.path = path,
		.new_path = effect->new_path ? arena_strdup(arena, effect->new_path) : NULL,
		.changes_mode = effect->changes_mode,
		.is_new = effect->is_new,
		.is_gone = effect->is_gone,
		.mode = effect->mode,
		.file_owner = agreed->file_owner,
		.file_twin = agreed->file_twin,
		.mode_owner = agreed->mode_owner,
		.mode_twin = agreed->mode_twin,
		.edits = keep_edits(&work->edits, arena),
		.n_edits = work->edits.count,
	};
	change.rules = rules_at_work(work, arena, &change.n_rules);
	set_texts(&change, work->source.bytes, after, harvest->drops_texts && !agreed->file, arena);
	if (!work->task->is_absent)
		change.st = *work->task->st;
	VEC_PUSH(harvest->changes, harvest->n_changes, harvest->changes_capacity, change);
}

/* --- the proof ---------------------------------------------------------------------------------------------------- */

static bool fail_not_idempotent(const struct work *work, const struct rule *rule, struct slice after, uint32_t offset, const char *what, struct err *err)
{
	struct source result;
	source_init(&result, work->task->path, after);
	struct place place = source_place(&result, offset);
	err_set(err, ERR_UNFIT, "rule '%s' is not idempotent: %s", rule->id, what);
	err_at(err, work->task->path, place.line, place.column);
	err_snippet(err, after, offset);
	source_release(&result);
	return false;
}

/* One rule on the file as `again` has it, which is what all rules have made of it. */
static void prove_rule_settled(const struct work *work, struct work *again, size_t r, struct slice after, struct err *err)
{
	const struct active_rule *active = work->task->rules[r];
	struct rule_outcome out;
	bool speaks;
	if (active->rule->notice || work_is_declined(work, active->rule) || !work_needs_look(work->task, work->harvest, r) || !file_rule_speaks(work->task, active->rule, &speaks, err) || !speaks)
		return;
	if (work_find(again, active->rule, &out, err) && (!out.n_to_make || work_emit(again, active, &out, err))) {
		if (again->edits.count || again->n_wants) {
			uint32_t at = again->edits.count ? again->edits.items[0].begin : 0;
			fail_not_idempotent(work, active->rule, after, at, "on its own result it would make a further edit here", err);
			err_hint(err, "give the edit an 'already' pattern that the result contains, or a narrower 'match'");
		} else if ((out.n_absent || out.n_ambiguous) && edits_file(work, active->index)) {
			fail_not_idempotent(work, active->rule, after, 0, "it does not recognise its own result, so a second run would call it missing", err);
			err_hint(err, "give edit %zu an 'already' pattern that the result contains", out.first_absent + 1);
		} else if (out.n_absent && active->rule->file_edit) {
			fail_not_idempotent(work, active->rule, after, 0, "another rule edits what it states as the file's content", err);
			err_hint(err, "put that edit into the text of '%s'", active->rule->file_edit->op->name);
		}
	}
	rule_outcome_release(&out, active->rule);
}

/* The rules, looked at again on their own result: no further edit, and every one recognised as made. */
static bool prove_idempotent(struct work *work, struct slice after, uint32_t mode, struct err *err)
{
	struct harvest *harvest = work->harvest;
	struct work again;
	work_init(&again, work->task, after, mode, harvest);
	if (work->task->prefilter)
		prefilter_scan(work->task->prefilter, after, &harvest->present);
	work_reread(work, &again, err);
	for (size_t r = 0; r < work->task->n_rules && err->kind == ERR_NONE; r++)
		prove_rule_settled(work, &again, r, after, err);
	work_release(&again);
	return err->kind == ERR_NONE;
}

/* The file's text after the run. The text of a new file is an edit as well, so that it is told like any other. */
static void make_text(struct work *work, const struct agreed *agreed, struct str *after)
{
	if (agreed->effect.is_new) {
		edit_list_add(&work->edits, 0, 0, agreed->effect.text, (uint32_t)agreed->file_owner, work->group++);
		work->edits.items[0].twin = (uint32_t)agreed->file_twin;
	}
	if (!agreed->effect.is_gone)
		edit_list_apply(&work->edits, work->source.bytes, after);
}

/* What is too large to be looked at again must not be made. */
static bool check_size(const struct work *work, struct err *err)
{
	const struct edit_list *edits = &work->edits;
	size_t size = work->source.bytes.len, removed = 0, at = 0;
	for (size_t i = 0; i < edits->count; i++)
		removed += edits->items[i].end - edits->items[i].begin;
	for (size -= removed; at < edits->count && size <= SOURCE_MAX_BYTES; at++)
		size += edits->items[at].text.len;
	if (size <= SOURCE_MAX_BYTES)
		return true;
	err_set(err, ERR_UNFIT, "rule '%s' makes the file larger than %zu MiB", rule_of(work, edits->items[at - 1].owner)->rule->id, SOURCE_MAX_BYTES >> 20);
	err_at(err, work->task->path, 0, 0);
	return err_hint(err, "tpatch looks at no file of that size: nothing was written");
}

bool work_finish(struct work *work, struct err *err)
{
	size_t a, b;
	struct agreed agreed;
	if (!work->edits.count && !work->n_wants)
		return true;
	if (!edit_list_settle(&work->edits, &a, &b)) {
		add_edit_conflict(work, &work->edits.items[a], &work->edits.items[b]);
		return true;
	}
	if (!agree(work, &agreed) || !check_alone(work, &agreed))
		return true;
	if (!check_size(work, err))
		return false;
	struct str after = STR_INIT;
	make_text(work, &agreed, &after);
	/* What becomes of a file at another path is proved once all paths are known: plan/new_paths.c. */
	bool ok = agreed.file || prove_idempotent(work, str_slice(&after), agreed.effect.mode, err);
	if (ok && (work->n_wants || !slice_eq(work->source.bytes, str_slice(&after))))
		add_change(work, &agreed, str_slice(&after));
	str_release(&after);
	return ok;
}
