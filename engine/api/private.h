/* The structs after those of tpatch.h. Private to api/. */
#ifndef TPATCH_API_PRIVATE_H
#define TPATCH_API_PRIVATE_H

#include "api/session.h"
#include "api/tpatch.h"
#include "base/arena.h"
#include "base/err.h"

struct tpatch_sets {
	char *extra; /* folder, or NULL */
	struct patchset_library *library;
	struct tpatch_set *items;
	size_t count;
};

/* The plan as the caller sees it; memory is the arena's. Each array is as long as its counterpart in struct plan. */
struct plan_view {
	struct tpatch_target target;
	struct tpatch_rule *rules;
	struct tpatch_finding *findings;
	struct tpatch_note *notes;
	struct tpatch_change *changes;
	struct tpatch_edit **edits; /* of each change */
	struct arena arena;
};

struct tpatch_plan {
	struct session session;
	struct str about, selection; /* the options, as the command line has them: see struct report */
	struct plan_view view;
};

struct tpatch_journal {
	struct journal journal;
	struct tpatch_run *runs;
};

/* Fills the view of a plan that is made. */
void embed_view(struct tpatch_plan *plan);
/* Moves what is in `err` to a new `*out` (which may be NULL), and leaves `err` empty. Returns NULL. */
void *embed_fail(struct err *err, struct tpatch_error **out);

#endif
