/* The `after:` texts of tests, written anew where they are in a YAML file. */
#ifndef TPATCH_PATCHSET_EXPECTATION_H
#define TPATCH_PATCHSET_EXPECTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"

/* What one test is to expect. */
struct expectation {
	size_t line, column; /* of the test in the file, as rule_test has them */
	struct slice after;
};

/*
 * Appends to `out` the YAML text `bytes` with the `after` of each test replaced, or added after its `before`. All
 * other bytes stay: comments, layout, line ends, byte order mark. False with ERR_PATCHSET and a place where `bytes` is
 * no YAML, holds no test at that place, where an `after` is after an alias or anchor, or where YAML cannot hold a
 * text. `path` is for messages.
 */
bool expectations_write(const char *path, struct slice bytes, const struct expectation *expectations, size_t count,
	struct str *out, struct err *err);

#endif
