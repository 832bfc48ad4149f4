#include "base/nearest.h"

#include <stdbool.h>

#include "base/ascii.h"

#define MAX_NAME 64

/* Names that a message offers. */
#define MAX_NEAREST 3

const char *synonym_find(const struct synonym *rows, size_t count, struct slice word)
{
	for (size_t i = 0; i < count; i++)
		for (struct slice rest = slice_of(rows[i].words), one; slice_cut(&rest, ' ', &one);)
			if (slice_eq_nocase(one, word))
				return rows[i].meant;
	return NULL;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

size_t nearest_distance(struct slice a, struct slice b)
{
	size_t rows[3][MAX_NAME + 1];
	size_t *before = rows[0], *above = rows[1], *row = rows[2];
	a.len = least(a.len, MAX_NAME);
	b.len = least(b.len, MAX_NAME);
	for (size_t j = 0; j <= b.len; j++)
		above[j] = before[j] = j;
	for (size_t i = 1; i <= a.len; i++) {
		char x = ascii_to_lower(a.ptr[i - 1]);
		row[0] = i;
		for (size_t j = 1; j <= b.len; j++) {
			char y = ascii_to_lower(b.ptr[j - 1]);
			row[j] = least(least(above[j], row[j - 1]) + 1, above[j - 1] + (x != y));
			if (i > 1 && j > 1 && x == ascii_to_lower(b.ptr[j - 2]) && ascii_to_lower(a.ptr[i - 2]) == y)
				row[j] = least(row[j], before[j - 2] + 1);
		}
		size_t *spare = before;
		before = above;
		above = row;
		row = spare;
	}
	return above[b.len];
}

/* Does the longer one begin or end with the shorter one, as blackwell-cuda13 does with blackwell? */
static bool is_extended(struct slice a, struct slice b)
{
	struct slice whole = a.len > b.len ? a : b, part = a.len > b.len ? b : a;
	return part.len > 2 && (slice_eq_nocase(slice_sub(whole, 0, part.len), part) ||
				       slice_eq_nocase(slice_sub(whole, whole.len - part.len, whole.len), part));
}

const char *nearest_name(struct slice name, const char *const *names, size_t count)
{
	const char *best = NULL, *extended = NULL;
	size_t best_distance = name.len < 6 ? 2 : name.len / 3 + 1; /* as far off, it is another word */
	for (size_t i = 0; i < count; i++) {
		size_t distance = nearest_distance(name, slice_of(names[i]));
		if (distance < best_distance && distance < name.len) {
			best = names[i];
			best_distance = distance;
		}
		if (!extended && is_extended(name, slice_of(names[i])))
			extended = names[i];
	}
	return best ? best : extended;
}

/* The least distance between `name` and any part of `whole`. */
static size_t part_distance(struct slice name, struct slice whole)
{
	size_t rows[2][MAX_NAME + 1], best;
	size_t *above = rows[0], *row = rows[1];
	name.len = least(name.len, MAX_NAME);
	whole.len = least(whole.len, MAX_NAME);
	for (size_t j = 0; j <= whole.len; j++)
		above[j] = 0;
	for (size_t i = 1; i <= name.len; i++) {
		row[0] = i;
		for (size_t j = 1; j <= whole.len; j++)
			row[j] = least(least(above[j], row[j - 1]) + 1,
				above[j - 1] + (ascii_to_lower(name.ptr[i - 1]) != ascii_to_lower(whole.ptr[j - 1])));
		size_t *spare = above;
		above = row;
		row = spare;
	}
	best = above[0];
	for (size_t j = 1; j <= whole.len; j++)
		best = least(best, above[j]);
	return best;
}

struct near_name {
	const char *name;
	size_t distance;
};

void nearest_add(struct slice name, const char *const *names, size_t count, struct str *out)
{
	struct near_name best[MAX_NEAREST];
	size_t n = 0, most = 1 + name.len / 4;
	for (size_t i = 0; i < count; i++) {
		struct near_name here = { names[i],
			least(nearest_distance(name, slice_of(names[i])), part_distance(name, slice_of(names[i]))) };
		if (here.distance > most || (n && here.distance > best[0].distance))
			continue;
		if (n && here.distance < best[0].distance)
			n = 0;
		if (n < MAX_NEAREST)
			best[n++] = here;
	}
	for (size_t i = 0; i < n; i++)
		str_addf(out, "%s'%s'", i == 0 ? "" : i + 1 < n ? ", " : " or ", best[i].name);
}
