/*
 * The journal: what every run did, under `.tpatch/` in the root. The on-disk format is described at the top of
 * journal.c.
 */
#ifndef TPATCH_COMMIT_JOURNAL_H
#define TPATCH_COMMIT_JOURNAL_H

#include "base/arena.h"
#include "base/err.h"
#include "base/digest/hash.h"
#include "base/table.h"
#include "platform/read.h"

struct applied_lookup; /* plan/plan.h */

/* Where a tree has its journal. */
#define JOURNAL_DIR ".tpatch"
/* What to do about a journal of another user. */
#define JOURNAL_HINT_OF_ANOTHER                                                                                        \
	"run tpatch as the user that owns '" JOURNAL_DIR "', or, if the tree is yours now, make it yours (chown -R) "  \
	"and run `tpatch recover --adopt`"

enum run_state {
	RUN_PENDING, /* header written, tree perhaps half-way: must be recovered */
	RUN_APPLIED,
	RUN_ROLLING, /* a rollback was begun: must be recovered */
	RUN_UNDONE,  /* rolled back */
	RUN_BROKEN,  /* unreadable, wrong checksum or unknown format version: never acted upon */
	/* keeps what a forced rollback wrote over; its header says applied, and nothing of it is in force */
	RUN_KEPT
};

/* A path and what the run found and left there. A renamed file is two: one that is gone, one that is new. */
struct run_file {
	const char *path;
	bool is_new, is_gone; /* there was no file before, is none after: hash, size and mode of that side are 0 */
	struct hash before, after;
	uint64_t before_size, after_size;
	uint32_t mode, after_mode;
	int64_t mtime_ns;         /* before */
	const char *const *rules; /* ids, NULL-terminated */
};

/* An edit that a run recorded of a rule; texts are the origin's. */
struct run_edit {
	struct slice rule, edit; /* id; in hexadecimal */
};

/* What the user did not want of the plan. */
struct run_declined {
	const char *rule; /* id */
	const char *path; /* the file in which it was left out; NULL: in every file */
};

struct folder_time {
	const char *path; /* "" is the root */
	int64_t mtime_ns;
};

/* Each folder once, by path. */
struct folder_times {
	struct folder_time *items;
	size_t count;
};

/* How a run was made. A kind that may be there several times keeps the order in which things were given. */
enum origin_kind {
	ORIGIN_ARGUMENT, /* of the command line, the program's name first: once for each */
	ORIGIN_TAG,      /* as given by --tag, --use */
	ORIGIN_USE,
	ORIGIN_PATCHSETS, /* the absolute path of --patchsets */
	ORIGIN_PLAN,      /* the plan file, as given */
	ORIGIN_PROFILE,
	ORIGIN_FACT,   /* "cuda=12.8": each fact that was known, whoever gave it, as --fact takes it */
	ORIGIN_VALUE,  /* "floor=3.10": each variable of the set and its value, the default too, as --set takes it */
	ORIGIN_FILTER, /* a regular expression on rule ids: of runs that an earlier tpatch made */
	ORIGIN_RULE,   /* as given by --rule, --pack and --skip: once for each */
	ORIGIN_PACK,
	ORIGIN_SKIP,
	ORIGIN_GLOB,   /* as given by --globs: once for each */
	ORIGIN_DIGEST, /* of the patch set: patchset_digest(), in hex */
	ORIGIN_EDITS,  /* "RULE=HEX,HEX": edit_digest() of each edit, once for each rule that changes a file */
	ORIGIN_KIND_COUNT
};

struct run_detail {
	enum origin_kind kind;
	const char *text;
};

/* Empty where it is not known: of a run that an earlier tpatch made, and of one that keeps what a forced rollback went
 * over. */
struct run_origin {
	struct run_detail *items;
	size_t count;
	/* of a run that keeps what was there when run `keeps` was undone by force: that one; else 0 */
	unsigned long keeps;
};

/* Whose is a run? Only what this user's tpatch wrote, for this very folder, is put into it again. */
enum run_proof {
	PROOF_NONE, /* no seal: written by a tpatch that made none, where no key could be kept, or by hand */
	/* a seal, but by no key of this user: of another user or machine, or of this one before its key was lost */
	PROOF_OTHER_KEY,
	PROOF_ELSEWHERE, /* this user's, and of another folder: the tree is a copy */
	PROOF_OURS
};

struct run {
	unsigned long number; /* 1, 2, … */
	enum run_state state;
	/* the state that the header's name says; differs from `state` only for RUN_BROKEN and RUN_KEPT */
	enum run_state named;
	enum run_proof proof; /* not of runs that are undone */
	int64_t time_ns;      /* when it was made, wall clock */
	const char *tool;     /* version of tpatch */
	const char *set;      /* name of the patch set */
	const char *target;   /* "1.12.1", "looks like 2.4" */
	struct run_origin origin;
	struct run_file *files;
	size_t n_files;
	const struct run_file **by_path; /* [n_files], sorted: run_index() */
	const char **made;               /* folders that were not there and hold files now, outer ones first */
	const char **made_by_path;       /* the same, sorted */
	size_t n_made;
	struct run_edit *edits; /* of the origin's ORIGIN_EDITS, sorted by edit: run_index() */
	size_t n_edits;
	struct slice *rules_with_edits; /* ids of the rules whose edits the origin tells, sorted; may be none of them */
	size_t n_rules_with_edits;
	size_t first_changed; /* of a run that is applied: that of files[0] in the journal's `changed` */
	struct run_declined *declined;
	size_t n_declined;
	/* those that were there and whose names the run changes, with their mtimes before the run */
	struct folder_times folders;
	const char *problem; /* for RUN_BROKEN: why; its other fields but `number` and `named` then say nothing */
	/* its folder has new/, old/ or folders.back; of a run that is undone, they are left over */
	bool holds_texts;
};

/* All runs, oldest first. Release with journal_release(). */
struct journal {
	struct root *root; /* where it was read; must outlive it */
	struct run *runs;
	size_t n_runs;
	/* folders of runs that were killed before their header was whole: they never touched the tree */
	unsigned long *unfinished;
	size_t n_unfinished;
	unsigned long last_pruned; /* no run that was removed had a higher number; 0 = none was */
	/* Of the files of all applied runs: journal_index(). */
	struct run_change *changed;
	struct table newest;    /* by path, its newest one in `changed`, plus 1 */
	size_t n_in_force;      /* no run from this one on is applied */
	size_t n_applied_first; /* all runs before this one are applied */
	struct arena arena;
};

/* Reads the journal; a root without one gives an empty journal. Needs no lock and changes nothing. */
bool journal_read(struct root *root, struct journal *out, struct err *err);
/*
 * The same, but the headers of runs that are undone are not read: of these, number, state and holds_texts alone are
 * set. For all who ask only what is in force; so that it costs next to nothing that a tree was patched and put back a
 * hundred times.
 */
bool journal_read_in_force(struct root *root, struct journal *out, struct err *err);
/* "was sealed with another key than yours", or NULL for a run that is ours or whose header cannot be read. */
const char *run_proof_problem(const struct run *run);
/*
 * Was the record written by this user, here or in the folder of which this is a copy? What another one says decides
 * nothing: neither which rules are wanted, nor that one is made already.
 */
bool run_is_users(const struct run *run);
/* Is there a journal? Fails where a link or a file is in its place, which could lead anywhere. */
bool journal_is_there(struct root *root, bool *there, struct err *err);
void journal_release(struct journal *journal);
/* Sorts the runs, and finds out what the functions below look up. Journals that were read have it done. */
void journal_index(struct journal *journal);
/* Says of an applied run of the journal that it was undone meanwhile. */
void journal_set_undone(struct journal *journal, const struct run *undone);
/* NULL if there is no such run. */
const struct run *journal_find(const struct journal *journal, unsigned long number);
/* The newest run in `state`, or NULL. */
const struct run *journal_last(const struct journal *journal, enum run_state state);
/* The applied run `number`, or the newest (0); NULL with ERR_USAGE, which lists the runs, where there is none. */
const struct run *journal_choose(const struct journal *journal, unsigned long number, struct err *err);
/* Sorts what is looked through by path, edit and rule; memory from `arena`. Journals that were read have it done. */
void run_index(struct run *run, struct arena *arena);
/* The run's entry for `path`, or NULL. */
const struct run_file *run_file_find(const struct run *run, const char *path);
/* Of a run that is indexed: the innermost folder of `path` that it made, or NULL; and the one that it did not make. */
const char *run_made_above(const struct run *run, const char *path);
struct slice run_folder_of(const struct run *run, const char *path);
/* The newest applied run that changed `path`, and its entry in `*file`; NULL if none did. */
const struct run *journal_applied_to(const struct journal *journal, const char *path, const struct run_file **file);
/* The newest one in which the rule changed `path`; of which none is known, as journal_applied_to(). */
const struct run *journal_applied_by(const struct journal *journal, const char *rule_id, const char *path);
/* The next applied run after `run`, which is applied, that changed its file `slot`, and its entry; NULL if none did. */
const struct run *journal_applied_next(
	const struct journal *journal, const struct run *run, size_t slot, const struct run_file **file);
/*
 * The newest applied run of this user in which the rule was declined in the file, unless a newer one made the rule's
 * change there; NULL: none. `path` NULL: the newest run in which it was declined in any file.
 */
const struct run *journal_declined_in(const struct journal *journal, const char *rule_id, const char *path);
/* The run that is pending or rolling (even if broken) and has to be recovered first, or NULL. */
const struct run *journal_interrupted(const struct journal *journal);
/* True when there is such a run. */
bool journal_needs_recovery(const struct journal *journal);
/* Fails with ERR_IO_TORN when there is: for what may not be done, or not be told, of a tree that is half-way. `root` is
 * for the message. */
bool journal_require_whole(const struct journal *journal, const char *root, struct err *err);
/* The first text of that kind, or NULL. */
const char *run_origin_text(const struct run_origin *origin, enum origin_kind kind);
/* All texts of that kind in their order, NULL-terminated; the list is the arena's, the texts are borrowed. */
const char **run_origin_texts(const struct run_origin *origin, enum origin_kind kind, struct arena *arena);
/* What a plan asks of it about files that are patched: by runs of this user alone. Borrows the journal. */
struct applied_lookup journal_applied_lookup(const struct journal *journal);
/* "pending", "applied", "rolling", "undone", "broken", "kept". */
const char *run_state_name(enum run_state state);

#endif
