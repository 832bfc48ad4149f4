/* create: the file is made. What it says when the file is there is the plan's: see plan/file_state.c. */
#include "op/op.h"

const struct op op_create = {
	.name = "create",
	.summary = "make the file, which must not be there, with this text",
	.value = OP_TEXT,
	.file = OP_FILE_CREATE,
	.stands_alone = true,
};
