#include "text/edit.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

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
		.twin = owner,
		.group = group,
	};
	VEC_PUSH(list->items, list->count, list->capacity, edit);
}

/* By place; an insertion comes before a replacement that begins there. */
static bool is_before(const struct edit *a, const struct edit *b)
{
	return a->begin != b->begin ? a->begin < b->begin : a->end < b->end;
}

/* Merges the sorted runs [0, middle) and [middle, count) of `from` into `to`. */
static void merge_runs(struct edit *to, const struct edit *from, size_t middle, size_t count)
{
	size_t left = 0, right = middle;
	for (size_t i = 0; i < count; i++) {
		bool take_right = left == middle || (right < count && is_before(&from[right], &from[left]));
		to[i] = from[take_right ? right++ : left++];
	}
}

/* Merge sort: qsort() is not stable, and edits at one place keep the order in which they were added. */
static void sort_stable(struct edit *items, size_t count)
{
	size_t sorted = 1;
	while (sorted < count && !is_before(&items[sorted], &items[sorted - 1]))
		sorted++;
	if (sorted >= count)
		return;
	struct edit *spare = xcalloc(count, sizeof(*spare));
	for (size_t run = 1; run < count; run *= 2) {
		for (size_t i = 0; i < count; i += 2 * run) {
			size_t left = count - i < run ? count - i : run;
			size_t both = count - i < 2 * run ? count - i : 2 * run;
			merge_runs(spare + i, items + i, left, both);
		}
		memcpy(items, spare, count * sizeof(*items));
	}
	free(spare);
}

/* The edit with the same range and text among the `count` settled ones, or NULL. They are sorted, so its range is at the end. */
static struct edit *find_settled(struct edit *items, size_t count, const struct edit *edit)
{
	for (size_t i = count; i > 0; i--) {
		struct edit *other = &items[i - 1];
		if (other->begin != edit->begin || other->end != edit->end)
			return NULL;
		if (slice_eq(other->text, edit->text))
			return other;
	}
	return NULL;
}

static void fold_equal(struct edit_list *list)
{
	size_t kept = 0;
	for (size_t i = 0; i < list->count; i++) {
		struct edit edit = list->items[i];
		struct edit *same = find_settled(list->items, kept, &edit);
		if (!same)
			list->items[kept++] = edit;
		else if (edit.owner != same->owner)
			same->twin = edit.owner;
	}
	list->count = kept;
}

/* `a` is the one before `b` in the sorted list. */
static bool overlap(const struct edit *a, const struct edit *b)
{
	bool both_insert_here = a->begin == a->end && b->begin == b->end && a->begin == b->begin;
	return b->begin < a->end || (both_insert_here && a->owner != b->owner);
}

bool edit_list_settle(struct edit_list *list, size_t *a, size_t *b)
{
	sort_stable(list->items, list->count);
	fold_equal(list);
	for (size_t i = 1; i < list->count; i++) {
		if (!overlap(&list->items[i - 1], &list->items[i]))
			continue;
		*a = i - 1;
		*b = i;
		return false;
	}
	return true;
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
