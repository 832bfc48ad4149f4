/* What this machine is, on POSIX systems. */
#include "platform/posix/posix.h"

#include "base/alloc.h"
#include "base/err.h"
#include "platform/cuda.h"
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
#elif defined(__APPLE__)
	return "macos";
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

/* The number of the row that begins with `name`; false if there is no such row. */
static bool number_of_row(struct slice text, const char *name, uint64_t *value)
{
	struct slice line;
	while (slice_cut(&text, '\n', &line)) {
		if (!slice_starts_with(line, name))
			continue;
		*value = strtoull(line.ptr + strlen(name), NULL, 10);
		return true;
	}
	return false;
}

static bool read_below(const char *root, const char *path, struct str *out)
{
	struct str whole = STR_INIT;
	struct err err = ERR_INIT;
	str_addf(&whole, "%s%s", root, path);
	bool ok = platform_read_file(whole.ptr, MEMINFO_MAX_BYTES, out, &err);
	err_release(&err);
	str_release(&whole);
	return ok;
}

/* The one number in a file of a control group; false for "max" and where there is none. */
static bool group_number(const char *root, const char *path, uint64_t *value)
{
	struct str text = STR_INIT;
	bool ok = read_below(root, path, &text) && text.len && text.ptr[0] >= '0' && text.ptr[0] <= '9';
	if (ok)
		*value = strtoull(text.ptr, NULL, 10);
	str_release(&text);
	return ok;
}

/*
 * Version 2 of control groups, then version 1, as a container sees its own. What is used counts with the files that
 * were read; of those that nobody has open any more, the system takes the memory back when somebody wants it.
 */
static void bound_by_group(const char *root, struct machine_memory *memory)
{
	static const struct {
		const char *most, *used, *rows, *unused;
	} groups[] = {
		{ "/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current", "/sys/fs/cgroup/memory.stat",
			"inactive_file " },
		{ "/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes",
			"/sys/fs/cgroup/memory/memory.stat", "total_inactive_file " },
	};
	for (size_t i = 0; i < COUNT_OF(groups); i++) {
		uint64_t most, used, unused = 0;
		struct str rows = STR_INIT;
		if (!group_number(root, groups[i].most, &most) || !group_number(root, groups[i].used, &used))
			continue;
		if (read_below(root, groups[i].rows, &rows))
			number_of_row(str_slice(&rows), groups[i].unused, &unused);
		str_release(&rows);
		used -= unused < used ? unused : used;
		uint64_t left = most > used ? most - used : 0;
		if (most < memory->total)
			memory->total = most;
		if (left < memory->available)
			memory->available = left;
		return;
	}
}

bool posix_memory(const char *root, struct machine_memory *out)
{
	struct str text = STR_INIT;
	bool ok = read_below(root, "/proc/meminfo", &text) &&
		  number_of_row(str_slice(&text), "MemTotal:", &out->total) &&
		  number_of_row(str_slice(&text), "MemAvailable:", &out->available);
	str_release(&text);
	if (!ok)
		return false;
	/* They are in KiB. */
	out->total *= 1024;
	out->available *= 1024;
	bound_by_group(root, out);
	return true;
}

bool machine_memory(struct machine_memory *out)
{
	return posix_memory("", out);
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
