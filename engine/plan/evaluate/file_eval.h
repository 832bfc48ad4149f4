/* One file that is evaluated, and what one rule finds in it. Private to plan/. */
#ifndef TPATCH_PLAN_FILE_EVAL_H
#define TPATCH_PLAN_FILE_EVAL_H

#include "plan/evaluate/evaluate.h"

/* Rules of different languages may look at one file; each language reads it once. */
#define MAX_LANGUAGES 8

struct file_eval {
	const struct file_task *task;
	struct worker *worker;
	struct source source;
	struct document docs[MAX_LANGUAGES];
	struct edit_beside beside[MAX_LANGUAGES]; /* of each of docs */
	struct edit_order own_order;              /* where the task has none */
	struct edit_original original;
	bool has_order;
	bool is_result; /* the file as it would be */
	size_t n_docs;
	uint32_t mode;          /* permission bits that the file is taken to have */
	struct edit_list edits; /* that its rules want */
	struct file_want *wants;
	size_t n_wants, wants_capacity;
	uint32_t group;
};

/* Has the rule something to say at the task's path? False with `err` when the other path cannot be examined. */
bool file_rule_speaks(const struct file_task *task, const struct rule *rule, bool *speaks, struct err *err);

/* Release with eval_release(). */
void eval_init(
	struct file_eval *ev, const struct file_task *task, struct slice bytes, uint32_t mode, struct worker *worker);
void eval_release(struct file_eval *ev);
/* The file as `language` reads it. */
struct document *eval_document(struct file_eval *ev, const struct language *language);
/* Frees that; it is read again when it is asked for again. */
void eval_forget(struct file_eval *ev, const struct language *language);

/* What one rule finds in the file. */
struct rule_outcome {
	struct edit_outcome *edits; /* [rule->n_edits]; of operations on the file itself nothing */
	enum edit_state *states;    /* [rule->n_edits] */
	size_t n_to_make, n_made, n_passed, n_absent, n_ambiguous; /* edits in each state */
	size_t n_incomplete;                                       /* of the absent: those of which parts are there */
	size_t n_unproved; /* edits that leave no form of their own, and of which nothing tells that they were made */
	size_t first_absent, first_ambiguous;
	size_t places_to_make, places_made;
	bool has_uncounted; /* see struct finding */
	uint32_t offset;    /* of the first place worth naming */
	bool has_offset;
	const char *file_detail; /* why an operation on the file itself is absent, or NULL */
};

/* Release with rule_outcome_release(), also after a failure: `err` when another path cannot be examined. */
bool eval_find(struct file_eval *ev, const struct rule *rule, struct rule_outcome *out, struct err *err);
void rule_outcome_release(struct rule_outcome *out, const struct rule *rule);
/* Adds to `edits` and `wants` what the rule wants made of the file. False with `err`. */
bool eval_emit(struct file_eval *ev, const struct active_rule *active, const struct rule_outcome *out, struct err *err);
/* In how many places is an edit still made in the file `now`, where no form of it was found? `by_run`: it was made by a
 * run which found the text `before`; else that text may have had it. 0: the file does not show it. */
size_t edit_count_still_made(const struct rule *rule, size_t index, struct slice before, bool by_run,
	struct source *now, struct regex_scratch *scratch);
/* Has another version of the rule, or another value, put lines where an edit would be made? */
enum edit_other eval_other_version(struct file_eval *ev, const struct rule *rule, const struct rule_outcome *out);
/* Does rule `r` of the task have to look at the text that worker->present was made from? */
bool task_needs_look(const struct file_task *task, const struct worker *worker, size_t r);

#endif
