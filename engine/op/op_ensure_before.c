/* ensure-before: lines that the file must have somewhere; put before the line of the match where it lacks them. */
#include "op/insert.h"

static bool ensure_before_emit(struct op_run *run, const struct match *match, struct err *err)
{
	return insert_emit(run, match, INSERT_BEFORE, err);
}

static bool ensure_before_is_made(struct op_run *run, const struct match *match)
{
	(void)match;
	return insert_is_there(run);
}

const struct op op_ensure_before = {
	.name = "ensure-before",
	.summary = "have these lines in the file; if they are nowhere, put them before the line of the match",
	.value = OP_TEXT,
	.takes_code = true,
	.once = true,
	.compile = insert_compile,
	.emit = ensure_before_emit,
	.is_made = ensure_before_is_made,
};
