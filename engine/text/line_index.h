/*
 * Where lines are in a text, for callers that look for many runs of lines in it. A line is a number here: equal lines
 * have equal ones.
 */
#ifndef TPATCH_TEXT_LINE_INDEX_H
#define TPATCH_TEXT_LINE_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct line_index {
	const uint32_t *lines; /* [n_lines], borrowed */
	size_t n_lines;
	uint32_t *sorted; /* [n_lines]: places, by the number that is there, then in order */
};

/* `lines` are borrowed and must outlive the index. */
void line_index_init(struct line_index *index, const uint32_t *lines, size_t n_lines);
void line_index_release(struct line_index *index);

/* Lines at which a run begins, 0-based, in order. A zeroed one is empty; free `items`. */
struct line_places {
	size_t *items;
	size_t count, capacity;
};

/*
 * Appends where the run of `n` lines, one at least, begins. False, with nothing appended, where all its lines are so
 * frequent that a search through the text takes no longer.
 */
bool line_index_find(const struct line_index *index, const uint32_t *run, size_t n, struct line_places *out);

#endif
