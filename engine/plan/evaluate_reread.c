/* A file that was edited is read again by the languages of its rules: what was whole must be whole. */
#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "lang/trouble.h"
#include "plan/evaluate_work.h"

static const struct active_rule *rule_of(const struct work *work, size_t index)
{
	for (size_t i = 0; i < work->task->n_rules; i++)
		if (work->task->rules[i]->index == index)
			return work->task->rules[i];
	return NULL;
}

static int by_sort_and_place(const void *a, const void *b)
{
	const struct trouble *x = a, *y = b;
	if (x->what != y->what)
		return (uintptr_t)x->what < (uintptr_t)y->what ? -1 : 1;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

static void sort_troubles(struct trouble_list *list)
{
	if (list->count)
		sort_stable(list->items, list->count, sizeof(*list->items), by_sort_and_place);
}

/* The first of `list`, sorted, that is not before `wanted`. */
static size_t first_from(const struct trouble_list *list, struct trouble wanted)
{
	return sort_lower_bound(list->items, list->count, sizeof(*list->items), &wanted, by_sort_and_place);
}

static size_t count_of(const struct trouble_list *list, const char *what)
{
	size_t begin = first_from(list, (struct trouble){ 0, what }), end = first_from(list, (struct trouble){ UINT32_MAX, what });
	return end - begin + (end < list->count && list->items[end].what == what);
}

/* Where in the edits one is, going through the result from its begin to its end. */
struct edit_cursor {
	const struct edit_list *edits;
	size_t next, shift; /* `shift` wraps round where the text has become shorter */
};

/*
 * The edit that made byte `offset` of the result, or else the last before it, or the first; `*before` is the byte of the old text. `offset` is no less
 * than in the call before.
 */
static const struct edit *edit_at(struct edit_cursor *cursor, size_t offset, size_t *before)
{
	const struct edit_list *edits = cursor->edits;
	while (cursor->next < edits->count && edits->items[cursor->next].begin + cursor->shift <= offset) {
		const struct edit *edit = &edits->items[cursor->next];
		if (offset <= edit->begin + cursor->shift + edit->text.len) {
			*before = edit->begin;
			return edit;
		}
		cursor->shift += edit->text.len - (edit->end - edit->begin);
		cursor->next++;
	}
	*before = offset - cursor->shift;
	return &edits->items[cursor->next ? cursor->next - 1 : 0];
}

static bool was_there(const struct trouble_list *before, const char *what, size_t offset)
{
	size_t at = first_from(before, (struct trouble){ (uint32_t)offset, what });
	return at < before->count && before->items[at].what == what && before->items[at].offset == offset;
}

static bool fail_broken(struct work *work, struct work *again, const struct edit *edit, const struct trouble *trouble, struct err *err)
{
	struct place place = source_place(&work->source, edit->begin), result = source_place(&again->source, trouble->offset);
	err_set(err, ERR_UNFIT, "rule '%s' would break this file: %s (line %zu of the result)", rule_of(work, edit->owner)->rule->id, trouble->what, result.line);
	err_at(err, work->task->path, place.line, place.column);
	err_snippet(err, work->source.bytes, edit->begin);
	return err_hint(err, "nothing was written; let the rule match all of what it changes, or leave this place out by a condition");
}

/* Sorts both. The first trouble in the result that was not there before. */
static bool compare(struct work *work, struct work *again, struct trouble_list *before, struct trouble_list *after, struct err *err)
{
	const struct trouble *first = NULL;
	const struct edit *made_by = NULL;
	struct edit_cursor cursor = { 0 };
	bool is_more = false;
	sort_troubles(before);
	sort_troubles(after);
	for (size_t i = 0; i < after->count; i++) {
		const struct trouble *trouble = &after->items[i];
		size_t offset;
		if (!i || trouble->what != after->items[i - 1].what) {
			is_more = count_of(after, trouble->what) > count_of(before, trouble->what);
			cursor = (struct edit_cursor){ .edits = &work->edits };
		}
		if (!is_more || (first && first->offset <= trouble->offset))
			continue;
		const struct edit *edit = edit_at(&cursor, trouble->offset, &offset);
		if (was_there(before, trouble->what, offset))
			continue;
		first = trouble;
		made_by = edit;
	}
	return !first || fail_broken(work, again, made_by, first, err);
}

/* Which rules, by their index, have edits in the file; to be freed. `*count` is one past the last. */
static bool *rules_with_edits(const struct work *work, size_t *count)
{
	*count = 0;
	for (size_t i = 0; i < work->edits.count; i++) {
		const struct edit *edit = &work->edits.items[i];
		size_t last = edit->owner > edit->twin ? edit->owner : edit->twin;
		*count = last < *count ? *count : last + 1;
	}
	bool *has = xcalloc(*count, sizeof(*has));
	for (size_t i = 0; i < work->edits.count; i++)
		has[work->edits.items[i].owner] = has[work->edits.items[i].twin] = true;
	return has;
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
	size_t n_known;
	bool ok = true, *has_edits = rules_with_edits(work, &n_known);
	for (size_t r = 0; r < work->task->n_rules && ok; r++) {
		const struct active_rule *active = work->task->rules[r];
		struct trouble_list before = { 0 }, after = { 0 };
		if (active->rule->language == last || active->index >= n_known || !has_edits[active->index])
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
	free(has_edits);
	return ok;
}
