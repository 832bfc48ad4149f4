/* tpatch port: a patch set as the source. */
#ifndef TPATCH_CLI_PORT_SET_H
#define TPATCH_CLI_PORT_SET_H

#include "cli/option.h"
#include "patchset/patchset.h"
#include "port/port.h"
#include "series/series.h"
#include "tree/tree.h"

/* What becomes of a set: the rules that are to be carried, and what stays of the others. */
struct port_set {
	struct series series;  /* a patch for each rule that no longer fits: what the rule does to the old tree */
	struct port_base base; /* of the new set; its texts are those below */
	struct str name, head, rules;
};

/*
 * Judges each rule of the set, or of the one that fits the old tree (else the new one) where `set` is NULL, in tree
 * `to`. What does not fit there any more becomes a patch: what the rule does to `from`, or where that is NULL, what its
 * first test shows. What fits stays, what is not needed goes, and notes say which. ERR_USAGE and ERR_PATCHSET for trees
 * of which it cannot be told what they are, ERR_IO. Release `out` with port_set_release() in both cases.
 */
bool port_set_read(const struct options *options, struct patchset_library *library, const struct patchset *set,
	const struct tree *from, const struct tree *to, const char *versions, struct port_set *out, struct err *err);
void port_set_release(struct port_set *set);

#endif
