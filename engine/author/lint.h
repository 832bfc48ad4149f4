/*
 * What the author of a patch set would want to know before its users do. What cannot be loaded is refused by the
 * loader; here is what loads and is of no use.
 */
#ifndef TPATCH_AUTHOR_LINT_H
#define TPATCH_AUTHOR_LINT_H

#include "base/arena.h"
#include "base/table.h"
#include "patchset/patchset.h"
#include "platform/read.h"
#include "tree/detect.h"

enum lint_level { LINT_NOTE, LINT_WARNING, LINT_ERROR, LINT_LEVEL_COUNT };

struct lint_finding {
	enum lint_level level;
	const char *check;  /* "unused-capture" */
	const char *origin; /* file of the patch set */
	size_t line;
	const char *rule;    /* id, or NULL */
	const char *message; /* one line */
};

/* Zeroed is empty; release with lint_report_release(). */
struct lint_report {
	struct lint_finding *findings; /* by file and line once lint_report_sort() was called; none twice */
	size_t count, capacity;
	size_t counts[LINT_LEVEL_COUNT];
	struct table known; /* those that it has */
	struct arena arena;
};

const char *lint_level_name(enum lint_level level);
/* Checks a set or pack: its rules each by itself, and side by side. */
void lint_patchset(const struct patchset *set, struct lint_report *report);
/* Checks that the rules of `set` which are in force for the tree find files there. False with ERR_IO. */
bool lint_tree(const struct patchset *set, const struct target *target, struct root *root, struct lint_report *report,
	struct err *err);
void lint_report_sort(struct lint_report *report);
void lint_report_release(struct lint_report *report);

#endif
