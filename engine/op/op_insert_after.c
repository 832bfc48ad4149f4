/* insert-after: lines after the line of a match. */
#include "op/insert.h"

static bool insert_after_emit(struct op_run *run, const struct match *match, struct err *err)
{
	return insert_emit(run, match, INSERT_AFTER, err);
}

static bool insert_after_is_made(struct op_run *run, const struct match *match)
{
	return insert_is_made(run, match, INSERT_AFTER);
}

const struct op op_insert_after = {
	.name = "insert-after",
	.summary = "put lines after the line of what was matched, with its indentation and line end",
	.value = OP_TEXT,
	.takes_code = true,
	.takes_regex = true,
	.compile = insert_compile,
	.emit = insert_after_emit,
	.is_made = insert_after_is_made,
};
