/*
 * The identity of a patch set: SHA-256 of all bytes that it was read from, and of the values that stand in its rules. Whatever is written otherwise, a
 * reason or a link too, gives another one; line ends alone do not.
 */
#ifndef TPATCH_PATCHSET_DIGEST_H
#define TPATCH_PATCHSET_DIGEST_H

#include <stdbool.h>

#include "base/sha256.h"
#include "patchset/patchset.h"

/* False for a set that no library holds (one from a plan file): nobody knows what it was read from. */
bool patchset_digest(const struct patchset *set, struct sha256 *out);

#endif
