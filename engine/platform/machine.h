/* What this machine is: its system, memory and disks, and what the CUDA driver says of its GPUs. */
#ifndef TPATCH_PLATFORM_MACHINE_H
#define TPATCH_PLATFORM_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

/* "linux", "windows", "macos" or "other": as profiles and the fact `platform` have it. */
const char *machine_name(void);
/* Name and release for people: "Linux 6.1.0 x86_64". */
void machine_describe(struct str *out);
/* 64 where pointers have 64 bits. */
unsigned machine_bits(void);
/* A folder that only the system's administrator can write to. Borrowed. */
const char *machine_neutral_folder(void);
/* The code page of the console; 0 where there is none. */
unsigned machine_code_page(void);
/* ':' or ';', as PATH is written here. */
char machine_path_separator(void);
/* Bytes. `available` is what a new process can have: not more than a control group or Windows' commit limit allows. */
struct machine_memory {
	uint64_t total, available;
};
/* False when it cannot be told. */
bool machine_memory(struct machine_memory *out);
/* Bytes that this user may still write on the volume of `path`. False when it cannot be told. */
bool machine_disk_free(const char *path, uint64_t *bytes);

#define MACHINE_MAX_GPUS 16
struct machine_gpu {
	char name[96];
	int major, minor; /* compute capability */
};
struct machine_gpus {
	size_t count;
	struct machine_gpu items[MACHINE_MAX_GPUS];
	int cuda_version; /* the newest CUDA that the driver serves, 1000 * major + 10 * minor; 0 = no driver library */
};
/*
 * Asks the CUDA driver library (libcuda.so.1, nvcuda.dll), which is loaded for it: nvidia-smi of old drivers cannot
 * tell the capability. cuDeviceGetAttribute's attributes 75 and 76 are the capability (CUDA Driver API reference).
 */
void machine_gpus(struct machine_gpus *out);

/*
 * The form of a path that has no spaces, 8.3 ("C:\\PROGRA~1"), of what is there, for free(); NULL where there is none:
 * a volume may not have such names, and then the path comes back as it was. Only Windows has them.
 */
char *machine_short_path(const char *path);
/* Where `path` leads, whichever links are on the way or at its end; for free(). NULL where that cannot be told. */
char *machine_real_path(const char *path);

#endif
