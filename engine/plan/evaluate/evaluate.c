/* What the rules find in one file: findings, and what they want of it. */
#include "plan/evaluate/file_eval.h"

#include <string.h>

#include "base/alloc.h"
#include "base/mode.h"
#include "op/edit_trace.h"
#include "plan/evaluate/near_words.h"
#include "text/visible.h"

static void add_finding(
	struct file_eval *ev, size_t rule, enum verdict verdict, const struct rule_outcome *out, const char *detail)
{
	struct worker *worker = ev->worker;
	struct finding finding = {
		.rule = rule, .path = arena_strdup(&worker->arena, ev->task->path), .verdict = verdict, .detail = detail
	};
	if (out) {
		finding.n_edits =
			verdict == VERDICT_WOULD_PATCH || verdict == VERDICT_UNCHANGED || verdict == VERDICT_DECLINED
				? out->places_to_make
				: 0;
		finding.n_applied = out->places_made;
		finding.has_uncounted = out->has_uncounted;
		if (out->has_offset) {
			struct place place = source_place(&ev->source, out->offset);
			finding.line = place.line;
			finding.column = place.column;
		}
	}
	VEC_PUSH(worker->findings, worker->n_findings, worker->findings_capacity, finding);
}

static void add_notes(struct file_eval *ev, size_t rule, const struct edit_outcome *edit)
{
	struct worker *worker = ev->worker;
	for (size_t i = 0; i < edit->n_notes; i++) {
		struct place place = source_place(&ev->source, edit->notes[i].begin);
		struct plan_note note = { rule, arena_strdup(&worker->arena, ev->task->path), place.line, place.column,
			arena_strdup(&worker->arena, edit->notes[i].text) };
		VEC_PUSH(worker->notes, worker->n_notes, worker->notes_capacity, note);
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
	size_t n_spaces = 0;
	while (n_spaces < text.len && (text.ptr[n_spaces] == ' ' || text.ptr[n_spaces] == '\t'))
		n_spaces++;
	return source_line_begin(source, line - 1) + n_spaces;
}

/* Where a rule is missing, so much is shown of the line that comes nearest to what it looks for: a reader then sees at
 * once what upstream made of it. */
#define MAX_LINE_SHOWN 100

/* A line of the file that resembles what the edit looks for, as "line 12: 'text'", in `arena`; NULL if none comes
 * near. */
static const char *nearest_miss(const struct edit_rule *edit, struct document *doc, struct arena *arena, size_t *line)
{
	const struct edit_def *def = edit_rule_def(edit);
	if (def->op->nearest)
		return edit_rule_nearest(edit, doc, arena, line);
	struct near_words words = near_words_of(def, doc->language);
	struct source *source = doc->source;
	size_t best = 0, best_line = 0;
	for (size_t i = 0, n = source_line_count(source); i < n && words.total; i++) {
		size_t here = near_words_score(&words, source_line(source, i));
		if (here > best) {
			best = here;
			best_line = i;
		}
	}
	if (best * 2 < words.total || best == 0)
		return NULL;
	struct slice text = slice_trim(source_line(source, best_line));
	struct str out = STR_INIT;
	*line = best_line + 1;
	str_addf(&out, "line %zu: '", *line);
	visible_add(text, MAX_LINE_SHOWN, &out);
	str_add_char(&out, '\'');
	const char *owned = arena_dup(arena, str_slice(&out));
	str_release(&out);
	return owned;
}

/* What to say of an edit that was found neither as before nor as after. The place becomes the one nearest to it; none
 * where nothing is near. */
static const char *absence_detail(struct file_eval *ev, const struct rule *rule, struct rule_outcome *out)
{
	struct str text = STR_INIT;
	size_t index = out->first_absent, line = 0;
	out->has_offset = false;
	if (out->file_detail)
		return out->file_detail;
	const struct edit_outcome *edit = &out->edits[index];
	struct document *doc = eval_document(ev, rule->language);
	if (rule->n_edits > 1)
		str_addf(&text, "edit %zu of %zu: ", index + 1, rule->n_edits);
	if (edit->n_out_of_place) {
		set_place(out, edit->out_of_place_at);
		const struct context_def *context = &rule->edits[index].context;
		bool is_block = !context->n_parts || context_asks_for_block(context);
		str_addf(&text, "its code is there %zu time%s, but not %s", edit->n_out_of_place,
			str_plural(edit->n_out_of_place),
			is_block ? "inside the block that the rule requires" : "where the rule's conditions hold");
	} else if (edit->n_not_picked) {
		set_place(out, edit->not_picked_at);
		str_addf(&text, "its code is there %zu time%s, and 'pick' takes number %zu of a block",
			edit->n_not_picked, str_plural(edit->n_not_picked), rule->edits[index].pick_number);
	} else {
		str_add_cstr(&text, out->states[index] == EDIT_UNPROVED
					    ? "the code it removes is not there, and nothing proves that it was removed"
					    : "neither the old nor the new form is in the file");
		const char *nearest = nearest_miss(rule->compiled[index], doc, &ev->worker->arena, &line);
		if (nearest)
			str_addf(&text, "; nearest is %s", nearest);
		if (line)
			set_place(out, line_start(&ev->source, line));
	}
	const char *detail = arena_dup(&ev->worker->arena, str_slice(&text));
	str_release(&text);
	return detail;
}

static const char *ambiguity_detail(struct file_eval *ev, const struct rule *rule, const struct rule_outcome *out)
{
	struct str text = STR_INIT;
	if (rule->n_edits > 1)
		str_addf(&text, "edit %zu of %zu: ", out->first_ambiguous + 1, rule->n_edits);
	str_add_cstr(&text, out->edits[out->first_ambiguous].ambiguous);
	const char *detail = arena_dup(&ev->worker->arena, str_slice(&text));
	str_release(&text);
	return detail;
}

static bool is_declined(const struct file_eval *ev, const struct rule *rule)
{
	const struct applied_lookup *applied = ev->task->applied;
	return applied && applied->was_declined && applied->was_declined(applied->ctx, rule->id, ev->task->path);
}

static void emit_rule(struct file_eval *ev, const struct active_rule *active, struct rule_outcome *out, struct err *err)
{
	size_t before = ev->edits.count + ev->n_wants;
	if (!eval_emit(ev, active, out, err))
		return;
	bool changes = ev->edits.count + ev->n_wants > before;
	add_finding(ev, active->index, changes ? VERDICT_WOULD_PATCH : VERDICT_UNCHANGED, out, NULL);
}

/* Did a run move the file, and is what is at its old path now another one, which a later run has made? */
static bool is_moved_still(const struct file_eval *ev, const struct rule *rule)
{
	const struct applied_lookup *applied = ev->task->applied;
	const char *moved_to = fileop_new_path(rule->file_edit);
	return moved_to && applied->has_made_anew && applied->was_applied(applied->ctx, rule->id, moved_to) &&
	       applied->has_made_anew(applied->ctx, rule->id, ev->task->path);
}

/* What is one line cannot be parted by others. */
static bool is_one_line(const struct edit_def *edit)
{
	struct slice match = slice_trim(edit->match.text), text = slice_trim(edit->text.text);
	return match.len && !memchr(match.ptr, '\n', match.len) && !(text.len && memchr(text.ptr, '\n', text.len));
}

/* Has a run made edits of the rule in the file, or has the file words of it, or lines that others may have parted?
 * Nothing else is worth reading its original. */
static bool may_be_made(const struct file_eval *ev, const struct active_rule *active, size_t index)
{
	const struct applied_lookup *applied = ev->task->applied;
	return !ev->task->prefilter || ev->worker->present.wants[active->position] ||
	       !is_one_line(&active->rule->edits[index]) ||
	       applied->was_applied(applied->ctx, active->rule->id, ev->task->path);
}

/* In how many places was an edit made, of which no form was found, and is it made there still? */
static size_t count_still_made(
	const struct file_eval *ev, const struct active_rule *active, size_t index, enum edit_state state)
{
	const struct rule *rule = active->rule;
	const struct applied_lookup *applied = ev->task->applied;
	struct slice bytes = ev->source.bytes;
	struct str before = STR_INIT;
	if (state != EDIT_UNPROVED && !may_be_made(ev, active, index))
		return 0;
	struct hash digest = edit_digest(&rule->edits[index], rule->language);
	if (state == EDIT_UNPROVED && applied->has_made(applied->ctx, rule->id, digest, ev->task->path, bytes))
		return 1;
	bool by_run;
	size_t n = 0;
	struct source now;
	source_init(&now, ev->task->path, bytes);
	if (applied->was_found &&
		applied->was_found(applied->ctx, rule->id, digest, ev->task->path, bytes, &by_run, &before))
		n = edit_count_still_made(rule, index, str_slice(&before), by_run, &now, ev->worker->scratch);
	source_release(&now);
	str_release(&before);
	return n;
}

/* What leaves no form of its own, or one that was parted since, was made where a run did it and the file is as it was
 * left, or shows that it is still made; else it is absent. */
static void settle_absent(const struct file_eval *ev, const struct active_rule *active, struct rule_outcome *out)
{
	const struct rule *rule = active->rule;
	out->n_absent = out->n_incomplete = 0;
	for (size_t i = 0; i < rule->n_edits; i++) {
		enum edit_state state = out->states[i];
		if (state != EDIT_UNPROVED && state != EDIT_ABSENT)
			continue;
		size_t n = 0;
		if (ev->task->applied)
			n = rule->edits[i].op->file ? is_moved_still(ev, rule) : count_still_made(ev, active, i, state);
		if (n) {
			out->n_made++;
			out->places_made += n;
			out->has_uncounted |= state == EDIT_UNPROVED;
			continue;
		}
		/* What has a form is the better one to name. */
		if (out->n_absent++ == 0 || (state == EDIT_ABSENT && out->states[out->first_absent] == EDIT_UNPROVED))
			out->first_absent = i;
		out->n_incomplete += out->edits[i].incomplete;
	}
}

/* Did a run make the rule's change in the file? `*changed`: and somebody has changed it since. */
static bool made_by_run(const struct file_eval *ev, const struct rule *rule, bool *changed)
{
	static const struct file_stat none = { .type = FILE_NONE };
	const struct applied_lookup *applied = ev->task->applied;
	const char *path = ev->task->path;
	const struct file_stat *st = ev->task->is_absent ? &none : ev->task->st;
	bool made = applied && applied->was_applied(applied->ctx, rule->id, path);
	bool as_left = made && applied->is_as_left && applied->is_as_left(applied->ctx, path, st, ev->source.bytes);
	/* That the file is not at its old path says nothing of the new one. */
	const char *moved_to = fileop_new_path(rule->file_edit);
	if (as_left && moved_to && strcmp(moved_to, path) != 0)
		as_left = !applied->was_applied(applied->ctx, rule->id, moved_to);
	*changed = made && !as_left;
	return made;
}

/* `detail` of a file that nobody has changed since: it is the rule that is another, or its values are. */
static const char *detail_as_left(struct file_eval *ev, const char *detail)
{
	struct str text = STR_INIT;
	str_addf(&text, "%s; the file is as another version or value of this rule left it", detail);
	return arena_take(&ev->worker->arena, &text);
}

/* Would an edit be made beside what another version of it, or another value, has put there? What to say then, or NULL.
 */
static const char *beside_other(struct file_eval *ev, const struct rule *rule, const struct rule_outcome *out)
{
	if (ev->task->applied && is_moved_still(ev, rule))
		return "what this rule has moved is gone from its new path, and another run has made this file";
	switch (eval_other_version(ev, rule, out)) {
	case OTHER_AS_LEFT:
		return "another version or value of this rule made its edit here; roll back that run first";
	case OTHER_AND_CHANGED:
		return "another version or value of this rule made its edit here; take that out, or roll back that run "
		       "first";
	default:
		return NULL;
	}
}

/* Is an edit of the rule to be made that a run had made, whatever runs came later? Where only these have changed the
 * file, they may have put new places into it beside those that are made. */
static bool was_undone(const struct file_eval *ev, const struct rule *rule, const struct rule_outcome *out)
{
	const struct applied_lookup *applied = ev->task->applied;
	bool was = false,
	     may_be = applied && applied->was_undone && applied->was_applied(applied->ctx, NULL, ev->task->path);
	for (size_t i = 0; i < rule->n_edits && !was && may_be; i++)
		was = out->states[i] == EDIT_TO_MAKE && !rule->edits[i].op->file &&
		      applied->was_undone(applied->ctx, rule->id, edit_digest(&rule->edits[i], rule->language),
			      ev->task->path, ev->source.bytes, !out->places_made);
	return was;
}

/* `made` by a run, and `changed` since: see made_by_run(). */
static void add_absence(
	struct file_eval *ev, const struct active_rule *active, bool made, bool changed, struct rule_outcome *out)
{
	const char *detail = absence_detail(ev, active->rule, out);
	add_finding(ev, active->index, changed ? VERDICT_DRIFTED : VERDICT_MISSING, out,
		made && !changed ? detail_as_left(ev, detail) : detail);
	ev->worker->findings[ev->worker->n_findings - 1].is_partly_old = out->n_to_make || out->n_incomplete;
}

/* One verdict of what was found; nothing where the rule has nothing to say. */
static void judge_outcome(
	struct file_eval *ev, const struct active_rule *active, bool named, struct rule_outcome *out, struct err *err)
{
	const struct rule *rule = active->rule;
	settle_absent(ev, active, out);
	bool some = out->n_to_make || out->n_made || out->n_incomplete, changed = false;
	bool ours = out->n_absent && made_by_run(ev, rule, &changed);
	size_t before = ev->worker->n_findings;
	const char *other;
	if (out->n_ambiguous) {
		out->offset = out->edits[out->first_ambiguous].ambiguous_at;
		add_finding(ev, active->index, VERDICT_AMBIGUOUS, out, ambiguity_detail(ev, rule, out));
	} else if (out->n_absent && (some || ours || (named && !rule->optional))) {
		add_absence(ev, active, ours, changed, out);
	} else if (out->n_to_make && is_declined(ev, rule)) {
		add_finding(ev, active->index, VERDICT_DECLINED, out, NULL);
	} else if (out->n_to_make && (other = beside_other(ev, rule, out))) {
		add_finding(ev, active->index, VERDICT_MISSING, out, other);
	} else if (out->n_to_make) {
		emit_rule(ev, active, out, err);
	} else if (out->n_made) {
		add_finding(ev, active->index, VERDICT_ALREADY_PATCHED, out, NULL);
	} else if (named && !out->n_absent) {
		add_finding(
			ev, active->index, VERDICT_UNCHANGED, out, "the code is there and already satisfies the rule");
	}
	if (out->n_to_make && ev->worker->n_findings > before)
		ev->worker->findings[before].is_undone =
			(made_by_run(ev, rule, &changed) && changed) || was_undone(ev, rule, out);
}

/* Finds whether there is a reason for what the rule has to say. A file is one if nothing is looked for in it. */
static void evaluate_notice(struct file_eval *ev, const struct active_rule *active)
{
	const struct rule *rule = active->rule;
	struct rule_outcome out = { 0 };
	if (rule->n_edits && ev->source.has_nul)
		return;
	struct err unused = ERR_INIT;
	eval_find(ev, rule, &out, &unused); /* a notice has no operation that could fail */
	err_release(&unused);
	for (size_t i = 0; i < rule->n_edits; i++)
		add_notes(ev, active->index, &out.edits[i]);
	if (!rule->n_edits || out.places_to_make)
		add_finding(ev, active->index, verdict_of_notice(rule->notice), &out, NULL);
	rule_outcome_release(&out, rule);
}

static bool evaluate_rule(struct file_eval *ev, const struct active_rule *active, bool named, struct err *err)
{
	const struct rule *rule = active->rule;
	struct rule_outcome out;
	if (eval_find(ev, rule, &out, err)) {
		for (size_t i = 0; i < rule->n_edits; i++)
			add_notes(ev, active->index, &out.edits[i]);
		ev->worker->passed[active->index] += out.n_passed;
		judge_outcome(ev, active, named, &out, err);
	}
	rule_outcome_release(&out, rule);
	return err->kind == ERR_NONE;
}

/* --- the file ----------------------------------------------------------------------------------------------------- */

/* Only what leaves the text alone may be done to a file that is no text. */
static bool needs_text(const struct rule *rule)
{
	return rule->n_text_edits || (rule->file_edit && !rule->file_edit->op->file->keeps_text);
}

/* A path that the rule names, where no file is. */
static bool miss_file(struct file_eval *ev, const struct rule *rule, size_t index)
{
	add_finding(ev, index, rule->optional ? VERDICT_NOT_NEEDED : VERDICT_MISSING, NULL, "no such file");
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

static bool evaluate_in(struct file_eval *ev, size_t r, struct err *err)
{
	const struct active_rule *active = ev->task->rules[r];
	bool speaks, named = ev->task->named[r];
	if (!file_rule_speaks(ev->task, active->rule, &speaks, err))
		return false;
	if (!speaks)
		return true;
	/* A glob takes the path that a rule makes or renames a file to as well. */
	if (ev->task->is_absent && !active->rule->file_edit)
		return !named || has_maker(ev->task) || miss_file(ev, active->rule, active->index);
	if (!ev->source.has_nul || !needs_text(active->rule))
		return evaluate_rule(ev, active, named, err);
	add_finding(ev, active->index, named ? VERDICT_MISSING : VERDICT_UNCHANGED, NULL,
		"the file contains NUL bytes: treated as binary and skipped");
	return true;
}

/* --- what they want of it ----------------------------------------------------------------------------------------- */

static const char *id_of(const struct file_eval *ev, size_t index)
{
	for (size_t r = 0; r < ev->task->n_rules; r++)
		if (ev->task->rules[r]->index == index)
			return ev->task->rules[r]->rule->id;
	return NULL;
}

static void add_conflict(struct file_eval *ev, size_t a, size_t b, const struct rule_outcome *at, struct str *text)
{
	const char *detail = arena_dup(&ev->worker->arena, str_slice(text));
	str_release(text);
	add_finding(ev, a, VERDICT_CONFLICT, at, detail);
	if (b != a)
		add_finding(ev, b, VERDICT_CONFLICT, at, detail);
}

static void report_conflict(struct file_eval *ev, const struct conflict *conflict)
{
	struct str text = STR_INIT;
	const char *a = id_of(ev, conflict->a), *b = id_of(ev, conflict->b);
	struct rule_outcome at = { .offset = conflict->offset, .has_offset = !conflict->want_a };
	if (conflict->want_a)
		str_addf(&text, "rules '%s' and '%s' do different things with the file: %s and %s", a, b,
			conflict->want_a->op->name, conflict->want_b->op->name);
	else if (conflict->is_layout)
		str_addf(&text, "rule '%s' indents line %zu, beside which rule '%s' puts lines", b,
			source_place(&ev->source, conflict->offset).line, a);
	else if (conflict->a == conflict->b)
		str_addf(&text, "two edits of rule '%s' change the same place, line %zu", a,
			source_place(&ev->source, conflict->offset).line);
	else
		str_addf(&text, "rules '%s' and '%s' put different text in the same place, line %zu", a, b,
			source_place(&ev->source, conflict->offset).line);
	add_conflict(ev, conflict->a, conflict->b, conflict->want_a ? NULL : &at, &text);
}

static bool owns_file(const struct candidate *candidate, size_t rule)
{
	for (size_t i = 0; i < candidate->n_wants; i++)
		if (candidate->wants[i].rule == rule && !candidate->wants[i].edit->op->file->is_for_mode)
			return true;
	return false;
}

static bool candidate_has_wants(const struct candidate *c, size_t rule)
{
	for (size_t i = 0; i < c->n_wants; i++)
		if (c->wants[i].rule == rule)
			return true;
	return false;
}

/* Does the rule make a file where the other one renames the one that is there? Whatever the order of the two is. */
static bool makes_anew(const struct rule *rule, const struct candidate *candidate)
{
	bool makes = false;
	for (size_t i = 0; i < rule->n_edits && candidate->change.new_path; i++) {
		struct file_effect effect = { 0 };
		if (rule->edits[i].op->file)
			rule->edits[i].op->file->compose(&rule->edits[i], &effect);
		makes |= effect.is_new;
	}
	return makes;
}

/* Where a rule makes, removes or renames the file, no other may edit it, and none that is in force may look for it
 * there. */
static bool check_alone(struct file_eval *ev, const struct candidate *candidate)
{
	for (size_t r = 0; candidate->file && r < ev->task->n_rules; r++) {
		const struct active_rule *active = ev->task->rules[r];
		bool edits =
			candidate_has_edits(candidate, active->index) || candidate_has_wants(candidate, active->index);
		bool relies = ev->task->named[r] && !active->rule->optional;
		if (owns_file(candidate, active->index) || (!edits && !relies))
			continue;
		struct str text = STR_INIT;
		str_addf(&text, "rule '%s' %s the file on which rule '%s' does '%s'", active->rule->id,
			edits ? "edits" : "looks for", id_of(ev, candidate->change.file_owner),
			candidate->file->op->name);
		if (makes_anew(active->rule, candidate))
			str_add_cstr(&text,
				"; rules have no order: a file at the old path is for another set, in a later run");
		add_conflict(ev, candidate->change.file_owner, active->index, NULL, &text);
		return false;
	}
	return true;
}

static struct edit *keep_edits(const struct edit_list *list, struct arena *arena)
{
	struct edit *edits = arena_alloc(arena, list->count * sizeof(*edits));
	for (size_t i = 0; i < list->count; i++) {
		edits[i] = list->items[i];
		edits[i].text.ptr = arena_dup(arena, list->items[i].text);
	}
	return edits;
}

/* The rules that the user did not want in this file are known by their findings, which begin at `first`. */
static void keep_declined(const struct worker *worker, size_t first, struct candidate *candidate, struct arena *arena)
{
	for (size_t i = first; i < worker->n_findings; i++)
		if (worker->findings[i].verdict == VERDICT_DECLINED)
			candidate_decline(candidate, worker->findings[i].rule, arena);
}

/* Where git left both sides of a merge in the file, the user may not have seen that it is so. */
static void note_merge(struct file_eval *ev)
{
	static const char *const markers[] = { "<<<<<<< ", "=======", ">>>>>>> " };
	struct worker *worker = ev->worker;
	size_t begin = 0, seen = 0;
	if (slice_find(ev->source.bytes, slice_of(markers[0]), 0) == (size_t)-1)
		return;
	for (size_t i = 0, n = source_line_count(&ev->source); i < n && seen < COUNT_OF(markers); i++) {
		struct slice line = source_line(&ev->source, i);
		if (slice_starts_with(line, markers[0])) {
			begin = i;
			seen = 1;
		} else if (seen && slice_starts_with(line, markers[seen])) {
			seen++;
		}
	}
	if (seen < COUNT_OF(markers))
		return;
	struct plan_note note = { (size_t)-1, arena_strdup(&worker->arena, ev->task->path), begin + 1, 1,
		"conflict markers of an unfinished merge: rules take both sides for code; finish the merge first" };
	VEC_PUSH(worker->notes, worker->n_notes, worker->notes_capacity, note);
}

/* Makes a candidate of what the rules want, or findings of a conflict. The findings of the file begin at `first`. */
static void keep_candidate(struct file_eval *ev, size_t first)
{
	struct worker *worker = ev->worker;
	struct arena *arena = &worker->arena;
	const struct file_task *task = ev->task;
	struct conflict conflict;
	if (!ev->edits.count && !ev->n_wants)
		return;
	if (ev->edits.count)
		note_merge(ev);
	struct candidate candidate = {
		.change = { .path = arena_strdup(arena, task->path), .before_hash = hash_of(task->bytes) },
		.is_absent = task->is_absent,
		.edits = keep_edits(&ev->edits, arena),
		.n_edits = ev->edits.count,
		.wants = arena_alloc(arena, ev->n_wants * sizeof(*ev->wants)),
		.n_wants = ev->n_wants,
	};
	if (!task->is_absent)
		candidate.change.st = *task->st;
	if (ev->n_wants)
		memcpy(candidate.wants, ev->wants, ev->n_wants * sizeof(*ev->wants));
	if (!candidate_settle(&candidate, arena, &conflict)) {
		report_conflict(ev, &conflict);
		return;
	}
	if (!check_alone(ev, &candidate))
		return;
	candidate.change.has_no_texts = worker->drops_texts && !candidate.file;
	if (!candidate.change.has_no_texts)
		candidate.change.before = slice_from(arena_dup(arena, task->bytes), task->bytes.len);
	keep_declined(worker, first, &candidate, arena);
	VEC_PUSH(worker->candidates, worker->n_candidates, worker->candidates_capacity, candidate);
}

bool evaluate_file(const struct file_task *task, struct worker *worker, struct err *err)
{
	struct file_eval ev;
	size_t first = worker->n_findings;
	eval_init(&ev, task, task->bytes, task->is_absent ? NEW_FILE_MODE : task->st->mode, worker);
	bool ok = true;
	for (size_t r = 0; r < task->n_rules && ok; r++) {
		if (!task_needs_look(task, worker, r) || (task->is_absent && task->rules[r]->rule->notice))
			continue;
		if (task->rules[r]->rule->notice)
			evaluate_notice(&ev, task->rules[r]);
		else
			ok = evaluate_in(&ev, r, err);
	}
	if (ok)
		keep_candidate(&ev, first);
	eval_release(&ev);
	return ok;
}
