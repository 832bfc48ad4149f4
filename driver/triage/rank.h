/* Which of the lines that rows match is the cause. Private to triage/. */
#ifndef TBUILD_TRIAGE_RANK_H
#define TBUILD_TRIAGE_RANK_H

#include "triage/triage.h"

/*
 * Where a line is. FAILED: what Ninja shows of the first step that failed. STATUS: what CMake says in passing: it
 * went on, and may have failed later for this reason or for another. ERROR: in an error of CMake's. WARNING: in a
 * warning of CMake's, which stops nothing. PROBE: in CMake's record of what it tried out (CMakeError.log,
 * CMakeConfigureLog.yaml); most of that is meant to fail.
 */
enum context {
	CONTEXT_FAILED,
	CONTEXT_ERROR,
	CONTEXT_OPEN,
	CONTEXT_STATUS,
	CONTEXT_WARNING,
	CONTEXT_PROBE,
	CONTEXT_COUNT
};

/*
 * Takes the likeliest causes of `first`, which has for each context one hit of each row ([CONTEXT_COUNT][rows]; `line`
 * is 0 where there is none), into `out`. Rows whose conditions `seen` does not meet are passed over; what follows
 * from it is added to it first.
 */
void triage_rank(
	struct triage_hit *first, const struct signatures *signatures, struct facts_seen *seen, struct triage *out);

#endif
