/*
 * Files that a user asks for by their names, outside of any tree: a plan, patches, reports. Paths are from the working
 * directory, as they were typed, and links in them are followed.
 */
#ifndef TPATCH_PLATFORM_OUTPUT_H
#define TPATCH_PLATFORM_OUTPUT_H

#include <stdbool.h>

#include "base/err.h"
#include "base/str.h"

/*
 * May a file be written at `path`? Not through a link that lies below the folder `root` (NULL: there is none), since
 * whoever made the tree chose where it leads, nor through a link at its end that belongs to another user but root. Nor
 * into a pipe or device in either place: nobody may read from it. False with ERR_USAGE and the link, or ERR_IO.
 */
bool platform_check_output(const char *path, const char *root, struct err *err);
/*
 * Makes `bytes` the whole content of the file `path`. False with ERR_IO; the file is then as it was. It is written
 * beside and renamed, keeping the mode; only where nothing can be made beside it, where it is no regular file, and on
 * Windows, it is written as it is, and a failure leaves it as far as that went.
 */
bool platform_save_file(const char *path, struct slice bytes, struct err *err);
/* Makes the folder `path`, but none above it; true if it is there already. False with ERR_IO. */
bool platform_make_folder(const char *path, struct err *err);

#endif
