/*
 * What the files of posix/ share. Nothing outside them (and their unit test) includes this header.
 *
 * It must be the first include: it asks for the system's full interface, unless the file has asked for plain POSIX.
 * Linux has openat2, O_PATH, syncfs and CPU affinity; elsewhere the portable call is used in their place. Folders are
 * listed by getdents64(), which only Linux has.
 */
#ifndef TPATCH_PLATFORM_POSIX_H
#define TPATCH_PLATFORM_POSIX_H

#if !defined(_GNU_SOURCE) && !defined(_POSIX_C_SOURCE)
#define _GNU_SOURCE
#endif
#define _FILE_OFFSET_BITS 64

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/err.h"
#include "base/str.h"
#include "platform/environment.h"
#include "platform/machine.h"
#include "platform/read.h"

/* A handle that only names a folder: enough for openat() and its family. */
#ifdef O_PATH
#define POSIX_FOLDER_FLAGS (O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#else
#define POSIX_FOLDER_FLAGS (O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
#endif

struct root {
	int fd;           /* opened for reading, so that it can be flushed */
	bool has_openat2; /* false: paths are resolved part by part */
	char *path;       /* absolute */
};

/*
 * open() of `path` below `root` where no part may be a symbolic link and ".." is refused. O_NOFOLLOW and O_CLOEXEC are
 * added to `flags`. "" is the root itself. Returns the descriptor, or -1 with errno: ELOOP for a link in any part,
 * EINVAL for a path that is absolute or has an empty, "." or ".." part.
 */
int posix_open(const struct root *root, const char *path, int flags, mode_t mode);
/* The same for `name`, one part, in an open folder. */
int posix_open_part(int folder, const char *name, int flags, mode_t mode);

/* Where a name lives: its folder's handle and its last part. */
struct posix_place {
	int folder;
	const char *name; /* borrowed from the path */
	bool owned;       /* `folder` is to be closed */
};

/* Finds the folder of `path` as posix_open() does. False with errno. posix_leave() keeps errno. */
bool posix_find(const struct root *root, const char *path, struct posix_place *place);
void posix_leave(struct posix_place *place);

void posix_fill_stat(const struct stat *st, struct file_stat *out);

/* Gives one open file the access list and the users' attributes of another; does nothing where the system or the volume
 * has none. False with errno. */
bool posix_copy_attributes(int from, int to);

/* machine_memory(), of the files of /proc and /sys below the folder `root`, which ends with no slash. */
bool posix_memory(const char *root, struct machine_memory *out);

static inline int posix_stream_fd(enum stream stream)
{
	return stream == STREAM_OUT ? STDOUT_FILENO : STDERR_FILENO;
}

/* close() that keeps errno. */
void posix_close(int fd);
/* write() until all is written. False with errno. */
bool posix_write_fully(int fd, struct slice bytes);

/* Starting a program; see posix/process.c. */
struct posix_start {
	const char *file; /* as process_find_program() found it */
	const char *const *argv;
	const struct environment *environment;
	const char *folder;       /* the working directory; NULL: ours */
	int in, out, err;         /* its standard streams; POSIX_OURS, or POSIX_NOTHING */
	const sigset_t *defaults; /* signals that we ignore or hold, and that end it */
	bool in_own_group;        /* Ctrl-C at the terminal does not come to it */
};
#define POSIX_OURS (-1)
#define POSIX_NOTHING (-2)
/* Returns 0 or an errno. */
int posix_start(const struct posix_start *start, pid_t *id);
/* A pipe that other children do not inherit. False with errno. */
bool posix_pipe(int ends[2]);
/* Waits until the child has ended. False with errno. */
bool posix_wait(pid_t id, int *status);

/* Sets "`format`: reason of `errnum`" as ERR_IO and returns false. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool posix_fail(struct err *err, int errnum, const char *format, ...);

#endif
