/* What the operations that insert lines beside a match share; op.inserts says on which side. Private to op/. */
#ifndef TPATCH_OP_INSERT_H
#define TPATCH_OP_INSERT_H

#include "op/edit_rule.h"

bool insert_compile(struct edit_rule *rule, struct err *err);
/* ERR_UNFIT inside a directive of C's: lines beside it would be no part of the macro. */
bool insert_emit(struct op_run *run, const struct match *match, struct err *err);
/* Do the lines stand anywhere in the file? For `ensure`. */
bool insert_is_there(struct op_run *run, const struct match *match);
/* Do they stand beside the match, or is nothing between but what other edits put there? */
bool insert_is_made(struct op_run *run, const struct match *match);
/* Are they further away on their side of it, within `reach`, in its block or one around it? */
bool insert_is_left(struct op_run *run, const struct match *match, struct op_reach reach);
/* Is the code at offset `at` in the block in which lines beside the match are, or, if `deeper`, in one within it? */
bool insert_is_in_block(const struct op_run *run, const struct match *match, uint32_t at, bool deeper);

/* --- where the lines go, and how they are written (insert_place.c) ----------------------------------------------- */

/* The statement of a match: in languages whose statements end with TOKEN_END, all of it; else the match itself. As
 * code tokens (none for a regex) and bytes. */
struct code_run insert_statement(const struct op_run *run, const struct match *match, uint32_t *begin, uint32_t *end);
/* The code tokens of `run`, widened to whole statements. */
struct code_run insert_statement_of(struct document *doc, struct code_run run);
bool insert_is_after(const struct op_run *run);
/* Is the match a part of a directive, such as a macro's body? */
bool insert_is_in_directive(const struct op_run *run, const struct match *match);
/* Is the statement of the match one of a body that begins on its line before it, or joined to what is there? Lines
 * beside it would be no part of that. */
bool insert_is_bound(const struct op_run *run, const struct match *match);
/* Where the text goes, as an offset: the beginning of a line, or the end of the file. False when no line can go beside
 * the match. */
bool insert_offset(const struct op_run *run, const struct match *match, uint32_t *at);
/* The line (0-based) before which lines at that offset come: behind the last one too where that lacks its line end. */
size_t insert_line(const struct op_run *run, uint32_t at);
/*
 * Of several statements that end at one place, a block and the last ones in it, the inner ones have the higher number:
 * lines after these come first, to be in that block. 0 for lines before a statement.
 */
uint32_t insert_nearness(const struct op_run *run, const struct match *match);
/* An offset in the line that the lines have their indentation from. `begin` is the statement's. */
uint32_t insert_anchor(const struct op_run *run, const struct match *match, uint32_t begin);
/* Appends the lines as they will be in the file, each with its line end. `begin` is the statement's. */
void insert_lines(const struct op_run *run, const struct match *match, uint32_t begin, struct str *out);
/* How many of the places, which are in order, begin before code token `i`. */
size_t insert_places_before(const struct match_list *places, size_t i);
/* The place of run->stands that is at the border before code token `i`, on the edit's side of it; or NULL. */
const struct match *insert_place_at(const struct op_run *run, size_t i);
/* The offset after, or before, the lines of a place of run->stands. */
bool insert_beyond(const struct op_run *run, const struct match *there, uint32_t *at);

/* --- beside lines of other edits (insert_beside.c) ---------------------------------------------------------------- */

/*
 * Moves `*at`, where the lines of `match` go, over what other edits have put between it and the statement: `all` of
 * that, or only what belongs nearer to the statement than these lines, by the order of the set. True where it was
 * moved.
 */
bool insert_step_over(const struct op_run *run, const struct match *match, bool all, uint32_t *at);

#endif
