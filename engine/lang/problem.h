/*
 * What is wrong with a file as its language sees it: brackets and strings that are never closed, blocks without an end,
 * statements cut in half. It is asked of a file before and after it is edited, so it need not know all that can be
 * wrong; but of what it knows, edits must make no more.
 */
#ifndef TPATCH_LANG_PROBLEM_H
#define TPATCH_LANG_PROBLEM_H

#include "lang/document.h"

struct problem {
	uint32_t offset;  /* byte of the file */
	const char *what; /* one line, static; the same pointer for the same sort of problem */
};

/* Zeroed is empty; release with problem_list_release(). */
struct problem_list {
	struct problem *items;
	size_t count, capacity;
};

void problem_list_release(struct problem_list *list);
void problem_list_add(struct problem_list *list, uint32_t offset, const char *what);
/* Adds what is wrong with `doc`, in no order. */
void document_problems(struct document *doc, struct problem_list *out);

#endif
