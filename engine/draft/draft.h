/*
 * A patch set as a first draft, from a diff: one rule per file. A hunk becomes an edit of code where that is proved to
 * be the same edit, and stays a `hunk` otherwise.
 */
#ifndef TPATCH_DRAFT_DRAFT_H
#define TPATCH_DRAFT_DRAFT_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "text/patch.h"
#include "tree/tree.h"

/* Something that the draft does not say, that does not fit the tree, or that is to be looked at. */
struct draft_complaint {
	const char *path;
	size_t line; /* in the diff, 1-based; 0 = of the whole file */
	const char *text;
};

struct draft_options {
	const char *diff_name;   /* file name of the diff, for names and comments */
	const char *project;     /* of the target */
	const char *versions;    /* of the target: a range */
	const char *target_note; /* what there is to say of the target, one line for a comment; or NULL */
	const bool *plain;       /* [n_files of the patch]: no hunk of the file becomes code; NULL: of none */
	const struct draft_complaint *known; /* [n_known]: what is to be said besides, first */
	size_t n_known;
	/* a tree in which every edit of code must make the same bytes as its hunk; NULL: every hunk stays a hunk, as do
	 * those of a file of which the diff has more than 64 */
	const struct tree *tree;
};

struct draft_report {
	struct draft_complaint *complaints;
	size_t n_complaints, complaints_capacity;
	size_t n_rules, n_code_edits, n_hunks; /* hunks: those that stayed hunks */
	struct arena arena;
};

/*
 * Appends the set as YAML, which is sure to load. False with ERR_UNFIT when nothing of the diff can be expressed; the
 * report then has the reasons. ERR_IO when the tree cannot be read. Release the report with draft_report_release() in
 * both cases.
 */
bool draft_make(const struct patch *patch, const struct draft_options *options, struct str *out,
	struct draft_report *report, struct err *err);
void draft_report_release(struct draft_report *report);

#endif
