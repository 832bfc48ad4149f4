/* executable: the file's executable bit, as git keeps it: for all who may read, or for nobody. */
#include "op/op.h"

const struct op op_executable = {
	.name = "executable",
	.summary = "set (true) or clear (false) the executable bit",
	.value = OP_BOOL,
	.file = OP_FILE_EXECUTABLE,
	.stands_alone = true,
};
