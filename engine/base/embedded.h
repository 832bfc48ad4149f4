/*
 * Files that are part of the binary. engine/patchset/embed.sh makes the source of a table from the INDEX of a folder
 * when the program is built; a header declares its PREFIX_files and PREFIX_file_count.
 */
#ifndef TPATCH_BASE_EMBEDDED_H
#define TPATCH_BASE_EMBEDDED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct embedded_file {
	const char *name;           /* "cmake-4.yaml" */
	const unsigned char *bytes; /* as they are in the file */
	size_t length;
};

struct slice embedded_bytes(const struct embedded_file *file);
/* The bytes of the file of this name. False where there is none. */
bool embedded_find(const struct embedded_file *files, size_t count, const char *name, struct slice *out);

#endif
