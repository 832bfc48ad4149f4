/* Looking without changing. */
#include "op/op.h"

const struct op op_look = {
	.name = "if-found",
	.summary = "what a rule that refuses, warns or notes searches for",
	.value = OP_TRUE,
	.takes_code = true,
	.takes_regex = true,
};
