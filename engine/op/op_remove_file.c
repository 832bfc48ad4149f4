/* remove-file: the file goes, and only with the content that the patch set states. */
#include "op/op.h"

const struct op op_remove_file = {
	.name = "remove-file",
	.summary = "remove the file, whose content must be what is stated: {text: …} or {hash: …}",
	.value = OP_CONTENT,
	.file = OP_FILE_REMOVE,
	.stands_alone = true,
};
