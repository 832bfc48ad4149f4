/* Private to series/. */
#ifndef TPATCH_SERIES_SERIES_PRIVATE_H
#define TPATCH_SERIES_SERIES_PRIVATE_H

#include "series/series.h"

/*
 * Adds the diff in the file `path` ("-": standard input), called `name`, which is kept. `folder` (may be NULL) is the
 * folder of the tree that its paths are below. ERR_IO, or as series_add().
 */
bool series_add_file(
	struct series *series, const char *path, const char *name, size_t strip, const char *folder, struct err *err);

#endif
