/* insert-before: lines before the line of a match. */
#include "op/insert.h"

static bool insert_before_emit(struct op_run *run, const struct match *match, struct err *err)
{
	return insert_emit(run, match, INSERT_BEFORE, err);
}

static bool insert_before_is_made(struct op_run *run, const struct match *match)
{
	return insert_is_made(run, match, INSERT_BEFORE);
}

const struct op op_insert_before = {
	.name = "insert-before",
	.summary = "put lines before the line of what was matched, with its indentation and line end",
	.value = OP_TEXT,
	.takes_code = true,
	.takes_regex = true,
	.compile = insert_compile,
	.emit = insert_before_emit,
	.is_made = insert_before_is_made,
};
