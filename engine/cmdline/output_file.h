/* Files that a command line names for what a command tells: -o FILE, --output FORMAT=FILE. */
#ifndef TPATCH_CMDLINE_OUTPUT_FILE_H
#define TPATCH_CMDLINE_OUTPUT_FILE_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"
#include "cmdline/option.h"

/* Does `path` stand for standard output? NULL and "-" do. */
bool output_is_standard(const char *path);
/* May this run write the file `path`: is it not behind a link that one of its trees brought? False with ERR_USAGE. */
bool output_may_write(const struct options *options, const char *path, struct err *err);
/*
 * The same, and is nothing there but what the program wrote? A slip of the keyboard names a source instead, and it
 * would be gone; --force of the program says that it may be. Standard output is no file. To be asked before a run does
 * anything. False with ERR_USAGE, or ERR_IO where the file cannot be read.
 */
bool output_may_replace(const struct options *options, const char *path, struct err *err);
/* Writes all of the file `path`, if `bytes` may replace what is there: a file that begins as they do may be replaced,
 * too, where nothing in them names the program. */
bool output_replace(const struct options *options, const char *path, struct slice bytes, struct err *err);
/* Writes all of the file `path`, whatever it held, if this run may write it. */
bool output_save(const struct options *options, const char *path, struct slice bytes, struct err *err);

#endif
