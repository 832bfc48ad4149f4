/*
 * Sorting with the same result on every system. qsort() is free to swap elements that compare equal, and does so on
 * Windows where glibc does not: a report would list the same findings in another order.
 */
#ifndef TPATCH_BASE_SORT_H
#define TPATCH_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/*
 * Sorts `count` elements of `size` bytes by `order`, which answers as strcmp() does; elements that are equal stay in
 * their order. `items` may be NULL if `count` is 0. Takes as much memory again while it works.
 */
void sort_stable(void *items, size_t count, size_t size, int (*order)(const void *, const void *));

/*
 * Where `key` belongs among `count` elements of `size` bytes that are sorted: the index of the first one that is not
 * before it, `count` if all are. `order(key, element)` answers as strcmp() does; `items` may be NULL if `count` is 0.
 */
size_t sort_lower_bound(
	const void *items, size_t count, size_t size, const void *key, int (*order)(const void *, const void *));
/* The same among numbers. */
size_t sort_lower_bound_u32(const uint32_t *numbers, size_t count, uint32_t key);

/* Orders for sort_stable(): of elements that are a size_t, or a pointer to a text, byte by byte. */
int sort_order_numbers(const void *a, const void *b);
int sort_order_texts(const void *a, const void *b);

#endif
