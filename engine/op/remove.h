/* Code that goes, with the lines that it filled. Private to op/. */
#ifndef TPATCH_OP_REMOVE_H
#define TPATCH_OP_REMOVE_H

#include "op/edit_rule.h"

/*
 * Adds the edit that removes a match: with its lines, or with the `;` beside it; a block with its decorators and the
 * comments at its end. Where a block would be empty that must not be, a statement that does nothing takes the place of
 * what goes.
 */
void remove_match(struct op_run *run, const struct match *match);

#endif
