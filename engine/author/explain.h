/*
 * Why a rule matches, or why not: everything `tpatch explain` tells, gathered without writing or printing.
 */
#ifndef TPATCH_AUTHOR_EXPLAIN_H
#define TPATCH_AUTHOR_EXPLAIN_H

#include "base/arena.h"
#include "op/edit_trace.h"
#include "patchset/patchset.h"
#include "plan/plan.h"
#include "platform/read.h"
#include "tree/detect.h"

#define EXPLAIN_MAX_NEAR 3  /* candidates shown per edit */
#define EXPLAIN_MAX_FILES 3 /* files explained where none is asked for */
#define EXPLAIN_MAX_NAMES 5 /* first files of a rule that are named */

/* One entry of `files` or `exclude`. */
struct explain_glob {
	const char *text;
	const char *path;  /* of `files`, without a wildcard: this very file, as the tree spells it; NULL: a glob */
	const char *meant; /* a file of the same folder with nearly that name, where there is no such file; or NULL */
	size_t n_files;    /* of `files`: how many it fits; of `exclude`: how many of those it takes out */
};

/* A line that nearly has what the edit looks for. */
struct explain_near {
	size_t line;
	const char *text;         /* with what the eye does not see */
	const char *place;        /* "in a comment", "in a string": where patterns do not look; NULL: in code */
	const char **differences; /* "12:8: the pattern has 'A', the file has 'B'" */
	size_t n_differences;
	/* the pattern could be laid along the line: no differences then means that all its tokens are there */
	bool laid;
	size_t score;
};

struct explain_place {
	size_t line, column;
	const char *text; /* the line */
	const struct trace_place *why;
};

struct explain_word {
	struct slice text;
	bool is_there;
	bool is_made; /* only the form that is there once the edit is made has it */
};

/* One edit in one file. */
struct explain_edit {
	const struct edit_def *def;
	/* of all forms: the file must hold those of one form; none: every file is looked at */
	struct explain_word *words;
	size_t n_words;
	struct edit_trace trace;
	struct explain_place *places; /* one for each of the trace */
	size_t n_places;
	const char **notes; /* "line 3: …" */
	size_t n_notes;
	struct explain_near near[EXPLAIN_MAX_NEAR]; /* where nothing fits */
	size_t n_near;
	const char *nearest; /* by the operation's own judgement (hunk), or NULL */
	bool is_unproved;    /* nothing is there to be removed, and nothing in the file proves that it was */
};

/* In the place of a glob: path_is_protected(). */
#define EXPLAIN_PROTECTED "(protected)"

struct explain_file {
	const char *path;
	const char *taken_by, *excluded_by; /* the entry of `files`, of `exclude` or EXPLAIN_PROTECTED; or NULL */
	bool is_binary, has_bom;
	enum eol eol;
	const struct finding *finding; /* what a run says, or NULL: nothing */
	struct explain_edit *edits;    /* [rule->n_edits]; NULL for a binary file */
	bool has_places;               /* some edit has found one */
	size_t best_score;             /* of any that nearly fits */
};

struct explanation {
	const struct rule *rule;
	bool in_force;            /* by `versions` and `when` of the rule */
	const char *not_in_force; /* why, or NULL */
	struct explain_glob *files, *excludes;
	size_t n_files_globs, n_excludes;
	size_t n_taken;     /* files that the rule looks at */
	size_t n_with_word; /* of these: files that hold a word that some edit needs */
	const char **taken; /* [n_taken], sorted */
	struct explain_file *explained;
	size_t n_explained;
	size_t n_with_places;             /* files in which some edit finds a place */
	bool near_only;                   /* nothing was found anywhere: `explained` are the files that come nearest */
	struct plan plan;                 /* of the whole set, or of this rule where the set has it not */
	const struct rule_result *result; /* in `plan`; NULL where planning failed */
	struct err plan_err;
	struct arena arena;
};

struct explain_request {
	struct root *root;
	const struct target *target;
	const struct patchset *set; /* may be one that has not the rule */
	const struct rule *rule;
	const char *path; /* one file, relative to the root; NULL: those where there is something to tell */
	const struct applied_lookup *applied;
	const struct fact_values *facts; /* NULL: none is given */
	size_t n_threads;
	const struct trace *trace; /* or NULL */
};

/* Fills `out`; release with explanation_release(), also after a failure. ERR_USAGE for a file that is not there,
 * ERR_IO. */
bool explain_rule(const struct explain_request *request, struct explanation *out, struct err *err);
void explanation_release(struct explanation *explanation);

#endif
