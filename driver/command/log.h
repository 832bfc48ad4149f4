/* Reading one log. */
#ifndef TBUILD_COMMAND_LOG_H
#define TBUILD_COMMAND_LOG_H

#include "triage/triage.h"

/* Reads the file `path`, or standard input for "-", into `out`, for triage_release() in any case. ERR_IO. */
bool log_triage(const struct signatures *signatures, const char *path, struct triage *out, struct err *err);

#endif
