/* insert-after: lines after the line of a match. */
#include "op/insert.h"

const struct op op_insert_after = {
	.name = "insert-after",
	.summary = "insert lines after the line of the match, with its indentation and line end",
	.value = OP_TEXT,
	.inserts = OP_INSERTS_AFTER,
	.adds = true,
	.takes_code = true,
	.takes_regex = true,
	.compile = insert_compile,
	.emit = insert_emit,
	.is_made = insert_is_made,
	.is_left = insert_is_left,
};
