/* insert-before: lines before the line of a match. */
#include "op/insert.h"

const struct op op_insert_before = {
	.name = "insert-before",
	.summary = "insert lines before the line of the match, with its indentation and line end",
	.value = OP_TEXT,
	.inserts = OP_INSERTS_BEFORE,
	.adds = true,
	.takes_code = true,
	.takes_regex = true,
	.compile = insert_compile,
	.emit = insert_emit,
	.is_made = insert_is_made,
	.is_left = insert_is_left,
};
