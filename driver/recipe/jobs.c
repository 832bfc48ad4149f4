/* How many compilers run at once, by cores and memory, and what tells setup.py, CMake and Ninja. */
#include <stdlib.h>
#include <string.h>

#include "recipe/recipe.h"

/* Left to the system and to what else runs. */
#define MEMORY_KEPT_MIB 2048
#define CORES_KEPT 2
#define MEMORY_PER_JOB_MIB 1280

static size_t at_least_1(uint64_t number)
{
	return number ? (size_t)number : 1;
}

void jobs_choose(const struct probe_facts *facts, const struct profile *profile, struct jobs *out, struct str *why)
{
	size_t by_cores = facts->cores > 2 * CORES_KEPT ? facts->cores - CORES_KEPT : facts->cores;
	uint64_t each = profile && profile->mib_per_job ? profile->mib_per_job : MEMORY_PER_JOB_MIB;
	uint64_t heavy = profile && profile->heavy && profile->heavy[0] ? profile->mib_per_heavy_job : 0;
	*out = (struct jobs){ .all = by_cores, .mib = heavy > each ? heavy : each };
	if (!facts->knows_memory) {
		str_addf(why, "%zu core%s; memory unknown", facts->cores, str_plural(facts->cores));
		return;
	}
	uint64_t available = facts->memory.available >> 20;
	uint64_t free_mib = available > MEMORY_KEPT_MIB ? available - MEMORY_KEPT_MIB : 0;
	uint64_t by_memory = free_mib / each;
	str_addf(why, "%zu core%s, %llu MiB available, %llu MiB for each", facts->cores, str_plural(facts->cores),
		(unsigned long long)available, (unsigned long long)each);
	if (heavy > each && free_mib / heavy < by_cores) {
		/* They share the memory with all others half and half: with less they would be what the build waits
		 * for in the end, with more hardly anything could run beside them. */
		out->heavy = at_least_1(free_mib / heavy / 2);
		uint64_t taken = out->heavy * heavy;
		by_memory = out->heavy + (free_mib > taken ? (free_mib - taken) / each : 0);
		str_addf(why, "; of the heavy ones %zu, %llu MiB each", out->heavy, (unsigned long long)heavy);
	}
	out->all = at_least_1(by_memory < by_cores ? by_memory : by_cores);
}

/* The format: cmake-properties(7), JOB_POOLS and JOB_POOL_COMPILE; only generators for Ninja read it. */
void recipe_print_pools(const struct recipe *recipe, struct str *out)
{
	const struct profile *profile = recipe->profile;
	str_addf(out,
		"# Made by tbuild: a compiler of these targets takes up to %llu MiB. At most %zu run at a time.\n"
		"include_guard(GLOBAL)\n"
		"set_property(GLOBAL APPEND PROPERTY JOB_POOLS tbuild_heavy=%zu)\n"
		"function(tbuild_use_pool)\n"
		"  foreach(target",
		(unsigned long long)profile->mib_per_heavy_job, recipe->heavy_jobs, recipe->heavy_jobs);
	for (size_t i = 0; profile->heavy[i]; i++)
		str_addf(out, " %s", profile->heavy[i]);
	str_add_cstr(out, ")\n"
			  "    if(TARGET ${target})\n"
			  "      set_property(TARGET ${target} PROPERTY JOB_POOL_COMPILE tbuild_heavy)\n"
			  "    endif()\n"
			  "  endforeach()\n"
			  "endfunction()\n"
			  "cmake_language(DEFER CALL tbuild_use_pool)\n");
}
