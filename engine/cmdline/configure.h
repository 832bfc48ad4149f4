/* Options that the project file gives (config/config.h). Private to cmdline/. */
#ifndef TPATCH_CMDLINE_CONFIGURE_H
#define TPATCH_CMDLINE_CONFIGURE_H

#include "cmdline/option.h"

/*
 * Finds the project file of the tree that the command line is about, and gives its settings to the options that the
 * command takes and nobody typed. What became of each is told in it: options->config. False with an error of the file,
 * unless the command takes nothing of it but the root: then it is a warning.
 */
bool options_configure(struct options *options, struct err *err);

#endif
