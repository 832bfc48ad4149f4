/*
 * What the driver asks of the operating system besides the engine's platform/. posix_*.c and win32_*.c, and no other
 * file of the driver, include system headers.
 */
#ifndef TBUILD_SYSTEM_SYSTEM_H
#define TBUILD_SYSTEM_SYSTEM_H

#include "engine.h"

/* Appends one line of standard input, with its end. False when there is none any more. */
bool system_read_line(struct str *out);

/* Reads up to `size` bytes of standard input; `*got` is 0 at its end. ERR_IO. */
bool system_read_input(void *buffer, size_t size, size_t *got, struct err *err);

/* A file that is written piece by piece: a log. It is made anew, in the place of a file or link of that name. NULL with
 * ERR_IO. What cannot be written (the disk is full) is kept, and tried again with the next piece; system_log_close()
 * reports what could not be written in the end. */
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

/* Reads up to `size` bytes of the file from `offset` on; `*got` is less at its end, and 0 with ERR_IO. */
bool system_read_at(const char *path, uint64_t offset, void *buffer, size_t size, size_t *got, struct err *err);

/*
 * Removes the file or folder `path` with all that is in it, following no link. True if it is not there. ERR_IO names
 * what could not go; on Windows after some seconds of tries, and with the programs that have it open.
 */
bool system_remove_tree(const char *path, struct err *err);

#endif
