/*
 * TPATCH_TRACE: what a run does, line by line, with the time since it began. 1 prints it to standard error; a path
 * makes it the content of that file when the command ends. Private to cli/.
 */
#ifndef TPATCH_CLI_TRACING_H
#define TPATCH_CLI_TRACING_H

#include "base/trace.h"
#include "cli/option.h"

/* What the engine is given; NULL where it is not set, empty or 0. To be ended by tracing_end(). */
const struct trace *tracing_new(const struct options *options);
/* Tells the totals. A file that cannot be written is a warning. NULL is allowed. */
void tracing_end(const struct trace *trace);

#endif
