#include "op/pick.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"

void pick_list_release(struct pick_list *list)
{
	free(list->items);
	*list = (struct pick_list){ 0 };
}

void pick_add(struct pick_list *list, struct document *doc, size_t match, const struct match *place)
{
	struct pick_place item = { place->begin, document_block_at(doc, doc->code[place->run.first]), match };
	VEC_PUSH(list->items, list->count, list->capacity, item);
}

static int by_block_and_place(const void *a, const void *b)
{
	const struct pick_place *x = a, *y = b;
	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	return x->begin < y->begin ? -1 : x->begin > y->begin;
}

static bool is_picked(const struct edit_def *def, size_t number, size_t count)
{
	switch (def->pick) {
	case PICK_FIRST:
		return number == 0;
	case PICK_LAST:
		return number + 1 == count;
	case PICK_NTH:
		return number + 1 == def->pick_number;
	default:
		return true;
	}
}

/* Drops from the sorted places all that are not picked in their block. */
static void drop_others(const struct edit_def *def, struct pick_list *places)
{
	size_t kept = 0;
	for (size_t begin = 0, end; begin < places->count; begin = end) {
		for (end = begin; end < places->count && places->items[end].block == places->items[begin].block;)
			end++;
		for (size_t i = begin; i < end; i++)
			if (is_picked(def, i - begin, end - begin))
				places->items[kept++] = places->items[i];
	}
	places->count = kept;
}

static void keep_matches(const struct pick_list *places, struct match_list *matches)
{
	bool *is_kept = xcalloc(matches->count, sizeof(*is_kept));
	for (size_t i = 0; i < places->count; i++)
		if (places->items[i].match != PICK_MADE)
			is_kept[places->items[i].match] = true;
	size_t kept = 0;
	for (size_t i = 0; i < matches->count; i++)
		if (is_kept[i])
			matches->items[kept++] = matches->items[i];
	matches->count = kept;
	free(is_kept);
}

void pick_places(const struct edit_def *def, struct document *doc, struct pick_list *places, struct match_list *matches)
{
	if (def->pick != PICK_EVERY) {
		for (size_t i = 0; i < matches->count; i++)
			pick_add(places, doc, i, &matches->items[i]);
		if (places->count)
			sort_stable(places->items, places->count, sizeof(*places->items), by_block_and_place);
		drop_others(def, places);
		keep_matches(places, matches);
	}
	if (def->op->once && matches->count > 1)
		matches->count = 1;
}
