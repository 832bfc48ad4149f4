/*
 * Rules against trees: one verdict for each pair, and what follows from a row of them.
 */
#ifndef TPATCH_AUTHOR_MATRIX_H
#define TPATCH_AUTHOR_MATRIX_H

#include "plan/plan.h"

enum matrix_mark {
	MATRIX_ABSENT,  /* the set of this tree does not have the rule */
	MATRIX_UNKNOWN, /* the tree could not be looked at: see `trouble` */
	MATRIX_VERDICT
};

struct matrix_cell {
	enum matrix_mark mark;
	enum verdict verdict; /* of MATRIX_VERDICT */
	const char *detail;   /* or NULL */
};

/* One tree. */
struct matrix_column {
	const char *name;
	const char *target;           /* "1.12.1"; NULL where it is not known */
	struct version version;       /* of the same */
	const char *set;              /* name of the set, or NULL where none fits */
	const char *trouble;          /* why there are no verdicts, one line; or NULL */
	struct matrix_cell *cells;    /* [n_rows] once matrix_finish() was called */
	const struct patchset *rules; /* private to matrix.c, as the next */
	struct matrix_cell *by_rule;
};

struct matrix {
	const char **rows; /* rule ids, in the order in which sets have them */
	size_t n_rows, rows_capacity;
	struct matrix_column *columns; /* by version, those without one last; then by name */
	size_t n_columns, columns_capacity;
	struct arena arena;
};

/* What each tree is looked at with. */
struct matrix_chooser {
	const struct patchset_library *library; /* tells what a tree is */
	void *ctx;
	/* Fills the set for a tree, and the facts known of it. What it fills must live as long as the matrix. */
	bool (*choose)(void *ctx, const struct target *target, const struct patchset **set,
		const struct fact_values **facts, struct err *err);
};

/*
 * Adds a tree, called `name`, which for a commit is its tag, and tells its version where it is one. A tree that nobody
 * knows, or that no set fits, or whose rules go wrong, is a column with `trouble`. `facts` of the options is not used.
 * False with ERR_IO or ERR_USAGE (--rule,
 * --globs, and what `choose` refuses so). Release with matrix_release().
 */
bool matrix_add(struct matrix *matrix, const struct tree *tree, const char *name, const struct matrix_chooser *chooser,
	const struct plan_options *options, struct err *err);
/* Orders columns and rows, and fills the cells. To be called once, when all trees are there. */
void matrix_finish(struct matrix *matrix);
void matrix_release(struct matrix *matrix);

/* The first column in which the rule stops a run, or (size_t)-1. */
size_t matrix_breaks_at(const struct matrix *matrix, size_t row);
/*
 * The first column from which on, to the last, the rule has nothing to do (applied, unchanged, not-applicable or
 * absent), where it had something to do before; or (size_t)-1.
 */
size_t matrix_idle_from(const struct matrix *matrix, size_t row);

#endif
