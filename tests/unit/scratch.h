/*
 * A folder of its own for one test, below $TMPDIR (else /tmp). The helpers use the system directly, not the engine, so
 * that they see what the engine did. They fail the test when the system refuses.
 */
#ifndef TPATCH_TESTS_SCRATCH_H
#define TPATCH_TESTS_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "platform/read.h"

struct scratch {
	char *path;        /* absolute */
	struct root *root; /* the engine's handle of it */
};

/* An empty folder with a root on it. Free with scratch_free(), which removes the folder. */
struct scratch scratch_new(void);
/*
 * The same in memory (/dev/shm) where the system has that: for tests that replace files thousands of times, which ext4
 * answers by waiting for the disk each time.
 */
struct scratch scratch_new_in_memory(void);
void scratch_free(struct scratch *scratch);
/*
 * For tests that do the same thousands of times, once for each number: the step from one number to the next.
 * FAULTS_STRIDE in the environment; else 1 where files are quick, and more under Wine, whose every call of the system
 * is a message to another process.
 */
size_t scratch_stride(void);
/* Does the system keep permission bits? Windows keeps none: every file reads as 0644. */
bool scratch_keeps_modes(void);
/* Removes everything in it. */
void scratch_clear(struct scratch *scratch);

/* The absolute path of `path`; valid until the next call. */
const char *scratch_path(const struct scratch *scratch, const char *path);
/* Writes a file in place (the same inode if it is there), making its folders; mode 0644 if it is new. */
void scratch_write(const struct scratch *scratch, const char *path, const char *text);
void scratch_mkdir(const struct scratch *scratch, const char *path);
void scratch_chmod(const struct scratch *scratch, const char *path, unsigned mode);
/* What the system keeps of a file's permission bits: all of them, or 0444 and 0644. */
unsigned scratch_mode(unsigned mode);
/* The same for a folder: all, or 0755. */
unsigned scratch_folder_mode(unsigned mode);
void scratch_set_mtime(const struct scratch *scratch, const char *path, int64_t mtime_ns);
void scratch_symlink(const struct scratch *scratch, const char *target, const char *path);
void scratch_fifo(const struct scratch *scratch, const char *path);
void scratch_link(const struct scratch *scratch, const char *from, const char *to);
void scratch_remove(const struct scratch *scratch, const char *path);
void scratch_rename(const struct scratch *scratch, const char *from, const char *to);
bool scratch_exists(const struct scratch *scratch, const char *path);
/* The whole file; the caller frees it with free(). */
char *scratch_read(const struct scratch *scratch, const char *path);

/*
 * One line for everything below the folder but `.tpatch`, sorted: type, mode, path, content. `with_mtime`: also the
 * mtimes of files and folders, and a first line for the folder itself ("."). The caller frees it with free().
 */
char *scratch_snapshot(const struct scratch *scratch, bool with_mtime);

/* Runs `work(ctx)` in a child process that then ends with status 0; returns the child's exit status. */
int scratch_in_child(void (*work)(void *ctx), void *ctx);
/* Ends this process at once, as a kill would: no clean-up of any kind. */
void scratch_die(int status);
/*
 * The same in a child for which permission bits count: for root, one that is nobody (65534) and owns what is in
 * `scratch`.
 */
int scratch_in_plain_child(const struct scratch *scratch, void (*work)(void *ctx), void *ctx);

#endif
