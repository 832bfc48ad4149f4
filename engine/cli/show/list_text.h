/*
 * Sets, packs and rules as lines of text, for `tpatch list` and `tpatch show`. Private to cli/.
 */
#ifndef TPATCH_CLI_LIST_TEXT_H
#define TPATCH_CLI_LIST_TEXT_H

#include "patchset/patchset.h"
#include "plan/plan.h"

/* A set with its rules under the packs that they are from, and its variables. */
void list_add_set(const struct patchset_library *library, const struct patchset *set, struct str *out);
/* The rules written in `file`, a set or a pack, that `takes` says yes to, under its name; `whole` with its variables.
 * Nothing where there is none. */
void list_add_own(const struct patchset *file, bool whole, bool (*takes)(void *ctx, const struct rule *rule), void *ctx,
	struct str *out);
/* The rules of a set for one tree, `results` being one for each of them: those in force, then the others, each with the
 * reason. */
void list_add_in_force(const struct patchset_library *library, const struct patchset *set,
	const struct rule_result *results, bool (*takes)(void *ctx, const struct rule *rule), void *ctx,
	struct str *out);

#endif
