#include "plan/evaluate_work.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/mode.h"

void work_init(struct work *work, const struct file_task *task, struct slice bytes, uint32_t mode, struct harvest *harvest)
{
	*work = (struct work){ .task = task, .harvest = harvest, .mode = mode };
	source_init(&work->source, task->path, bytes);
}

void work_release(struct work *work)
{
	for (size_t i = 0; i < work->n_docs; i++)
		document_release(&work->docs[i]);
	edit_list_release(&work->edits);
	free(work->wants);
	source_release(&work->source);
}

struct document *work_document(struct work *work, const struct language *language)
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

static enum edit_state state_of(const struct edit_outcome *outcome)
{
	if (outcome->ambiguous)
		return EDIT_AMBIGUOUS;
	if (outcome->matches.count)
		return EDIT_TO_MAKE;
	if (outcome->unproved)
		return EDIT_UNPROVED;
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
	out->states[index] = state_of(edit);
	switch (out->states[index]) {
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
	case EDIT_UNPROVED:
		if (out->n_unproved++ == 0)
			out->first_unproved = index;
		break;
	case EDIT_AMBIGUOUS:
		if (out->n_ambiguous++ == 0)
			out->first_ambiguous = index;
		name_place(out, edit->ambiguous_at);
		break;
	}
}

/* An operation on the file itself counts as one place. */
static void tally_file_edit(struct rule_outcome *out, size_t index, enum edit_state state, const char *detail)
{
	out->states[index] = state;
	out->n_to_make += state == EDIT_TO_MAKE;
	out->places_to_make += state == EDIT_TO_MAKE;
	out->n_made += state == EDIT_MADE;
	out->places_made += state == EDIT_MADE;
	if (state != EDIT_ABSENT)
		return;
	if (out->n_absent++ == 0)
		out->first_absent = index;
	out->file_detail = out->file_detail ? out->file_detail : detail;
}

bool work_find(struct work *work, const struct rule *rule, struct rule_outcome *out, struct err *err)
{
	*out = (struct rule_outcome){ .edits = xcalloc(rule->n_edits, sizeof(*out->edits)), .states = xcalloc(rule->n_edits, sizeof(*out->states)) };
	for (size_t i = 0; i < rule->n_edits; i++) {
		enum edit_state state;
		const char *detail;
		if (!rule->edits[i].op->file) {
			edit_rule_find(rule->compiled[i], work_document(work, rule->language), work->harvest->scratch, &out->edits[i]);
			tally(out, i);
		} else if (file_edit_judge(work->task, rule, &rule->edits[i], &work->source, work->mode, &work->harvest->arena, &state, &detail, err)) {
			tally_file_edit(out, i, state, detail);
		} else {
			return false;
		}
	}
	return true;
}

void rule_outcome_release(struct rule_outcome *out, const struct rule *rule)
{
	for (size_t i = 0; i < rule->n_edits; i++)
		edit_outcome_release(&out->edits[i]);
	free(out->edits);
	free(out->states);
}

void work_add_finding(struct work *work, size_t rule, enum verdict verdict, const struct rule_outcome *out, const char *detail)
{
	struct harvest *harvest = work->harvest;
	struct finding finding = { .rule = rule, .path = arena_strdup(&harvest->arena, work->task->path), .verdict = verdict, .detail = detail };
	if (out) {
		finding.n_edits = verdict == VERDICT_APPLIES || verdict == VERDICT_UNCHANGED || verdict == VERDICT_DECLINED ? out->places_to_make : 0;
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

/* The finding is at `offset`, and not at an edit that fits. */
static void set_place(struct rule_outcome *out, size_t offset)
{
	out->offset = (uint32_t)offset;
	out->has_offset = true;
}

/* Where the code of the line begins, which counts from 1. */
static size_t line_start(struct source *source, size_t line)
{
	struct slice text = source_line(source, line - 1);
	size_t n_blanks = 0;
	while (n_blanks < text.len && (text.ptr[n_blanks] == ' ' || text.ptr[n_blanks] == '\t'))
		n_blanks++;
	return source_line_begin(source, line - 1) + n_blanks;
}

/* What to say of an edit that was found neither as before nor as after. The place becomes the one nearest to it; none where nothing is near. */
static const char *absence_detail(struct work *work, const struct rule *rule, struct rule_outcome *out)
{
	struct str text = STR_INIT;
	size_t index = out->first_absent, line = 0;
	out->has_offset = false;
	if (out->file_detail)
		return out->file_detail;
	const struct edit_outcome *edit = &out->edits[index];
	struct document *doc = work_document(work, rule->language);
	if (rule->n_edits > 1)
		str_addf(&text, "edit %zu of %zu: ", index + 1, rule->n_edits);
	if (edit->n_out_of_place) {
		set_place(out, edit->out_of_place_at);
		str_addf(&text, "its code is there %zu time%s, but not inside the block that the rule asks for", edit->n_out_of_place,
		         edit->n_out_of_place == 1 ? "" : "s");
	} else {
		str_add_cstr(&text, out->states[index] == EDIT_UNPROVED ? "what it removes is not there, and nothing proves that it was removed"
		                                                         : "neither the old nor the new form is in the file");
		const char *nearest = nearest_miss(rule->compiled[index], doc, &work->harvest->arena, &line);
		if (nearest)
			str_addf(&text, "; nearest is %s", nearest);
		if (line)
			set_place(out, line_start(&work->source, line));
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

bool work_emit(struct work *work, const struct active_rule *active, const struct rule_outcome *out, struct err *err)
{
	const struct rule *rule = active->rule;
	for (size_t i = 0; i < rule->n_edits; i++) {
		struct file_want want = { active->index, &rule->edits[i] };
		if (!rule->edits[i].op->file) {
			struct document *doc = work_document(work, rule->language);
			struct edit_group together = { rule->compiled, out->edits, rule->n_edits };
			if (!edit_rule_emit(rule->compiled[i], doc, work->harvest->scratch, &out->edits[i], &together, (uint32_t)active->index, &work->group, &work->edits, err))
				return false;
		} else if (out->states[i] == EDIT_TO_MAKE) {
			VEC_PUSH(work->wants, work->n_wants, work->wants_capacity, want);
		}
	}
	return true;
}

bool work_is_declined(const struct work *work, const struct rule *rule)
{
	const struct declined_lookup *declined = work->task->declined;
	return declined && declined->is_declined(declined->ctx, rule, work->task->path);
}

static void emit_rule(struct work *work, const struct active_rule *active, struct rule_outcome *out, struct err *err)
{
	size_t before = work->edits.count + work->n_wants;
	if (!work_emit(work, active, out, err))
		return;
	bool changes = work->edits.count + work->n_wants > before;
	work_add_finding(work, active->index, changes ? VERDICT_APPLIES : VERDICT_UNCHANGED, out, NULL);
}

/* What leaves no form of its own was made where the rule did it and the file is still as it was left; else it is as absent as any. */
static void settle_unproved(struct rule_outcome *out, bool on_record)
{
	if (on_record) {
		out->n_made += out->n_unproved;
		out->places_made += out->n_unproved;
	} else if (out->n_unproved) {
		out->first_absent = out->n_absent ? out->first_absent : out->first_unproved;
		out->n_absent += out->n_unproved;
	}
}

/* One verdict of what was found; nothing where the rule has nothing to say. */
static void judge_outcome(struct work *work, const struct active_rule *active, bool named, const struct applied_lookup *applied,
                          struct rule_outcome *out, struct err *err)
{
	const struct rule *rule = active->rule;
	settle_unproved(out, out->n_unproved && applied && applied->still_has(applied->ctx, rule->id, work->task->path, work->source.bytes));
	bool some = out->n_to_make || out->n_made || out->n_incomplete;
	bool ours = out->n_absent && applied && applied->was_applied(applied->ctx, rule->id, work->task->path);
	size_t before = work->harvest->n_findings;
	if (out->n_ambiguous) {
		out->offset = out->edits[out->first_ambiguous].ambiguous_at;
		work_add_finding(work, active->index, VERDICT_AMBIGUOUS, out, ambiguity_detail(work, rule, out));
	} else if (out->n_absent && (some || ours || (named && !rule->optional))) {
		const char *detail = absence_detail(work, rule, out);
		work_add_finding(work, active->index, ours ? VERDICT_DRIFTED : VERDICT_MISSING, out, detail);
		work->harvest->findings[work->harvest->n_findings - 1].is_partly_old = out->n_to_make || out->n_incomplete;
	} else if (out->n_to_make && work_is_declined(work, rule)) {
		work_add_finding(work, active->index, VERDICT_DECLINED, out, NULL);
	} else if (out->n_to_make) {
		emit_rule(work, active, out, err);
	} else if (out->n_made) {
		work_add_finding(work, active->index, VERDICT_APPLIED, out, NULL);
	} else if (named && !out->n_absent) {
		work_add_finding(work, active->index, VERDICT_UNCHANGED, out, "the code is there and already meets the rule's conditions");
	}
	if (out->n_to_make && work->harvest->n_findings > before)
		work->harvest->findings[before].is_undone = applied && applied->was_applied(applied->ctx, rule->id, work->task->path);
}

/* Finds whether there is a reason for what the rule has to say. A file is one if nothing is looked for in it. */
static void evaluate_notice(struct work *work, const struct active_rule *active)
{
	const struct rule *rule = active->rule;
	struct rule_outcome out = { 0 };
	if (rule->n_edits && work->source.has_nul)
		return;
	struct err unused = ERR_INIT;
	work_find(work, rule, &out, &unused); /* a notice has no operation that could fail */
	err_release(&unused);
	for (size_t i = 0; i < rule->n_edits; i++)
		add_notes(work, active->index, &out.edits[i]);
	if (!rule->n_edits || out.places_to_make)
		work_add_finding(work, active->index, rule->notice == NOTICE_REFUSE ? VERDICT_REFUSED : VERDICT_WARNED, &out, NULL);
	rule_outcome_release(&out, rule);
}

static bool evaluate_rule(struct work *work, const struct active_rule *active, bool named, const struct applied_lookup *applied, struct err *err)
{
	const struct rule *rule = active->rule;
	struct rule_outcome out;
	if (work_find(work, rule, &out, err)) {
		for (size_t i = 0; i < rule->n_edits; i++)
			add_notes(work, active->index, &out.edits[i]);
		work->harvest->passed[active->index] += out.n_passed;
		judge_outcome(work, active, named, applied, &out, err);
	}
	rule_outcome_release(&out, rule);
	return err->kind == ERR_NONE;
}

/* --- which rules need a look -------------------------------------------------------------------------------------- */

/* Does the rule have to look at the text that harvest->present was made from? */
bool work_needs_look(const struct file_task *task, const struct harvest *harvest, size_t r)
{
	return task->named[r] || task->was_touched || !task->prefilter || harvest->present.wants[task->rules[r]->position];
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

/* Only what leaves the text alone may be done to a file that is no text. */
static bool needs_text(const struct rule *rule)
{
	return rule->n_text_edits || (rule->file_edit && !rule->file_edit->op->file->keeps_text);
}

/* A path that the rule names, where no file is. */
static bool miss_file(struct work *work, const struct rule *rule, size_t index)
{
	work_add_finding(work, index, rule->optional ? VERDICT_NOT_APPLICABLE : VERDICT_MISSING, NULL, "there is no such file");
	return true;
}

/* Does some rule make the file? Whether others may name it then is judged with the change. */
static bool has_maker(const struct file_task *task)
{
	for (size_t r = 0; r < task->n_rules; r++)
		if (fileop_effect(task->rules[r]->rule->file_edit, NULL, 0).is_new)
			return true;
	return false;
}

static bool evaluate_in(struct work *work, size_t r, const struct applied_lookup *applied, struct err *err)
{
	const struct active_rule *active = work->task->rules[r];
	bool speaks, named = work->task->named[r];
	if (!file_rule_speaks(work->task, active->rule, &speaks, err))
		return false;
	if (!speaks)
		return true;
	if (work->task->is_absent && !active->rule->file_edit)
		return has_maker(work->task) || miss_file(work, active->rule, active->index);
	if (!work->source.has_nul || !needs_text(active->rule))
		return evaluate_rule(work, active, named, applied, err);
	work_add_finding(work, active->index, named ? VERDICT_MISSING : VERDICT_UNCHANGED, NULL, "the file holds NUL bytes: taken for binary and left alone");
	return true;
}

bool evaluate_file(const struct file_task *task, const struct applied_lookup *applied, struct harvest *harvest, struct err *err)
{
	struct work work;
	work_init(&work, task, task->bytes, task->is_absent ? NEW_FILE_MODE : task->st->mode, harvest);
	bool ok = true;
	for (size_t r = 0; r < task->n_rules && ok; r++) {
		if (!work_needs_look(task, harvest, r) || (task->is_absent && task->rules[r]->rule->notice))
			continue;
		if (task->rules[r]->rule->notice)
			evaluate_notice(&work, task->rules[r]);
		else
			ok = evaluate_in(&work, r, applied, err);
	}
	ok = ok && work_finish(&work, err);
	work_release(&work);
	return ok;
}
