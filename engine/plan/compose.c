#include "plan/compose.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "lang/problem.h"
#include "plan/evaluate/file_eval.h"

/* --- the proof that a result is settled --------------------------------------------------------------------------- */

/* What was whole is whole, and the rules, looked at again, have nothing left to do. This is the file before and after,
 * as its rules see it. */
struct proof {
	const struct candidate *candidate;
	struct file_eval before, after;
};

/* --- nothing is broken -------------------------------------------------------------------------------------------- */

static const char *id_of(const struct file_task *task, size_t rule)
{
	for (size_t i = 0; i < task->n_rules; i++)
		if (task->rules[i]->index == rule)
			return task->rules[i]->rule->id;
	return NULL;
}

static int by_sort_and_place(const void *a, const void *b)
{
	const struct problem *x = a, *y = b;
	int order = strcmp(x->what, y->what); /* addresses would order them as they were linked */
	if (order)
		return order;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

static void sort_problems(struct problem_list *list)
{
	if (list->count)
		sort_stable(list->items, list->count, sizeof(*list->items), by_sort_and_place);
}

/* The first of `list`, sorted, that is not before `wanted`. */
static size_t first_from(const struct problem_list *list, struct problem wanted)
{
	return sort_lower_bound(list->items, list->count, sizeof(*list->items), &wanted, by_sort_and_place);
}

static size_t count_of(const struct problem_list *list, const char *what)
{
	/* No file is so long that something is at the last offset there could be. */
	return first_from(list, (struct problem){ UINT32_MAX, what }) - first_from(list, (struct problem){ 0, what });
}

/* Where in the edits one is, going through the result from its begin to its end. */
struct edit_cursor {
	const struct change *change;
	size_t next, shift; /* `shift` wraps round where the text has become shorter */
};

/*
 * The edit that made byte `offset` of the result, or else the last before it, or the first; `*before` is the byte of
 * the old text. `offset` is no less than in the call before.
 */
static const struct edit *edit_at(struct edit_cursor *cursor, size_t offset, size_t *before)
{
	const struct change *change = cursor->change;
	while (cursor->next < change->n_edits && change->edits[cursor->next].begin + cursor->shift <= offset) {
		const struct edit *edit = &change->edits[cursor->next];
		if (offset <= edit->begin + cursor->shift + edit->text.len) {
			*before = edit->begin;
			return edit;
		}
		cursor->shift += edit->text.len - (edit->end - edit->begin);
		cursor->next++;
	}
	*before = offset - cursor->shift;
	return &change->edits[cursor->next ? cursor->next - 1 : 0];
}

static bool was_there(const struct problem_list *before, const char *what, size_t offset)
{
	size_t at = first_from(before, (struct problem){ (uint32_t)offset, what });
	return at < before->count && strcmp(before->items[at].what, what) == 0 && before->items[at].offset == offset;
}

static bool fail_broken(struct proof *proof, const struct edit *edit, const struct problem *problem, struct err *err)
{
	struct place place = source_place(&proof->before.source, edit->begin),
		     result = source_place(&proof->after.source, problem->offset);
	const struct file_task *task = proof->before.task;
	if (proof->candidate->change.is_new) {
		err_set(err, ERR_UNFIT, "rule '%s' would create a broken file: %s", id_of(task, edit->owner),
			problem->what);
		err_at(err, task->path, result.line, result.column);
		err_snippet(err, proof->after.source.bytes, problem->offset);
		return err_hint(err, "nothing was written; if that is intended, give the rule 'language: text'");
	}
	err_set(err, ERR_UNFIT, "rule '%s' would break this file: %s (line %zu of the result)",
		id_of(task, edit->owner), problem->what, result.line);
	err_at(err, task->path, place.line, place.column);
	err_snippet(err, proof->before.source.bytes, edit->begin);
	return err_hint(err,
		"nothing was written; let the rule match everything it changes, or exclude this place by a condition");
}

/* A file that readers of its language refuse is not edited: nothing tells what it means. `before` is sorted. */
static bool fail_was_broken(
	struct proof *proof, const struct language *language, const struct problem_list *before, struct err *err)
{
	const struct problem *first = &before->items[0];
	for (size_t i = 1; i < before->count; i++)
		first = before->items[i].offset < first->offset ? &before->items[i] : first;
	struct place place = source_place(&proof->before.source, first->offset);
	err_set(err, ERR_UNFIT, "this file is not valid %s: %s", language->name, first->what);
	err_at(err, proof->before.task->path, place.line, place.column);
	err_snippet(err, proof->before.source.bytes, first->offset);
	return err_hint(err, "nothing was written; fix the file, or give rule '%s' 'language: text'",
		id_of(proof->before.task, proof->candidate->change.edits[0].owner));
}

/* Sorts both. The first problem in the result that was not there before. */
static bool compare(struct proof *proof, struct problem_list *before, struct problem_list *after, struct err *err)
{
	const struct problem *first = NULL;
	const struct edit *made_by = NULL;
	struct edit_cursor cursor = { 0 };
	bool is_more = false;
	sort_problems(before);
	sort_problems(after);
	for (size_t i = 0; i < after->count; i++) {
		const struct problem *problem = &after->items[i];
		size_t offset;
		if (!i || strcmp(problem->what, after->items[i - 1].what) != 0) {
			is_more = count_of(after, problem->what) > count_of(before, problem->what);
			cursor = (struct edit_cursor){ .change = &proof->candidate->change };
		}
		if (!is_more || (first && first->offset <= problem->offset))
			continue;
		const struct edit *edit = edit_at(&cursor, problem->offset, &offset);
		if (was_there(before, problem->what, offset))
			continue;
		first = problem;
		made_by = edit;
	}
	return !first || fail_broken(proof, made_by, first, err);
}

/* Which rules, by their index, have edits in the file; to be freed. `*count` is one past the last. */
static bool *rules_with_edits(const struct change *change, size_t *count)
{
	*count = 0;
	for (size_t i = 0; i < change->n_edits; i++) {
		const struct edit *edit = &change->edits[i];
		size_t last = edit->owner > edit->co_owner ? edit->owner : edit->co_owner;
		*count = last < *count ? *count : last + 1;
	}
	bool *has = xcalloc(*count, sizeof(*has));
	for (size_t i = 0; i < change->n_edits; i++)
		has[change->edits[i].owner] = has[change->edits[i].co_owner] = true;
	return has;
}

/* Lines of a hunk say nothing of what is above and below them: an excerpt that they change cannot be read as a
 * file. */
static bool takes_lines(const struct rule *rule)
{
	for (size_t i = 0; i < rule->n_edits; i++)
		if (rule->edits[i].op->find)
			return true;
	return false;
}

/* No bracket, string, block or statement, as the languages of the rules see it, is broken that was whole before. */
static bool nothing_is_broken(struct proof *proof, struct err *err)
{
	const struct file_task *task = proof->before.task;
	const struct language *last = NULL;
	size_t n_known;
	bool ok = true, *has_edits = rules_with_edits(&proof->candidate->change, &n_known);
	for (size_t r = 0; r < task->n_rules && ok; r++) {
		const struct active_rule *active = task->rules[r];
		struct problem_list before = { 0 }, after = { 0 };
		if (active->rule->language == last || active->index >= n_known || !has_edits[active->index])
			continue;
		if (task->is_excerpt && takes_lines(active->rule))
			continue;
		last = active->rule->language;
		document_problems(eval_document(&proof->after, last), &after);
		/* One reading at a time: what is broken may be so at every byte. Where no file is, nothing is broken,
		 * as an empty one may be. */
		if (after.count && !proof->candidate->change.is_new) {
			eval_forget(&proof->after, last);
			document_problems(eval_document(&proof->before, last), &before);
			eval_forget(&proof->before, last);
		}
		ok = compare(proof, &before, &after, err) &&
		     (!last->is_strict || !before.count || fail_was_broken(proof, last, &before, err));
		problem_list_release(&before);
		problem_list_release(&after);
	}
	free(has_edits);
	return ok;
}

/* Has the text a character of UTF-8 beyond ASCII? */
static bool has_character(struct slice text)
{
	uint32_t ignored;
	for (size_t i = utf8_ascii_prefix(text); i < text.len; i++)
		if (utf8_decode(text, i, &ignored) > 1)
			return true;
	return false;
}

/* Where a file has other bytes beyond ASCII than those of UTF-8, such as Latin-1's, its readers would take a rule's
 * characters for others. */
static bool characters_are_its_own(struct proof *proof, struct err *err)
{
	const struct change *change = &proof->candidate->change;
	const struct file_task *task = proof->before.task;
	if (utf8_is_valid(task->bytes) || has_character(task->bytes))
		return true;
	for (size_t i = 0; i < change->n_edits; i++) {
		const struct edit *edit = &change->edits[i];
		if (!has_character(edit->text))
			continue;
		struct place place = source_place(&proof->before.source, edit->begin);
		err_set(err, ERR_UNFIT, "rule '%s' would break this file: it is not UTF-8, and the new text is",
			id_of(task, edit->owner));
		err_at(err, task->path, place.line, place.column);
		return err_hint(
			err, "nothing was written; give the rule a text in ASCII, or convert the file to UTF-8");
	}
	return true;
}

/* --- nothing is left to do ---------------------------------------------------------------------------------------- */

static bool fail_unsettled(
	struct proof *proof, const struct rule *rule, uint32_t offset, const char *what, struct err *err)
{
	struct place place = source_place(&proof->after.source, offset);
	err_set(err, ERR_UNFIT, "rule '%s' is not idempotent: %s", rule->id, what);
	err_at(err, proof->after.task->path, place.line, place.column);
	return err_snippet(err, proof->after.source.bytes, offset);
}

static bool is_beside(const struct slice bytes, const struct edit *before, const struct edit *after)
{
	size_t lines = 0;
	for (uint32_t at = before->end; at < after->begin && lines < 2; at++)
		lines += bytes.ptr[at] == '\n';
	return before->owner != after->owner && lines < 2;
}

/* Another rule that changes the file right beside where this one does, or NULL. */
static const char *rule_beside(const struct proof *proof, size_t rule)
{
	const struct change *change = &proof->candidate->change;
	const struct slice bytes = proof->before.task->bytes;
	for (size_t i = 1; i < change->n_edits; i++) {
		const struct edit *a = &change->edits[i - 1], *b = &change->edits[i];
		if ((a->owner == rule || b->owner == rule) && is_beside(bytes, a, b))
			return id_of(proof->before.task, a->owner == rule ? b->owner : a->owner);
	}
	return NULL;
}

/* What one rule says of the result of all. */
static bool judge_result(
	struct proof *proof, const struct active_rule *active, const struct rule_outcome *out, struct err *err)
{
	const struct file_eval *after = &proof->after;
	if (after->edits.count || after->n_wants) {
		uint32_t at = after->edits.count ? after->edits.items[0].begin : 0;
		const char *beside = rule_beside(proof, active->index);
		fail_unsettled(proof, active->rule, at, "on its own result it would make a further edit here", err);
		if (beside)
			return err_hint(err,
				"rule '%s' changes the file right beside it: put both edits into one rule, or give "
				"this one an 'already' pattern that the result contains",
				beside);
		return err_hint(
			err, "give the edit an 'already' pattern that the result contains, or a narrower 'match'");
	}
	if ((out->n_absent || out->n_ambiguous) && candidate_has_edits(proof->candidate, active->index)) {
		fail_unsettled(proof, active->rule, 0,
			"it does not recognise its own result, so a second run would call it missing", err);
		return err_hint(
			err, "give edit %zu an 'already' pattern that the result contains", out->first_absent + 1);
	}
	if (out->n_absent && active->rule->file_edit) {
		fail_unsettled(proof, active->rule, 0,
			"another rule edits the content that it gives for the "
			"file",
			err);
		return err_hint(err, "put that edit into the text of '%s'", active->rule->file_edit->op->name);
	}
	return true;
}

/* Would a second run end because of what the rule finds? What is absent where upstream has it is fixed there. */
static bool would_stop(const struct active_rule *active, bool named, const struct rule_outcome *out)
{
	bool is_needed = !active->is_fixed && (out->n_made || (named && !active->rule->optional));
	return out->n_ambiguous || (out->n_absent && (out->n_to_make || is_needed));
}

static bool fail_beside(const struct proof *proof, const struct rule *rule, const struct rule_outcome *out,
	bool was_made, struct err *err)
{
	err_set(err, ERR_UNFIT, "rule '%s' %s in this file, and would be %s after what the others change", rule->id,
		was_made ? "is made" : "finds nothing to do", out->n_ambiguous ? "ambiguous" : "missing");
	err_at(err, proof->after.task->path, 0, 0);
	if (was_made)
		return err_hint(err,
			"put these edits into one rule, or give edit %zu of '%s' an 'already' that the result contains",
			out->first_absent + 1, rule->id);
	return err_hint(err, "put these edits into one rule, or let '%s' exclude the file", rule->id);
}

/* The rule edits nothing here. Where the others edit away what shows that it is made, or put in a part of what it looks
 * for, a second run would end because of it. */
static bool stays_quiet(struct proof *proof, size_t r, const struct rule_outcome *out, struct err *err)
{
	const struct active_rule *active = proof->after.task->rules[r];
	const struct rule *rule = active->rule;
	bool named = proof->after.task->named[r];
	if (!would_stop(active, named, out) || candidate_has_edits(proof->candidate, active->index) || rule->file_edit)
		return true;
	struct rule_outcome before;
	bool ok = eval_find(&proof->before, rule, &before, err);
	bool was_made = before.n_made && !before.n_absent;
	if (ok && (was_made || !would_stop(active, named, &before)))
		ok = fail_beside(proof, rule, out, was_made, err);
	rule_outcome_release(&before, rule);
	return ok;
}

/* Would the rule make anything of the result? One that does not fit the file as a whole has made nothing, and makes
 * nothing the second time. */
static bool may_make(const struct proof *proof, const struct active_rule *active, const struct rule_outcome *out)
{
	bool fits = candidate_has_edits(proof->candidate, active->index) ||
		    !(out->n_absent || out->n_ambiguous || out->n_unproved);
	return out->n_to_make && fits;
}

static bool candidate_is_declined(const struct candidate *c, size_t rule)
{
	for (size_t i = 0; i < c->n_declined; i++)
		if (c->declined[i] == rule)
			return true;
	return false;
}

static bool rule_is_settled(struct proof *proof, size_t r, struct err *err)
{
	struct file_eval *after = &proof->after;
	const struct active_rule *active = after->task->rules[r];
	struct rule_outcome out;
	bool speaks, has_edits = candidate_has_edits(proof->candidate, active->index);
	if (active->rule->notice || candidate_is_declined(proof->candidate, active->index) ||
		(!has_edits && !task_needs_look(after->task, after->worker, r)))
		return true;
	if (!file_rule_speaks(after->task, active->rule, &speaks, err) || !speaks)
		return err->kind == ERR_NONE;
	bool ok = eval_find(after, active->rule, &out, err) &&
		  (!may_make(proof, active, &out) || eval_emit(after, active, &out, err)) &&
		  judge_result(proof, active, &out, err) && stays_quiet(proof, r, &out, err);
	rule_outcome_release(&out, active->rule);
	return ok;
}

/* The first half of that, for a file that is created or renamed: is `text` whole, as the languages of the rules see
 * it? */
static bool prove_unbroken(const struct candidate *candidate, const struct file_task *task, struct slice text,
	struct worker *worker, struct err *err)
{
	struct proof proof = { .candidate = candidate };
	eval_init(&proof.before, task, task->bytes, candidate->change.mode, worker);
	eval_init(&proof.after, task, text, candidate->change.mode, worker);
	bool ok = characters_are_its_own(&proof, err) && nothing_is_broken(&proof, err);
	eval_release(&proof.after);
	eval_release(&proof.before);
	return ok;
}

/* Is `after` settled: nothing broken in it that was whole before, no further edit, and every rule recognised as made?
 * ERR_UNFIT. */
static bool prove_settled(const struct candidate *candidate, const struct file_task *task, struct slice text,
	struct worker *worker, struct err *err)
{
	struct proof proof = { .candidate = candidate };
	eval_init(&proof.before, task, task->bytes, candidate->change.st.mode, worker);
	eval_init(&proof.after, task, text, candidate->change.mode, worker);
	proof.after.is_result = true;
	if (task->prefilter)
		prefilter_scan(task->prefilter, text, &worker->present);
	bool ok = characters_are_its_own(&proof, err) && nothing_is_broken(&proof, err);
	for (size_t r = 0; r < task->n_rules && ok; r++)
		ok = rule_is_settled(&proof, r, err);
	eval_release(&proof.after);
	eval_release(&proof.before);
	return ok;
}

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

bool compose_candidate(struct candidate *candidate, const struct file_task *task, struct worker *worker, bool *changes,
	struct err *err)
{
	struct change *change = &candidate->change;
	if (!check_size(change, task, err))
		return false;
	struct str after = STR_INIT;
	make_text(change, task->bytes, &after);
	/* What the rules say of a file at another path is proved once all paths are known: plan/new_paths.c. */
	bool has_other_path = change->is_new || candidate->file, ok = task->is_stopped || change->is_gone;
	if (!ok)
		ok = (has_other_path ? prove_unbroken : prove_settled)(candidate, task, str_slice(&after), worker, err);
	*changes = ok && (candidate->n_wants || !slice_eq(task->bytes, str_slice(&after)));
	if (*changes)
		set_after(change, task->bytes, str_slice(&after), &worker->arena);
	str_release(&after);
	return ok;
}

bool plan_one_file(const struct file_task *task, struct worker *worker, struct err *err)
{
	bool changes = false;
	worker->n_candidates = worker->n_findings = worker->n_notes = 0;
	bool ok = evaluate_file(task, worker, err) &&
		  (!worker->n_candidates || compose_candidate(&worker->candidates[0], task, worker, &changes, err));
	worker->n_candidates = ok && changes;
	return ok;
}
