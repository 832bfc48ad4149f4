/* Between the files that write a ported set. Private to port/. */
#ifndef TPATCH_PORT_WRITE_PRIVATE_H
#define TPATCH_PORT_WRITE_PRIVATE_H

#include "base/table.h"
#include "draft/draft.h"
#include "draft/provenance.h"
#include "port/port_private.h"

struct writer {
	struct porter *porter;
	struct patch patch;
	struct port_owners *owners;     /* [patch.n_files] */
	struct table edits_at;          /* by patch and path in B: the first edit there, + 1 */
	size_t *next_edit;              /* [n_edits]: the next one there, + 1; 0: there is none */
	struct provenance *provenances; /* [n_patches] */
	struct draft_report report;
	const char *why; /* of the last try: ": " and why the plan broke off, or "" */
	struct arena arena;
};

/* The file that is, or will be, at the path in B before anything is changed; NULL: none that was looked at. */
struct side_file *writer_file(const struct writer *w, const char *path);
/*
 * Does the set with these rules, applied strictly, make of B what was carried? Where they have no pointer, there are
 * none, and `err` says why. Sets `is_wrong` and `problem` of each file that it does not, `*n_wrong` of them;
 * `*is_whole` is false where nothing can be told of single files, since the set does not load or the plan breaks off.
 * False with ERR_IO.
 */
bool writer_prove(struct writer *w, struct slice rules, size_t *n_wrong, bool *is_whole, struct err *err);

/*
 * Does the whole set, with what stays of the one that it takes the place of, go together in B? Adds a note for each
 * rule that stops, or one where the plan breaks off, and sets `*n_wrong` to their number. False with ERR_IO.
 */
bool writer_prove_whole(struct writer *w, struct slice yaml, size_t *n_wrong, struct err *err);

#endif
