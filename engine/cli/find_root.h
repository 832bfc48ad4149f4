/* The tree that a command is about. Private to cli/. */
#ifndef TPATCH_CLI_FIND_ROOT_H
#define TPATCH_CLI_FIND_ROOT_H

#include "cli/option.h"
#include "patchset/patchset.h"
#include "platform/read.h"

/*
 * --root, as typed. Without it, the working folder or the nearest folder above it that is the top of a tree: that has a
 * journal, or is a project that the
 * patch sets know by its marker files. The working folder where there is none. NULL with ERR_USAGE or ERR_IO. Free with
 * root_close().
 *
 * `*library` becomes the patch sets where they had to be asked, to be used and freed by the caller; else NULL, also
 * where they cannot be loaded.
 */
struct root *find_root(const struct options *options, struct patchset_library **library, struct err *err);

#endif
