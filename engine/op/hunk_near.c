/*
 * Where an absent hunk nearly is. Every line of the file that equals an old line of the hunk is a vote for the place
 * where the hunk would then begin; a line with something on it counts more than a blank one or a bracket.
 */
#include "op/hunk.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/ascii.h"
#include "base/sort.h"
#include "text/visible.h"

/* Comparisons, so that a hunk of blank lines in a file of blank lines comes to an end. */
#define MAX_VOTES ((size_t)1 << 24)
#define MAX_SHOWN 100

static size_t weight(struct slice line)
{
	for (size_t i = 0; i < line.len; i++) {
		unsigned char c = (unsigned char)line.ptr[i];
		if (ascii_is_digit(c) || ascii_is_letter(c) || c >= 0x80)
			return 8;
	}
	return slice_trim(line).len ? 2 : 1;
}

static int compare_lines(const void *a, const void *b)
{
	const struct slice *const *left = a, *const *right = b;
	int order = slice_cmp(**left, **right);
	return order ? order : (*left > *right) - (*left < *right);
}

static size_t first_not_below(const struct slice *const *sorted, size_t count, struct slice line)
{
	size_t low = 0, high = count;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (slice_cmp(*sorted[middle], line) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Votes per beginning; index 0 stands for a hunk that begins count - 1 lines before the file. */
static size_t best_start(const struct hunk_side *side, struct source *source, size_t *score)
{
	size_t n_lines = source_line_count(source), best = 0, votes = 0;
	size_t *sums = xcalloc(n_lines + side->count, sizeof(*sums));
	const struct slice **sorted = xcalloc(side->count, sizeof(*sorted));
	for (size_t i = 0; i < side->count; i++)
		sorted[i] = &side->lines[i];
	sort_stable(sorted, side->count, sizeof(*sorted), compare_lines);
	for (size_t i = 0; i < n_lines && votes < MAX_VOTES; i++) {
		struct slice line = hunk_file_line(source, i);
		for (size_t k = first_not_below(sorted, side->count, line);
			k < side->count && slice_eq(*sorted[k], line); k++, votes++) {
			size_t start = i + side->count - 1 - (size_t)(sorted[k] - side->lines);
			sums[start] += weight(line);
			if (sums[start] > sums[best])
				best = start;
		}
	}
	*score = sums[best];
	free(sums);
	free(sorted);
	return best;
}

static void add_line(struct slice line, struct str *out)
{
	str_add_char(out, '\'');
	visible_add(line, MAX_SHOWN, out);
	str_add_char(out, '\'');
}

bool hunk_nearest(const struct hunk *hunk, struct source *source, struct str *out, size_t *line)
{
	const struct hunk_side *side = &hunk->old_side;
	size_t n_lines = source_line_count(source), total = 0, score, fitting = 0, differs = side->count;
	for (size_t i = 0; i < side->count; i++)
		total += weight(side->lines[i]);
	if (!side->count || !n_lines)
		return false;
	size_t start = best_start(side, source, &score);
	if (score * 3 < total)
		return false;
	for (size_t i = 0; i < side->count; i++) {
		/* wraps where it lies before the file: then it is no line of it */
		size_t at = start + i - (side->count - 1);
		bool fits = at < n_lines && slice_eq(hunk_file_line(source, at), side->lines[i]);
		fitting += fits;
		if (!fits && differs == side->count)
			differs = i;
	}
	size_t at = differs < side->count ? start + differs - (side->count - 1) : n_lines - 1;
	*line = at < n_lines ? at + 1 : at == n_lines ? n_lines : 1;
	if (differs == side->count) {
		*line = start + 1;
		if (start + 1 < n_lines)
			str_addf(out, "line %zu: the file continues where the hunk ends it", *line);
		else
			str_addf(out, "line %zu: only the end of the file differs: it %s a line end", *line,
				source->bytes.ptr[source->bytes.len - 1] == '\n' ? "has" : "lacks");
		return true;
	}
	str_addf(out, "line %zu: ", *line);
	if (at < n_lines)
		add_line(hunk_file_line(source, at), out);
	else
		str_add_cstr(out, at == n_lines ? "the file ends" : "the file begins");
	str_add_cstr(out, " where the hunk has ");
	add_line(side->lines[differs], out);
	str_addf(out, " (%zu of its %zu old lines fit)", fitting, side->count);
	return true;
}
