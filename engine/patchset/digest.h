/*
 * The identity of a set's rules: what they look for and what they make of it. Titles, reasons, links and tests do not count.
 */
#ifndef TPATCH_PATCHSET_DIGEST_H
#define TPATCH_PATCHSET_DIGEST_H

#include "base/hash.h"
#include "patchset/patchset.h"

/* The same for the same rules in the same order, whatever file they come from; it may change with the version of tpatch. */
struct hash patchset_digest(const struct patchset *set);

#endif
