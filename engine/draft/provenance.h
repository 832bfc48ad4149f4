/*
 * Where a diff comes from, as its own text tells: DEP-3 headers (https://dep-team.pages.debian.net/deps/dep3/), the
 * mail that git format-patch writes, trailers of a commit message.
 */
#ifndef TPATCH_DRAFT_PROVENANCE_H
#define TPATCH_DRAFT_PROVENANCE_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/str.h"

#define PROVENANCE_MAX_LINKS 16

/* All texts live in the arena that was handed in; those not told are NULL. */
struct provenance {
	const char *title;  /* one line */
	const char *id;     /* of the rule that the diff was made from */
	const char *why;    /* what else the author wrote */
	const char *author; /* "Name <address>" */
	const char *date;
	const char *links[PROVENANCE_MAX_LINKS];
	size_t n_links;
	const char *status; /* a word of `upstream: {status: …}`, by Forwarded, Origin and Applied-Upstream */
	const char *status_link;
};

/* Reads the text before a diff. False when it tells no title. */
bool provenance_read(struct slice text, struct arena *arena, struct provenance *out);

#endif
