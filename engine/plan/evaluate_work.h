/* One file being looked at: what evaluate.c finds and evaluate_change.c makes of it. Private to plan/. */
#ifndef TPATCH_PLAN_EVALUATE_WORK_H
#define TPATCH_PLAN_EVALUATE_WORK_H

#include "plan/evaluate.h"
#include "plan/file_state.h"

/* Rules of different languages may look at one file; each language reads it once. */
#define MAX_LANGUAGES 8

/* An operation on the file itself that a rule wants made. */
struct file_want {
	size_t rule; /* index into plan.rules */
	const struct edit_def *edit;
};

struct work {
	const struct file_task *task;
	struct harvest *harvest;
	struct source source;
	struct document docs[MAX_LANGUAGES];
	size_t n_docs;
	uint32_t mode; /* permission bits that the file is taken to have */
	struct edit_list edits;
	struct file_want *wants;
	size_t n_wants, wants_capacity;
	uint32_t group;
};

void work_init(struct work *work, const struct file_task *task, struct slice bytes, uint32_t mode, struct harvest *harvest);
void work_release(struct work *work);
/* The file as `language` reads it. */
struct document *work_document(struct work *work, const struct language *language);

/* What one rule finds in the file. */
struct rule_outcome {
	struct edit_outcome *edits; /* [rule->n_edits]; of operations on the file itself nothing */
	enum edit_state *states;    /* [rule->n_edits] */
	size_t n_to_make, n_made, n_passed, n_absent, n_ambiguous; /* edits in each state */
	size_t n_incomplete; /* of the absent: those of which parts are there */
	size_t n_unproved;   /* edits that leave no form of their own, and of which nothing tells that they were made */
	size_t first_absent, first_ambiguous, first_unproved;
	size_t places_to_make, places_made;
	uint32_t offset; /* of the first place worth naming */
	bool has_offset;
	const char *file_detail; /* why an operation on the file itself is absent, or NULL */
};

/* Release with rule_outcome_release(), also after a failure: `err` when another path cannot be examined. */
bool work_find(struct work *work, const struct rule *rule, struct rule_outcome *out, struct err *err);
void rule_outcome_release(struct rule_outcome *out, const struct rule *rule);
/* Adds what the rule wants made of the file. False with `err`. */
bool work_emit(struct work *work, const struct active_rule *active, const struct rule_outcome *out, struct err *err);
/* `out` (may be NULL) tells the place. `detail` is in the harvest's arena. */
void work_add_finding(struct work *work, size_t rule, enum verdict verdict, const struct rule_outcome *out, const char *detail);
/* Does the user not want what the rule does to the file? */
bool work_is_declined(const struct work *work, const struct rule *rule);
/* Does the rule have to look at the text that harvest->present was made from? */
bool work_needs_look(const struct file_task *task, const struct harvest *harvest, size_t r);

/*
 * Is nothing broken in `again`, the file as `edits` have made it of `work`, that was whole before: no bracket, string, block or statement, as the languages of
 * the rules see it? False with ERR_UNFIT that names the rule and the place.
 */
bool work_reread(struct work *work, struct work *again, struct err *err);
/* Makes one change of all that the rules want of the file, or findings of a conflict. False with ERR_UNFIT when a rule is not idempotent. */
bool work_finish(struct work *work, struct err *err);

#endif
