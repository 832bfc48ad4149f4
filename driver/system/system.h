/*
 * What the driver asks of the operating system besides the engine's platform/. posix_*.c and win32_*.c, and no other
 * file of the driver, include system headers.
 */
#ifndef TBUILD_SYSTEM_SYSTEM_H
#define TBUILD_SYSTEM_SYSTEM_H

#include "engine.h"
#include "engine.h"

/* "linux", "windows" or "other": as profiles write it. */
const char *system_name(void);
/* Name and release for people: "Linux 6.1.0 x86_64". */
void system_describe(struct str *out);
/* 64 where pointers have 64 bits. */
unsigned system_bits(void);
/* A folder that only the system's administrator can write to. Borrowed. */
const char *system_neutral_folder(void);
/* The code page of the console; 0 where there is none. */
unsigned system_code_page(void);
/* ':' or ';', as PATH is written here. */
char system_path_separator(void);
/* Bytes. `available` is what a new process can have: not more than a control group or Windows' commit limit allows. */
struct system_memory {
	uint64_t total, available;
};
/* False when it cannot be told. */
bool system_memory(struct system_memory *out);
/* Bytes that this user may still write on the volume of `path`. False when it cannot be told. */
bool system_disk_free(const char *path, uint64_t *bytes);

#define SYSTEM_MAX_GPUS 16
struct system_gpu {
	char name[96];
	int major, minor; /* compute capability */
};
struct system_gpus {
	size_t count;
	struct system_gpu items[SYSTEM_MAX_GPUS];
	int cuda_version; /* the newest CUDA that the driver serves, 1000 * major + 10 * minor; 0 = no driver library */
};
/*
 * Asks the CUDA driver library (libcuda.so.1, nvcuda.dll), which is loaded for it: nvidia-smi of old drivers cannot
 * tell the capability. cuDeviceGetAttribute's attributes 75 and 76 are the capability (CUDA Driver API reference).
 */
void system_gpus(struct system_gpus *out);

/*
 * The form of a path that has no blanks, 8.3 ("C:\\PROGRA~1"), of what is there, for free(); NULL where there is none:
 * a volume may not have such names, and then the path comes back as it was. Only Windows has them.
 */
char *system_short_path(const char *path);

/* Appends one line of standard input, with its end. False when there is none any more. */
bool system_read_line(struct str *out);

/* Reads up to `size` bytes of standard input; 0 at its end. */
size_t system_read_input(void *buffer, size_t size);

/* A file that is written piece by piece: a log. It is made anew, in the place of a file or link of that name. NULL with
 * ERR_IO. What cannot be written is told by system_log_close(). */
struct system_log;
struct system_log *system_log_open(const char *path, struct err *err);
void system_log_write(struct system_log *log, struct slice bytes);
bool system_log_close(struct system_log *log, struct err *err);

/*
 * A lock on the file `path`, which is made: held until this process and the programs that process_run() started have
 * all ended. False with ERR_IO, `*busy` where another holds it.
 */
bool system_lock(const char *path, bool *busy, struct err *err);

/*
 * Copies the file `from` to `to`, with its time, in the place of what is there. ERR_IO; what `to` then holds is not
 * defined.
 */
bool system_copy_file(const char *from, const char *to, struct err *err);

/* Reads up to `size` bytes of the file from `offset` on; returns how many: fewer at its end, 0 where it cannot be
 * read. */
size_t system_read_at(const char *path, uint64_t offset, void *buffer, size_t size);

/*
 * Removes the file or folder `path` with all that is in it, following no link. True if it is not there. ERR_IO names
 * what could not go; on Windows after some seconds of tries, and with the programs that have it open.
 */
bool system_remove_tree(const char *path, struct err *err);

#endif
