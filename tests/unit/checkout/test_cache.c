#include "checkout/checkout.h"

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
