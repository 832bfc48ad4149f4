/* What this machine is, on POSIX systems. */
#define _GNU_SOURCE
#include "platform/cuda.h"

#include "base/alloc.h"
#include "base/err.h"
#include "platform/read.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <sys/utsname.h>
#include <unistd.h>

#define MEMINFO_MAX_BYTES ((size_t)64 << 10)

const char *machine_name(void)
{
#ifdef __linux__
	return "linux";
#else
	return "other";
#endif
}

void machine_describe(struct str *out)
{
	struct utsname name;
	if (uname(&name) == 0)
		str_addf(out, "%s %s %s", name.sysname, name.release, name.machine);
}

unsigned machine_bits(void)
{
	return (unsigned)(sizeof(void *) * 8);
}

const char *machine_neutral_folder(void)
{
	return "/";
}

unsigned machine_code_page(void)
{
	return 0;
}

char machine_path_separator(void)
{
	return ':';
}

/* Bytes of the row `name` of /proc/meminfo, which counts in KiB. False if there is no such row. */
static bool meminfo_row(struct slice text, const char *name, uint64_t *bytes)
{
	struct slice line;
	while (slice_cut(&text, '\n', &line)) {
		if (!slice_starts_with(line, name))
			continue;
		*bytes = strtoull(line.ptr + strlen(name), NULL, 10) * 1024;
		return true;
	}
	return false;
}

/* The one number in a file of a control group; false for "max" and where there is none. */
static bool group_number(const char *path, uint64_t *value)
{
	struct str text = STR_INIT;
	struct err err = ERR_INIT;
	bool ok = platform_read_file(path, MEMINFO_MAX_BYTES, &text, &err) && text.len && text.ptr[0] >= '0' &&
		  text.ptr[0] <= '9';
	if (ok)
		*value = strtoull(text.ptr, NULL, 10);
	err_release(&err);
	str_release(&text);
	return ok;
}

/* Version 2 of control groups, then version 1, as a container sees its own. */
static void bound_by_group(struct machine_memory *memory)
{
	static const char *const files[][2] = {
		{ "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current" },
		{ "/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes" },
	};
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		uint64_t most, used;
		if (!group_number(files[i][0], &most) || !group_number(files[i][1], &used))
			continue;
		uint64_t left = most > used ? most - used : 0;
		if (most < memory->total)
			memory->total = most;
		if (left < memory->available)
			memory->available = left;
		return;
	}
}

bool machine_memory(struct machine_memory *out)
{
	struct str text = STR_INIT;
	struct err err = ERR_INIT;
	bool ok = platform_read_file("/proc/meminfo", MEMINFO_MAX_BYTES, &text, &err) &&
		  meminfo_row(str_slice(&text), "MemTotal:", &out->total) &&
		  meminfo_row(str_slice(&text), "MemAvailable:", &out->available);
	if (ok)
		bound_by_group(out);
	err_release(&err);
	str_release(&text);
	return ok;
}

bool machine_disk_free(const char *path, uint64_t *bytes)
{
	struct statvfs volume;
	if (statvfs(path, &volume) != 0)
		return false;
	*bytes = (uint64_t)volume.f_bavail * volume.f_frsize;
	return true;
}

char *machine_real_path(const char *path)
{
	return realpath(path, NULL);
}

char *machine_short_path(const char *path)
{
	(void)path;
	return NULL;
}

static cuda_function find_function(void *library, const char *name)
{
	/* POSIX lets a function's address come as an object's. */
	void *symbol = dlsym(library, name);
	cuda_function function;
	memcpy(&function, &symbol, sizeof(function));
	return function;
}

void machine_gpus(struct machine_gpus *out)
{
	*out = (struct machine_gpus){ 0 };
	void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
	if (!library)
		return;
	cuda_list_gpus(find_function, library, out);
	dlclose(library);
}
