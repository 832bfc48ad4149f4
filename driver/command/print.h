/* Output: the only place of the driver that writes to the standard streams. */
#ifndef TBUILD_COMMAND_PRINT_H
#define TBUILD_COMMAND_PRINT_H

#include "command/option.h"

/* Writes all of `bytes`, which another program reads, as they are. False with ERR_IO when the stream cannot take it. */
bool print_data(enum stream stream, struct slice bytes, struct err *err);
/* The same for what people read, with what is not ours in it made harmless (base/shown.h). */
bool print_text(enum stream stream, struct slice text, struct err *err);
/*
 * Appends a text that is not ours for a terminal: control bytes, C1 controls and those that turn the direction of writing become "\\x1b" and
 * "<U+202E>", so that a log cannot move the cursor or forge what stands on a line.
 */
void print_add_foreign(struct slice text, struct str *out);
/* Prints the value as JSON, and frees it. */
bool print_json(struct json *value, struct err *err);
/* Is colour wanted on this stream? --color, then NO_COLOR (https://no-color.org), then whether it is a terminal. */
bool print_colored(enum stream stream, const struct options *options);
/* "error: …" on standard error. */
void print_err(const struct err *err, const struct options *options);

/* How texts begin that stand out, and end. */
#define PAINT_WRONG "\033[1;31m"
#define PAINT_WARNING "\033[33m"
#define PAINT_UNKNOWN "\033[36m"
#define PAINT_OK "\033[32m"
#define PAINT_STRONG "\033[1m"
#define PAINT_END "\033[0m"

#endif
