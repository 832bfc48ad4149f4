/* The tree that the working folder is in. Private to api/. */
#ifndef TPATCH_API_FIND_ROOT_H
#define TPATCH_API_FIND_ROOT_H

#include "patchset/patchset.h"
#include "platform/read.h"

/*
 * The working folder or the nearest folder above it that is the top of a tree: that has a journal, or is a project that
 * the patch sets know by its marker files. The working folder where there is none. NULL with ERR_IO. Free with
 * root_close().
 *
 * `*library` becomes the patch sets, those of the folder `patchsets` (may be NULL) among them, where they had to be
 * asked, to be used and freed by the caller; else NULL, also where they cannot be loaded.
 */
struct root *find_root(const char *patchsets, struct patchset_library **library, struct err *err);

#endif
