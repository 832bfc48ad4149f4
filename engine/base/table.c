#include "base/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/digest/hash.h"

#define FIRST_SLOTS 16

static uint64_t hash_key(struct slice key)
{
	struct hash hash = hash_of(key);
	uint64_t value;
	memcpy(&value, hash.bytes, sizeof(value));
	return value;
}

/* The slot of `key`, or the free one where it belongs. There is always a free one. */
static struct table_slot *find(const struct table *table, struct slice key, uint64_t hash)
{
	size_t at = (size_t)hash & (table->n_slots - 1);
	while (table->slots[at].used && (table->slots[at].hash != hash || !slice_eq(table->slots[at].key, key)))
		at = (at + 1) & (table->n_slots - 1);
	return &table->slots[at];
}

static void grow(struct table *table)
{
	struct table larger = { .count = table->count, .n_slots = table->n_slots ? 2 * table->n_slots : FIRST_SLOTS };
	larger.slots = xcalloc(larger.n_slots, sizeof(*larger.slots));
	for (size_t i = 0; i < table->n_slots; i++)
		if (table->slots[i].used)
			*find(&larger, table->slots[i].key, table->slots[i].hash) = table->slots[i];
	free(table->slots);
	*table = larger;
}

size_t *table_at(struct table *table, struct slice key)
{
	uint64_t hash = hash_key(key);
	if (2 * table->count >= table->n_slots)
		grow(table);
	struct table_slot *slot = find(table, key, hash);
	if (!slot->used) {
		*slot = (struct table_slot){ .key = key, .hash = hash, .used = 1 };
		table->count++;
	}
	return &slot->value;
}

size_t table_get(const struct table *table, struct slice key)
{
	return table->n_slots ? find(table, key, hash_key(key))->value : 0;
}

void table_release(struct table *table)
{
	free(table->slots);
	*table = (struct table){ 0 };
}
