/* What a set of rules finds in one file. Private to plan/ and author/. */
#ifndef TPATCH_PLAN_EVALUATE_H
#define TPATCH_PLAN_EVALUATE_H

#include "fileop/fileop.h"
#include "plan/evaluate/candidate.h"
#include "plan/evaluate/prefilter.h"

enum group_takes { GROUP_NOT_ASKED, GROUP_TAKES, GROUP_LEAVES };

/* The rule's edits are the last in the order. Release with edit_order_release(). */
void edit_order_add_rule(struct edit_order *order, const struct rule *rule);
void edit_order_release(struct edit_order *order);

/* What one thread collects; merged and sorted when all are done. */
struct worker {
	struct finding *findings;
	size_t n_findings, findings_capacity;
	struct plan_note *notes;
	size_t n_notes, notes_capacity;
	struct candidate *candidates;
	size_t n_candidates, candidates_capacity;
	size_t *matched_files;            /* per rule of the plan: files that its globs took */
	size_t *passed;                   /* per rule: places that match and need nothing */
	size_t names_seen;                /* since the walk began */
	bool drops_texts;                 /* as the plan's options say */
	struct prefilter_result present;  /* which rules need a look at the file at hand */
	const struct active_rule **rules; /* room for file_task.rules */
	bool *named;                      /* and for file_task.named */
	enum group_takes *groups;         /* per glob group: does it take the file at hand? */
	struct regex_scratch *scratch;
	struct arena arena;
};

/* A rule in force, ready to look at files. */
struct active_rule {
	const struct rule *rule;
	size_t index;    /* into plan.rules */
	size_t position; /* among the active rules */
	size_t group;    /* of rules with the same globs */
	bool is_fixed;   /* rule_is_fixed() for the tree */
};

/* One file to look at, or a path that rules name and where no file is. */
struct file_task {
	const char *path;
	bool is_absent;                  /* no file is there: `bytes` is empty, and all rules name the path */
	bool has_modes;                  /* the system has an executable bit */
	const struct trace *trace;       /* or NULL */
	const struct edit_order *order;  /* of the set's edits; NULL: that of `rules` */
	const struct place_probe *probe; /* may be NULL where no rule renames */
	struct slice bytes;
	const struct file_stat *st;
	const struct active_rule *const *rules; /* those that want it, in plan order */
	size_t n_rules;
	const bool *named; /* [n_rules]: the rule names this very path, so finding nothing is a finding */
	/* NULL: every rule looks at the file. Else worker->present tells which do, and is changed during the call. */
	const struct prefilter *prefilter;
	bool is_excerpt; /* a test's text: lines of a file, which need not be whole statements */
	/* a rule does not fit the tree, so nothing will be written: what the edits come to need not be proved */
	bool is_stopped;
	const struct applied_lookup *applied; /* what runs did to the file; or NULL */
	bool was_touched; /* an applied run changed the file: every rule looks at it, so that what drifted is seen */
};

/*
 * Evaluates one file into `worker`: findings, notes, and where something is to be done a candidate. False with
 * ERR_UNFIT when an edit cannot be made, or ERR_IO.
 */
bool evaluate_file(const struct file_task *task, struct worker *worker, struct err *err);

/* A file as the first run found it, read once for all edits. All zero at first. */
struct edit_original {
	const struct language *language; /* NULL: not read yet */
	struct str text;
	struct source source;
	struct document doc;
	struct edit_beside beside;
};

/* What is known of an edit beyond the file as it is. */
struct edit_settling {
	const struct applied_lookup *applied; /* or NULL */
	const struct rule *rule;
	size_t index; /* of the edit */
	struct edit_beside *beside;
	struct slice bytes; /* the file of the tree */
	struct regex_scratch *scratch;
	struct edit_original *original; /* or NULL: of one edit only */
};

/*
 * After edit_rule_find() in `doc`, which is the file of the tree or what becomes of it: places that a run put lines
 * beside, or that had them before the first run, count as made where these are there still, whatever others put
 * between. Where only a part of such lines is there, or nobody knows who parted them, the edit is ambiguous.
 */
void edit_settle(const struct edit_settling *settling, struct document *doc, struct edit_outcome *out);

/* Is every version that the tree may be one in which upstream has what the rule does? */
bool rule_is_fixed(const struct rule *rule, const struct target *target);
/* Rule verdicts from the findings; fills plan->rules[].verdict and the counts. `narrowed`: --globs hid files, so
 * finding nothing proves nothing. */
void judge_rules(struct plan *plan, const struct target *target, const size_t *matched_files, const size_t *passed,
	bool narrowed);

#endif
