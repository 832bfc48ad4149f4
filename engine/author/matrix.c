#include "author/matrix.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sort.h"

#define NONE ((size_t)-1)

/* Keeps what went wrong with one tree as its trouble; what would go wrong with every tree, or is the system's, stays an
 * error. */
static bool keep_trouble(struct matrix *matrix, struct matrix_column *column, struct err *err)
{
	if (err->kind != ERR_PATCHSET && err->kind != ERR_UNFIT)
		return false;
	struct slice message = slice_of(err->message), line;
	slice_cut(&message, '\n', &line);
	column->trouble = arena_dup(&matrix->arena, line);
	err_release(err);
	return true;
}

static void keep_verdicts(struct matrix *matrix, struct matrix_column *column, const struct plan *plan)
{
	column->by_rule = arena_alloc(&matrix->arena, plan->set->n_rules * sizeof(*column->by_rule));
	for (size_t i = 0; i < plan->n_rules; i++) {
		const struct rule_result *result = &plan->rules[i];
		for (size_t r = 0; r < plan->set->n_rules; r++)
			if (plan->set->rules[r] == result->rule)
				column->by_rule[r] = (struct matrix_cell){ MATRIX_VERDICT, result->verdict,
					result->detail ? arena_strdup(&matrix->arena, result->detail) : NULL };
	}
}

/* A tag that is no version, like a nightly's, says nothing; the content may. */
static bool detect(const struct tree *tree, const char *name, const struct patchset_library *library,
	struct target *out, struct err *err)
{
	if (tree->commit && target_detect_tree(tree, library, name, out, err))
		return true;
	if (tree->commit && err->kind != ERR_USAGE)
		return false;
	err_release(err);
	return target_detect_tree(tree, library, NULL, out, err);
}

static bool fill_column(struct matrix *matrix, struct matrix_column *column, const struct tree *tree,
	const struct matrix_chooser *chooser, const struct plan_options *options, struct err *err)
{
	struct target target;
	if (!detect(tree, column->name, chooser->library, &target, err))
		return keep_trouble(matrix, column, err);
	column->target = arena_strdup(&matrix->arena, target.label);
	column->version = target.version;
	struct plan plan;
	struct plan_options with_facts = *options;
	const struct patchset *set = NULL;
	bool ok = chooser->choose(chooser->ctx, &target, &set, &with_facts.facts, err);
	if (ok) {
		column->set = set->name;
		column->rules = set;
		ok = plan_make_tree(tree, set, &target, &with_facts, &plan, err);
	}
	if (ok) {
		keep_verdicts(matrix, column, &plan);
		plan_release(&plan);
	}
	target_release(&target);
	return ok || keep_trouble(matrix, column, err);
}

bool matrix_add(struct matrix *matrix, const struct tree *tree, const char *name, const struct matrix_chooser *chooser,
	const struct plan_options *options, struct err *err)
{
	struct matrix_column column = { .name = arena_strdup(&matrix->arena, name) };
	if (!fill_column(matrix, &column, tree, chooser, options, err))
		return false;
	VEC_PUSH(matrix->columns, matrix->n_columns, matrix->columns_capacity, column);
	return true;
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
		for (size_t r = 0; column->by_rule && r < column->rules->n_rules; r++)
			if (column->by_rule[r].mark == MATRIX_VERDICT &&
				row_of(matrix, column->rules->rules[r]->id) == NONE)
				VEC_PUSH(matrix->rows, matrix->n_rows, matrix->rows_capacity,
					column->rules->rules[r]->id);
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
		for (size_t r = 0; column->by_rule && r < column->rules->n_rules; r++) {
			size_t row = row_of(matrix, column->rules->rules[r]->id);
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
