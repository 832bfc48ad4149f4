/*
 * What is otherwise now than when the applied runs were made. Private to cli/.
 */
#ifndef TPATCH_CLI_REMARKS_H
#define TPATCH_CLI_REMARKS_H

#include "cli/session.h"

/*
 * A line each, NULL-terminated: `first`, unless it is empty, which is released; then, run by run, facts that are others
 * now, and another set or another version of it. Memory from `arena`.
 */
const char **remarks_of_runs(const struct session *session, const struct run *const *newest_first, size_t n_runs,
	struct str *first, struct arena *arena);

#endif
