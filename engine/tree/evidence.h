/* Tests on a tree: of fingerprints, and of what supersedes a rule. Private to plan/. */
#ifndef TPATCH_TREE_EVIDENCE_H
#define TPATCH_TREE_EVIDENCE_H

#include "patchset/patchset.h"
#include "tree/tree.h"

/* What cannot be read says nothing: then it does not hold. */
bool evidence_holds(const struct tree *tree, const struct fingerprint_test *test, struct regex_scratch *scratch);
/* Do all hold? There is at least one. */
bool evidence_all_hold(
	const struct tree *tree, const struct fingerprint_test *tests, size_t count, struct regex_scratch *scratch);
/* Appends "'a.txt' contains x and 2 more". */
void evidence_format(const struct fingerprint_test *tests, size_t count, struct str *out);

#endif
