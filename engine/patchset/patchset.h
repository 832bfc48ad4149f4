/*
 * Patch sets: which rules, for which trees. The YAML format is described in patchsets/README.md; load.c reads it.
 */
#ifndef TPATCH_PATCHSET_PATCHSET_H
#define TPATCH_PATCHSET_PATCHSET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/digest/sha256.h"
#include "base/version/version.h"
#include "lang/language.h"
#include "op/op.h"
#include "patchset/fact.h"
#include "patchset/variable.h"
#include "patchset/when.h"

/* An inclusive range of counts. */
struct count_range {
	size_t min, max; /* max == SIZE_MAX: no upper bound */
	bool given;      /* written in the patch set, not the default */
};

/* One before/after proof of a rule. */
struct rule_test {
	const char *name;       /* or NULL */
	const char *path;       /* the file name it pretends to have; by default made from the first entry of `files` */
	struct slice before;    /* as the YAML scalar gives it, with LF */
	struct slice after;     /* == before where nothing may change */
	bool found;             /* of a notice: it finds something in `before` */
	const char *path_after; /* == path unless the rule renames the file */
	bool absent_before, absent_after; /* there is no file: the text of that side is empty */
	bool executable_before, executable_after;
	size_t line, column;
};

/* One test of a tree: exactly one of the three is set besides `file`. */
struct fingerprint_test {
	const char *file;
	bool exists, absent;
	/* the file holds a match; compiled with REGEX rules of format/regex.h, so line ends do not matter */
	struct regex *contains;
	const char *contains_text;
};

/* A rule that edits nothing, but says something where it is in force. */
enum notice_kind { NOTICE_NONE, NOTICE_NOTE, NOTICE_WARN, NOTICE_REFUSE };
/* "note", "warn", "refuse": the key of a rule. */
const char *notice_name(enum notice_kind kind);

/* What shows that a rule's `why` is true. */
struct shown_by {
	const char *tool, *run;
	const char *const *claims; /* NULL-terminated */
};

struct rule {
	const char *id;
	const char *pack; /* the name of the pack, or of the set, that it is written in */
	const char *title;
	const char *why;
	const struct shown_by *shown_by;
	size_t n_shown_by;
	const char *const *links;                                        /* NULL-terminated */
	const char *upstream_status, *upstream_fixed_in, *upstream_link; /* NULL where not given */
	/* NULL-terminated, at least one unless it is a notice: paths from the root where glob_is_literal(), globs
	 * otherwise. */
	const char *const *files;
	const char *const *exclude;             /* globs, NULL-terminated */
	bool files_are_paths;                   /* no entry of `files` has a wildcard: the tree need not be walked */
	bool optional;                          /* finding nothing is fine */
	bool takes_protected;                   /* files too that path_is_protected(): it says so, or changes nothing */
	const char *group;                      /* rules of a set with the same are made all or none; NULL: none */
	struct fingerprint_test *superseded_by; /* where all hold the rule is needed no longer; none: never */
	size_t n_superseded_by;
	const struct language *language; /* as given, or that of the first entry of `files` by its name; never NULL */
	const struct version_range *versions; /* NULL: every version of the target */
	/* how it is known where `versions` ends: "tree", "change", "assumed"; NULL: not told */
	const char *versions_from;
	const struct when *when;   /* NULL: whatever the facts; that of its pack is in it */
	bool applies_when_unknown; /* in force too where `when` cannot be decided */
	enum notice_kind notice;
	const char *notice_text; /* one line; of a notice */
	/* of a notice: what it looks for (op_look), of which one found is enough; none: a file is */
	const struct edit_def *edits;
	size_t n_edits;
	struct edit_rule **compiled;      /* [n_edits] */
	const struct edit_def *file_edit; /* of `edits`: the one that creates, removes or renames the file, or NULL */
	const struct edit_def *mode_edit; /* of `edits`: the one that sets or clears the executable bit, or NULL */
	size_t n_text_edits;              /* all others */
	struct count_range expect_files, expect_edits;
	struct rule_test *tests;
	size_t n_tests;
	const char *origin; /* file it was written in: "patchsets/cmake-4.yaml", or "<embedded>/cmake-4.yaml" */
	size_t line, column;
};

/* After the rule's `versions`, for people: ", whose end was seen in a tree", or "" where it is not told. */
const char *rule_versions_known(const struct rule *rule);

enum patchset_kind { PATCHSET_SET, PATCHSET_PACK, PATCHSET_PROJECT };

/* One release of a project and its commit. */
struct release {
	const char *version; /* as written */
	const char *commit;  /* hex, at least 7 digits */
};

struct fingerprint {
	const char *series; /* "1.12" */
	struct fingerprint_test *tests;
	size_t n_tests; /* all must hold */
};

/* How a tree of this project is recognised (tree/detect.c). */
struct project {
	const char *name;
	const char *version_file;        /* holds a version in its first line, or NULL */
	const char *const *tag_prefixes; /* "v": NULL-terminated */
	/* paths that must all be there for the tree to be this project; NULL-terminated */
	const char *const *markers;
	struct release *releases;
	size_t n_releases;
	const char *const *tried; /* series of which the sets have met a tree, NULL-terminated; empty: not told */
	struct fingerprint *fingerprints;
	size_t n_fingerprints;
	struct fact *facts;
	const struct fact **facts_by_name; /* the same, sorted */
	size_t n_facts;
	struct profile *profiles;
	size_t n_profiles;
};

/* A file that a set is made of. */
struct patchset_source {
	enum patchset_kind kind;
	const char *name;
	struct slice bytes;
};

/* One YAML file. */
struct patchset {
	enum patchset_kind kind;
	const char *name; /* "pytorch-1.12.1", "cmake-4" */
	const char *summary;
	const char *project;                   /* of a set: the project's name */
	const struct project *project_details; /* of a set: that project */
	const struct version_range *target;    /* of a set */
	const char *const *use;                /* names of packs, NULL-terminated; resolved into rules by the library */
	/*
	 * Of a set: own and used ones in order (used packs first, as listed, each once and after the packs that it
	 * uses). Of a pack: its own.
	 */
	const struct rule *const *rules;
	size_t n_rules;
	/* Of a set: those of the packs that it uses, and its own. Two may have one name: each is for the rules of its
	 * own file. */
	const struct variable *const *variables;
	size_t n_variables;
	struct project details; /* of a project */
	const char *origin;
	const struct patchset_source *sources; /* of a set: see patchset_digest() */
	size_t n_sources;
	const struct sha256 *recorded_digest; /* of a set that a plan file names: stands for the sources; else NULL */
};

/* All patch sets that were loaded. Immutable but for patchset_library_read() and patchset_library_read_all(). */
struct patchset_library;

/*
 * Loads the embedded sets and then every *.yaml and *.yml directly in `extra_dir` (NULL: none), by name, where a file
 * with the kind and name of an embedded one replaces it. NULL with ERR_PATCHSET (file:line:col, caret, hint; also for a
 * folder without such files), ERR_USAGE for a folder that is not there, or ERR_IO. Free with patchset_library_free().
 */
struct patchset_library *patchset_library_load(const char *extra_dir, struct err *err);
/*
 * The same, but of the embedded sets reads only what tells them apart: kind, name, summary, target, and of a project
 * its markers; all other members are 0 until patchset_library_read(). What the files of `extra_dir` use is read.
 */
struct patchset_library *patchset_library_open(const char *extra_dir, struct err *err);
/*
 * Reads the set, pack or project with what it uses, if that was not done; it stays at its address. Nothing for a name
 * that does not exist. After an error, which is ERR_PATCHSET, the library can only be freed.
 */
bool patchset_library_read(
	struct patchset_library *library, enum patchset_kind kind, const char *name, struct err *err);
/* All of them: then the library is as if from patchset_library_load(). */
bool patchset_library_read_all(struct patchset_library *library, struct err *err);
/*
 * The same with these files besides, which may lie in `extra_dir`. Where that is NULL, the projects and packs that lie
 * beside a file count as well, as far as they can be read.
 */
struct patchset_library *patchset_library_load_files(
	const char *extra_dir, const char *const *paths, size_t n_paths, struct err *err);
/* As patchset_library_open(), with one YAML text besides. */
struct patchset_library *patchset_library_load_beside(
	const char *extra_dir, const char *name, struct slice text, struct err *err);
/* The set, pack or project that was read from the file, or NULL. */
const struct patchset *patchset_library_find_file(const struct patchset_library *library, const char *path);
void patchset_library_free(struct patchset_library *library);
/*
 * Loads one YAML text as patchset_library_load() does a file, into a library that holds nothing else: for what is made
 * here and tried before anybody sees it. A set needs its project, so this takes packs and projects.
 */
struct patchset_library *patchset_library_load_text(const char *name, struct slice text, struct err *err);
/* All files of `kind`, ordered by name (sets: by project, then by the lowest version of the target). `*count` receives
 * how many. */
const struct patchset *const *patchset_library_all(
	const struct patchset_library *library, enum patchset_kind kind, size_t *count);
/* Is the `origin` of a rule or set that of one inside the program? Then it is no file that could be opened. */
bool patchset_is_embedded(const char *origin);
/* NULL when there is none of that name and kind. */
const struct patchset *patchset_library_find(
	const struct patchset_library *library, enum patchset_kind kind, struct slice name);

/*
 * The set for a tree of `project` whose version is known to `n_known` numbers (3: exactly; 2: the series). Of those
 * whose target holds the narrowest wins: one exact version before a range with both bounds, that before one with a
 * single bound, that before none; then the higher lower bound, then the lower upper bound, then more clauses. NULL with
 * ERR_PATCHSET when none holds, listing the nearest sets, or when two are equally narrow, naming both.
 */
const struct patchset *patchset_select(const struct patchset_library *library, const char *project,
	const struct version *version, size_t n_known, struct err *err);
/* ERR_USAGE for a name that no set has, with the nearest one as the hint. Returns false. */
bool patchset_no_such_set(const struct patchset_library *library, const char *name, struct err *err);
/*
 * The set as it is with the values that `request` gives to its variables: `*set` itself, or the set of its name in a
 * new `*library` (else NULL), which the caller frees before `from`, the one that `*set` is of: it reads again only the
 * files that have such variables, from memory, and shares the others; what was not read of `from` has its defaults when
 * it is. ERR_USAGE for a variable that the set has not,
 * or a value that does not suit; ERR_PATCHSET for a text that the value spoils.
 */
bool patchset_with_values(const struct patchset_library *from, const struct variable_request *request,
	struct patchset_library **library, const struct patchset **set, struct err *err);

#endif
