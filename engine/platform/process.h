/*
 * Another program as a child of this one, with pipes to its standard input and from its standard output. Its standard error is ours.
 * For one thread at a time. Whoever writes much and reads late can wait for the child while the child waits for him: ask, then read.
 */
#ifndef TPATCH_PLATFORM_PROCESS_H
#define TPATCH_PLATFORM_PROCESS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"

struct process;

/* What is other in the child's environment. */
struct process_environment {
	const char *drop;       /* variables whose names begin so are left out */
	const char *const *set; /* "NAME=VALUE", the last is NULL; none of them is there otherwise, once `drop` is done */
};

/*
 * Starts the program argv[0], found in PATH and on Windows nowhere else; `argv` ends with NULL. No shell reads it. NULL with ERR_IO. Free with
 * process_end(). `environment` may be NULL: the child has ours.
 */
struct process *process_start(const char *const *argv, const struct process_environment *environment, struct err *err);
/* Writes all bytes to its standard input. False with ERR_IO. */
bool process_write(struct process *process, struct slice bytes, struct err *err);
/* Reads at most `size` bytes of its standard output, waiting for at least one; `*n` is 0 at the end. False with ERR_IO. */
bool process_read(struct process *process, char *buffer, size_t size, size_t *n, struct err *err);
/* Closes both pipes, waits for its end and frees `process`. False with ERR_IO unless it ended with 0. */
bool process_end(struct process *process, struct err *err);

#endif
