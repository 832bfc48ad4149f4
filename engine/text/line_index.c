#include "text/line_index.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/sort.h"

struct numbered {
	uint32_t number, place;
};

static int by_number(const void *a, const void *b)
{
	uint32_t left = ((const struct numbered *)a)->number, right = ((const struct numbered *)b)->number;
	return (left > right) - (left < right);
}

void line_index_init(struct line_index *index, const uint32_t *lines, size_t n_lines)
{
	struct numbered *all = xcalloc(n_lines + 1, sizeof(*all));
	*index = (struct line_index){ lines, n_lines, xcalloc(n_lines + 1, sizeof(*index->sorted)) };
	for (size_t i = 0; i < n_lines; i++)
		all[i] = (struct numbered){ lines[i], (uint32_t)i };
	sort_stable(all, n_lines, sizeof(*all), by_number);
	for (size_t i = 0; i < n_lines; i++)
		index->sorted[i] = all[i].place;
	free(all);
}

void line_index_release(struct line_index *index)
{
	free(index->sorted);
	*index = (struct line_index){ 0 };
}

/* The first of the sorted places with a number that is not below `number`. */
static size_t first_of(const struct line_index *index, uint64_t number)
{
	size_t low = 0, high = index->n_lines;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (index->lines[index->sorted[middle]] < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_at(const struct line_index *index, const uint32_t *run, size_t n, size_t line)
{
	for (size_t i = 0; i < n; i++)
		if (index->lines[line + i] != run[i])
			return false;
	return true;
}

bool line_index_find(const struct line_index *index, const uint32_t *run, size_t n, struct line_places *out)
{
	if (n > index->n_lines)
		return true;
	size_t rarest = 0, begin = 0, end = index->n_lines + 1;
	for (size_t i = 0; i < n && end > begin; i++) {
		size_t first = first_of(index, run[i]), last = first_of(index, (uint64_t)run[i] + 1);
		if (last - first >= end - begin)
			continue;
		rarest = i;
		begin = first;
		end = last;
	}
	if (end - begin > index->n_lines / n)
		return false;
	for (size_t i = begin; i < end; i++) {
		size_t at = index->sorted[i];
		if (at < rarest || at - rarest + n > index->n_lines)
			continue;
		if (is_at(index, run, n, at - rarest))
			VEC_PUSH(out->items, out->count, out->capacity, at - rarest);
	}
	return true;
}
