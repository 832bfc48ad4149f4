/* The planner's state: filled by prepare.c (which rules, which files), then evaluate_tree.c, file by
 * file, then plan.c. Private to plan/. */
#ifndef TPATCH_PLAN_PLANNER_H
#define TPATCH_PLAN_PLANNER_H

#include "plan/evaluate/evaluate.h"
#include "platform/thread.h"
#include "tree/rule_files.h"
#include "tree/walk.h"

/* A path, as the tree spells what is there, and a rule in force that names it. */
struct named_rule {
	const char *path;
	size_t position; /* among the active rules */
};

struct planner {
	const struct tree *tree;
	const struct target *target;
	const struct plan_options *options;
	struct plan *plan;
	struct edit_order order;    /* of the whole set */
	struct active_rule *active; /* rules in force */
	size_t n_active;
	const char **named_paths; /* paths that rules name, sorted, each once */
	size_t n_named, named_capacity;
	struct named_rule *named_rules; /* sorted by path, then position */
	size_t n_named_rules, named_rules_capacity;
	size_t *globbed; /* positions of the rules in force that have globs, ascending */
	size_t n_globbed;
	struct glob_set *walked;        /* all globs of rules that need a walk; NULL: no rule does */
	struct glob_set *only, *except; /* --globs; NULL: not given */
	struct place_probe probe;       /* what is at other paths of the tree */
	struct rule_globs *groups;      /* of rules in force that have globs, each combination once */
	size_t n_groups;
	struct prefilter *prefilter; /* of the rules in force */
	struct walk *walk;           /* while the tree is walked */
	struct worker *workers;      /* one per thread */
	size_t n_threads;
	struct candidate *candidates; /* of all threads, by path, once the tree is evaluated */
	size_t n_candidates;
	size_t *matched_files, *passed; /* the workers' in sum */
	struct mutex *large;            /* held while a large file is looked at */
	struct mutex *mutex;            /* guards what follows */
	struct err *err;                /* the first failure */
	size_t names_seen;
};

/*
 * What is known of a file while it is looked at takes many times its bytes: large ones are looked at one at a time, so
 * that memory does not go with the threads. To be left again.
 */
#define LARGE_BYTES ((size_t)1 << 20)

/* Is only a part of the tree looked at? What is not there may be in the rest. */
static inline bool planner_is_narrowed(const struct planner *p)
{
	return p->only || p->except || p->options->selection;
}

static inline void planner_enter_file(const struct planner *p, size_t size)
{
	if (size > LARGE_BYTES)
		mutex_lock(p->large);
}

static inline void planner_leave_file(const struct planner *p, size_t size)
{
	if (size > LARGE_BYTES)
		mutex_unlock(p->large);
}

/* Selects and compiles what the run needs: rules in force, globs, named paths, prefilter, one worker per thread. */
bool planner_prepare(struct planner *p, const struct patchset *set, struct err *err);
/* Looks at every file that a rule takes: fills the workers. False with ERR_IO, or as evaluate_file() fails. */
bool planner_evaluate(struct planner *p, struct err *err);
/* The worker turns to the file `path`: fills in rules (those still in force), prefilter, probe and whether an
 * applied run changed it, with the worker's room; the file itself is the caller's. */
void planner_task_begin(const struct planner *p, struct worker *worker, const char *path, struct file_task *out);
/* What one thread needs; free with planner_worker_release(). */
struct worker planner_worker_new(const struct planner *p);
void planner_worker_release(struct worker *worker);

/* Candidates that want one path, or paths that cannot be side by side, become conflicts: clash.c. Adds findings. */
void planner_settle_paths(struct planner *p);
/* The rules, looked at again on the files that are made or renamed. False with ERR_UNFIT when one does not settle,
 * ERR_IO. */
bool planner_prove_paths(struct planner *p, struct err *err);
/* "'folder' is a symbolic link", where one is above `path`: what is there is not looked at. Else NULL. */
bool planner_link_above(
	const struct planner *p, const char *path, struct arena *arena, const char **why, struct err *err);
/* A place_probe's look(); `ctx` is the planner. */
bool planner_look(
	void *ctx, const char *path, struct arena *arena, enum place_state *state, const char **why, struct err *err);

#endif
