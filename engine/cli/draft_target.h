/* The target of a set that is written for a tree. */
#ifndef TPATCH_CLI_DRAFT_TARGET_H
#define TPATCH_CLI_DRAFT_TARGET_H

#include "cli/option.h"
#include "patchset/patchset.h"
#include "tree/tree.h"

/* As --target and --tag say, else as the tree tells, else the first project that is known. */
struct draft_target {
	const char *project;
	struct str versions; /* a range */
	bool known;          /* false: `versions` is any */
	bool told;           /* the tree or --target tells the project */
	bool is_open;        /* there is a tree, of no project that is known: who writes the set has to name it */
	const char *note;    /* what there is to say of all that, one line; or NULL */
};

/* `tree` may be NULL. False with ERR_USAGE for a --tag that is no version, or ERR_IO. str_release() `versions` in both
 * cases. */
bool draft_target_tell(const struct options *options, struct patchset_library *library, const struct tree *tree,
	struct draft_target *out, struct err *err);

#endif
