/* What readers of diffs, series and recipes add their patches by. Private to series/. */
#ifndef TPATCH_SERIES_SERIES_PRIVATE_H
#define TPATCH_SERIES_SERIES_PRIVATE_H

#include "series/series.h"

/*
 * Adds the diff `text`, which messages find at `path`, under `name`, which is kept. `strip` may be SERIES_STRIP_UNSAID.
 * Errors as series_add().
 */
bool series_add_text(struct series *series, const char *path, const char *name, struct slice text, size_t strip,
	const struct series_options *options, struct err *err);

/* The number of `-pN`: folders to strip. False where it is none, or more than any path has; then `*strip` stays. */
bool series_read_strip(struct slice number, size_t *strip);

/* Is a file of this name a diff? */
bool series_is_diff_name(struct slice name);

#endif
