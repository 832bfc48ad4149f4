/* Logs that are named on the command line: files, folders of them, standard input. */
#ifndef TBUILD_COMMAND_LOG_H
#define TBUILD_COMMAND_LOG_H

#include "triage/triage.h"

/* Reads the file `path`, or standard input for "-", into `out`, for triage_release() in any case. ERR_IO. */
bool log_triage(const struct signatures *signatures, const char *path, struct triage *out, struct err *err);

/* Names of files, for log_names_release(). */
struct log_names {
	char **items;
	size_t count, capacity;
};
/* Appends `path`; of a folder all that is named as logs are (*.log, *.txt, *.out, CMakeConfigureLog.yaml) in it and
 * below, sorted, no link followed. ERR_IO. */
bool log_names_add(struct log_names *names, const char *path, struct err *err);
void log_names_release(struct log_names *names);

#endif
