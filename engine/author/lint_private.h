/* Between the files of the linter. Private to author/. */
#ifndef TPATCH_AUTHOR_LINT_PRIVATE_H
#define TPATCH_AUTHOR_LINT_PRIVATE_H

#include "author/lint.h"

/* Adds a finding unless the same was added before: packs are in many sets. */
#if defined(__GNUC__)
__attribute__((format(printf, 6, 7)))
#endif
void lint_add(struct lint_report *report, enum lint_level level, const char *check, const struct rule *rule,
	size_t line, const char *format, ...);

/* One rule by itself: captures, conditions, forms, tests, what is told of upstream. */
void lint_rule(const struct rule *rule, struct lint_report *report);
/* The rules of a set side by side: which edits are in vain beside those of an earlier rule. */
void lint_pairs(const struct patchset *set, struct lint_report *report);
/* Is there a version that all of the ranges (NULL: any) have? */
bool lint_ranges_meet(const struct version_range *const *ranges, size_t count);

#endif
