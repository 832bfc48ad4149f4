/*
 * What is wrong with a file as its language sees it: brackets and strings that are never closed, blocks without an end,
 * statements cut in half. It is asked of a file before and after it is edited, so it need not know all that can be
 * wrong; but of what it knows, edits must make no more.
 */
#ifndef TPATCH_LANG_TROUBLE_H
#define TPATCH_LANG_TROUBLE_H

#include "lang/document.h"

struct trouble {
	uint32_t offset;  /* byte of the file */
	const char *what; /* one line, static; the same pointer for the same sort of trouble */
};

/* Zeroed is empty; release with trouble_list_release(). */
struct trouble_list {
	struct trouble *items;
	size_t count, capacity;
};

void trouble_list_release(struct trouble_list *list);
void trouble_list_add(struct trouble_list *list, uint32_t offset, const char *what);
/* Adds what is wrong with `doc`, in no order. */
void document_troubles(struct document *doc, struct trouble_list *out);

#endif
