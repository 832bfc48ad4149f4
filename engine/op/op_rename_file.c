/* rename-file: the file gets another path. */
#include "op/op.h"

const struct op op_rename_file = {
	.name = "rename-file",
	.summary = "give the file this path, where nothing may be",
	.value = OP_PATH,
	.file = OP_FILE_RENAME,
	.stands_alone = true,
};
