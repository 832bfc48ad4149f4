/* The last resort: the place that is most like the hunk, and there word by word. */
#include "port/carry/carry.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"
#include "base/utf8.h"
#include "port/carry/words.h"

/* A hunk of more lines is not compared with each line of its place. */
#define MAX_LINES 120
#define SLACK 6
/* Of 1000. */
#define LINE_IS_LIKE 600
#define LINE_IS_NEIGHBOUR 800
#define LINE_IS_BETWEEN 400 /* its neighbours on both sides are the same */

struct matcher {
	struct carry *carry;
	struct carry_hunk *hunk;
	struct line_ids words;
	size_t begin, end; /* of B: the window */
	size_t second;     /* begin of the next best window */
	unsigned score, second_score;
	struct words *old_lines, *b_lines; /* [n_old], [end - begin] */
	size_t *partner;                   /* [n_old]: line of B, or SIZE_MAX */
	unsigned *likeness;                /* [n_old] */
};

/* --- the window -------------------------------------------------------------------------------------------------- */

static int by_id(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

/* The words of a line, each once, without spaces and signs. */
static void add_distinct(struct line_ids *ids, struct slice text, struct words *out)
{
	struct words all = { 0 };
	words_add(&all, ids, text);
	if (all.count)
		sort_stable(all.items, all.count, sizeof(*all.items), by_id);
	for (size_t i = 0; i < all.count; i++)
		if ((!i || all.items[i] != all.items[i - 1]) && line_weight(ids, all.items[i]) == LINE_WEIGHT_WORDS)
			VEC_PUSH(out->items, out->count, out->capacity, all.items[i]);
	free(all.items);
}

/* For each line of B what it has of the hunk's words; a word counts for more the rarer it is in B. */
static unsigned *score_lines(struct matcher *m, size_t from, size_t to)
{
	const struct carry *carry = m->carry;
	size_t n = to - from;
	unsigned *scores = xcalloc(n + 1, sizeof(*scores)), *frequency;
	struct words wanted = { 0 }, *lines = xcalloc(n + 1, sizeof(*lines));
	for (size_t i = 0; i < m->hunk->n_old; i++)
		add_distinct(&m->words, line_text(carry->ids, m->hunk->old_side[i]), &wanted);
	unsigned char *is_wanted = xcalloc(m->words.count + 1, 1);
	size_t n_known = m->words.count;
	for (size_t i = 0; i < wanted.count; i++)
		is_wanted[wanted.items[i]] = 1;
	for (size_t i = 0; i < n; i++)
		add_distinct(&m->words, line_text(carry->ids, carry->b->lines[from + i]), &lines[i]);
	frequency = xcalloc(m->words.count + 1, sizeof(*frequency));
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < lines[i].count; k++)
			frequency[lines[i].items[k]]++;
	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < lines[i].count; k++)
			if (lines[i].items[k] < n_known && is_wanted[lines[i].items[k]])
				scores[i] += 1000 / (9 + frequency[lines[i].items[k]]);
		free(lines[i].items);
	}
	free(lines);
	free(wanted.items);
	free(is_wanted);
	free(frequency);
	return scores;
}

/* The only place where all lines of the hunk are, deeper or less deep. */
static bool find_shifted(struct matcher *m, size_t from, size_t to)
{
	const struct carry *carry = m->carry;
	size_t size = m->hunk->n_old, found = SIZE_MAX;
	unsigned weight = 0;
	for (size_t i = 0; i < size; i++)
		weight += line_weight(carry->ids, m->hunk->old_side[i]);
	for (size_t begin = from; begin + size <= to; begin++) {
		size_t k = 0;
		while (k < size && slice_eq(slice_trim(line_text(carry->ids, m->hunk->old_side[k])),
					   slice_trim(line_text(carry->ids, carry->b->lines[begin + k]))))
			k++;
		if (k == size && found != SIZE_MAX)
			return false;
		found = k == size ? begin : found;
	}
	m->begin = found;
	m->end = found + size;
	return found != SIZE_MAX && weight >= 2 * LINE_WEIGHT_WORDS;
}

static bool find_window(struct matcher *m, size_t from, size_t to)
{
	size_t size = m->hunk->n_old, n = to - from;
	unsigned *scores = score_lines(m, from, to), sum = 0;
	size_t best = 0;
	for (int round = 0; round < 2; round++) {
		sum = 0;
		for (size_t end = 0; end < n; end++) {
			sum += scores[end];
			if (end >= size)
				sum -= scores[end - size];
			size_t begin = end + 1 < size ? 0 : end + 1 - size;
			bool apart = begin >= best + size || begin + size <= best;
			if (round == 0 && sum > m->score) {
				m->score = sum;
				best = begin;
			} else if (round == 1 && apart && sum > m->second_score) {
				m->second_score = sum;
				m->second = from + begin;
			}
		}
	}
	free(scores);
	m->begin = from + (best > SLACK ? best - SLACK : 0);
	m->end = from + best + size + SLACK < to ? from + best + size + SLACK : to;
	return m->score > 0 && (unsigned long long)m->score * 10 >= (unsigned long long)m->second_score * 12;
}

/* --- line by line ------------------------------------------------------------------------------------------------ */

/* Spaces do not make lines alike. */
static void add_words(struct matcher *m, uint32_t line, struct words *out)
{
	struct words all = { 0 };
	words_add(&all, &m->words, slice_trim(line_text(m->carry->ids, line)));
	for (size_t i = 0; i < all.count; i++)
		if (line_weight(&m->words, all.items[i]) != LINE_WEIGHT_BLANK)
			VEC_PUSH(out->items, out->count, out->capacity, all.items[i]);
	free(all.items);
}

static void split(struct matcher *m)
{
	const struct carry *carry = m->carry;
	m->old_lines = arena_alloc(carry->arena, (m->hunk->n_old + 1) * sizeof(*m->old_lines));
	m->b_lines = arena_alloc(carry->arena, (m->end - m->begin + 1) * sizeof(*m->b_lines));
	for (size_t i = 0; i < m->hunk->n_old; i++)
		add_words(m, m->hunk->old_side[i], &m->old_lines[i]);
	for (size_t i = m->begin; i < m->end; i++)
		add_words(m, carry->b->lines[i], &m->b_lines[i - m->begin]);
}

static unsigned likeness_of(const struct matcher *m, size_t i, size_t k)
{
	unsigned like = words_likeness(&m->old_lines[i], &m->b_lines[k]);
	if (like < LINE_IS_LIKE)
		return 0;
	return like * line_weight(m->carry->ids, m->hunk->old_side[i]) / LINE_WEIGHT_WORDS;
}

/* The pairs of lines, in order, that are most alike in sum. */
static void pair_lines(struct matcher *m)
{
	size_t n = m->hunk->n_old, w = m->end - m->begin;
	unsigned *best = xcalloc((n + 1) * (w + 1), sizeof(*best)), *like = xcalloc(n * w + 1, sizeof(*like));
	m->partner = arena_alloc(m->carry->arena, (n + 1) * sizeof(*m->partner));
	m->likeness = arena_alloc(m->carry->arena, (n + 1) * sizeof(*m->likeness));
	for (size_t i = n; i-- > 0;)
		for (size_t k = w; k-- > 0;) {
			unsigned down = best[(i + 1) * (w + 1) + k], right = best[i * (w + 1) + k + 1],
				 both = best[(i + 1) * (w + 1) + k + 1];
			like[i * w + k] = likeness_of(m, i, k);
			both += like[i * w + k];
			best[i * (w + 1) + k] = both >= down && both >= right ? both : down > right ? down : right;
		}
	for (size_t i = 0, k = 0; i < n; i++) {
		m->partner[i] = SIZE_MAX;
		while (k < w && best[i * (w + 1) + k] == best[i * (w + 1) + k + 1])
			k++;
		if (k == w || best[i * (w + 1) + k] == best[(i + 1) * (w + 1) + k] || !like[i * w + k])
			continue;
		m->partner[i] = m->begin + k;
		m->likeness[i] = words_likeness(&m->old_lines[i], &m->b_lines[k]);
		k++;
	}
	free(best);
	free(like);
}

/* --- run by run -------------------------------------------------------------------------------------------------- */

static void add_lines(struct matcher *m, const uint32_t *lines, size_t n, struct words *out)
{
	for (size_t i = 0; i < n; i++) {
		words_add(out, &m->words, line_text(m->carry->ids, lines[i]));
		words_add(out, &m->words, SLICE_LITERAL("\n"));
	}
}

static size_t lines_of(struct matcher *m, struct slice text, const uint32_t **out)
{
	size_t n = 0, capacity = 0;
	uint32_t *lines = NULL, *owned;
	for (size_t at = 0; at < text.len;) {
		size_t end = slice_find(text, SLICE_LITERAL("\n"), at);
		end = end == (size_t)-1 ? text.len : end;
		VEC_PUSH(lines, n, capacity, line_id(m->carry->ids, slice_sub(text, at, end)));
		at = end + 1;
	}
	owned = arena_alloc(m->carry->arena, (n + 1) * sizeof(*owned));
	if (n)
		memcpy(owned, lines, n * sizeof(*owned));
	free(lines);
	*out = owned;
	return n;
}

/* Lines of the run whose neighbours are in B with as many lines between them. */
static void pair_between(struct matcher *m, const struct carry_run *run)
{
	size_t n = run->old_end - run->old_begin, above = run->old_begin, below = run->old_end;
	if (!above || below == m->hunk->n_old || m->partner[above - 1] == SIZE_MAX ||
		m->partner[below] != m->partner[above - 1] + n + 1)
		return;
	if (m->likeness[above - 1] < 1000 || m->likeness[below] < 1000)
		return;
	for (size_t i = 0; i < n; i++) {
		size_t line = m->partner[above - 1] + 1 + i;
		unsigned like = words_likeness(&m->old_lines[above + i], &m->b_lines[line - m->begin]);
		if (m->partner[above + i] == SIZE_MAX && like >= LINE_IS_BETWEEN) {
			m->partner[above + i] = line;
			m->likeness[above + i] = like;
		}
	}
}

/* By how many spaces lines [begin, end) of the hunk's old side are deeper in B; 0 where they do not agree. */
static long shift_of(const struct matcher *m, size_t begin, size_t end)
{
	const struct carry *carry = m->carry;
	long shift = 0;
	bool known = false;
	for (size_t i = begin; i < end; i++) {
		uint32_t line = m->hunk->old_side[i];
		if (m->partner[i] == SIZE_MAX || line_weight(carry->ids, line) == LINE_WEIGHT_BLANK)
			continue;
		long here = (long)line_indent(line_text(carry->ids, carry->b->lines[m->partner[i]])) -
			    (long)line_indent(line_text(carry->ids, line));
		if (known && here != shift)
			return 0;
		shift = here;
		known = true;
	}
	return shift;
}

/* The lines, as much deeper. */
static const uint32_t *shift_lines(struct matcher *m, const uint32_t *lines, size_t n, long shift)
{
	struct carry *carry = m->carry;
	uint32_t *out = arena_alloc(carry->arena, (n + 1) * sizeof(*out));
	for (size_t i = 0; i < n; i++) {
		struct slice text = line_text(carry->ids, lines[i]);
		struct str made = STR_INIT;
		size_t indent = line_indent(text);
		out[i] = lines[i];
		if (shift == 0 || indent == text.len || (shift < 0 && indent < (size_t)-shift))
			continue;
		for (long k = 0; k < shift; k++)
			str_add_char(&made, indent ? text.ptr[0] : ' ');
		str_add(&made, slice_sub(text, shift < 0 ? (size_t)-shift : 0, text.len));
		out[i] = line_id(carry->ids, str_slice(&made));
		str_release(&made);
	}
	return out;
}

/* Lines of the hunk that became others in B, and are changed by the hunk: both changes together. */
static bool merge_run(struct matcher *m, const struct carry_run *run, struct port_splice *out)
{
	const struct carry *carry = m->carry;
	pair_between(m, run);
	size_t first = m->partner[run->old_begin], last = m->partner[run->old_end - 1];
	if (first == SIZE_MAX || last == SIZE_MAX || last + 1 - first != run->old_end - run->old_begin)
		return false;
	struct words base = { 0 }, ours = { 0 }, theirs = { 0 };
	struct str merged = STR_INIT;
	size_t n_old = run->old_end - run->old_begin, n_new = run->new_end - run->new_begin;
	long shift = shift_of(m, run->old_begin, run->old_end);
	add_lines(m, shift_lines(m, m->hunk->old_side + run->old_begin, n_old, shift), n_old, &base);
	add_lines(m, carry->b->lines + first, last + 1 - first, &ours);
	add_lines(m, shift_lines(m, m->hunk->new_side + run->new_begin, n_new, shift), n_new, &theirs);
	bool ok = words_merge(&m->words, &base, &ours, &theirs, &merged);
	*out = (struct port_splice){ .line = first, .n_old = last + 1 - first };
	if (ok)
		out->n_new = lines_of(m, str_slice(&merged), &out->lines);
	if (ok && out->n_new == out->n_old &&
		memcmp(out->lines, carry->b->lines + first, out->n_new * sizeof(*out->lines)) == 0)
		ok = false;
	free(base.items);
	free(ours.items);
	free(theirs.items);
	str_release(&merged);
	return ok;
}

/* The nearest line above `at` that is less deep than `indent`: the head of the block, as far as depth tells. */
static size_t head_above(const struct matcher *m, const uint32_t *lines, size_t at, size_t indent)
{
	while (at-- > 0) {
		struct slice text = line_text(m->carry->ids, lines[at]);
		if (line_weight(m->carry->ids, lines[at]) != LINE_WEIGHT_BLANK && text.ptr[0] != '#' &&
			line_indent(text) < indent)
			return at;
	}
	return SIZE_MAX;
}

/* Does the block that the hunk adds lines to have the head that it has in B? */
static bool is_same_block(struct matcher *m, const struct carry_run *run, const struct port_splice *splice)
{
	const uint32_t *old = m->hunk->old_side, *b = m->carry->b->lines;
	size_t here = head_above(
		m, old, run->old_begin, line_indent(line_text(m->carry->ids, m->hunk->new_side[run->new_begin])));
	size_t there = head_above(m, b, splice->line, line_indent(line_text(m->carry->ids, splice->lines[0])));
	struct words old_head = { 0 }, b_head = { 0 };
	if (here == SIZE_MAX || there == SIZE_MAX)
		return here == SIZE_MAX;
	add_words(m, old[here], &old_head);
	add_words(m, b[there], &b_head);
	bool is_same = words_likeness(&old_head, &b_head) >= LINE_IS_LIKE;
	if (!is_same)
		carry_tell(m->carry, m->hunk->edit,
			"its block begins with '" SLICE_FMT "' in the diff, and with '" SLICE_FMT "' in line %zu here",
			SLICE_ARG(utf8_excerpt(slice_trim(line_text(m->carry->ids, old[here])))),
			SLICE_ARG(utf8_excerpt(slice_trim(line_text(m->carry->ids, b[there])))), there + 1);
	free(old_head.items);
	free(b_head.items);
	return is_same;
}

/* Lines that are only added: beside the line above or below them, which must be as good as the same. */
static bool insert_run(struct matcher *m, const struct carry_run *run, struct port_splice *out)
{
	size_t i = run->old_begin, above = SIZE_MAX, below = SIZE_MAX;
	if (i && m->partner[i - 1] != SIZE_MAX && m->likeness[i - 1] >= LINE_IS_NEIGHBOUR)
		above = m->partner[i - 1] + 1;
	if (i < m->hunk->n_old && m->partner[i] != SIZE_MAX && m->likeness[i] >= LINE_IS_NEIGHBOUR)
		below = m->partner[i];
	if (above == SIZE_MAX && below == SIZE_MAX)
		return false;
	long shift = shift_of(m, i - (i > 0), i + (i < m->hunk->n_old));
	*out = (struct port_splice){ .line = above != SIZE_MAX ? above : below,
		.lines = shift_lines(m, m->hunk->new_side + run->new_begin, run->new_end - run->new_begin, shift),
		.n_new = run->new_end - run->new_begin };
	return is_same_block(m, run, out);
}

static void tell_pairs(struct matcher *m)
{
	struct carry *carry = m->carry;
	size_t told = 0;
	for (size_t i = 0; i < m->hunk->n_old && told < 3; i++) {
		if (m->partner[i] == SIZE_MAX || m->likeness[i] == 1000)
			continue;
		carry_tell(carry, m->hunk->edit, CODE_FMT " is line %zu here: " CODE_FMT,
			CODE_ARG(utf8_excerpt(slice_trim(line_text(carry->ids, m->hunk->old_side[i])))),
			m->partner[i] + 1,
			CODE_ARG(utf8_excerpt(slice_trim(line_text(carry->ids, carry->b->lines[m->partner[i]])))));
		told++;
	}
}

static bool merge_runs(struct matcher *m)
{
	struct carry_hunk *hunk = m->hunk;
	size_t at = m->begin;
	for (size_t r = 0; r < hunk->n_runs; r++) {
		const struct carry_run *run = &hunk->runs[r];
		struct port_splice *splice = &hunk->splices[r];
		bool ok = run->old_begin < run->old_end ? merge_run(m, run, splice) : insert_run(m, run, splice);
		if (!ok || splice->line < at)
			return false;
		at = splice->line + splice->n_old;
	}
	hunk->n_splices = hunk->n_runs;
	hunk->begin = hunk->splices[0].line;
	hunk->end = at;
	return true;
}

static void release(struct matcher *m)
{
	for (size_t i = 0; m->old_lines && i < m->hunk->n_old; i++)
		free(m->old_lines[i].items);
	for (size_t i = 0; m->b_lines && i < m->end - m->begin; i++)
		free(m->b_lines[i].items);
	line_ids_release(&m->words);
}

static bool carry_at_window(struct carry *carry, struct carry_hunk *hunk, size_t from, size_t to,
	bool (*find)(struct matcher *m, size_t from, size_t to), const char *how)
{
	struct matcher m = { .carry = carry, .hunk = hunk };
	size_t context = hunk->n_old;
	/* Context may be outside the bounds, changed lines may not. */
	size_t first = from > context ? from - context : 0,
	       last = to + context < carry->b->n ? to + context : carry->b->n;
	bool ok = !hunk->end_mark && hunk->n_old <= MAX_LINES && first < last && find(&m, first, last);
	if (ok) {
		split(&m);
		pair_lines(&m);
		ok = merge_runs(&m) && hunk->begin >= from && hunk->end <= to;
	}
	if (ok) {
		hunk->done = true;
		hunk->edit->outcome = PORT_LOOK;
		hunk->edit->line = hunk->begin + 1;
		carry_tell(carry, hunk->edit, "%s", how);
		tell_pairs(&m);
	} else {
		hunk->n_splices = 0;
	}
	release(&m);
	return ok;
}

bool carry_by_words(struct carry *carry, struct carry_hunk *hunk, size_t from, size_t to)
{
	return carry_at_window(carry, hunk, from, to, find_window,
		"placed and merged word by word, since its lines are different here");
}

bool carry_by_depth(struct carry *carry, struct carry_hunk *hunk, size_t from, size_t to)
{
	return carry_at_window(carry, hunk, from, to, find_shifted,
		"its lines are here, in this order and at no other place, with other indentation");
}

void carry_tell_nearest(struct carry *carry, struct carry_hunk *hunk)
{
	struct matcher m = { .carry = carry, .hunk = hunk };
	if (hunk->n_old > MAX_LINES || !carry->b->n || !(find_window(&m, 0, carry->b->n) || m.score)) {
		carry_tell(carry, hunk->edit, "nothing in the file is close");
	} else {
		split(&m);
		pair_lines(&m);
		size_t i = 0;
		while (i < hunk->n_old && m.partner[i] == SIZE_MAX)
			i++;
		for (size_t k = i; k < hunk->n_old; k++)
			if (m.partner[k] != SIZE_MAX)
				hunk->near_end = m.partner[k] + 1;
		if (i < hunk->n_old) {
			hunk->near = m.partner[i];
			carry_tell(carry, hunk->edit, "the nearest place is around line %zu", hunk->near + 1);
		} else
			carry_tell(carry, hunk->edit, "nothing in the file is close");
		tell_pairs(&m);
		for (size_t told = 0; i < hunk->n_old && told < 2; i++)
			if (m.partner[i] == SIZE_MAX &&
				line_weight(carry->ids, hunk->old_side[i]) == LINE_WEIGHT_WORDS) {
				carry_tell(carry, hunk->edit, CODE_FMT " is not there",
					CODE_ARG(utf8_excerpt(slice_trim(line_text(carry->ids, hunk->old_side[i])))));
				told++;
			}
	}
	release(&m);
}
