#include "plan/evaluate/file_eval.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "plan/evaluate/evaluate.h"

/* --- operations on whole files: are they to be made, made, or neither? -------------------------------------------- */

static struct fileop_case case_of(
	const struct file_task *task, const struct rule *rule, struct source *source, uint32_t mode)
{
	return (struct fileop_case){
		.path = task->path,
		.is_absent = task->is_absent,
		.has_modes = task->has_modes,
		.mode = mode,
		.source = source,
		.probe = task->probe,
		.named = rule->files[0],
		.beside = rule->file_edit,
	};
}

bool file_rule_speaks(const struct file_task *task, const struct rule *rule, bool *speaks, struct err *err)
{
	const struct edit_def *edit = rule->file_edit;
	*speaks = true;
	if (!edit || !edit->op->file->speaks)
		return true;
	struct fileop_case file = case_of(task, rule, NULL, 0);
	return edit->op->file->speaks(edit, &file, speaks, err);
}

/*
 * Judges one operation on the file, whose mode is taken to be `mode`. `*detail` is one line, in `arena`, for
 * EDIT_ABSENT. False with `err` when a path cannot be examined.
 */
static bool file_edit_judge(const struct file_task *task, const struct rule *rule, const struct edit_def *edit,
	struct source *source, uint32_t mode, struct arena *arena, enum edit_state *state, const char **detail,
	struct err *err)
{
	struct fileop_case file = case_of(task, rule, source, mode);
	*detail = NULL;
	return edit->op->file->judge(edit, &file, arena, state, detail, err);
}

/* --- a file and its rules ----------------------------------------------------------------------------------------- */

void edit_order_add_rule(struct edit_order *order, const struct rule *rule)
{
	for (size_t i = 0; i < rule->n_edits; i++)
		if (rule->edits[i].op->inserts)
			VEC_PUSH(order->rules, order->count, order->capacity, rule->compiled[i]);
}

void edit_order_release(struct edit_order *order)
{
	free(order->rules);
	*order = (struct edit_order){ 0 };
}

void eval_init(
	struct file_eval *ev, const struct file_task *task, struct slice bytes, uint32_t mode, struct worker *worker)
{
	*ev = (struct file_eval){ .task = task, .worker = worker, .mode = mode };
	source_init(&ev->source, task->path, bytes);
}

static void release_document(struct file_eval *ev, size_t i)
{
	const struct document *doc = &ev->docs[i];
	if (ev->task->trace && doc->lexed)
		trace_event(ev->task->trace, "lex", "%s as %s, %zu tokens%s", ev->task->path, doc->language->name,
			doc->tokens.count, ev->is_result ? ", the result" : "");
	document_release(&ev->docs[i]);
	edit_beside_release(&ev->beside[i]);
}

static void original_release(struct edit_original *original)
{
	if (original->language) {
		edit_beside_release(&original->beside);
		document_close(&original->doc, &original->source);
	}
	str_release(&original->text);
	*original = (struct edit_original){ 0 };
}

void eval_release(struct file_eval *ev)
{
	original_release(&ev->original);
	for (size_t i = 0; i < ev->n_docs; i++)
		release_document(ev, i);
	edit_order_release(&ev->own_order);
	edit_list_release(&ev->edits);
	free(ev->wants);
	source_release(&ev->source);
}

struct document *eval_document(struct file_eval *ev, const struct language *language)
{
	for (size_t i = 0; i < ev->n_docs; i++)
		if (ev->docs[i].language == language)
			return &ev->docs[i];
	if (ev->n_docs == MAX_LANGUAGES)
		release_document(ev, --ev->n_docs);
	struct document *doc = &ev->docs[ev->n_docs++];
	document_init(doc, &ev->source, language);
	return doc;
}

void eval_forget(struct file_eval *ev, const struct language *language)
{
	for (size_t i = 0; i < ev->n_docs; i++) {
		if (ev->docs[i].language != language)
			continue;
		release_document(ev, i);
		ev->docs[i] = ev->docs[--ev->n_docs];
		ev->beside[i] = ev->beside[ev->n_docs];
		ev->beside[ev->n_docs] = (struct edit_beside){ 0 };
		return;
	}
}

/* What edits insert in it. Where the set's order is not known, that of the rules at work counts. */
static struct edit_beside *beside_of(struct file_eval *ev, const struct document *doc)
{
	struct edit_beside *beside = &ev->beside[doc - ev->docs];
	for (size_t r = 0; !ev->task->order && !ev->has_order && r < ev->task->n_rules; r++)
		edit_order_add_rule(&ev->own_order, ev->task->rules[r]->rule);
	ev->has_order = true;
	beside->order = ev->task->order ? ev->task->order : &ev->own_order;
	return beside;
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

static void tally(struct rule_outcome *out, size_t index, bool leaves_nothing)
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
		out->has_uncounted |= leaves_nothing;
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
		out->n_unproved++;
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

/* Reads the text, unless that is what was read last. */
static void read_original(
	struct edit_original *original, const struct edit_settling *settling, const char *path, struct slice text)
{
	const struct language *language = settling->rule->language;
	if (original->language == language && slice_eq(str_slice(&original->text), text))
		return;
	original_release(original);
	original->language = language;
	str_add(&original->text, text);
	document_open(&original->doc, &original->source, path, str_slice(&original->text), language);
	original->beside.order = settling->beside->order;
}

/* In a text that the file had: is the edit made in places of it, and are others to be changed (`*has_left`)? */
static bool is_made_in(const struct edit_settling *settling, const char *path, struct slice text, bool *has_left)
{
	struct edit_outcome outcome = { 0 };
	struct edit_original once = { 0 }, *original = settling->original ? settling->original : &once;
	read_original(original, settling, path, text);
	edit_rule_find(settling->rule->compiled[settling->index], &original->doc, settling->scratch, &original->beside,
		&outcome);
	bool is_made = outcome.n_applied > 0;
	*has_left = outcome.matches.count > 0;
	edit_outcome_release(&outcome);
	original_release(&once);
	return is_made;
}

/* What the journal says of an edit to be made: places that it shows to be made are. Then, what is `left` of it all the
 * same. False: nobody's lines but its own are near. */
static bool drop_put(const struct edit_settling *settling, struct document *doc, struct edit_outcome *out,
	struct str *before, struct left *left)
{
	const struct rule *rule = settling->rule;
	const struct applied_lookup *applied = settling->applied;
	const struct edit_rule *compiled = rule->compiled[settling->index];
	bool has_left;
	if (!applied || !applied->was_put)
		return true;
	enum edit_put put = applied->was_put(applied->ctx, rule->id,
		edit_digest(&rule->edits[settling->index], rule->language), doc->source->path, settling->bytes, before);
	struct slice text = left->before = str_slice(before);
	left->lines = put == PUT_BY_NO_RUN ? LEFT_KEPT : LEFT_ALL;
	left->was_made = put == PUT_AND_CHANGED;
	if (!rule->edits[settling->index].op->is_left)
		return put != PUT_AS_LEFT;
	if (put == PUT_AS_LEFT)
		edit_rule_drop_left(compiled, doc, settling->scratch, LEFT_ALL, text, out);
	if (put == PUT_AND_CHANGED)
		edit_rule_drop_left(compiled, doc, settling->scratch, LEFT_ADDED, text, out);
	/* Of several places, the run may have found some that were made. */
	bool had_it = (put == PUT_BY_NO_RUN || put == PUT_AND_CHANGED) && out->matches.count &&
		      is_made_in(settling, doc->source->path, text, &has_left) && (put == PUT_AND_CHANGED || !has_left);
	if (had_it)
		edit_rule_drop_left(compiled, doc, settling->scratch, LEFT_KEPT, text, out);
	left->was_made |= had_it;
	return put != PUT_AS_LEFT;
}

/* An edit that is lines, whatever code is in them, was made once and can be made again: what was the text that it was
 * made in? False where it was not, or nothing tells. */
static bool find_text_before(const struct edit_settling *settling, struct document *doc, struct str *before)
{
	const struct rule *rule = settling->rule;
	const struct applied_lookup *applied = settling->applied;
	bool by_run = false;
	str_clear(before);
	return applied && applied->was_found && rule->edits[settling->index].op->stands_alone &&
	       applied->was_found(applied->ctx, rule->id, edit_digest(&rule->edits[settling->index], rule->language),
		       doc->source->path, settling->bytes, &by_run, before) &&
	       by_run;
}

void edit_settle(const struct edit_settling *settling, struct document *doc, struct edit_outcome *out)
{
	struct str before = STR_INIT;
	struct left left = { .lines = LEFT_ALL };
	const struct op *op = settling->rule->edits[settling->index].op;
	if ((!op->is_left && !op->inserts) || !out->matches.count)
		return;
	bool may_be_others = drop_put(settling, doc, out, &before, &left);
	if (out->matches.count && find_text_before(settling, doc, &before))
		edit_rule_doubt_place(settling->rule->compiled[settling->index], doc, str_slice(&before), out);
	if (may_be_others)
		edit_rule_doubt(settling->rule->compiled[settling->index], doc, settling->scratch, settling->beside,
			&left, out);
	str_release(&before);
}

bool eval_find(struct file_eval *ev, const struct rule *rule, struct rule_outcome *out, struct err *err)
{
	*out = (struct rule_outcome){ .edits = xcalloc(rule->n_edits, sizeof(*out->edits)),
		.states = xcalloc(rule->n_edits, sizeof(*out->states)) };
	for (size_t i = 0; i < rule->n_edits; i++) {
		enum edit_state state;
		const char *detail;
		if (!rule->edits[i].op->file) {
			struct document *doc = eval_document(ev, rule->language);
			struct edit_beside *beside = beside_of(ev, doc);
			edit_rule_find(rule->compiled[i], doc, ev->worker->scratch, beside, &out->edits[i]);
			/* What runs made of the file is made in the result as well. */
			edit_settle(&(struct edit_settling){ ev->task->applied, rule, i, beside, ev->task->bytes,
					    ev->worker->scratch, &ev->original },
				doc, &out->edits[i]);
			tally(out, i, rule->edits[i].op->leaves_nothing);
		} else if (file_edit_judge(ev->task, rule, &rule->edits[i], &ev->source, ev->mode, &ev->worker->arena,
				   &state, &detail, err)) {
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

bool eval_emit(struct file_eval *ev, const struct active_rule *active, const struct rule_outcome *out, struct err *err)
{
	const struct rule *rule = active->rule;
	for (size_t i = 0; i < rule->n_edits; i++) {
		struct file_want want = { active->index, &rule->edits[i] };
		if (!rule->edits[i].op->file) {
			struct document *doc = eval_document(ev, rule->language);
			struct edit_group together = { rule->compiled, out->edits, rule->n_edits };
			struct edit_beside *beside = beside_of(ev, doc);
			if (!edit_rule_emit(rule->compiled[i], doc, ev->worker->scratch, &out->edits[i], &together,
				    beside, (uint32_t)active->index, &ev->group, &ev->edits, err))
				return err_prefix(err, "rule '%s'", rule->id);
		} else if (out->states[i] == EDIT_TO_MAKE) {
			VEC_PUSH(ev->wants, ev->n_wants, ev->wants_capacity, want);
		}
	}
	return true;
}

bool task_needs_look(const struct file_task *task, const struct worker *worker, size_t r)
{
	return task->named[r] || task->was_touched || !task->prefilter ||
	       worker->present.wants[task->rules[r]->position];
}
