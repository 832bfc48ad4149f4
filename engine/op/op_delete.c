/* delete: what was matched goes, and with it the lines that it filled. */
#include "op/remove.h"

static bool delete_emit(struct op_run *run, const struct match *match, struct err *err)
{
	(void)err;
	remove_match(run, match);
	return true;
}

const struct op op_delete = {
	.name = "delete",
	.summary = "remove what was matched, and the lines that it filled",
	.value = OP_TRUE,
	.takes_code = true,
	.takes_regex = true,
	.leaves_nothing = true,
	.emit = delete_emit,
};
