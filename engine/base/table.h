/*
 * Numbers by names: a hash table from bytes to a size_t. A zeroed table is empty.
 */
#ifndef TPATCH_BASE_TABLE_H
#define TPATCH_BASE_TABLE_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct table_slot {
	struct slice key; /* borrowed */
	uint64_t hash;
	size_t value;
	int used;
};

struct table {
	struct table_slot *slots;
	size_t count, n_slots;
};

/*
 * The value of `key`, 0 where it is new; the key's bytes must live as long as the table. What is returned may be
 * written to until the next call.
 */
size_t *table_at(struct table *table, struct slice key);
/* The value of `key`, or 0 where the table does not have it. */
size_t table_get(const struct table *table, struct slice key);
void table_release(struct table *table);

#endif
