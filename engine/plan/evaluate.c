#include "plan/evaluate.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* Rules of different languages may look at one file; each language reads it once. */
#define MAX_LANGUAGES 8

struct work {
	const struct file_task *task;
	struct harvest *harvest;
	struct source source;
	struct document docs[MAX_LANGUAGES];
	size_t n_docs;
	struct edit_list edits;
	uint32_t group;
};

enum edit_state { EDIT_TO_MAKE, EDIT_MADE, EDIT_PASSED, EDIT_ABSENT, EDIT_AMBIGUOUS };

static void work_init(struct work *work, const struct file_task *task, struct slice bytes, struct harvest *harvest)
{
	*work = (struct work){ .task = task, .harvest = harvest };
	source_init(&work->source, task->path, bytes);
}

static void work_release(struct work *work)
{
	for (size_t i = 0; i < work->n_docs; i++)
		document_release(&work->docs[i]);
	edit_list_release(&work->edits);
	source_release(&work->source);
}

static struct document *document_for(struct work *work, const struct language *language)
{
	for (size_t i = 0; i < work->n_docs; i++)
		if (work->docs[i].language == language)
			return &work->docs[i];
	if (work->n_docs == MAX_LANGUAGES)
		document_release(&work->docs[--work->n_docs]);
	struct document *doc = &work->docs[work->n_docs++];
	document_init(doc, &work->source, language);
	return doc;
}

/* --- one rule in one file ---------------------------------------------------------------------------------------- */

struct rule_outcome {
	struct edit_outcome *edits; /* [rule->n_edits] */
	size_t n_to_make, n_made, n_passed, n_absent, n_ambiguous; /* edits in each state */
	size_t n_incomplete; /* of the absent: those of which parts are there */
	size_t first_absent, first_ambiguous;
	size_t places_to_make, places_made;
	uint32_t offset; /* of the first place worth naming */
	bool has_offset;
};

static enum edit_state state_of(const struct edit_outcome *outcome)
{
	if (outcome->ambiguous)
		return EDIT_AMBIGUOUS;
	if (outcome->matches.count)
		return EDIT_TO_MAKE;
	if (outcome->n_applied)
		return EDIT_MADE;
	return outcome->n_passed ? EDIT_PASSED : EDIT_ABSENT;
}

static void name_place(struct rule_outcome *out, uint32_t offset)
{
	if (!out->has_offset || offset < out->offset)
		out->offset = offset;
	out->has_offset = true;
}

static void tally(struct rule_outcome *out, size_t index)
{
	const struct edit_outcome *edit = &out->edits[index];
	out->places_to_make += edit->matches.count;
	out->places_made += edit->n_applied;
	switch (state_of(edit)) {
	case EDIT_TO_MAKE:
		out->n_to_make++;
		name_place(out, edit->matches.items[0].begin);
		break;
	case EDIT_MADE:
		out->n_made++;
		name_place(out, edit->applied_at);
		break;
	case EDIT_PASSED:
		out->n_passed++;
		name_place(out, edit->passed_at);
		break;
	case EDIT_ABSENT:
		if (out->n_absent++ == 0)
			out->first_absent = index;
		out->n_incomplete += edit->incomplete;
		break;
	case EDIT_AMBIGUOUS:
		if (out->n_ambiguous++ == 0)
			out->first_ambiguous = index;
		name_place(out, edit->ambiguous_at);
		break;
	}
}

static void find_edits(struct work *work, const struct rule *rule, struct rule_outcome *out)
{
	*out = (struct rule_outcome){ .edits = xcalloc(rule->n_edits, sizeof(*out->edits)) };
	for (size_t i = 0; i < rule->n_edits; i++) {
		edit_rule_find(rule->compiled[i], document_for(work, rule->language), work->harvest->scratch, &out->edits[i]);
		tally(out, i);
	}
}

static void rule_outcome_release(struct rule_outcome *out, const struct rule *rule)
{
	for (size_t i = 0; i < rule->n_edits; i++)
		edit_outcome_release(&out->edits[i]);
	free(out->edits);
}

static void add_finding(struct work *work, size_t rule, enum verdict verdict, const struct rule_outcome *out, const char *detail)
{
	struct harvest *harvest = work->harvest;
	struct finding finding = { .rule = rule, .path = arena_strdup(&harvest->arena, work->task->path), .verdict = verdict, .detail = detail };
	if (out) {
		finding.n_edits = verdict == VERDICT_APPLIES || verdict == VERDICT_UNCHANGED ? out->places_to_make : 0;
		finding.n_applied = out->places_made;
		if (out->has_offset) {
			struct place place = source_place(&work->source, out->offset);
			finding.line = place.line;
			finding.column = place.column;
		}
	}
	VEC_PUSH(harvest->findings, harvest->n_findings, harvest->findings_capacity, finding);
}

static void add_notes(struct work *work, size_t rule, const struct edit_outcome *edit)
{
	struct harvest *harvest = work->harvest;
	for (size_t i = 0; i < edit->n_notes; i++) {
		struct place place = source_place(&work->source, edit->notes[i].begin);
		struct plan_note note = { rule, arena_strdup(&harvest->arena, work->task->path), place.line, place.column,
			                  arena_strdup(&harvest->arena, edit->notes[i].text) };
		VEC_PUSH(harvest->notes, harvest->n_notes, harvest->notes_capacity, note);
	}
}

/* What to say of an edit that was found neither as before nor as after. */
static const char *absence_detail(struct work *work, const struct rule *rule, struct rule_outcome *out)
{
	struct str text = STR_INIT;
	size_t index = out->first_absent, line = 0;
	const struct edit_outcome *edit = &out->edits[index];
	struct document *doc = document_for(work, rule->language);
	if (rule->n_edits > 1)
		str_addf(&text, "edit %zu of %zu: ", index + 1, rule->n_edits);
	if (edit->n_out_of_place) {
		name_place(out, edit->out_of_place_at);
		str_addf(&text, "its code is there %zu time%s, but not inside the block that the rule asks for", edit->n_out_of_place,
		         edit->n_out_of_place == 1 ? "" : "s");
	} else {
		str_add_cstr(&text, "neither the old nor the new form is in the file");
		const char *nearest = nearest_miss(rule->compiled[index], doc, &work->harvest->arena, &line);
		if (nearest)
			str_addf(&text, "; nearest is %s", nearest);
	}
	const char *detail = arena_dup(&work->harvest->arena, str_slice(&text));
	str_release(&text);
	return detail;
}

static const char *ambiguity_detail(struct work *work, const struct rule *rule, const struct rule_outcome *out)
{
	struct str text = STR_INIT;
	if (rule->n_edits > 1)
		str_addf(&text, "edit %zu of %zu: ", out->first_ambiguous + 1, rule->n_edits);
	str_add_cstr(&text, out->edits[out->first_ambiguous].ambiguous);
	const char *detail = arena_dup(&work->harvest->arena, str_slice(&text));
	str_release(&text);
	return detail;
}

static void emit_rule(struct work *work, const struct active_rule *active, struct rule_outcome *out, struct err *err)
{
	size_t before = work->edits.count;
	for (size_t i = 0; i < active->rule->n_edits; i++) {
		struct document *doc = document_for(work, active->rule->language);
		if (!edit_rule_emit(active->rule->compiled[i], doc, work->harvest->scratch, &out->edits[i], (uint32_t)active->index, &work->group, &work->edits, err))
			return;
	}
	bool changes = work->edits.count > before;
	add_finding(work, active->index, changes ? VERDICT_APPLIES : VERDICT_UNCHANGED, out, NULL);
}

/* Finds whether there is a reason for what the rule has to say. A file is one if nothing is looked for in it. */
static void evaluate_notice(struct work *work, const struct active_rule *active)
{
	const struct rule *rule = active->rule;
	struct rule_outcome out = { 0 };
	if (rule->n_edits && work->source.has_nul)
		return;
	find_edits(work, rule, &out);
	for (size_t i = 0; i < rule->n_edits; i++)
		add_notes(work, active->index, &out.edits[i]);
	if (!rule->n_edits || out.places_to_make)
		add_finding(work, active->index, rule->notice == NOTICE_REFUSE ? VERDICT_REFUSED : VERDICT_WARNED, &out, NULL);
	rule_outcome_release(&out, rule);
}

static bool evaluate_rule(struct work *work, const struct active_rule *active, bool named, const struct applied_lookup *applied, struct err *err)
{
	const struct rule *rule = active->rule;
	struct rule_outcome out;
	find_edits(work, rule, &out);
	for (size_t i = 0; i < rule->n_edits; i++)
		add_notes(work, active->index, &out.edits[i]);
	work->harvest->passed[active->index] += out.n_passed;
	bool some = out.n_to_make || out.n_made || out.n_incomplete;
	bool ours = out.n_absent && applied && applied->was_applied(applied->ctx, rule->id, work->task->path);
	if (out.n_ambiguous) {
		out.offset = out.edits[out.first_ambiguous].ambiguous_at;
		add_finding(work, active->index, VERDICT_AMBIGUOUS, &out, ambiguity_detail(work, rule, &out));
	} else if (out.n_absent && (some || ours || (named && !rule->optional))) {
		const char *detail = absence_detail(work, rule, &out);
		add_finding(work, active->index, ours ? VERDICT_DRIFTED : VERDICT_MISSING, &out, detail);
		work->harvest->findings[work->harvest->n_findings - 1].is_partly_old = out.n_to_make || out.n_incomplete;
	} else if (out.n_to_make) {
		emit_rule(work, active, &out, err);
	} else if (out.n_made) {
		add_finding(work, active->index, VERDICT_APPLIED, &out, NULL);
	} else if (named && !out.n_absent) {
		add_finding(work, active->index, VERDICT_UNCHANGED, &out, "the code is there and already meets the rule's conditions");
	}
	rule_outcome_release(&out, rule);
	return err->kind == ERR_NONE;
}

/* --- which rules need a look -------------------------------------------------------------------------------------- */

/* Does the rule have to look at the text that harvest->present was made from? */
static bool needs_look(const struct file_task *task, const struct harvest *harvest, size_t r)
{
	return task->named[r] || task->was_touched || !task->prefilter || harvest->present.wants[task->rules[r]->position];
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

static void add_conflict(struct work *work, const struct edit *a, const struct edit *b)
{
	const struct active_rule *first = NULL, *second = NULL;
	for (size_t i = 0; i < work->task->n_rules; i++) {
		if (work->task->rules[i]->index == a->owner)
			first = work->task->rules[i];
		if (work->task->rules[i]->index == b->owner)
			second = work->task->rules[i];
	}
	struct place place = source_place(&work->source, b->begin);
	struct str text = STR_INIT;
	str_addf(&text, "rules '%s' and '%s' want different text for the same bytes at line %zu", first->rule->id, second->rule->id, place.line);
	const char *detail = arena_dup(&work->harvest->arena, str_slice(&text));
	str_release(&text);
	struct rule_outcome at = { .offset = b->begin, .has_offset = true };
	add_finding(work, first->index, VERDICT_CONFLICT, &at, detail);
	if (second != first)
		add_finding(work, second->index, VERDICT_CONFLICT, &at, detail);
}

static bool edits_file(const struct work *work, size_t rule)
{
	for (size_t i = 0; i < work->edits.count; i++)
		if (work->edits.items[i].owner == rule)
			return true;
	return false;
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

static void add_change(struct work *work, struct str *after)
{
	struct harvest *harvest = work->harvest;
	struct change change = {
		.path = arena_strdup(&harvest->arena, work->task->path),
		.before = slice_from(arena_dup(&harvest->arena, work->source.bytes), work->source.bytes.len),
		.after = slice_from(arena_dup(&harvest->arena, str_slice(after)), after->len),
		.before_hash = hash_of(work->source.bytes),
		.after_hash = hash_of(str_slice(after)),
		.st = *work->task->st,
		.edits = keep_edits(&work->edits, &harvest->arena),
		.n_edits = work->edits.count,
		.rules = arena_alloc(&harvest->arena, work->task->n_rules * sizeof(*change.rules)),
	};
	for (size_t r = 0; r < work->task->n_rules; r++) {
		size_t owner = work->task->rules[r]->index;
		if (edits_file(work, owner))
			change.rules[change.n_rules++] = owner;
	}
	VEC_PUSH(harvest->changes, harvest->n_changes, harvest->changes_capacity, change);
}

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

/* The rules, looked at again on their own result: no further edit, and every one recognised as made. */
static bool prove_idempotent(const struct work *work, struct slice after, struct err *err)
{
	struct harvest *harvest = work->harvest;
	struct work again;
	work_init(&again, work->task, after, harvest);
	if (work->task->prefilter)
		prefilter_scan(work->task->prefilter, after, &harvest->present);
	for (size_t r = 0; r < work->task->n_rules && err->kind == ERR_NONE; r++) {
		const struct active_rule *active = work->task->rules[r];
		if (active->rule->notice || !needs_look(work->task, harvest, r))
			continue;
		struct rule_outcome out;
		find_edits(&again, active->rule, &out);
		for (size_t i = 0; i < active->rule->n_edits && out.n_to_make; i++)
			if (!edit_rule_emit(active->rule->compiled[i], document_for(&again, active->rule->language), harvest->scratch, &out.edits[i],
			                    (uint32_t)active->index, &again.group, &again.edits, err))
				break;
		if (err->kind == ERR_NONE && again.edits.count) {
			fail_not_idempotent(work, active->rule, after, again.edits.items[0].begin, "on its own result it would make a further edit here", err);
			err_hint(err, "give the edit an 'already' pattern that the result contains, or a narrower 'match'");
		} else if (err->kind == ERR_NONE && (out.n_absent || out.n_ambiguous) && edits_file(work, active->index)) {
			fail_not_idempotent(work, active->rule, after, 0, "it does not recognise its own result, so a second run would call it missing", err);
			err_hint(err, "give edit %zu an 'already' pattern that the result contains", out.first_absent + 1);
		}
		rule_outcome_release(&out, active->rule);
	}
	work_release(&again);
	return err->kind == ERR_NONE;
}

static bool finish_file(struct work *work, struct err *err)
{
	size_t a, b;
	if (!work->edits.count)
		return true;
	if (!edit_list_settle(&work->edits, &a, &b)) {
		add_conflict(work, &work->edits.items[a], &work->edits.items[b]);
		return true;
	}
	struct str after = STR_INIT;
	edit_list_apply(&work->edits, work->source.bytes, &after);
	bool ok = prove_idempotent(work, str_slice(&after), err);
	if (ok && !slice_eq(work->source.bytes, str_slice(&after)))
		add_change(work, &after);
	str_release(&after);
	return ok;
}

bool evaluate_file(const struct file_task *task, const struct applied_lookup *applied, struct harvest *harvest, struct err *err)
{
	struct work work;
	work_init(&work, task, task->bytes, harvest);
	bool ok = true;
	for (size_t r = 0; r < task->n_rules && ok; r++) {
		if (!needs_look(task, harvest, r))
			continue;
		if (task->rules[r]->rule->notice)
			evaluate_notice(&work, task->rules[r]);
		else if (work.source.has_nul)
			add_finding(&work, task->rules[r]->index, task->named[r] ? VERDICT_MISSING : VERDICT_UNCHANGED, NULL,
			            "the file holds NUL bytes: taken for binary and left alone");
		else
			ok = evaluate_rule(&work, task->rules[r], task->named[r], applied, err);
	}
	ok = ok && finish_file(&work, err);
	work_release(&work);
	return ok;
}
