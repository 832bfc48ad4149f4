#include "base/sort.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "unit.h"

struct item {
	int key;
	size_t place; /* where it was */
};

static int by_key(const void *a, const void *b)
{
	const struct item *x = a, *y = b;
	return (x->key > y->key) - (x->key < y->key);
}

/* Every element is there, keys rise, and equal keys keep their order. */
static void check_sorted(const int *keys, size_t count)
{
	struct item *items = xcalloc(count + 1, sizeof(*items));
	bool *seen = xcalloc(count + 1, sizeof(*seen));
	for (size_t i = 0; i < count; i++)
		items[i] = (struct item){ keys[i], i };
	sort_stable(items, count, sizeof(*items), by_key);
	for (size_t i = 0; i < count; i++) {
		assert_int_equal(items[i].key, keys[items[i].place]);
		assert_false(seen[items[i].place]);
		seen[items[i].place] = true;
		if (i)
			assert_true(items[i - 1].key < items[i].key ||
				    (items[i - 1].key == items[i].key && items[i - 1].place < items[i].place));
	}
	free(seen);
	free(items);
}

TEST(sort_stable_keeps_the_order_of_equals)
{
	static const int few[] = { 3, 1, 2, 1, 3, 1 };
	int many[1000];
	sort_stable(NULL, 0, sizeof(int), by_key);
	check_sorted(few, 1);
	check_sorted(few, COUNT_OF(few));
	unsigned seed = 1;
	for (size_t count = 2; count < COUNT_OF(many); count = count * 2 + 1) {
		for (size_t i = 0; i < count; i++) {
			seed = seed * 1103515245u + 12345u;
			many[i] = (int)(seed >> 16) % 7;
		}
		check_sorted(many, count);
	}
	for (size_t i = 0; i < COUNT_OF(many); i++)
		many[i] = -(int)(i / 3);
	check_sorted(many, COUNT_OF(many));
}

static int whole(const void *key, const void *element)
{
	int a = *(const int *)key, b = *(const int *)element;
	return (a > b) - (a < b);
}

TEST(sort_lower_bound_is_the_first_that_is_not_before)
{
	static const int sorted[] = { 1, 3, 3, 3, 7 };
	static const size_t wanted[] = { 0, 0, 1, 1, 4, 4, 4, 4, 5, 5 };
	for (int key = 0; key < (int)COUNT_OF(wanted); key++)
		assert_int_equal(sort_lower_bound(sorted, COUNT_OF(sorted), sizeof(*sorted), &key, whole), wanted[key]);
	int key = 3;
	assert_int_equal(sort_lower_bound(NULL, 0, sizeof(int), &key, whole), 0);
}
