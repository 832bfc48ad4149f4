#include "platform/posix/posix.h"

#include "base/alloc.h"
#include "scratch.h"
#include "unit.h"

#define MEMINFO "MemTotal:       1000 kB\nMemFree:         100 kB\nMemAvailable:    800 kB\n"
#define GROUP_2 "sys/fs/cgroup/memory."
#define GROUP_1 "sys/fs/cgroup/memory/memory."

TEST(platform_memory_is_what_a_control_group_leaves)
{
	static const struct {
		const char *files[9]; /* path, text */
		uint64_t total, available;
	} rows[] = {
		{ { "proc/meminfo", MEMINFO }, 1024000, 819200 },
		{ { "proc/meminfo", MEMINFO, GROUP_2 "max", "max\n", GROUP_2 "current", "5\n" }, 1024000, 819200 },
		{ { "proc/meminfo", MEMINFO, GROUP_2 "max", "500000\n" }, 1024000, 819200 },
		{ { "proc/meminfo", MEMINFO, GROUP_2 "max", "500000\n", GROUP_2 "current", "100000\n" }, 500000,
			400000 },
		{ { "proc/meminfo", MEMINFO, GROUP_2 "max", "500000\n", GROUP_2 "current", "500001\n" }, 500000, 0 },
		{ { "proc/meminfo", MEMINFO, GROUP_2 "max", "2000000\n", GROUP_2 "current", "1200000\n" }, 1024000,
			800000 },
		{ { "proc/meminfo", MEMINFO, GROUP_2 "max", "2000000\n", GROUP_2 "current", "1000\n" }, 1024000,
			819200 },
		/* Files that were read and are not open. */
		{ { "proc/meminfo", MEMINFO, GROUP_2 "max", "500000\n", GROUP_2 "current", "400000\n", GROUP_2 "stat",
			  "anon 1\nactive_file 7\ninactive_file 250000\n" },
			500000, 350000 },
		{ { "proc/meminfo", MEMINFO, GROUP_2 "max", "500000\n", GROUP_2 "current", "400000\n", GROUP_2 "stat",
			  "inactive_file 400001\n" },
			500000, 500000 },
		{ { "proc/meminfo", MEMINFO, GROUP_1 "limit_in_bytes", "500000\n", GROUP_1 "usage_in_bytes", "400000\n",
			  GROUP_1 "stat", "inactive_file 1\ntotal_inactive_file 300000\n" },
			500000, 400000 },
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct scratch s = scratch_new();
		struct machine_memory memory = { 0 };
		for (size_t k = 0; rows[i].files[k]; k += 2)
			scratch_write(&s, rows[i].files[k], rows[i].files[k + 1]);
		assert_true(posix_memory(s.path, &memory));
		if (memory.total != rows[i].total || memory.available != rows[i].available)
			fail_msg("row %zu: %llu, %llu", i, (unsigned long long)memory.total,
				(unsigned long long)memory.available);
		scratch_remove(&s, "proc/meminfo");
		assert_false(posix_memory(s.path, &memory));
		scratch_write(&s, "proc/meminfo", "MemTotal: 1 kB\n");
		assert_false(posix_memory(s.path, &memory));
		scratch_free(&s);
	}
}
