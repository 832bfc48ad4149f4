/* What `tpatch --version --verbose` prints. */
#ifndef TPATCH_CLI_VERSION_H
#define TPATCH_CLI_VERSION_H

#include "base/str.h"

/* Appends what somebody who reads a report of an error wants to know: the libraries, the compiler, languages and
 * formats. */
void version_add_build(struct str *out);

#endif
