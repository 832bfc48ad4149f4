/*
 * Rules against trees: one verdict for each pair, and what follows from a row of them.
 */
#ifndef TPATCH_AUTHOR_MATRIX_H
#define TPATCH_AUTHOR_MATRIX_H

#include "plan/plan.h"

enum matrix_mark {
	MATRIX_ABSENT,  /* the set of this tree does not have the rule */
	MATRIX_UNKNOWN, /* the tree could not be looked at: see `problem` */
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
	const char *target;        /* "1.12.1"; NULL where it is not known */
	struct version version;    /* of the same */
	const char *set;           /* name of the set, or NULL where none fits */
	const char *problem;       /* why there are no verdicts, one line; or NULL */
	struct matrix_cell *cells; /* [n_rows] once matrix_finish() was called */
	const char **rules;        /* [n_rules] ids of the set; private to matrix.c, as the next two */
	size_t n_rules;
	struct matrix_cell *by_rule;
};

struct matrix {
	const char **rows; /* rule ids, in the order in which sets have them */
	size_t n_rows, rows_capacity;
	struct matrix_column *columns; /* by version, those without one last; then by name */
	size_t n_columns, columns_capacity;
	struct arena arena;
};

/* What is known of one tree. */
struct matrix_tree {
	const char *name;
	const struct target *target; /* NULL: nobody knows it */
	const struct patchset *set;  /* NULL: none fits */
	const struct plan *plan;     /* NULL: there is none, for the reason in `problem` */
	const struct err *problem;
};

/* May a tree be a column without verdicts, for this reason? Others are the system's, or that of every tree. */
bool matrix_may_tell(const struct err *problem);
/* Adds a tree; nothing of it is kept. Release with matrix_release(). */
void matrix_add(struct matrix *matrix, const struct matrix_tree *tree);
/* Orders columns and rows, and fills the cells. To be called once, when all trees are there. */
void matrix_finish(struct matrix *matrix);
void matrix_release(struct matrix *matrix);

/* The first column in which the rule stops a run, or (size_t)-1. */
size_t matrix_breaks_at(const struct matrix *matrix, size_t row);
/*
 * The first column from which on, to the last, the rule has nothing to do (applied, unchanged, not needed or
 * absent), where it had something to do before; or (size_t)-1.
 */
size_t matrix_idle_from(const struct matrix *matrix, size_t row);

#endif
