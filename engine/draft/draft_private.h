/* What the parts of draft/ share. */
#ifndef TPATCH_DRAFT_PRIVATE_H
#define TPATCH_DRAFT_PRIVATE_H

#include "draft/draft.h"
#include "lang/language.h"

enum draft_kind { DRAFT_REPLACE, DRAFT_DELETE, DRAFT_INSERT_BEFORE, DRAFT_INSERT_AFTER };

/* An edit of code. Texts live in the arena that was handed in. */
struct draft_edit {
	enum draft_kind kind;
	struct slice match, text; /* without indentation of the first line and final line end */
	struct slice already;     /* of DRAFT_DELETE: the statements that then stand side by side */
	size_t n_places;          /* of the hunk that it stands for */
};

struct draft_edits {
	struct draft_edit *items;
	size_t count, capacity;
};

/*
 * The edits of code that may be meant by a hunk: each run of changed lines is one statement replaced, deleted, or
 * inserted beside a statement that stays; equal ones are one edit with several places. DRAFT_AS_PART: a run may be a
 * part of a statement of several lines, which is then replaced. DRAFT_AS_ITEM: a run may be one item of a list. False,
 * and nothing, where some run is something else. Whether they do the same as the hunk is for the caller to try.
 */
enum draft_reading { DRAFT_AS_STATEMENT, DRAFT_AS_PART, DRAFT_AS_ITEM, DRAFT_READING_COUNT };
bool structure_of_hunk(const struct patch_hunk *hunk, const struct language *language, enum draft_reading reading,
	struct arena *arena, struct draft_edits *out);

/*
 * Gives hunks whose lines occur more than once in `text`, the file before the diff, lines of context from there until
 * they occur once, and what they make is nowhere. Only where line numbers tell which place is meant. Memory from
 * `arena`; `file->hunks` is changed.
 */
void context_complete(struct patch_file *file, struct slice text, struct arena *arena);

/* A rule while it is drafted: its hunks in order, each as code or as it is. */
struct draft_hunk {
	const struct patch_hunk *hunk;
	struct draft_edits edits; /* none: it stays a hunk */
	const char *misfit;       /* why it does not fit the tree by itself, or NULL */
};

enum draft_fate { DRAFT_STAYS, DRAFT_CREATED, DRAFT_REMOVED };

struct draft_rule {
	const char *path;
	struct draft_hunk *hunks;
	size_t n_hunks;
	enum draft_fate fate;
	struct slice content;          /* of a file that is created or removed, with LF */
	const char *new_path;          /* of a file that is renamed, else NULL */
	bool changes_mode, executable; /* the bit is set, or cleared, by the rule; of a created file only set */
};

/* What all hunks of a rule come to together. */
struct draft_settled {
	bool proves;         /* their own lines are a test that holds */
	bool applies;        /* they fit the text, or there is none */
	const char *problem; /* why not, in the arena; or NULL */
};

/*
 * Makes code of those hunks of `rule`, all plain so far, with which the rule still does to `text`, the file of a tree,
 * what the hunks do; where `text` has no pointer, or with `hunks_only`, of none. What does not fit `text` by itself
 * gets its `misfit`, but for hunks after the first fifty.
 */
struct draft_settled draft_settle(struct draft_rule *rule, bool hunks_only, struct slice text, struct arena *arena);

/*
 * Fills in what the diff does to the file itself, and where it comes or goes, its content. Memory from `arena`. NULL,
 * or why it cannot be expressed.
 */
const char *whole_file_read(const struct patch_file *file, struct arena *arena, struct draft_rule *out);

/* A diff says which files it changes: what a rule may not do unawares is said, where it is one of those. */
void draft_write_protected(const struct draft_rule *rule, struct str *out);
/* Appends `edits:` and `expect:` of a rule, indented for a rule in a list. */
void draft_write_edits(const struct draft_rule *rule, struct str *out);
/* Appends `tests:`, one before/after of the hunks' own lines. */
void draft_write_tests(const struct draft_rule *rule, struct str *out);

/* How a rule came out. */
struct trial {
	bool proves;  /* its own test holds in all variants */
	bool applies; /* to `text`, or to nothing where there is none */
	/* in as many places as it expects, and what it then makes of `text` shows by itself that it is made */
	bool settles;
	size_t n_applied;    /* places of `text` where it is made already */
	struct str after;    /* what it makes of `text` */
	const char *problem; /* why not, in the arena; or NULL */
};

/* Loads the rule and runs it on its own test and, where `text` has a pointer, on that. Release with trial_release(). */
void trial_run(const struct draft_rule *rule, struct slice text, struct arena *arena, struct trial *out);
void trial_release(struct trial *trial);

#endif
