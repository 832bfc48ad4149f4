/* Output: the only place that writes to the standard streams. */
#ifndef TPATCH_CLI_PRINT_H
#define TPATCH_CLI_PRINT_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"
#include "cli/option.h"
#include "platform/read.h"

/* Writes all of `text`. False with ERR_IO when the stream cannot take it (a full disk; a closed pipe is no error: nobody reads on). */
bool print_text(enum stream stream, struct slice text, struct err *err);
/* Is colour wanted on this stream? --color, then NO_COLOR (https://no-color.org), then whether it is a terminal. */
bool print_colored(enum stream stream, const struct options *options);
/* The error as text, or as one JSON object on standard output where JSON was asked for. */
void print_err(const struct err *err, const struct options *options);

#endif
