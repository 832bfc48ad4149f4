/* Trees, plans made by hand, and what commit/ says about them: for the tests of commit/. */
#ifndef TPATCH_TESTS_COMMIT_FIXTURE_H
#define TPATCH_TESTS_COMMIT_FIXTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "commit/commit.h"
#include "plan/plan.h"
#include "faulty.h"
#include "platform/write.h"
#include "scratch.h"

/* What a plan is to make of a file. */
struct wanted {
	const char *path;
	const char *after;    /* NULL: no file */
	const char *new_path; /* NULL: the same */
	bool is_new;          /* there is no file yet */
	char executable;      /* '+': set, '-': clear, NUL: as it is */
};

struct made_plan {
	struct plan plan;
	struct patchset set;
	struct rule rules[2];
	size_t n_paths; /* that change: of a renamed file two */
	struct arena arena;
};

/* Added to a count of files, below: the tree has files besides that the plan makes, removes, renames, and gives other
 * modes. */
#define WITH_FILES 1000

/* A plan on the files as they are now; `wanted` is sorted by path. Free with made_plan_free(). */
struct made_plan *plan_by_hand(const struct scratch *scratch, const struct wanted *wanted, size_t count);
void made_plan_free(struct made_plan *made);

/*
 * A tree of `count` files that the plan `tree_plan()` changes and some that it does not, in several folders, with
 * various modes and old mtimes, of folders too: the same every time. Clears `scratch` first.
 */
void make_tree(struct scratch *scratch, size_t count);
/* The folders' mtimes again. */
void give_folders_their_times(const struct scratch *scratch);
struct made_plan *tree_plan(const struct scratch *scratch, size_t count);

enum tree_is { TREE_BEFORE, TREE_AFTER, TREE_TORN };

/* The snapshots that tell before from after for trees of make_tree(). */
struct oracle {
	char *before;         /* with mtimes */
	char *after;          /* without mtimes */
	const char *constant; /* the lines of a folder and a file that nobody changes, with mtimes */
};

struct oracle oracle_new(struct scratch *scratch, size_t count);
void oracle_free(struct oracle *oracle);
enum tree_is oracle_ask(const struct oracle *oracle, const struct scratch *scratch);
/* As if the mtimes of folders did not count. */
enum tree_is oracle_ask_but_folder_times(const struct oracle *oracle, const struct scratch *scratch);
/*
 * Gives the root its mtime if the run was cut off between its making of `.tpatch`, which changes it, and its putting it
 * back. It is the one moment that leaves no record of what the mtime was.
 */
void forgive_root_time(const struct scratch *scratch);
/* The root's mtime in trees of make_tree(). */
#define ROOT_TIME (1400000000 * INT64_C(1000000000) + 987654300)

/* Forwards to the engine with fresh reports; false fails the test unless `err` is given. */
bool do_commit(const struct write_ops *ops, const struct scratch *scratch, size_t count, struct err *err);
bool do_rollback(const struct write_ops *ops, const struct scratch *scratch, unsigned long number, struct err *err);
bool do_recover(const struct write_ops *ops, const struct scratch *scratch, struct err *err);

/* Prints "faults: N" for `make faults`: so many times something went wrong in a test, was recovered, and the tree was
 * looked at. */
void tell_faults(size_t count);

/* Fails the test unless the journal is whole and needs no recovery; true when its last run is applied. */
bool journal_is_settled(const struct scratch *scratch);

/* What one call of the engine said. Free with outcome_free(). */
struct outcome {
	bool ok;
	struct commit_report report;
	struct err err;
};

void outcome_free(struct outcome *outcome);
struct outcome try_made(const struct scratch *s, struct made_plan *made);
struct outcome try_commit(const struct scratch *s, const struct wanted *wanted, size_t count);
struct outcome try_rollback(const struct scratch *s, unsigned long number);
struct outcome try_recover(const struct scratch *s);
/* The call failed with just that, and one refusal (`path` NULL: none). Frees the outcome. */
void assert_refused(
	struct outcome *outcome, enum err_kind kind, const char *message, const char *path, const char *why);
/* Commits one change, which must work. */
void commit_ok(const struct scratch *s, const char *path, const char *after);
void assert_text(const struct scratch *s, const char *path, const char *wanted);
enum run_state state_of(const struct scratch *s, unsigned long number);

#endif
