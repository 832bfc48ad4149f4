/* ensure-before: lines that the file must have, in a block around the match; put before the line of the match where it
 * lacks them. */
#include "op/insert.h"

const struct op op_ensure_before = {
	.name = "ensure-before",
	.summary = "ensure that the file has these lines; if not, insert them before the line of the match",
	.value = OP_TEXT,
	.inserts = OP_INSERTS_BEFORE,
	.adds = true,
	.takes_code = true,
	.once = true,
	.compile = insert_compile,
	.emit = insert_emit,
	.is_made = insert_is_there,
};
