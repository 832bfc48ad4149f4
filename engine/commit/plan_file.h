/*
 * A plan as a file: what was reviewed is what `apply --plan` writes. The format is described at the top of plan_file.c.
 */
#ifndef TPATCH_COMMIT_PLAN_FILE_H
#define TPATCH_COMMIT_PLAN_FILE_H

#include "base/arena.h"
#include "base/err.h"
#include "base/digest/sha256.h"
#include "commit/commit.h"
#include "plan/plan.h"

/* The version of the format that is written, and the only one that is read. */
#define PLAN_FILE_FORMAT 4
/* The largest plan file that is read, in bytes. */
#define PLAN_FILE_MAX_BYTES ((size_t)128 << 20)

struct plan_file_rule {
	const char *id, *title;
	enum verdict verdict;
	const char *detail; /* or NULL */
	const char *edits;  /* as in struct rule_result; or NULL */
};

struct plan_file_entry {
	const char *path;
	struct sha256 before, after;
	const char *new_path; /* where the file is renamed, else NULL */
	bool is_new, is_gone; /* `before`, or `after`, is the hash of no bytes */
	bool changes_mode, executable;
	size_t file_owner, file_co_owner, mode_owner, mode_co_owner; /* as in struct change: indices into the rules */
	uint32_t *rules; /* [n_rules]: all that have a part in it; none where the file does not say */
	size_t *places;  /* [n_rules]: in how many places; NULL where the file does not say */
	size_t n_rules;
	struct edit *edits; /* by place, not overlapping; `owner` is an index into the rules */
	size_t n_edits;
};

/* What a plan file holds, checked as far as that can be done without the tree. */
struct plan_file {
	const char *name;             /* of the file itself, as given */
	const char *tool;             /* version of tpatch that made it */
	const char *root;             /* where it was made */
	const char *project, *target; /* "pytorch", "1.12.1" */
	const char *set;
	struct sha256 set_hash; /* patchset_digest() */
	struct plan_file_rule *rules;
	size_t n_rules;
	struct plan_file_entry *entries; /* by path, each once */
	size_t n_entries;
	struct arena arena;
};

/* Appends the plan as a plan file. A plan that is stopped is not to be written: no run can come of it. */
void plan_file_write(
	const struct plan *plan, const struct target *target, const char *root, const char *tool, struct str *out);
/*
 * Reads one. `name` is the file, for messages, and borrowed. False with ERR_USAGE and the place: line and column where
 * it is no JSON, a path like 'files[3].edits[0].offset' where it is no plan. Release with plan_file_release(), also
 * after a failure.
 */
bool plan_file_read(struct slice text, const char *name, struct plan_file *out, struct err *err);
void plan_file_release(struct plan_file *file);

/*
 * The plan that the file holds for the tree as it is now: reads each file, makes the recorded edits, compares. A tree
 * in which every file is as the plan leaves it already gives a plan without changes. False with ERR_UNFIT and the files
 * that are otherwise than recorded in `refused->refusals`; ERR_USAGE when edits do not give what was recorded; ERR_IO.
 * `out` (release with plan_release(), `target` with target_release(), both also after a failure) borrows from `file`.
 */
bool plan_file_open(const struct plan_file *file, struct root *root, struct plan *out, struct target *target,
	struct commit_report *refused, struct err *err);

#endif
