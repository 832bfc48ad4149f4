/* What insert-before and insert-after share. Private to op/. */
#ifndef TPATCH_OP_INSERT_H
#define TPATCH_OP_INSERT_H

#include "op/edit_rule.h"

enum insert_side { INSERT_BEFORE, INSERT_AFTER };

bool insert_compile(struct edit_rule *rule, struct err *err);
bool insert_emit(struct op_run *run, const struct match *match, enum insert_side side);
bool insert_is_made(struct op_run *run, const struct match *match, enum insert_side side);

#endif
