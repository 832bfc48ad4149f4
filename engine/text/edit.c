#include "text/edit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "base/table.h"

void edit_list_release(struct edit_list *list)
{
	free(list->items);
	arena_release(&list->arena);
	*list = EDIT_LIST_INIT;
}

void edit_list_add(struct edit_list *list, size_t begin, size_t end, struct slice text, uint32_t owner, uint32_t group)
{
	struct edit edit = {
		.begin = (uint32_t)begin,
		.end = (uint32_t)end,
		.text = slice_from(arena_dup(&list->arena, text), text.len),
		.owner = owner,
		.co_owner = owner,
		.group = group,
	};
	VEC_PUSH(list->items, list->count, list->capacity, edit);
}

static bool goes_around(const struct edit *edit)
{
	return edit->around_begin < edit->around_end;
}

/* Where it goes among what is inserted at one place: after code, before code, or in between. */
static int side_of(const struct edit *edit)
{
	return !goes_around(edit) ? 0 : edit->begin == edit->around_begin ? 1 : -1;
}

int edit_cmp_around(const struct edit *a, const struct edit *b)
{
	int side = side_of(a);
	if (side != side_of(b))
		return side - side_of(b);
	if (side > 0 && a->around_end != b->around_end)
		return a->around_end > b->around_end ? -1 : 1;
	if (side < 0 && a->around_begin != b->around_begin)
		return a->around_begin > b->around_begin ? -1 : 1;
	return 0;
}

/* By place; an insertion comes before a replacement that begins there. */
static int by_range(const void *a, const void *b)
{
	const struct edit *x = a, *y = b;
	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	if (x->end != y->end)
		return x->end < y->end ? -1 : 1;
	int around = edit_cmp_around(x, y);
	if (around)
		return around;
	if (!x->stacks || !y->stacks)
		return 0;
	if (x->stacks != y->stacks)
		return x->stacks < y->stacks ? -1 : 1;
	if (x->stacks == EDIT_SORTED)
		return slice_cmp(x->text, y->text);
	if (x->nearness != y->nearness)
		return x->nearness > y->nearness ? -1 : 1;
	return x->owner == y->owner ? 0 : x->owner < y->owner ? -1 : 1;
}

static bool has_range_of(const struct edit *a, const struct edit *b)
{
	return a->begin == b->begin && a->end == b->end;
}

/* Its text, and what code it goes around. */
static struct slice key_of(struct edit_list *list, const struct edit *edit)
{
	struct str key = STR_INIT;
	if (!goes_around(edit))
		return edit->text;
	str_addf(&key, "%c%u %u ", 0, edit->around_begin, edit->around_end); /* no text of a rule has a NUL */
	str_add(&key, edit->text);
	struct slice copy = slice_from(arena_dup(&list->arena, str_slice(&key)), key.len);
	str_release(&key);
	return copy;
}

static void add_owner(struct edit *edit, uint32_t owner)
{
	if (owner == edit->owner)
		return;
	edit->has_more_owners |= edit->co_owner != edit->owner && edit->co_owner != owner;
	edit->co_owner = owner;
}

/* The edits are sorted: those of one range are side by side. */
static void fold_equal(struct edit_list *list)
{
	struct table places = { 0 }; /* by its text, one past the index of an edit of the range at hand */
	size_t kept = 0;
	for (size_t i = 0; i < list->count; i++) {
		struct edit edit = list->items[i];
		bool has_before = kept && has_range_of(&list->items[kept - 1], &edit);
		if (!has_before)
			table_release(&places);
		size_t *at = has_before || (i + 1 < list->count && has_range_of(&list->items[i + 1], &edit))
				     ? table_at(&places, key_of(list, &edit))
				     : NULL;
		if (at && *at) {
			add_owner(&list->items[*at - 1], edit.owner);
			continue;
		}
		list->items[kept++] = edit;
		if (at)
			*at = kept;
	}
	table_release(&places);
	list->count = kept;
}

/* May the insertion `b` come directly after `a`? What goes around code has nothing of others between it and that. */
static bool can_follow(const struct edit *a, const struct edit *b)
{
	if (!a->stacks || !b->stacks || b->stacks == EDIT_SHIFTS || a->stacks == EDIT_OPENS)
		return false;
	return b->stacks != EDIT_CLOSES;
}

static bool is_of_one_match(const struct edit *a, const struct edit *b)
{
	return a->owner == b->owner && a->group == b->group;
}

/* `a` is the one before `b` in the sorted list. */
static bool overlap(const struct edit *a, const struct edit *b)
{
	if (a->begin != a->end || b->begin != b->end || a->begin != b->begin)
		return b->begin < a->end;
	if (goes_around(a) && goes_around(b))
		return edit_cmp_around(a, b) == 0 && !is_of_one_match(a, b);
	return a->owner != b->owner && !can_follow(a, b);
}

/* The edit that indents the line by which this one is laid out, for another match; or NULL. `indents` are in order. */
static const struct edit *indents_anew(const struct edit *const *indents, size_t count, const struct edit *edit)
{
	size_t low = 0, high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (indents[middle]->line < edit->line)
			low = middle + 1;
		else
			high = middle;
	}
	while (low < count && indents[low]->line == edit->line && is_of_one_match(indents[low], edit))
		low++;
	return low < count && indents[low]->line == edit->line ? indents[low] : NULL;
}

/* No lines are put beside one whose indentation changes: they would stay behind, in another block. */
static bool settle_layout(const struct edit_list *list, size_t *a, size_t *b)
{
	const struct edit **indents = xmalloc((list->count + 1) * sizeof(*indents));
	const struct edit *with = NULL;
	size_t count = 0;
	for (size_t i = 0; i < list->count; i++)
		if (list->items[i].layout == EDIT_INDENTS)
			indents[count++] = &list->items[i];
	for (size_t i = 0; i < list->count && count && !with; i++) {
		if (list->items[i].layout != EDIT_FOLLOWS)
			continue;
		with = indents_anew(indents, count, &list->items[i]);
		*a = i;
		*b = with ? (size_t)(with - list->items) : 0;
	}
	free(indents);
	return !with;
}

/* Two owners bring an item to one list, and not by the same edit: it would be there twice. */
static bool settle_items(struct edit_list *list, size_t *a, size_t *b)
{
	struct table items = { 0 }; /* by list and item, one past the index of an edit */
	bool ok = true;
	for (size_t i = 0; i < list->count && ok; i++) {
		const struct edit *edit = &list->items[i];
		struct str key = STR_INIT;
		if (!edit->list)
			continue;
		str_addf(&key, "%u ", edit->list);
		str_add(&key, edit->item);
		size_t *first = table_at(&items, slice_from(arena_dup(&list->arena, str_slice(&key)), key.len));
		str_release(&key);
		*first = *first ? *first : i + 1;
		*a = *first - 1;
		*b = i;
		ok = list->items[*a].owner == edit->owner;
	}
	table_release(&items);
	return ok;
}

bool edit_list_settle(struct edit_list *list, size_t *a, size_t *b)
{
	/* Edits at one place keep the order in which they were added. */
	sort_stable(list->items, list->count, sizeof(*list->items), by_range);
	fold_equal(list);
	for (size_t i = 1; i < list->count; i++) {
		if (!overlap(&list->items[i - 1], &list->items[i]))
			continue;
		*a = i - 1;
		*b = i;
		return false;
	}
	return settle_items(list, a, b) && settle_layout(list, a, b);
}

void edit_list_apply(const struct edit_list *list, struct slice old, struct str *out)
{
	size_t extra = old.len;
	for (size_t i = 0; i < list->count; i++)
		extra += list->items[i].text.len;
	str_reserve(out, extra);
	size_t at = 0;
	for (size_t i = 0; i < list->count; i++) {
		const struct edit *edit = &list->items[i];
		str_add(out, slice_sub(old, at, edit->begin));
		str_add(out, edit->text);
		at = edit->end;
	}
	str_add(out, slice_sub(old, at, old.len));
}
