/*
 * The patch sets that are part of the binary. embed.sh makes the table's source from patchsets/INDEX when tpatch is
 * built:
 *     sh engine/patchset/embed.sh PATCHSETS_DIR > embedded.c
 */
#ifndef TPATCH_PATCHSET_EMBEDDED_H
#define TPATCH_PATCHSET_EMBEDDED_H

#include <stddef.h>

struct embedded_file {
	const char *name;           /* "cmake-4.yaml" */
	const unsigned char *bytes; /* as they are in the file */
	size_t length;
};

/* In the order of INDEX. */
extern const struct embedded_file embedded_files[];
extern const size_t embedded_file_count;

#endif
