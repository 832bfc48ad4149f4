/*
 * A diff that is drafted against a tree: each hunk gets its place there, found as for a port, so that the diff may have
 * been made for another tree. What fits where its line numbers say is as it was.
 */
#ifndef TPATCH_PORT_FIT_H
#define TPATCH_PORT_FIT_H

#include "draft/draft.h"
#include "port/port.h"

struct port_fit {
	struct patch patch; /* borrows from the one that was read, and from `results` */
	size_t files_capacity;
	/* what is to be looked at: a hunk that was placed by more than its own lines */
	struct draft_complaint *weighed;
	size_t n_weighed, weighed_capacity;
	size_t n_moved;              /* hunks that are elsewhere than their line numbers say, without any doubt */
	struct port_result *results; /* [n_results]: of the files whose hunks are not where they say */
	size_t n_results;
	struct arena arena;
};

/* False with ERR_IO when the tree cannot be read. A hunk that has no place stays as it is. Release with
 * port_fit_release() in both cases. */
bool port_fit_make(const struct patch *patch, const struct tree *tree, struct port_fit *out, struct err *err);
void port_fit_release(struct port_fit *fit);

#endif
