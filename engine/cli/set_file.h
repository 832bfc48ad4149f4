/* Files that hold a set, and those that a set is written to. */
#ifndef TPATCH_CLI_SET_FILE_H
#define TPATCH_CLI_SET_FILE_H

#include "base/err.h"
#include "base/str.h"

#define SET_FILE_MAX_BYTES ((size_t)64 << 20)

/*
 * Reads the set that is where another is to be written; nothing where `path` is NULL or "-", or no regular file, or an
 * empty one. ERR_USAGE where it is no set: a slip of the keyboard names the diff instead, and it would be gone.
 */
bool set_file_read_before(const char *path, struct str *before, struct err *err);

#endif
