/* What insert-before and insert-after share. Private to op/. */
#ifndef TPATCH_OP_INSERT_H
#define TPATCH_OP_INSERT_H

#include "op/edit_rule.h"

enum insert_side { INSERT_BEFORE, INSERT_AFTER };

/* The statement of a match: in languages whose statements end with TOKEN_END, all of it; else the match itself. As bytes. */
void insert_statement(const struct op_run *run, const struct match *match, uint32_t *begin, uint32_t *end);
bool insert_compile(struct edit_rule *rule, struct err *err);
/* ERR_UNFIT inside a directive of C's: lines beside it would be no part of the macro. */
bool insert_emit(struct op_run *run, const struct match *match, enum insert_side side, struct err *err);
/* Do the lines stand anywhere in the file? For `ensure`. */
bool insert_is_there(struct op_run *run);
bool insert_is_made(struct op_run *run, const struct match *match, enum insert_side side);

#endif
