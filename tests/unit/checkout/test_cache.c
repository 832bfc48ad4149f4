#include "checkout/checkout.h"

#include "scratch.h"
#include "unit.h"

TEST(cache_values_are_compared_as_cmake_reads_them)
{
	static const char *const same[][2] = { { "ON", "1" }, { "yes", "TRUE" }, { "OFF", "0" },
		{ "no", "MKL-NOTFOUND" }, { "", "IGNORE" }, { "/usr", "/usr" } };
	static const char *const others[][2] = { { "ON", "OFF" }, { "0", "/usr" }, { "1", "2" }, { "/usr", "/USR" },
		{ "MKL", "MKL-NOTFOUND" } };
	for (size_t i = 0; i < COUNT_OF(same); i++)
		if (!tree_same_value(same[i][0], same[i][1]))
			fail_msg("'%s' and '%s' are not the same", same[i][0], same[i][1]);
	for (size_t i = 0; i < COUNT_OF(others); i++)
		if (tree_same_value(others[i][0], others[i][1]))
			fail_msg("'%s' and '%s' are the same", others[i][0], others[i][1]);
}

TEST(cache_lines_are_read_as_cmake_writes_them)
{
	struct scratch scratch = scratch_new();
	struct tree_cache cache;
	struct err err = ERR_INIT;
	scratch_write(&scratch, "build/CMakeCache.txt",
		"# This is the CMakeCache file.\n//What A is\nA:BOOL=ON\n\nB:STRING=a=b:c\r\nC:PATH=\n"
		"\"D:E\":STRING=1\n\"F\":STRING=2=3\n\"G=H:STRING=4\n"
		"no line\nno:type\nno=type\nI=J:K\n:STRING=5\n/:STRING=6\n"
		"\":STRING=7\nL:UNINITIALIZED=8");
	assert_true(tree_cache_read(scratch.root, "build/CMakeCache.txt", &cache, &err));
	static const char *const entries[][3] = { { "A", "BOOL", "ON" }, { "B", "STRING", "a=b:c" },
		{ "C", "PATH", "" }, { "D:E", "STRING", "1" }, { "F", "STRING", "2=3" }, { "", "STRING", "5" },
		{ "/", "STRING", "6" }, { "L", "UNINITIALIZED", "8" } };
	assert_int_equal(cache.count, COUNT_OF(entries));
	for (size_t i = 0; i < cache.count; i++) {
		assert_string_equal(cache.items[i].name, entries[i][0]);
		assert_string_equal(cache.items[i].type, entries[i][1]);
		assert_string_equal(cache.items[i].value, entries[i][2]);
	}
	tree_cache_release(&cache);
	assert_false(tree_cache_read(scratch.root, "build/none", &cache, &err));
	assert_int_equal(cache.count, 0);
	tree_cache_release(&cache);
	err_release(&err);
	scratch_free(&scratch);
}
