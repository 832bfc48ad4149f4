/*
 * tpatch's engine as a library: open the patch sets, make a plan for a source tree, read what it found, write it, undo
 * it.
 *
 *	struct tpatch_error *error = NULL;
 *	struct tpatch_sets *sets = tpatch_sets_open(NULL, &error);
 *	struct tpatch_options options = { .size = sizeof(options), .root = "pytorch" };
 *	struct tpatch_plan *plan = sets ? tpatch_plan_make(sets, &options, &error) : NULL;
 *	...
 *	tpatch_plan_free(plan);
 *	tpatch_sets_free(sets);
 *	tpatch_error_free(error);
 *
 * Build with `cc program.c $(pkg-config --cflags --libs tpatch)`. docs/embedding.md has a whole program.
 *
 * What holds for every function:
 *
 *  - Memory. The caller owns what a function named ..._open, ..._make or ..._read returns, and frees it with the
 *    ..._free of its type; each ..._free accepts NULL. Bytes that the caller owns are freed with tpatch_free(). Every
 *    other returned object, and every string and array inside a struct, is borrowed and lives as long as the object
 *    that it came from. The library does not keep arguments unless the comment says so.
 *  - Errors. A function that fails returns NULL or false, and stores a new struct tpatch_error in `*error` (`error` may
 *    be NULL). On success it leaves `*error` alone. What a rule finds in a tree is a finding, not an error.
 *  - Text is UTF-8, with '/' between the parts of paths. File contents are any bytes. Lines and columns count from 1,
 *    columns in bytes; 0 means that there is no place.
 *  - The library prints nothing, sets no signal handler and has no global state. Objects of one type are independent.
 *    Several threads may use one struct tpatch_sets at once; every other object is for one thread at a time. One
 *    exception: if malloc() fails, the process ends with exit code 4 and a line on standard error. Nothing is lost by
 *    that before a run is committed, and tpatch_recover() repairs a tree that was left half-way.
 *  - Compatibility. Structs that the library fills may get members at their end, and enums may get values: treat
 *    unknown verdicts as "look closer". Structs that the caller fills begin with their size; members that are zero keep
 *    their former meaning.
 */
#ifndef TPATCH_API_TPATCH_H
#define TPATCH_API_TPATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __ELF__
#define TPATCH_API __attribute__((visibility("default")))
#else
#define TPATCH_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* "0.1.0": the version of the library that runs. */
TPATCH_API const char *tpatch_version(void);

/* Frees bytes that the caller owns. NULL is allowed. */
TPATCH_API void tpatch_free(void *bytes);

/* ---- errors ---- */

/* The numbers are the exit codes of the tpatch program. */
enum tpatch_error_kind {
	TPATCH_ERROR_USAGE = 2, /* an argument, an invalid patch set, or none that fits the tree */
	TPATCH_ERROR_UNFIT = 3, /* a rule does not fit, or files block the run: nothing was written */
	TPATCH_ERROR_IO = 4,    /* an input or output error; the tree is as it was */
	TPATCH_ERROR_TORN = 5   /* the tree is not as it was, or an earlier run was interrupted: tpatch_recover() */
};

struct tpatch_error {
	enum tpatch_error_kind kind;
	/* what failed first, subjects in 'single quotes', no full stop; then the files that block the run, one per
	 * line */
	const char *message;
	const char *file;    /* what the message is about: mostly a file of a patch set; or NULL */
	size_t line, column; /* in that file */
	const char *snippet; /* the text of that line, or NULL */
	const char *hint;    /* what to do about it, in terms of the command line: --tag is options.tag; or NULL */
};

TPATCH_API void tpatch_error_free(struct tpatch_error *error);
/* The error as the tpatch program prints it: `file:line:column: message`, a caret line, `hint: ...`, each line ended.
 * Free with tpatch_free(). */
TPATCH_API char *tpatch_error_format(const struct tpatch_error *error);

/* ---- patch sets ---- */

struct tpatch_sets;

/*
 * Loads the patch sets embedded in the library, and those in the folder `extra` (NULL: none), which replace embedded
 * sets of the same name. TPATCH_ERROR_USAGE for an invalid set, with its file, line and column; TPATCH_ERROR_IO.
 */
TPATCH_API struct tpatch_sets *tpatch_sets_open(const char *extra, struct tpatch_error **error);
TPATCH_API void tpatch_sets_free(struct tpatch_sets *sets);

struct tpatch_set {
	const char *name, *summary;
	const char *project;  /* "pytorch" */
	const char *versions; /* "==1.12.1": the versions that it is for */
	size_t n_rules;
	const char *origin; /* its file */
};

/* The set with this index, from 0, ordered by project and version; NULL past the last. */
TPATCH_API const struct tpatch_set *tpatch_sets_at(const struct tpatch_sets *sets, size_t index);

/* ---- plan ---- */

struct tpatch_options {
	size_t size;               /* sizeof(struct tpatch_options) */
	const char *root;          /* the top folder of the source tree; NULL: the working directory */
	const char *use;           /* the name of a set; NULL: the one that fits the tree's version */
	const char *tag;           /* the tree's version, "1.12.1"; NULL: detect it */
	const char *profile;       /* facts under one name; or NULL */
	const char *facts_file;    /* a YAML map of facts; "auto": this machine's; "none"; or NULL */
	const char *const *facts;  /* "cuda=12.8", NULL-terminated; or NULL */
	const char *const *values; /* "name=value" of the set's variables, NULL-terminated; or NULL */
	/* globs on rule ids: only these rules, and those of `packs`; NULL-terminated, or NULL */
	const char *const *rules;
	/* globs on names of packs: only their rules, and those of `rules`; NULL-terminated, or NULL */
	const char *const *packs;
	const char *const *skips; /* globs on rule ids: not these; NULL-terminated, or NULL */
	/* only these files, "!" in front excludes, NULL-terminated; or NULL. One that matches no file is an error */
	const char *const *globs;
	size_t n_threads; /* 0: as many as processors */
	/* Called from time to time during the search, with the number of files searched, from one thread at a time;
	 * NULL: never. */
	void (*progress)(void *progress_context, size_t n_files);
	void *progress_context;
};

/* What a run would do, with every text that it would write. */
struct tpatch_plan;

/*
 * Detects the tree's version, chooses the set, and computes all changes; writes nothing, not even a folder. `sets` must
 * outlive the plan; `options` and what it points to need not. Rules that do not fit are findings: see
 * tpatch_plan_is_stopped(). TPATCH_ERROR_USAGE: no such root, no known project, no set for it, an unknown fact, value,
 * set or rule, or a glob that matches no file. TPATCH_ERROR_UNFIT: a rule would change its own result again.
 * TPATCH_ERROR_IO. TPATCH_ERROR_TORN: a run in this tree was interrupted.
 */
TPATCH_API struct tpatch_plan *tpatch_plan_make(
	const struct tpatch_sets *sets, const struct tpatch_options *options, struct tpatch_error **error);
TPATCH_API void tpatch_plan_free(struct tpatch_plan *plan);

/* Does some rule not fit? Then tpatch_commit() refuses to write the plan. */
TPATCH_API bool tpatch_plan_is_stopped(const struct tpatch_plan *plan);

struct tpatch_target {
	const char *root;    /* absolute */
	const char *project; /* "pytorch" */
	const char *version; /* "1.12.1", or "looks like 2.4" if only the series is known */
	const char *set;     /* the name of the chosen set */
	const char *commit;  /* of git's HEAD, in hex; or NULL */
	size_t n_files_seen; /* looked at */
	size_t n_changes;    /* files that would change: tpatch_plan_change() */
};

TPATCH_API const struct tpatch_target *tpatch_plan_target(const struct tpatch_plan *plan);

/* The result of a rule. docs/using.md explains each. */
enum tpatch_verdict {
	TPATCH_WOULD_PATCH,
	TPATCH_ALREADY_PATCHED,
	TPATCH_UNCHANGED,
	TPATCH_NOT_NEEDED,
	TPATCH_MISSING,   /* stops the run */
	TPATCH_AMBIGUOUS, /* stops the run */
	TPATCH_DRIFTED,   /* stops the run */
	TPATCH_CONFLICT,  /* stops the run */
	TPATCH_REFUSED,   /* stops the run */
	TPATCH_WARNING,
	TPATCH_NOTE,
	TPATCH_FIXED_UPSTREAM,
	TPATCH_DECLINED, /* in an earlier run, interactively */
	TPATCH_NEEDS_FACT
};

/* "would-patch", "not-needed"; NULL for an unknown number. */
TPATCH_API const char *tpatch_verdict_name(enum tpatch_verdict verdict);

struct tpatch_rule {
	const char *id, *title;
	const char *why;                          /* or NULL */
	const char *const *links;                 /* NULL-terminated */
	enum tpatch_verdict verdict;              /* over the whole tree */
	const char *detail;                       /* why that is the verdict; or NULL */
	size_t n_files, n_places;                 /* to change */
	size_t n_applied_files, n_applied_places; /* already patched */
};

/* One rule in one file. */
struct tpatch_finding {
	const char *rule; /* id */
	const char *path; /* from the root */
	enum tpatch_verdict verdict;
	size_t line, column;
	size_t n_places; /* to change */
	size_t n_applied_places;
	const char *detail; /* or NULL */
};

/* A remark that stops nothing. */
struct tpatch_note {
	const char *rule; /* id, or NULL */
	const char *path; /* or NULL */
	size_t line, column;
	const char *text;
};

/* One file that would change. */
struct tpatch_change {
	const char *path;               /* before; for a new file, its future path */
	const char *new_path;           /* if it would be renamed: to this path; or NULL */
	bool is_new, is_gone;           /* there is no file before (after): that side has no bytes */
	bool changes_mode;              /* the executable bit changes, or is given for a new file */
	bool executable;                /* afterwards; valid if `changes_mode` */
	const char *before, *after;     /* the whole text */
	size_t before_size, after_size; /* bytes */
	const char *const *rules;       /* ids of the rules that change it, NULL-terminated */
	size_t n_edits;
	size_t n_added, n_removed; /* lines */
};

/* One place of a change: bytes [begin, end) of the old text become `text`. The edits of a change are in order and do
 * not overlap. */
struct tpatch_edit {
	const char *rule; /* id */
	size_t begin, end;
	size_t line, column; /* of `begin` */
	const char *text;
	size_t text_size; /* bytes */
};

/* Each returns the item with this index, from 0, or NULL past the last. Rules are in the order of the set, all else is
 * sorted by path. */
TPATCH_API const struct tpatch_rule *tpatch_plan_rule(const struct tpatch_plan *plan, size_t index);
TPATCH_API const struct tpatch_finding *tpatch_plan_finding(const struct tpatch_plan *plan, size_t index);
TPATCH_API const struct tpatch_note *tpatch_plan_note(const struct tpatch_plan *plan, size_t index);
TPATCH_API const struct tpatch_change *tpatch_plan_change(const struct tpatch_plan *plan, size_t index);
/* The same for the edits of the change number `change`. */
TPATCH_API const struct tpatch_edit *tpatch_plan_edit(const struct tpatch_plan *plan, size_t change, size_t index);

#define TPATCH_ALL_CHANGES ((size_t)-1)

/*
 * A unified diff that `git apply` accepts, of the change with index `change` or of all, with `context` lines (git uses
 * 3). NUL-terminated; `*size` (may be NULL) is set to its length in bytes. "" past the last change. Free with
 * tpatch_free().
 */
TPATCH_API char *tpatch_plan_diff(const struct tpatch_plan *plan, size_t change, size_t context, size_t *size);

/*
 * A report as `tpatch check --format` prints it: "text", "json", "sarif", "github", "gitlab", "junit", "html". `size`
 * and freeing as above. TPATCH_ERROR_USAGE for an unknown format.
 */
TPATCH_API char *tpatch_plan_report(
	const struct tpatch_plan *plan, const char *format, size_t *size, struct tpatch_error **error);

/* ---- writing ---- */

/* What a call did that writes. */
struct tpatch_outcome {
	/* the run made, undone or recovered; 0: there was nothing to do, and nothing was written */
	unsigned long run;
	unsigned long kept_run;      /* of a forced rollback: the run that keeps what was overwritten; else 0 */
	size_t n_files;              /* written or restored */
	const char *const *warnings; /* one line each, NULL-terminated */
};

TPATCH_API void tpatch_outcome_free(struct tpatch_outcome *outcome);

/*
 * Writes the plan, all of it or nothing, as a run that is recorded under .tpatch in the tree. A file that is no longer
 * what the plan read blocks the run; so a plan cannot be written twice. The plan itself does not change.
 * TPATCH_ERROR_UNFIT for a stopped plan. TPATCH_ERROR_IO: the tree is as it was; also if files block the run, or
 * another tpatch is running in the tree. TPATCH_ERROR_TORN.
 */
TPATCH_API struct tpatch_outcome *tpatch_commit(const struct tpatch_plan *plan, struct tpatch_error **error);

/*
 * Undoes the run, byte for byte, with mode and mtime; 0 is the last applied one. With `force`, later edits do not stop
 * it: they are kept as a separate run. If `run` is such a run, its edits are restored as a new run, whose number is in
 * the outcome. If `root` is NULL, it is the working directory. TPATCH_ERROR_USAGE: no such root or run.
 * TPATCH_ERROR_UNFIT: a file is neither what the run left nor what it found. TPATCH_ERROR_IO. TPATCH_ERROR_TORN: also
 * if a run in this tree was interrupted: call tpatch_recover() first.
 */
TPATCH_API struct tpatch_outcome *tpatch_rollback(
	const char *root, unsigned long run, bool force, struct tpatch_error **error);

/*
 * Repairs a tree in which a run was interrupted: all files as before it, or all as after it. `run` is 0 if there was
 * none. TPATCH_ERROR_TORN if a file is neither; it is not overwritten. TPATCH_ERROR_USAGE, TPATCH_ERROR_IO.
 */
TPATCH_API struct tpatch_outcome *tpatch_recover(const char *root, struct tpatch_error **error);

/* ---- what was written ---- */

struct tpatch_journal;

enum tpatch_run_state {
	TPATCH_RUN_PENDING, /* cut off, or still at work: tpatch_recover() */
	TPATCH_RUN_APPLIED,
	TPATCH_RUN_ROLLING, /* cut off while it was taken back, or still at it */
	TPATCH_RUN_UNDONE,
	TPATCH_RUN_BROKEN, /* its record cannot be read: only `number` tells something */
	/* keeps what a forced rollback wrote over, and changes nothing: tpatch_rollback() of it brings that back, as a
	 * new run */
	TPATCH_RUN_KEPT
};

struct tpatch_run {
	unsigned long number; /* from 1 */
	enum tpatch_run_state state;
	int64_t time_ns;  /* nanoseconds since 1970, UTC */
	const char *tool; /* the version of tpatch that made it */
	const char *set, *target;
	size_t n_files;
};

/* The journal of a tree; one without any run is empty. Needs no lock, changes nothing. TPATCH_ERROR_USAGE: no such
 * root. TPATCH_ERROR_IO. */
TPATCH_API struct tpatch_journal *tpatch_journal_read(const char *root, struct tpatch_error **error);
TPATCH_API void tpatch_journal_free(struct tpatch_journal *journal);
/* The run number `index`, from 0, oldest first; NULL past the last. */
TPATCH_API const struct tpatch_run *tpatch_journal_run(const struct tpatch_journal *journal, size_t index);
/* A file of that run: its path from the root; NULL past the last. */
TPATCH_API const char *tpatch_journal_path(const struct tpatch_journal *journal, size_t run, size_t index);

#ifdef __cplusplus
}
#endif

#endif
