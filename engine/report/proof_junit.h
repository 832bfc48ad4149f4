/* What `tpatch test` found, as JUnit XML. */
#ifndef TPATCH_REPORT_PROOF_JUNIT_H
#define TPATCH_REPORT_PROOF_JUNIT_H

#include "author/prove.h"
#include "report/junit.h"

/*
 * Appends a case for each test of `rule` as a rule of `set`, with all that failed of it in one, and a case for each
 * failure that belongs to no test of it. A rule that should have tests and has none is a case that fails.
 */
void proof_junit_add(
	const struct patchset *set, const struct rule *rule, const struct proof_report *report, struct junit *junit);

#endif
