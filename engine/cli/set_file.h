/* Files that hold a set, and those that a set is written to. */
#ifndef TPATCH_CLI_SET_FILE_H
#define TPATCH_CLI_SET_FILE_H

#include "base/err.h"
#include "base/str.h"

struct options;

#define SET_FILE_MAX_BYTES ((size_t)64 << 20)

/*
 * Reads the set that is where `output` of the options puts another; nothing where that is NULL or "-", or no regular
 * file, or an empty one. ERR_USAGE where it is no set: a slip of the keyboard names the diff instead, and it would be
 * gone; or where output_may_write() refuses it.
 */
bool set_file_read_before(const struct options *options, struct str *before, struct err *err);
/* Writes the set to where `output` says, after that. */
bool set_file_write(const struct options *options, struct slice yaml, struct err *err);

#endif
