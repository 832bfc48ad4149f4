/* Numbers by names. */
#include <stdio.h>

#include "unit.h"

#include "base/table.h"

TEST(table_knows_each_key_once_however_many_there_are)
{
	enum { COUNT = 1000 };
	static char keys[COUNT][8];
	struct table table = { 0 };
	assert_int_equal(table_get(&table, SLICE_LITERAL("a")), 0);
	for (size_t i = 0; i < COUNT; i++) {
		snprintf(keys[i], sizeof(keys[i]), "k%zu", i);
		size_t *value = table_at(&table, slice_of(keys[i]));
		assert_int_equal(*value, 0);
		*value = i + 1;
	}
	for (size_t i = 0; i < COUNT; i++) {
		assert_int_equal(table_get(&table, slice_of(keys[i])), i + 1);
		assert_int_equal(*table_at(&table, slice_of(keys[i])), i + 1);
	}
	assert_int_equal(table.count, COUNT);
	assert_int_equal(table_get(&table, SLICE_LITERAL("k1000")), 0);
	table_release(&table);
}

TEST(table_tells_keys_with_nul_bytes_and_the_empty_one_apart)
{
	struct table table = { 0 };
	*table_at(&table, slice_from("a\0b", 3)) = 1;
	*table_at(&table, slice_from("a\0c", 3)) = 2;
	*table_at(&table, slice_from("", 0)) = 3;
	assert_int_equal(table_get(&table, slice_from("a\0b", 3)), 1);
	assert_int_equal(table_get(&table, slice_from("a\0c", 3)), 2);
	assert_int_equal(table_get(&table, slice_from(NULL, 0)), 3);
	assert_int_equal(table_get(&table, slice_of("a")), 0);
	table_release(&table);
}
