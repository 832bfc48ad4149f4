#include "text/myers.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* No path has reached this diagonal. */
#define NONE INT32_MIN
/* The number of rounds that one division may take, whatever the budget says. */
#define MAX_ROUNDS 4096
/* A division that may not even take this many rounds is not worth the search. */
#define MIN_ROUNDS 16

/* A part of the grid: a[a0..a1) against b[b0..b1). */
struct box {
	int32_t a0, a1, b0, b1;
};

struct point {
	int32_t x, y;
};

struct search {
	const uint32_t *a, *b;
	unsigned char *removed, *added;
	/* Per diagonal x - y: the x that the paths from the first corner (up to now) and from the last corner have
	 * reached. */
	int32_t *forward, *backward;
	uint64_t budget;
};

/* The state of one division. */
struct division {
	struct box box;
	int32_t low, high;          /* the box's outermost diagonals */
	int32_t first, last;        /* diagonals of the first and of the last corner */
	struct point ahead, behind; /* the points farthest from the first and from the last corner */
	struct point split;
	uint64_t allowance; /* steps that are left to this division */
};

enum outcome { GOES_ON, FOUND, SPENT };

/* The diagonals in reach after `round` steps from the diagonal `middle`: every second one in [*from, *to]. */
static void clip(const struct division *d, int32_t middle, int32_t round, int32_t *from, int32_t *to)
{
	*from = middle - round;
	*to = middle + round;
	if (*from < d->low)
		*from = d->low + ((d->low - *from) & 1);
	if (*to > d->high)
		*to = d->high - ((*to - d->high) & 1);
}

/* Marks the neighbours that the round before has not set: those outside of the box, or not in reach yet. */
static void fence(int32_t *reach, const struct division *d, int32_t middle, int32_t round, int32_t from, int32_t to)
{
	if (from == middle - round || from == d->low)
		reach[from - 1] = NONE;
	if (to == middle + round || to == d->high)
		reach[to + 1] = NONE;
}

static bool spend(struct division *d, uint64_t steps)
{
	if (d->allowance <= steps) {
		d->allowance = 0;
		return false;
	}
	d->allowance -= steps;
	return true;
}

static enum outcome step_forward(struct search *s, struct division *d, int32_t round)
{
	const struct box *box = &d->box;
	int32_t *reach = s->forward;
	bool may_meet = (d->first - d->last) & 1;
	int32_t from, to, met_from, met_to;
	clip(d, d->first, round, &from, &to);
	clip(d, d->last, round - 1, &met_from, &met_to);
	fence(reach, d, d->first, round, from, to);
	for (int32_t k = to; k >= from; k -= 2) {
		int32_t right = reach[k - 1] != NONE && reach[k - 1] < box->a1 ? reach[k - 1] + 1 : NONE;
		int32_t down = reach[k + 1] != NONE && reach[k + 1] - k <= box->b1 ? reach[k + 1] : NONE;
		int32_t x = right > down ? right : down;
		if (x == NONE) {
			reach[k] = NONE;
			continue;
		}
		int32_t begin = x;
		while (x < box->a1 && x - k < box->b1 && s->a[x] == s->b[x - k])
			x++;
		reach[k] = x;
		if (2 * (int64_t)x - k > (int64_t)d->ahead.x + d->ahead.y)
			d->ahead = (struct point){ x, x - k };
		if (may_meet && k >= met_from && k <= met_to && s->backward[k] != NONE && s->backward[k] <= x) {
			d->split = (struct point){ x, x - k };
			return FOUND;
		}
		if (!spend(d, (uint64_t)(x - begin) + 1))
			return SPENT;
	}
	return GOES_ON;
}

static enum outcome step_backward(struct search *s, struct division *d, int32_t round)
{
	const struct box *box = &d->box;
	int32_t *reach = s->backward;
	bool may_meet = !((d->first - d->last) & 1);
	int32_t from, to, met_from, met_to;
	clip(d, d->last, round, &from, &to);
	clip(d, d->first, round, &met_from, &met_to);
	fence(reach, d, d->last, round, from, to);
	for (int32_t k = to; k >= from; k -= 2) {
		int32_t left = reach[k + 1] != NONE && reach[k + 1] > box->a0 ? reach[k + 1] - 1 : INT32_MAX;
		int32_t up = reach[k - 1] != NONE && reach[k - 1] - k >= box->b0 ? reach[k - 1] : INT32_MAX;
		int32_t x = left < up ? left : up;
		if (x == INT32_MAX) {
			reach[k] = NONE;
			continue;
		}
		int32_t begin = x;
		while (x > box->a0 && x - k > box->b0 && s->a[x - 1] == s->b[x - k - 1])
			x--;
		reach[k] = x;
		if (2 * (int64_t)x - k < (int64_t)d->behind.x + d->behind.y)
			d->behind = (struct point){ x, x - k };
		if (may_meet && k >= met_from && k <= met_to && s->forward[k] != NONE && s->forward[k] >= x) {
			d->split = (struct point){ x, x - k };
			return FOUND;
		}
		if (!spend(d, (uint64_t)(begin - x) + 1))
			return SPENT;
	}
	return GOES_ON;
}

/* A quarter of what is left, as rounds of at most so many diagonals each. */
static int32_t rounds_for(uint64_t budget)
{
	if (budget / 4 >= (uint64_t)MAX_ROUNDS * MAX_ROUNDS)
		return MAX_ROUNDS;
	int32_t rounds = 0;
	while ((uint64_t)(rounds + 1) * (uint64_t)(rounds + 1) <= budget / 4)
		rounds++;
	return rounds;
}

/*
 * Finds a point of `box` to divide it at: on a shortest path if the search can be ended, else the farthest point known.
 * `*left_is_known` says which of the two parts has a cost that is known to be small. False when the budget is spent.
 */
static bool divide(struct search *s, const struct box *box, struct point *split, bool *left_is_known)
{
	int32_t rounds = rounds_for(s->budget);
	if (rounds < MIN_ROUNDS)
		return false;
	struct division d = {
		.box = *box,
		.low = box->a0 - box->b1,
		.high = box->a1 - box->b0,
		.first = box->a0 - box->b0,
		.last = box->a1 - box->b1,
		.ahead = { box->a0, box->b0 },
		.behind = { box->a1, box->b1 },
		.allowance = s->budget / 4,
	};
	uint64_t allowed = d.allowance;
	s->forward[d.first] = box->a0;
	s->backward[d.last] = box->a1;
	enum outcome outcome = GOES_ON;
	for (int32_t round = 1; round <= rounds && outcome == GOES_ON; round++) {
		outcome = step_forward(s, &d, round);
		if (outcome == GOES_ON)
			outcome = step_backward(s, &d, round);
	}
	s->budget -= allowed - d.allowance;
	*left_is_known = true;
	*split = d.split;
	if (outcome == FOUND)
		return true;
	int64_t gone = (int64_t)d.ahead.x - box->a0 + d.ahead.y - box->b0;
	int64_t back = (int64_t)box->a1 - d.behind.x + box->b1 - d.behind.y;
	*left_is_known = gone >= back;
	*split = gone >= back ? d.ahead : d.behind;
	return true;
}

static void mark(unsigned char *flags, int32_t begin, int32_t end)
{
	if (end > begin)
		memset(flags + begin, 1, (size_t)(end - begin));
}

/* Recurses into the part whose cost is known to be small and loops on the other, so the depth is logarithmic. */
static void compare(struct search *s, struct box box)
{
	for (;;) {
		while (box.a0 < box.a1 && box.b0 < box.b1 && s->a[box.a0] == s->b[box.b0]) {
			box.a0++;
			box.b0++;
		}
		while (box.a0 < box.a1 && box.b0 < box.b1 && s->a[box.a1 - 1] == s->b[box.b1 - 1]) {
			box.a1--;
			box.b1--;
		}
		struct point split;
		bool left_is_known;
		if (box.a0 == box.a1 || box.b0 == box.b1 || !divide(s, &box, &split, &left_is_known)) {
			mark(s->removed, box.a0, box.a1);
			mark(s->added, box.b0, box.b1);
			return;
		}
		struct box left = { box.a0, split.x, box.b0, split.y };
		struct box right = { split.x, box.a1, split.y, box.b1 };
		compare(s, left_is_known ? left : right);
		box = left_is_known ? right : left;
	}
}

void myers_diff(const uint32_t *a, size_t n, const uint32_t *b, size_t m, uint64_t budget, unsigned char *removed,
	unsigned char *added)
{
	/* Diagonals go from -m - 1 to n + 1, fences included. */
	size_t diagonals = n + m + 3;
	int32_t *reach = xcalloc(2 * diagonals, sizeof(*reach));
	struct search search = {
		.a = a,
		.b = b,
		.removed = removed,
		.added = added,
		.forward = reach + m + 1,
		.backward = reach + diagonals + m + 1,
		.budget = budget,
	};
	compare(&search, (struct box){ 0, (int32_t)n, 0, (int32_t)m });
	free(reach);
}
