#include "match/repeats.h"

#include "base/alloc.h"
#include "match/pattern_private.h"

/* So many tokens are compared one by one: nearly all code differs in these. */
#define COMPARED_FIRST 16

static bool is_same(const struct document *doc, size_t a, size_t b, size_t *steps)
{
	++*steps;
	return b < doc->n_code && token_same(doc->language, doc, doc->code[a], doc, doc->code[b]);
}

/* Adds the length for the next distance. */
static void extend(struct repeats *repeats, const struct document *doc, size_t *steps)
{
	size_t distance = repeats->count, length = 0;
	if (distance && distance < repeats->right) {
		length = repeats->lengths[distance - repeats->left];
		length = length < repeats->right - distance ? length : repeats->right - distance;
	}
	while (distance && is_same(doc, repeats->first + length, repeats->first + distance + length, steps))
		length++;
	if (distance + length > repeats->right) {
		repeats->left = distance;
		repeats->right = distance + length;
	}
	VEC_PUSH(repeats->lengths, repeats->count, repeats->capacity, (uint32_t)length);
}

bool repeats_has(
	struct repeats *repeats, const struct document *doc, size_t first, size_t at, size_t len, size_t *steps)
{
	for (size_t i = 0; i < len && i < COMPARED_FIRST; i++)
		if (!is_same(doc, first + i, at + i, steps))
			return false;
	if (len <= COMPARED_FIRST)
		return true;
	if (repeats->first != first)
		repeats->count = repeats->left = repeats->right = 0;
	repeats->first = first;
	while (repeats->count <= at - first)
		extend(repeats, doc, steps);
	return repeats->lengths[at - first] >= len;
}
