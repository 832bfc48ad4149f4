/*
 * Carrying patches to a tree that moved: each hunk of a series, written for tree A, gets its place in tree B, and what
 * comes out is a patch set for B that is exact again. `apply` stays strict; what is weighed is weighed here, and told.
 */
#ifndef TPATCH_PORT_PORT_H
#define TPATCH_PORT_PORT_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "port/review.h"
#include "series/series.h"
#include "tree/git_history.h"
#include "tree/tree.h"

/* What becomes of an edit: a hunk, or what a diff does to a file as a whole. */
enum port_outcome {
	PORT_EXACT,    /* carried; only one place can be meant */
	PORT_LOOK,     /* carried, but a person should look at the evidence */
	PORT_UPSTREAM, /* B has it */
	PORT_PERSON,   /* not carried */
	PORT_OUTCOME_COUNT
};

/* "carried exactly", "carried, look at it", "upstream has it", "needs a person". */
const char *port_outcome_name(enum port_outcome outcome);

struct port_edit;

/* What a diff does there. */
enum port_kind { PORT_HUNK, PORT_CREATE, PORT_REMOVE, PORT_RENAME, PORT_MODE };

/* The same, or that a person reviewed it. */
const char *port_edit_outcome_name(const struct port_edit *edit);
/* Appends the lines of the hunk, each after `indent` and its sign. */
void port_hunk_print(const struct patch_hunk *hunk, const char *indent, struct str *out);

/* What became of one edit. Texts live in the result's arena. */
struct port_edit {
	size_t patch;                  /* index into the series */
	const char *path;              /* in the diff, before it */
	const char *path_in_b;         /* where it was looked for; NULL: nowhere */
	size_t diff_line;              /* 1-based, in the diff */
	const struct patch_hunk *hunk; /* NULL: the file as a whole */
	enum port_kind kind;
	enum port_outcome outcome;
	const char *at; /* of a walk through several trees: the one at which it was decided; NULL: the last */
	/* in B with the patches before it, 1-based, of the first changed line; 0: none */
	size_t line;
	bool is_reviewed; /* of PORT_LOOK: a person accepted it before (port_options.reviewed) */
	/* of B: a few lines around the place, before and after the edit; the same where upstream has it, and around the
	 * nearest place of what needs a person; none: first_line is 0 */
	struct slice before, after;
	size_t first_line; /* 1-based */
	/* of B as it is in the tree, 1-based: what upstream has, or what is nearest to it; none: 0 */
	size_t first_in_tree, last_in_tree;
	struct slice gone;        /* a line of the edit that upstream took away, without its indentation; or none */
	struct git_change commit; /* by which upstream has it, or that changed its place last; none: no id */
	const char **evidence;    /* one line each */
	size_t n_evidence, evidence_capacity;
};

/* What a set for B has besides what is carried: the rules of a set for A that stay as they are. */
struct port_base {
	const char *name, *summary;
	const char *patchsets; /* the folder with its packs and project, or NULL */
	struct slice head;     /* YAML of `use` and `variables`: whole lines, or nothing */
	struct slice rules;    /* YAML of rules, items indented by two spaces, or nothing */
	size_t n_rules;
};

/* Trees of a walk, both ends included. */
#define PORT_MAX_STOPS 64

/* The steps of a walk so far. */
struct port_past {
	const struct port_result *results; /* [n] */
	size_t n;
	const char *const *names; /* [n + 2]: of the trees */
	/* the same patches from the first tree to the last at once; no edits unless upstream had one on the way */
	const struct port_result *at_once;
};

/* A file as a patch changes it in B. Private to port/. */
struct port_step_file;

struct port_options {
	const struct tree *from;        /* A; NULL: not at hand */
	const struct tree *to;          /* B */
	const char *project, *versions; /* of the target of the set */
	const struct review *reviewed;  /* of the same set, made before: what was accepted there is accepted; or NULL */
	const struct port_base *base;   /* NULL: the source is no set */
	struct git_history *history;    /* between A and B; NULL: git cannot tell */
	bool carries_only;              /* no set is written: what comes of it is carried further */
	const struct port_past *past;   /* NULL: this is the first step */
	const char *target_note;        /* what there is to say of the target, one line for a comment; or NULL */
};

struct port_result {
	struct port_edit *edits;
	size_t n_edits, edits_capacity;
	size_t counts[PORT_OUTCOME_COUNT];
	size_t n_rules, n_code_edits, n_hunks; /* of what was carried */
	size_t n_clashes;   /* rules that do not go together with others of the set, or 1; notes say why */
	struct str yaml;    /* the set, proved in B; empty where there is nothing to say */
	const char **notes; /* about the whole, one line each */
	size_t n_notes, notes_capacity;
	struct port_step_file *steps; /* of `carries_only`: the patches as they are for B */
	size_t n_steps, steps_capacity;
	struct arena arena;
};

/*
 * Carries the series to B. False with ERR_IO when a tree cannot be read, ERR_UNFIT when what was carried cannot be
 * proved in B. Release with port_result_release() in both cases.
 */
bool port_make(
	const struct series *series, const struct port_options *options, struct port_result *out, struct err *err);
void port_result_release(struct port_result *result);

#endif
