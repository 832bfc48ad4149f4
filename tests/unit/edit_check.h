/* One edit on a small text, for the tests of the operations. */
#ifndef TPATCH_TESTS_EDIT_CHECK_H
#define TPATCH_TESTS_EDIT_CHECK_H

#include <stdbool.h>

#include "op/op.h"

/* What one run of an edit came to; `text`, which the caller frees, is the file after it. */
struct edit_result {
	char *text;
	size_t n_matches, n_applied, n_passed, n_out_of_place, n_notes;
	bool unproved, ambiguous;
};

/* The operation of this name, or NULL. */
const struct op *op_find(struct slice name);
/* A text of a patch set, as if it were written at 1:1; NULL is none. Borrows `text`. */
struct def_text edit_text(const char *text);
/* The edit with the operation `op` ("insert-after"), or `replace`. */
struct edit_def edit_with_op(const char *op, const char *match, const char *text);
struct edit_def edit_replace(const char *match, const char *text);

/* The edit with an operation on lists ("add-to"); borrows `set`. */
struct edit_def edit_list_op(const char *op, const char *match, struct set_def *set);

/* Runs the edit once over `text`, a file of that language. */
struct edit_result edit_run_once(const struct edit_def *edit, const char *language, const char *text);
/* Fails unless the edit makes `after` of `before`, and then finds nothing to do, recognised as patched. */
void check_edit(const struct edit_def *edit, const char *language, const char *before, const char *after);
/* Fails unless the edit finds a place in `text` and cannot be made there, for that reason. */
void check_unfit(const struct edit_def *edit, const char *language, const char *text, const char *message);
/* Fails unless the edit finds nothing in `text`. */
void check_untouched(const struct edit_def *edit, const char *language, const char *text);

#endif
