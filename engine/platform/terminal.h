/* The terminal, where there is one: its size, what somebody types, and a pager. */
#ifndef TPATCH_PLATFORM_TERMINAL_H
#define TPATCH_PLATFORM_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/str.h"
#include "platform/read.h"

bool platform_is_terminal(enum stream stream);
/* Is standard input one, too? */
bool platform_input_is_terminal(void);
/* Columns of the terminal: COLUMNS where that is a number, what the terminal says, or 80. 0 where the stream is none:
 * lines then have no end. */
size_t platform_terminal_width(enum stream stream);
/* Its lines, in the same way: LINES, or 24. */
size_t platform_terminal_height(enum stream stream);
/*
 * Waits for a line of standard input and puts it into `line`, without its end. `*at_end` (and an empty line) where the
 * input ended, as it does by Ctrl-D, on Windows by Ctrl-Z and Return. False with ERR_IO.
 */
bool platform_read_line(struct str *line, bool *at_end, struct err *err);

/* The pager of people who chose none; NULL: none is sure to be here. */
const char *platform_default_pager(void);
/*
 * Shows `text` by the program `command`, which has it as its standard input, and waits for its end; a user who leaves
 * it early has seen enough. A command with a space, a quote or the like is the shell's to read. `defaults` are
 * variables of its environment, as "NAME=VALUE", where these are not set; NULL-terminated. Ctrl-C is the pager's
 * meanwhile. False where there is no such program: nothing was shown then.
 */
bool platform_page(const char *command, const char *const *defaults, struct slice text);

#endif
