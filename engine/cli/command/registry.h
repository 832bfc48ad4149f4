/* The program as the command line library sees it: its commands, its options, and the texts that are about the whole of
 * it. */
#ifndef TPATCH_CLI_REGISTRY_H
#define TPATCH_CLI_REGISTRY_H

#include "cli/option.h"

extern const struct program program_tpatch;

#endif
