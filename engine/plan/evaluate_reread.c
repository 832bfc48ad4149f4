/* A file that was edited is read again by the languages of its rules: what was whole must be whole. */
#include "lang/trouble.h"
#include "plan/evaluate_work.h"

static const struct active_rule *rule_of(const struct work *work, size_t index)
{
	for (size_t i = 0; i < work->task->n_rules; i++)
		if (work->task->rules[i]->index == index)
			return work->task->rules[i];
	return NULL;
}

static size_t count_of(const struct trouble_list *list, const char *what)
{
	size_t count = 0;
	for (size_t i = 0; i < list->count; i++)
		count += list->items[i].what == what;
	return count;
}

/* The edit that made byte `offset` of the result, or else the last before it, or the first; `*before` is the byte of the old text. */
static const struct edit *edit_at(const struct edit_list *edits, size_t offset, size_t *before)
{
	const struct edit *nearest = &edits->items[0];
	size_t shift = 0; /* wraps round where the text has become shorter */
	for (size_t i = 0; i < edits->count; i++) {
		const struct edit *edit = &edits->items[i];
		if (edit->begin + shift > offset)
			break;
		nearest = edit;
		if (offset <= edit->begin + shift + edit->text.len) {
			*before = edit->begin;
			return edit;
		}
		shift += edit->text.len - (edit->end - edit->begin);
	}
	*before = offset - shift;
	return nearest;
}

static bool was_there(const struct trouble_list *before, const char *what, size_t offset)
{
	for (size_t i = 0; i < before->count; i++)
		if (before->items[i].what == what && before->items[i].offset == offset)
			return true;
	return false;
}

static bool fail_broken(struct work *work, struct work *again, const struct edit *edit, const struct trouble *trouble, struct err *err)
{
	struct place place = source_place(&work->source, edit->begin), result = source_place(&again->source, trouble->offset);
	err_set(err, ERR_UNFIT, "rule '%s' would break this file: %s (line %zu of the result)", rule_of(work, edit->owner)->rule->id, trouble->what, result.line);
	err_at(err, work->task->path, place.line, place.column);
	err_snippet(err, work->source.bytes, edit->begin);
	return err_hint(err, "nothing was written; let the rule match all of what it changes, or leave this place out by a condition");
}

static bool compare(struct work *work, struct work *again, const struct trouble_list *before, const struct trouble_list *after, struct err *err)
{
	for (size_t i = 0; i < after->count; i++) {
		const struct trouble *trouble = &after->items[i];
		size_t offset;
		if (count_of(after, trouble->what) <= count_of(before, trouble->what))
			continue;
		const struct edit *edit = edit_at(&work->edits, trouble->offset, &offset);
		if (!was_there(before, trouble->what, offset))
			return fail_broken(work, again, edit, trouble, err);
	}
	return true;
}

static bool edits_in(const struct work *work, size_t rule)
{
	for (size_t i = 0; i < work->edits.count; i++)
		if (work->edits.items[i].owner == rule || work->edits.items[i].twin == rule)
			return true;
	return false;
}

/* Lines of a hunk say nothing of what stands above and below them: an excerpt that they change cannot be read as a file. */
static bool takes_lines(const struct rule *rule)
{
	for (size_t i = 0; i < rule->n_edits; i++)
		if (rule->edits[i].op->find)
			return true;
	return false;
}

bool work_reread(struct work *work, struct work *again, struct err *err)
{
	const struct language *last = NULL;
	bool ok = true;
	for (size_t r = 0; r < work->task->n_rules && ok; r++) {
		const struct active_rule *active = work->task->rules[r];
		struct trouble_list before = { 0 }, after = { 0 };
		if (active->rule->language == last || !edits_in(work, active->index))
			continue;
		if (work->task->is_excerpt && takes_lines(active->rule))
			continue;
		last = active->rule->language;
		document_troubles(work_document(again, last), &after);
		if (after.count)
			document_troubles(work_document(work, last), &before);
		ok = compare(work, again, &before, &after, err);
		trouble_list_release(&before);
		trouble_list_release(&after);
	}
	return ok;
}
