/* Whether statements fit where an edit puts them: what is beside them must not say another thing. Lines that an edit
 * makes inside a directive, such as a macro's body, get their backslashes. Private to op/. */
#ifndef TPATCH_OP_FIT_H
#define TPATCH_OP_FIT_H

#include "op/edit_rule.h"

/*
 * For an operation that has added its edits for `match`, from run->own on: do the statements that come fit in the place
 * of those of the match, which are tokens `whole` and what the edits enclose besides? ERR_UNFIT at the match.
 */
bool fit_edits(struct op_run *run, const struct match *match, struct code_run whole, struct err *err);
/* Do the lines `text`, which an operation inserts, fit at byte `at`, between what is there? The same error. */
bool fit_lines(struct op_run *run, const struct match *match, uint32_t at, struct slice text, struct err *err);
/* Does the statement `whole` with the lines `text` beside it fit where it was alone? The same error. In languages whose
 * statements are lines, those on a line with others do. */
bool fit_beside(
	struct op_run *run, const struct match *match, struct code_run whole, struct slice text, struct err *err);
/* Is an operator right beside the code tokens? */
bool fit_has_operator(const struct document *doc, struct code_run run);
/* May `text` come in the place of `old`, which is a part of a statement, whatever is beside it? The same error. */
bool fit_part(struct op_run *run, const struct match *match, struct code_run old, struct slice text, struct err *err);
/* Is `text`, in the place of the expression `old`, one operand to the operators beside it? Not `a + b` beside a `*`.
 * The same error. */
bool fit_expression(
	struct op_run *run, const struct match *match, struct code_run old, struct slice text, struct err *err);
/* And is what each capture took one to the operators of the rule's template? */
bool fit_captures(const struct op_run *run, const struct match *match, struct err *err);
/* The error: the operation cannot be done at the match, because of `why`. Returns false. */
bool fit_fail(const struct op_run *run, const struct match *match, const char *why, struct err *err);

/*
 * Joins the lines of the edits that were added for `match`, from run->own on, where the match is inside a directive: in
 * the column where the lines beside them have their backslashes, else after one space. ERR_UNFIT for what cannot be in
 * a directive of several lines: a comment to the end of its line, another directive.
 */
bool splice_edits(struct op_run *run, const struct match *match, struct err *err);

#endif
