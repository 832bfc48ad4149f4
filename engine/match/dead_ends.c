#include "match/dead_ends.h"

#include <stdlib.h>

#include "base/alloc.h"

#define NO_SLOT ((size_t)-1)
/* At most so many marks: a pattern with many lists in a huge file is searched without. */
#define MARKS_MAX ((size_t)16 << 20)

/* Does what fits from element `e` on depend on what an element before it took: does a capture stand on both sides? */
static bool is_bound_before(const struct pattern *pattern, size_t e)
{
	for (size_t later = e; later < pattern->n_elements; later++) {
		const struct element *element = &pattern->elements[later];
		for (size_t i = 0; i < e && element->kind != ELEMENT_LITERAL && element->capture != CAPTURE_NONE; i++)
			if (pattern->elements[i].kind != ELEMENT_LITERAL &&
				pattern->elements[i].capture == element->capture)
				return true;
	}
	return false;
}

void dead_ends_prepare(struct pattern *pattern)
{
	for (size_t e = 0; e < pattern->n_elements; e++) {
		struct element *element = &pattern->elements[e];
		bool is_many = element->kind != ELEMENT_LITERAL && !is_bound_before(pattern, e);
		pattern->has_indents |= pattern->doc.tokens.items[element->token].kind == TOKEN_INDENT;
		element->slots[DEAD_ENTRY] = is_many ? pattern->n_slots++ : NO_SLOT;
		/* A list that is named again behind it is not the same list where it began elsewhere. */
		bool is_list = is_many && element->kind == ELEMENT_LIST && !is_bound_before(pattern, e + 1);
		element->slots[DEAD_END_OF_LIST] = is_list ? pattern->n_slots++ : NO_SLOT;
	}
}

void dead_ends_begin(struct dead_ends *ends, const struct pattern *pattern, size_t n_code)
{
	if (ends->marks || !pattern->n_slots || n_code >= MARKS_MAX / pattern->n_slots)
		return;
	ends->marks = xcalloc(pattern->n_slots * (n_code + 1), sizeof(*ends->marks));
	ends->round = 1;
}

void dead_ends_release(struct dead_ends *ends)
{
	free(ends->marks);
}

void dead_ends_forget(struct dead_ends *ends)
{
	ends->round++; /* never comes round: a search has fewer steps */
}

/* Marks of one token lie side by side. */
static uint32_t *mark_of(
	const struct dead_ends *ends, const struct pattern *pattern, enum dead_end_kind kind, size_t e, size_t at)
{
	size_t slot = pattern->elements[e].slots[kind];
	return ends->marks && slot != NO_SLOT ? &ends->marks[at * pattern->n_slots + slot] : NULL;
}

void dead_ends_mark(struct dead_ends *ends, const struct pattern *pattern, enum dead_end_kind kind, size_t e, size_t at)
{
	uint32_t *mark = mark_of(ends, pattern, kind, e, at);
	if (mark)
		*mark = ends->round;
}

bool dead_ends_has(
	const struct dead_ends *ends, const struct pattern *pattern, enum dead_end_kind kind, size_t e, size_t at)
{
	const uint32_t *mark = mark_of(ends, pattern, kind, e, at);
	return mark && *mark == ends->round;
}
