/* ensure-after: lines that the file must have, in a block around the match; put after the line of the match where it
 * lacks them. */
#include "op/insert.h"

const struct op op_ensure_after = {
	.name = "ensure-after",
	.summary = "ensure that the file has these lines; if not, insert them after the line of the match",
	.value = OP_TEXT,
	.inserts = OP_INSERTS_AFTER,
	.adds = true,
	.takes_code = true,
	.once = true,
	.compile = insert_compile,
	.emit = insert_emit,
	.is_made = insert_is_there,
};
