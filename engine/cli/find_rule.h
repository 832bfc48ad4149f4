/* A rule by its id, for commands that take one. */
#ifndef TPATCH_CLI_FIND_RULE_H
#define TPATCH_CLI_FIND_RULE_H

#include "base/err.h"
#include "patchset/patchset.h"

/*
 * The rule of that id: of `first` (may be NULL) if it has one, else of any set (all are read then); `*set` (may be
 * NULL) becomes the set it was found in. NULL with ERR_USAGE naming the nearest one.
 */
const struct rule *find_rule(struct patchset_library *library, const struct patchset *first, const char *id,
	const struct patchset **set, struct err *err);

#endif
