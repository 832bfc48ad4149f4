/* Output: the only place that writes to the standard streams, for every program. */
#ifndef TPATCH_CMDLINE_PRINT_H
#define TPATCH_CMDLINE_PRINT_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"
#include "cmdline/option.h"
#include "format/json.h"
#include "platform/read.h"
#include "platform/terminal.h"

/*
 * Writes all of `text`, which people read, with what is not ours in it made harmless (base/shown.h). False with ERR_IO
 * when the stream cannot take it (a full disk; a closed pipe is no error: nobody reads on).
 */
bool print_text(enum stream stream, struct slice text, struct err *err);
/* The same for what another program reads: as it is. */
bool print_data(enum stream stream, struct slice bytes, struct err *err);
/* A diff, on standard output. As it is for programs; where a person or a pipeline's runner reads it, as text. */
bool print_diff(const struct options *options, struct slice diff, struct err *err);
/*
 * The same for what people read at length on standard output: where that is a terminal, through the pager that they
 * chose (TPATCH_PAGER, else PAGER, else the system's), unless --no-pager is given. An empty one, and "cat", is none.
 */
bool print_paged(const struct options *options, struct slice text, struct err *err);
/* Writes all of `text` to where -o says: a file, as it is, that output_replace() may write, or standard output,
 * paged. */
bool print_output(const struct options *options, struct slice text, struct err *err);
/* The same for what is made for programs: it is as it is wherever no person reads it. */
bool print_output_data(const struct options *options, struct slice bytes, struct err *err);
/* For what is not worth an error of its own: progress, and errors themselves. */
void print_if_possible(enum stream stream, struct slice text);
/* Writes over the line on standard error, by control characters of ours, if that is possible. */
void print_progress(struct slice line);
/* Is colour wanted on this stream? --color, then NO_COLOR (https://no-color.org), then whether it is a terminal. */
bool print_colored(enum stream stream, const struct options *options);
/*
 * What a command tells in JSON begins as one of these: an object with the version of its schema, which counts up when a
 * key changes its meaning (engine/report/schema/COMMAND.schema.json). Free with json_free().
 */
struct json *print_new_json(void);
/* Prints `value` on standard output in the style that --json asks for, and frees it. */
bool print_json_value(const struct options *options, struct json *value, struct err *err);
/* Appends `value` in the style that --json asks for, and a line end. In a stream the items of an array have a line
 * each. */
void print_json(const struct options *options, const struct json *value, struct str *out);
/* How texts begin that stand out, and end. */
#define PAINT_WRONG "\033[1;31m"
#define PAINT_WARNING "\033[33m"
#define PAINT_UNKNOWN "\033[36m"
#define PAINT_OK "\033[32m"
#define PAINT_STRONG "\033[1m"
#define PAINT_END "\033[0m"
/*
 * The error as text on standard error, or, where that cannot be written, on standard output. There it is one JSON
 * object besides, where JSON was asked for.
 */
void print_err(const struct err *err, const struct options *options);

#endif
