#include "op/hunk_sides.h"

#include <stdlib.h>
#include <string.h>

#include "unit.h"

#define HUNKS 4
#define MOST_LINES 3
#define FILE_LINES 24

static unsigned next_random(unsigned *seed)
{
	*seed = *seed * 1103515245 + 12345;
	return *seed >> 16;
}

/* Of few different lines, so that sides begin and end in each other. */
static struct slice random_line(unsigned *seed, int round)
{
	static const char *const lines[] = { "a", "b", "", "d", "e", "g", "h", "i", "j" };
	return slice_of(lines[next_random(seed) % (3 + (unsigned)round / 8 % 7)]);
}

static bool is_at(const struct hunk_side *side, const struct slice *lines, size_t count, size_t at)
{
	if (at + side->count > count)
		return false;
	for (size_t i = 0; i < side->count; i++)
		if (!slice_eq(side->lines[i], lines[at + i]))
			return false;
	return true;
}

/* The places of side `number` are all those where the lines of `side` stand in `lines`. */
static void assert_places(const struct hunk_sides *found, size_t number, const struct hunk_side *side,
	const struct slice *lines, size_t count)
{
	if (!side->count) {
		assert_int_equal(found->numbers[number], 0);
		return;
	}
	assert_in_range(found->numbers[number], 1, found->n_places - 1);
	const struct line_places *places = &found->places[found->numbers[number]];
	size_t n = 0;
	for (size_t at = 0; at < count; at++) {
		if (!is_at(side, lines, count, at))
			continue;
		assert_true(n < places->count);
		assert_int_equal(places->items[n++], at);
	}
	assert_int_equal(places->count, n);
}

TEST(hunk_sides_stand_where_their_lines_do)
{
	unsigned seed = 1;
	for (int round = 0; round < 4000; round++) {
		struct slice side_lines[2 * HUNKS][MOST_LINES], lines[FILE_LINES];
		struct hunk hunks[HUNKS] = { 0 };
		for (size_t s = 0; s < 2 * HUNKS; s++) {
			struct hunk_side *side = s % 2 ? &hunks[s / 2].new_side : &hunks[s / 2].old_side;
			*side = (struct hunk_side){ side_lines[s], next_random(&seed) % (MOST_LINES + 1), false };
			for (size_t i = 0; i < side->count; i++)
				side_lines[s][i] = random_line(&seed, round);
		}
		struct str text = STR_INIT;
		size_t count = next_random(&seed) % (FILE_LINES + 1);
		for (size_t i = 0; i < count; i++) {
			/* "c" is in no side. */
			lines[i] = next_random(&seed) % 8 ? random_line(&seed, round) : slice_of("c");
			str_add(&text, lines[i]);
			str_add_cstr(&text, next_random(&seed) % 4 ? "\n" : "\r\n");
		}
		struct source source;
		source_init(&source, "f", str_slice(&text));
		struct hunk_sides found;
		/* From the fifth time on its lines are known. */
		for (int times = 0; times < 6; times++) {
			hunk_sides_find(&(struct hunk_list){ hunks, 1 + (size_t)round % HUNKS }, &source, &found);
			for (size_t s = 0; s < 2 * (1 + (size_t)round % HUNKS); s++)
				assert_places(&found, s, s % 2 ? &hunks[s / 2].new_side : &hunks[s / 2].old_side, lines,
					count);
			hunk_sides_release(&found);
		}
		source_release(&source);
		str_release(&text);
	}
}
