/* The tree that a command is about. Private to cli/. */
#ifndef TPATCH_CLI_FIND_ROOT_H
#define TPATCH_CLI_FIND_ROOT_H

#include "cli/option.h"
#include "platform/read.h"

/*
 * --root, as typed. Without it, the working folder or the nearest folder above it that is the top of a tree: that has a journal, or is a project that the
 * patch sets know by its marker files. The working folder where there is none. NULL with ERR_USAGE or ERR_IO. Free with root_close().
 */
struct root *find_root(const struct options *options, struct err *err);

#endif
