/*
 * The patch sets that a command's arguments name: by their names, or by the files that hold them. An argument is a file
 * where it has a slash or ends in .yaml or .yml.
 */
#ifndef TPATCH_CLI_NAMED_SETS_H
#define TPATCH_CLI_NAMED_SETS_H

#include "cli/option.h"
#include "patchset/patchset.h"

/* patchset_library_load() with the files among the arguments. NULL on error; free with patchset_library_free(). */
struct patchset_library *named_sets_load(const struct options *options, struct err *err);
/* The set, pack or project that the argument means; of one name, the set before the pack. NULL with ERR_USAGE. */
const struct patchset *named_set(const struct patchset_library *library, const char *argument, struct err *err);
bool named_set_is_file(const char *argument);

#endif
