/*
 * The plan: everything a run would do, computed in memory before anything is written. Dry run, check and apply share
 * it.
 */
#ifndef TPATCH_PLAN_PLAN_H
#define TPATCH_PLAN_PLAN_H

#include "base/arena.h"
#include "base/err.h"
#include "base/digest/hash.h"
#include "base/trace.h"
#include "patchset/patchset.h"
#include "plan/rule_choice.h"
#include "plan/verdict.h"
#include "text/diff.h"
#include "text/edit.h"
#include "tree/detect.h"
#include "tree/tree.h"
#include "tree/walk.h"

/* One rule's result in one file. */
struct finding {
	size_t rule; /* index into plan.rules */
	const char *path;
	enum verdict verdict;
	size_t line, column; /* 1-based; 0 where there is no place */
	size_t n_edits;      /* places to change */
	size_t n_applied;    /* places already as wanted */
	const char *detail;  /* one line for people, or NULL */
	/* an edit that leaves nothing is made in one place or more: n_applied is the least that it can be */
	bool has_uncounted;
	/* of VERDICT_WOULD_PATCH and VERDICT_DECLINED: a run that is still applied had made it in this file */
	bool is_undone;
	/* of VERDICT_MISSING: some edits find their old form, so that the tree is not without need of the rule */
	bool is_partly_old;
};

/* Had a run that is still applied made it, and nobody has said since that they do not want it? */
bool finding_is_undone(const struct finding *finding);

/* Something worth telling that stops nothing: an undecidable version, a file that could not be read. */
struct plan_note {
	size_t rule; /* or (size_t)-1 */
	const char *path;
	size_t line, column;
	const char *text;
};

/* One file that the run changes: its text, its path, its mode, or whether it is there. */
struct change {
	const char *path;     /* before; of a file that is made, where it will be */
	const char *new_path; /* after, where the file is renamed; else NULL */
	/* there is no file before, or after: the text of that side is empty, its hash that of no bytes */
	bool is_new, is_gone;
	struct slice before, after;
	/* plan_options.drops_texts: `before` and `after` are empty, and `stat` counts their lines */
	bool has_no_texts;
	struct diff_stat stat; /* where `has_no_texts` */
	struct hash before_hash, after_hash;
	struct file_stat st;          /* of the file as it was read; of a new one, type FILE_NONE */
	const struct file_stat *like; /* of a file that is put back: what its mode and mtime will be; else NULL */
	bool changes_mode;            /* the executable bit changes, or that of a new file is stated */
	uint32_t mode;                /* of a new file, and where that bit changes: permission bits after */
	/* where it is made, removed or renamed: the rule that wants it, and another that wants the same, or the same */
	size_t file_owner, file_co_owner;
	size_t mode_owner, mode_co_owner; /* where `changes_mode`: the same for that */
	size_t *rules;                    /* indices into plan.rules, ascending */
	size_t n_rules;
	/* [n_edits], settled: they make `after` of `before`; `owner` and `co_owner` are indices into plan.rules */
	const struct edit *edits;
	size_t n_edits;
};

/* Its path after the run. */
const char *change_new_path(const struct change *change);
/* Its permission bits after the run. */
uint32_t change_mode(const struct change *change);
/* Does it do more than edit a text that stays where it is? */
bool change_is_of_file(const struct change *change);

/*
 * Changes that cannot be made together, as none of a plan that tpatch made are: why ("is created by both"), with the
 * two paths, which are the changes' own and may be equal; NULL where there are none.
 */
const char *changes_clash(const struct change *changes, size_t count, const char **path, const char **other);

/* One rule's result over the tree. */
struct rule_result {
	const struct rule *rule;
	enum verdict verdict;
	const char *detail;                        /* why, where there is more to say than the verdict; or NULL */
	size_t n_files, n_edits;                   /* to change */
	size_t n_applied_files, n_applied_edits;   /* already as wanted */
	bool has_uncounted;                        /* of these there may be more; see struct finding */
	size_t n_declined_files, n_declined_edits; /* that would change if the user had wanted it */
	bool in_force;                             /* selected by version, facts and the user's choice */
	bool suppressed;                           /* it was in force, and its group cannot be made as a whole */
	bool taken_along;                          /* the user did not choose it, and its group brought it in */
	/* facts without which `when` cannot be decided, NULL-terminated; NULL: none */
	const char **needs;
	/* where the plan comes from a file that has these instead of the edits: their edit_digest()s; or NULL */
	const char *edits;
};

struct plan {
	const struct patchset *set;
	const struct fact_values *facts; /* those of the options */
	struct rule_choice choice;       /* the same, copied; all rules where the options had several choices */
	const char *const *globs;
	struct rule_result *rules;
	size_t n_rules;
	struct finding *findings; /* by path, then rule */
	size_t n_findings;
	struct plan_note *notes; /* by path */
	size_t n_notes;
	struct change *changes; /* by path */
	size_t n_changes;
	struct walk_counts counts;
	size_t verdicts[VERDICT_COUNT]; /* rules per verdict */
	struct arena arena;
	struct arena *parts; /* what each thread collected */
	size_t n_parts;
};

/* Was an edit made in a file by a run that is still applied? */
enum edit_put {
	PUT_NONE,        /* by none, and none that is known has changed the file */
	PUT_BY_NO_RUN,   /* by none of those that have changed the file */
	PUT_AS_LEFT,     /* and nothing but runs has changed the file since */
	PUT_AND_CHANGED, /* and something else has changed the file since */
};

/* Was another edit of a rule made in a file by a run that is still applied? */
enum edit_other {
	OTHER_NONE,
	OTHER_AS_LEFT,     /* and nothing but runs has changed the file since */
	OTHER_AND_CHANGED, /* and something else has changed the file since */
};

/* What the runs that are still applied did. Answered from the journal by the caller; may be NULL. */

struct applied_lookup {
	const void *ctx;
	const char *set; /* the name of the set at work, for has_other() */
	/* Was `path` changed by `rule_id`? */
	bool (*was_applied)(const void *ctx, const char *rule_id, const char *path); /* `rule_id` NULL: by any rule */
	/* Is the file as they left it? `st` is of type FILE_NONE where none is there. NULL: as if it were not. */
	bool (*is_as_left)(const void *ctx, const char *path, const struct file_stat *st, struct slice bytes);
	/* Was the edit of this edit_digest() made in the file, whose bytes are `bytes`, and is it as they left it? Then
	 * what the edit removed is removed. Where they do not say which edits they made, what tells is the rule. */
	bool (*has_made)(const void *ctx, const char *rule_id, struct hash edit, const char *path, struct slice bytes);
	/* The text that the run found which made it (`*by_run`), or where none did, the one that the first run found.
	 * False where there is none, or it is not to be had. NULL: none. */
	bool (*was_found)(const void *ctx, const char *rule_id, struct hash edit, const char *path, struct slice bytes,
		bool *by_run, struct str *before);
	/* As has_made(), for an edit that puts lines into the file. For PUT_BY_NO_RUN and PUT_AND_CHANGED, `before`
	 * gets the text that the first run found. NULL: nothing is known of that. */
	enum edit_put (*was_put)(const void *ctx, const char *rule_id, struct hash edit, const char *path,
		struct slice bytes, struct str *before);
	/* Did the newest run of the set that made edits of the rule in the file, but for `n_newer` such runs, make one
	 * that is none of these ("HEX,HEX")? For OTHER_AND_CHANGED, `before` gets the text that this run found, and
	 * `later` the one that the next run found, if there is one. NULL: it did not. */
	enum edit_other (*has_other)(const void *ctx, const char *set, const char *rule_id, struct slice edits,
		size_t n_newer, const char *path, struct slice bytes, struct str *before, struct str *later);
	/* Did a run make the edit in the file, and has a later one or somebody else changed the file since? `by_runs`:
	 * or only later runs. NULL: none did. */
	bool (*was_undone)(const void *ctx, const char *rule_id, struct hash edit, const char *path, struct slice bytes,
		bool by_runs);
	/* Did a later run make a new file at `path`, from which the rule had moved the one that was there? NULL: none
	 * did. */
	bool (*has_made_anew)(const void *ctx, const char *rule_id, const char *path);
	/* Did the user decline what the rule does to the file? Then it stays as it is. NULL: all is wanted. From
	 * several threads at a time, like the others. */
	bool (*was_declined)(const void *ctx, const char *rule_id, const char *path);
};

/* Which rules are looked for in which files, besides `choices` and `globs`. */
struct selection_lookup {
	void *ctx;
	bool (*is_selected)(void *ctx, const struct rule *rule, const char *path); /* from several threads at a time */
};

/* Somebody who sees what the walk sees, besides the rules in force. From several threads at a time; `thread` counts
 * from 0. */
struct plan_watch {
	void *ctx;
	/* Called for every regular file: no folder is skipped where somebody watches. True: the bytes are wanted as
	 * well. */
	bool (*sees)(void *ctx, size_t thread, const char *path);
	void (*reads)(void *ctx, size_t thread, const char *path, struct slice bytes);
};

struct plan_options {
	const struct rule_choice *choices; /* [n_choices]: a rule is looked at that one of them wants; none: all are */
	size_t n_choices;
	bool choices_may_miss;    /* a name that no rule of the set has is no error */
	struct err_places places; /* of what the choices name */
	const char *const *globs; /* only these files; "!" in front excludes; NULL-terminated, or NULL */
	size_t n_threads;         /* 0: as many as processors */
	const struct applied_lookup *applied;
	const struct selection_lookup *selection; /* NULL: all */
	const struct plan_watch *watch;           /* or NULL */
	const struct trace *trace;                /* who is told what is done; or NULL */
	const struct fact_values *facts;          /* NULL: none is given. Must outlive the plan */
	/* keep no texts of files that are only edited: a plan of a large tree takes a fraction of the memory */
	bool drops_texts;
	/*
	 * Called once it is known what the run would do, unless that is nothing or the run is stopped; plan->changes
	 * have all but `after` then. What is not wanted is declined by plan_decline(). False with `err` ends the
	 * planning. NULL: everything is wanted.
	 */
	bool (*answer)(void *ctx, struct plan *plan, struct err *err);
	void *answer_ctx;
	/* Called now and then while the tree is walked, from one thread at a time; NULL: never. */
	void (*progress)(void *ctx, size_t files_seen);
	void *progress_ctx;
};

/*
 * Makes the plan for `set` on the tree of known `target`. False with `err` on a broken tree or rule (ERR_IO,
 * ERR_PATCHSET), and with ERR_UNFIT when a rule is not idempotent. Rules that do not fit are findings, not errors.
 * Release with plan_release().
 */
bool plan_make(struct root *root, const struct patchset *set, const struct target *target,
	const struct plan_options *options, struct plan *out, struct err *err);
/* The same for any tree. */
bool plan_make_tree(const struct tree *tree, const struct patchset *set, const struct target *target,
	const struct plan_options *options, struct plan *out, struct err *err);
void plan_release(struct plan *plan);
/* For plan_options.answer(): what the rule would change in the file of this finding, VERDICT_WOULD_PATCH, stays as it
 * is. */
void plan_decline(struct plan *plan, size_t finding);
/* The index of the first finding of a plan that is made in the file `path`, or of the next one where it has none. */
size_t plan_first_finding(const struct plan *plan, const char *path);
/* The change of the file that is at `path` before the run; NULL: it has none. */
const struct change *plan_change_of(const struct plan *plan, const char *path);
/* Appends the edit_digest()s of the rule's edits, "HEX,HEX"; nothing where none are known. */
void rule_result_edits(const struct rule_result *result, struct str *out);
/* True when some rule does not hold: nothing may be written. */
bool plan_is_stopped(const struct plan *plan);

#endif
