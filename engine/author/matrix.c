#include "author/matrix.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"

#define NONE ((size_t)-1)

bool matrix_may_tell(const struct err *problem)
{
	return problem->kind == ERR_PATCHSET || problem->kind == ERR_UNFIT;
}

static const char *first_line(const char *text, struct arena *arena)
{
	struct slice rest = slice_of(text), line;
	slice_cut(&rest, '\n', &line);
	return arena_dup(arena, line);
}

static void keep_verdicts(struct matrix *matrix, struct matrix_column *column, const struct plan *plan)
{
	const struct patchset *set = plan->set;
	column->n_rules = set->n_rules;
	column->rules = arena_alloc(&matrix->arena, set->n_rules * sizeof(*column->rules));
	column->by_rule = arena_alloc(&matrix->arena, set->n_rules * sizeof(*column->by_rule));
	for (size_t r = 0; r < set->n_rules; r++)
		column->rules[r] = arena_strdup(&matrix->arena, set->rules[r]->id);
	for (size_t i = 0; i < plan->n_rules; i++) {
		const struct rule_result *result = &plan->rules[i];
		const char *detail = result->detail ? arena_strdup(&matrix->arena, result->detail) : NULL;
		for (size_t r = 0; r < set->n_rules; r++)
			if (set->rules[r] == result->rule)
				column->by_rule[r] = (struct matrix_cell){ MATRIX_VERDICT, result->verdict, detail };
	}
}

void matrix_add(struct matrix *matrix, const struct matrix_tree *tree)
{
	struct matrix_column column = { .name = arena_strdup(&matrix->arena, tree->name) };
	if (tree->target) {
		column.target = arena_strdup(&matrix->arena, tree->target->label);
		column.version = tree->target->version;
	}
	if (tree->set)
		column.set = arena_strdup(&matrix->arena, tree->set->name);
	if (tree->plan)
		keep_verdicts(matrix, &column, tree->plan);
	else
		column.problem = first_line(tree->problem->message, &matrix->arena);
	VEC_PUSH(matrix->columns, matrix->n_columns, matrix->columns_capacity, column);
}

/* --- putting it in order ------------------------------------------------------------------------------------------ */

static int by_version(const void *a, const void *b)
{
	const struct matrix_column *x = a, *y = b;
	if (!x->target != !y->target)
		return !x->target ? 1 : -1;
	int order = x->target ? version_cmp(&x->version, &y->version) : 0;
	return order ? order : strcmp(x->name, y->name);
}

static size_t row_of(const struct matrix *matrix, const char *id)
{
	for (size_t i = 0; i < matrix->n_rows; i++)
		if (strcmp(matrix->rows[i], id) == 0)
			return i;
	return NONE;
}

/* A rule that the user's choice leaves out in every tree has no row. */
static void collect_rows(struct matrix *matrix)
{
	for (size_t c = 0; c < matrix->n_columns; c++) {
		const struct matrix_column *column = &matrix->columns[c];
		for (size_t r = 0; column->by_rule && r < column->n_rules; r++)
			if (column->by_rule[r].mark == MATRIX_VERDICT && row_of(matrix, column->rules[r]) == NONE)
				VEC_PUSH(matrix->rows, matrix->n_rows, matrix->rows_capacity, column->rules[r]);
	}
}

void matrix_finish(struct matrix *matrix)
{
	if (matrix->n_columns)
		sort_stable(matrix->columns, matrix->n_columns, sizeof(*matrix->columns), by_version);
	collect_rows(matrix);
	for (size_t c = 0; c < matrix->n_columns; c++) {
		struct matrix_column *column = &matrix->columns[c];
		column->cells = arena_alloc(&matrix->arena, (matrix->n_rows + 1) * sizeof(*column->cells));
		for (size_t i = 0; !column->by_rule && i < matrix->n_rows; i++)
			column->cells[i].mark = MATRIX_UNKNOWN;
		for (size_t r = 0; column->by_rule && r < column->n_rules; r++) {
			size_t row = row_of(matrix, column->rules[r]);
			if (row != NONE)
				column->cells[row] = column->by_rule[r];
		}
	}
}

void matrix_release(struct matrix *matrix)
{
	free(matrix->rows);
	free(matrix->columns);
	arena_release(&matrix->arena);
	*matrix = (struct matrix){ 0 };
}

/* --- what follows ------------------------------------------------------------------------------------------------- */

size_t matrix_breaks_at(const struct matrix *matrix, size_t row)
{
	for (size_t c = 0; c < matrix->n_columns; c++) {
		const struct matrix_cell *cell = &matrix->columns[c].cells[row];
		if (cell->mark == MATRIX_VERDICT && verdict_stops(cell->verdict))
			return c;
	}
	return NONE;
}

static bool is_idle(const struct matrix_cell *cell)
{
	if (cell->mark != MATRIX_VERDICT)
		return cell->mark == MATRIX_ABSENT;
	return cell->verdict == VERDICT_ALREADY_PATCHED || cell->verdict == VERDICT_UNCHANGED ||
	       cell->verdict == VERDICT_NOT_NEEDED || cell->verdict == VERDICT_NEEDS_FACT ||
	       cell->verdict == VERDICT_FIXED_UPSTREAM;
}

size_t matrix_idle_from(const struct matrix *matrix, size_t row)
{
	size_t from = matrix->n_columns;
	while (from > 0 && is_idle(&matrix->columns[from - 1].cells[row]))
		from--;
	return from > 0 && from < matrix->n_columns ? from : NONE;
}
