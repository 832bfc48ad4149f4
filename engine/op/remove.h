/* Code that goes, with the lines that it filled. Private to op/. */
#ifndef TPATCH_OP_REMOVE_H
#define TPATCH_OP_REMOVE_H

#include "op/edit_rule.h"

/*
 * Adds the edit that removes a match: with its lines, or with the `;` beside it; a block with its decorators and the
 * comments at its end. Where something must be left, a statement that does nothing takes the place of what goes. False
 * with ERR_UNFIT where what is beside the match would say another thing without it (language.give_way).
 */
bool remove_match(struct op_run *run, const struct match *match, struct err *err);

#endif
