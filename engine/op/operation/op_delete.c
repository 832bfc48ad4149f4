/* delete: what was matched goes, and with it the lines that it filled. */
#include "op/remove.h"

const struct op op_delete = {
	.name = "delete",
	.summary = "remove the match, and the lines that it filled",
	.value = OP_TRUE,
	.takes_code = true,
	.takes_regex = true,
	.leaves_nothing = true,
	.emit = remove_match,
};
