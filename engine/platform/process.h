/*
 * Other programs as children of this one: with pipes to talk to them (process_start), or run to their end
 * (process_run). No shell reads a command line.
 */
#ifndef TPATCH_PLATFORM_PROCESS_H
#define TPATCH_PLATFORM_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/str.h"
#include "platform/environment.h"

/*
 * The file that `name` starts with this environment's PATH: absolute, for free(); NULL if there is none. Entries of
 * PATH that are not absolute are passed over. A `name` with a separator in it is taken as it is. On Windows ".com",
 * ".exe", ".bat" and ".cmd" are tried, in this order. `skip` files of that name are passed over: 0 finds the one that
 * wins, 1 the next.
 */
char *process_find_program(const struct environment *environment, const char *name, size_t skip);

/* --- talking to a program ----------------------------------------------------------------------------------------- */

/* For one thread at a time. Whoever writes much and reads late can wait for the child while the child waits for him:
 * ask, then read. */
struct process;

/*
 * Starts argv[0], found by process_find_program() and with this environment; `argv` ends with NULL. What it writes to
 * standard error is in the message when it fails, as far as 4 KiB; on Windows its standard error is ours. `silence_ns`
 * (0: for ever) is how long process_read() waits. NULL with ERR_IO. Free with process_end().
 */
struct process *process_start(
	const char *const *argv, const struct environment *environment, uint64_t silence_ns, struct err *err);
/* Writes all bytes to its standard input. False with ERR_IO. */
bool process_write(struct process *process, struct slice bytes, struct err *err);
/*
 * Reads at most `size` bytes of its standard output, waiting for at least one; `*n` is 0 at the end. False with ERR_IO,
 * also for a program that is silent for too long (on Windows, which has no FIFOs to wait for, it is waited for).
 */
bool process_read(struct process *process, char *buffer, size_t size, size_t *n, struct err *err);
/* Closes its streams, waits for its end and frees `process`; one that was silent for too long is ended. False with
 * ERR_IO unless it ended with 0. */
bool process_end(struct process *process, struct err *err);

/* --- running one to its end --------------------------------------------------------------------------------------- */

struct process_request {
	const char *const *argv;               /* NULL-terminated; argv[0] is found by process_find_program() */
	const char *folder;                    /* the working directory; NULL: ours */
	const struct environment *environment; /* all that it gets */
	uint64_t limit_ns;                     /* it is ended after so long; 0: never */
};

struct process_result {
	/* exit code; 128 + the signal that ended it; on Windows of 32 bits, and negative for those of crashes */
	int code;
	bool interrupted; /* Ctrl-C or a request to end came, and it was ended */
	bool timed_out;
	uint64_t ns; /* it took so long */
};

/* Appends how it ended: "it ended with exit code 2", "it crashed: access violation (0xC0000005)", "it was
 * interrupted". */
void process_format_result(const struct process_result *end, struct str *out);

/*
 * Runs a program to its end, with nothing on its standard input. `output` gets what it writes to standard output and
 * standard error, both in one, piece by piece as it comes. Its children are ended with it when it is interrupted or
 * runs over time. False with ERR_IO only when it could not be started.
 */
bool process_run(const struct process_request *request, void (*output)(void *ctx, struct slice bytes), void *ctx,
	struct process_result *end, struct err *err);

/* From here on Ctrl-C and requests to end wait until process_run() looks at them. To be called once, early. */
void process_hold_interrupts(void);

#endif
