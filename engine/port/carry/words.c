#include "port/carry/words.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "text/myers.h"

#define BUDGET ((uint64_t)1 << 22)
#define NONE SIZE_MAX

enum char_class { CHAR_WORD, CHAR_BLANK, CHAR_OTHER };

static enum char_class class_of(char c)
{
	if (c == ' ' || c == '\t')
		return CHAR_BLANK;
	return ascii_is_word(c) || (unsigned char)c >= 0x80 ? CHAR_WORD : CHAR_OTHER;
}

void words_add(struct words *words, struct line_ids *ids, struct slice text)
{
	for (size_t at = 0; at < text.len;) {
		size_t end = at + 1;
		enum char_class class = class_of(text.ptr[at]);
		while (class != CHAR_OTHER && end < text.len && class_of(text.ptr[end]) == class)
			end++;
		VEC_PUSH(words->items, words->count, words->capacity, line_id(ids, slice_sub(text, at, end)));
		at = end;
	}
}

/* For each word of `base` the word of `other` that it is, or NONE. */
static size_t *match(const struct words *base, const struct words *other)
{
	unsigned char *removed = xcalloc(base->count + 1, 1), *added = xcalloc(other->count + 1, 1);
	size_t *map = xcalloc(base->count + 1, sizeof(*map));
	myers_diff(base->items, base->count, other->items, other->count, BUDGET, removed, added);
	for (size_t i = 0, k = 0; i < base->count; i++) {
		map[i] = NONE;
		if (removed[i])
			continue;
		while (added[k])
			k++;
		map[i] = k++;
	}
	map[base->count] = other->count;
	free(removed);
	free(added);
	return map;
}

unsigned words_likeness(const struct words *a, const struct words *b)
{
	size_t same = 0;
	if (!a->count && !b->count)
		return 1000;
	size_t *map = match(a, b);
	for (size_t i = 0; i < a->count; i++)
		same += map[i] != NONE;
	free(map);
	return (unsigned)(2000 * same / (a->count + b->count));
}

static void put(const struct line_ids *ids, const struct words *words, size_t begin, size_t end, struct str *out)
{
	for (size_t i = begin; i < end; i++)
		str_add(out, line_text(ids, words->items[i]));
}

/* One change: words [begin, end) of the base become words [from, to) of the other. */
struct change {
	size_t begin, end, from, to;
};

/* The next change at or after word `i` of the base, of which `o` is the partner. */
static bool next_change(const struct words *base, const size_t *map, size_t i, size_t o, struct change *out)
{
	while (i < base->count && map[i] == o) {
		i++;
		o++;
	}
	*out = (struct change){ i, i, o, o };
	while (out->end < base->count && map[out->end] == NONE)
		out->end++;
	out->to = map[out->end];
	return out->begin < out->end || out->from < out->to;
}

static bool same_change(
	const struct words *ours, const struct change *a, const struct words *theirs, const struct change *b)
{
	return a->begin == b->begin && a->end == b->end && a->to - a->from == b->to - b->from &&
	       (a->to == a->from || memcmp(ours->items + a->from, theirs->items + b->from,
					    (a->to - a->from) * sizeof(*ours->items)) == 0);
}

/* Changes may touch, as long as not both put something at one place. */
static bool collide(const struct change *a, const struct change *b)
{
	if (a->begin == a->end && b->begin == b->end)
		return a->begin == b->begin;
	if (a->begin == a->end)
		return b->begin < a->begin && a->begin < b->end;
	if (b->begin == b->end)
		return a->begin < b->begin && b->begin < a->end;
	return a->begin < b->end && b->begin < a->end;
}

bool words_merge(const struct line_ids *ids, const struct words *base, const struct words *ours,
	const struct words *theirs, struct str *out)
{
	size_t *to_ours = match(base, ours), *to_theirs = match(base, theirs), at = 0;
	struct change a, b;
	bool has_a = next_change(base, to_ours, 0, 0, &a), has_b = next_change(base, to_theirs, 0, 0, &b), ok = true;
	while ((has_a || has_b) && ok) {
		bool twice = has_a && has_b && same_change(ours, &a, theirs, &b);
		bool take_a = has_a && (!has_b || a.begin < b.begin || (a.begin == b.begin && a.end <= b.end));
		const struct change change = take_a ? a : b;
		ok = twice || !has_a || !has_b || !collide(&a, &b);
		put(ids, base, at, change.begin, out);
		put(ids, take_a ? ours : theirs, change.from, change.to, out);
		at = change.end;
		if (take_a || twice)
			has_a = next_change(base, to_ours, a.end, a.to, &a);
		if (!take_a || twice)
			has_b = next_change(base, to_theirs, b.end, b.to, &b);
	}
	put(ids, base, at, base->count, out);
	free(to_ours);
	free(to_theirs);
	return ok;
}
