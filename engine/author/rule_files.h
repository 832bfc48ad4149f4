/* Which files a rule takes, as far as names tell. Private to plan/. */
#ifndef TPATCH_AUTHOR_RULE_FILES_H
#define TPATCH_AUTHOR_RULE_FILES_H

#include "patchset/patchset.h"

/*
 * Does `files` take a test's `path`, and `exclude` not? The path may be a mere file name: the loader makes one of the
 * last part of the first entry where a test gives none.
 */
bool rule_takes(const struct rule *rule, const char *path);

#endif
