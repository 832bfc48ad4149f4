/* How many jobs a build gets, by cores and memory. */
#include "unit.h"

#include "base/alloc.h"
#include "base/str.h"
#include "recipe/recipe.h"

struct machine {
	size_t cores;
	uint64_t mib; /* 0: not known */
	size_t jobs;
	const char *why;
};

TEST(jobs_by_cores_and_memory)
{
	static const struct machine rows[] = {
		{ 1, 0, 1, "1 core; memory unknown" },
		{ 2, 0, 2, "2 cores; memory unknown" },
		{ 2, 1, 1, "2 cores, 1 MiB available, 1280 MiB for each" },
		{ 2, 65536, 2, "2 cores, 65536 MiB available, 1280 MiB for each" },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct probe_facts facts = { .cores = rows[i].cores, .knows_memory = rows[i].mib > 0 };
		struct jobs jobs;
		struct str why = STR_INIT;
		facts.memory.available = rows[i].mib << 20;
		jobs_choose(&facts, NULL, &jobs, &why);
		assert_int_equal(jobs.all, rows[i].jobs);
		assert_string_equal(why.ptr, rows[i].why);
		str_release(&why);
	}
}
