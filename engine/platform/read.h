/*
 * Everything the engine asks of the system without changing anything. Paths are UTF-8 with '/' (on Windows the
 * implementation turns them into UTF-16 with the \\?\ prefix). Only posix/ and win32/ include OS headers.
 */
#ifndef TPATCH_PLATFORM_READ_H
#define TPATCH_PLATFORM_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"

enum file_type { FILE_NONE, FILE_REGULAR, FILE_DIRECTORY, FILE_SYMLINK, FILE_OTHER };

struct file_stat {
	enum file_type type; /* of the thing itself: links are not followed */
	uint64_t size;       /* bytes */
	int64_t mtime_ns;    /* since 1970, UTC; from 1677 to 2262, and the nearer end for times beyond */
	uint32_t mode;       /* POSIX permission bits (07777); on Windows 0444 or 0644 */
	uint64_t links;      /* number of hard links */
	/* identity, to tell replacement from rewrite; dir_read() does not tell it on Windows */
	uint64_t file_id, volume_id;
};

/* A folder that is held open. All tree access goes through one of these and a relative path. */
struct root;

/*
 * Opens the folder `path` (absolute, or relative to the working directory). NULL with ERR_USAGE when it is not
 * there or is no folder, ERR_IO when the system refuses. Free with root_close().
 */
struct root *root_open(const char *path, struct err *err);
void root_close(struct root *root);
/* The absolute path of the root as the user would type it; borrowed from `root`. */
const char *root_path(const struct root *root);
/*
 * An absolute path that a user typed as one from the root, if it leads below the root by its text (on Windows in
 * whatever case and form); for free(). NULL: it is relative, or leads elsewhere.
 */
char *root_path_below(const struct root *root, const char *typed);

/*
 * `path` (below the root) as the folders spell it, for free(): Windows finds a file in whatever case it is written, and
 * by its 8.3 name. Elsewhere, and where nothing is there, a copy of `path`.
 */
char *root_spelling(const struct root *root, const char *path);

/*
 * stat of `path` under `root`, not following a link in any part of it. A path that is not there, or lies beyond a
 * link, gives true with type FILE_NONE; false only on another error (ERR_IO).
 */
bool root_stat(struct root *root, const char *path, struct file_stat *out, struct err *err);

/*
 * Reads the regular file `path` under `root` into `out` (replacing what it held), never through a link.
 * `st` (may be NULL) is filled from the open handle, so bytes and stat belong together.
 * Errors: ERR_IO, also for more than `max_bytes`, no regular file, or a file that changed size while it was read.
 */
bool root_read(
	struct root *root, const char *path, size_t max_bytes, struct str *out, struct file_stat *st, struct err *err);

/* One entry of a folder. `name` is borrowed from the list. */
struct dir_entry {
	const char *name;
	enum file_type type;
};

struct dir_list {
	struct dir_entry *entries; /* "." and ".." left out */
	size_t count;
	size_t capacity;
	struct str names; /* holds the names */
};

/*
 * Lists the folder `path` under `root` ("" = the root itself), not following links, sorted by name, bytewise, into
 * `out`, which is zeroed or holds an earlier list whose memory is used again. Release with dir_list_release().
 */
bool root_list(struct root *root, const char *path, struct dir_list *out, struct err *err);
void dir_list_release(struct dir_list *list);

/*
 * A folder that is held open, so that listing it and reading its files resolves its path once. For one thread at a
 * time. NULL with ERR_IO when it is not there, no folder, or beyond a link. Free with dir_close(), before the root is
 * closed.
 */
struct dir;
struct dir *root_open_dir(struct root *root, const char *path, struct err *err);
/*
 * The same for the folder `name` (one part) in `parent`, in one step however deep that is. Several threads may do this
 * with one `parent`, which may be closed before what was opened in it.
 */
struct dir *dir_open_dir(const struct dir *parent, const char *name, struct err *err);
void dir_close(struct dir *dir);
/* As root_list() and root_read() do; names come in any order, `name` is one part, and messages show the whole path. */
bool dir_list(struct dir *dir, struct dir_list *out, struct err *err);
bool dir_read(
	struct dir *dir, const char *name, size_t max_bytes, struct str *out, struct file_stat *st, struct err *err);

/* May this process make and replace names in the folder `path`? False when it is not there, too. */
bool root_can_write_in(struct root *root, const char *path);

/* Reads any file by its path from the working directory (patch sets, command-line arguments); follows links. "-" is
 * standard input. */
bool platform_read_file(const char *path, size_t max_bytes, struct str *out, struct err *err);
/*
 * Does `path`, however it is written, name another machine, and not the one of `base`? Windows would send it the user's
 * name and a hash of the password. What is mapped to a drive or mounted here is here.
 */
bool platform_is_elsewhere(const char *path, const char *base);
/* stat of any path by its path from the working directory, following links; type FILE_NONE if it is not there. */
bool platform_stat(const char *path, struct file_stat *out, struct err *err);

/*
 * Writes all bytes to standard output or standard error. ERR_IO with the reason (a full disk); a pipe whose reader has
 * gone is no error: nobody reads on.
 */
enum stream { STREAM_OUT, STREAM_ERR };
bool platform_write_stream(enum stream stream, struct slice bytes, struct err *err);
/*
 * To be called first, once. Takes care that no file that is opened later is taken for a standard stream that was closed
 * (a closed standard output then refuses every write), and that a write to a closed pipe or beyond a size limit fails
 * instead of ending the process.
 */
void platform_begin(void);
/* To be called last: the terminal is as it was. */
void platform_end(void);
/* Does it part a path that a user types? '/' does, and on Windows '\\' as well. */
bool platform_is_separator(char c);
/* A copy of the environment variable, or NULL; the caller frees it with free(). */
char *platform_getenv(const char *name);
/* Nanoseconds of a clock that never goes back. */
uint64_t platform_monotonic_ns(void);
/* Nanoseconds that processors have worked for this thread, however busy they were; on Windows in steps of 16 ms. */
uint64_t platform_thread_ns(void);
/* Nanoseconds since 1970, UTC. */
int64_t platform_wall_ns(void);
/* Appends `wall_ns` as UTC: "2026-01-31T12:34:56Z". */
void platform_format_time(int64_t wall_ns, struct str *out);
/* Processors this process may use, at least 1. */
size_t platform_cpu_count(void);
/* Does a file here have an executable bit? False on Windows. */
bool platform_has_executable_bit(void);
/* The id of this process. */
uint64_t platform_process_id(void);

#endif
