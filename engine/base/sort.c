#include "base/sort.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

typedef int compare(const void *, const void *);

/* Merges the sorted halves items[0, middle) and items[middle, count); `room` takes the first. */
static void merge(char *items, size_t middle, size_t count, size_t size, compare *order, char *room)
{
	memcpy(room, items, middle * size);
	size_t left = 0, right = middle;
	for (char *out = items; left < middle; out += size) {
		bool from_right = right < count && order(room + left * size, items + right * size) > 0;
		memcpy(out, from_right ? items + right++ * size : room + left++ * size, size);
	}
}

static void sort(char *items, size_t count, size_t size, compare *order, char *room)
{
	if (count < 2)
		return;
	size_t middle = count / 2;
	sort(items, middle, size, order, room);
	sort(items + middle * size, count - middle, size, order, room);
	/* What came sorted, as most lists do, is not moved. */
	if (order(items + (middle - 1) * size, items + middle * size) > 0)
		merge(items, middle, count, size, order, room);
}

void sort_stable(void *items, size_t count, size_t size, compare *order)
{
	if (count < 2)
		return;
	char *room = xreallocarray(NULL, count / 2, size);
	sort(items, count, size, order, room);
	free(room);
}

size_t sort_lower_bound(const void *items, size_t count, size_t size, const void *key, compare *order)
{
	size_t low = 0, high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (order(key, (const char *)items + middle * size) > 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

size_t sort_lower_bound_u32(const uint32_t *numbers, size_t count, uint32_t key)
{
	size_t low = 0, high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (numbers[middle] < key)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int sort_order_numbers(const void *a, const void *b)
{
	const size_t *x = a, *y = b;
	return (*x > *y) - (*x < *y);
}

int sort_order_texts(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}
