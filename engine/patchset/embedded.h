/* The patch sets that are part of the binary. */
#ifndef TPATCH_PATCHSET_EMBEDDED_H
#define TPATCH_PATCHSET_EMBEDDED_H

#include "base/embedded.h"

/* In the order of patchsets/INDEX. */
extern const struct embedded_file embedded_files[];
extern const size_t embedded_file_count;

#endif
