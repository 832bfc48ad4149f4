/* The operations: one row each. */
#include "op/op.h"

#include "base/alloc.h"

#define OPERATIONS(ROW)                                                                                                \
	ROW(replace)                                                                                                   \
	ROW(set)                                                                                                       \
	ROW(insert_before)                                                                                             \
	ROW(insert_after)                                                                                              \
	ROW(ensure_before)                                                                                             \
	ROW(ensure_after)                                                                                              \
	ROW(ensure_requirement)                                                                                        \
	ROW(ensure_include)                                                                                            \
	ROW(wrap)                                                                                                      \
	ROW(add_to)                                                                                                    \
	ROW(remove_from)                                                                                               \
	ROW(delete)                                                                                                    \
	ROW(hunk)                                                                                                      \
	ROW(create)                                                                                                    \
	ROW(remove_file)                                                                                               \
	ROW(rename_file)                                                                                               \
	ROW(executable)

#define DECLARE(name) extern const struct op op_##name;
OPERATIONS(DECLARE)

#define ADDRESS(name) &op_##name,
static const struct op *const operations[] = { OPERATIONS(ADDRESS) };

const struct op *const *op_all(size_t *count)
{
	*count = COUNT_OF(operations);
	return operations;
}
