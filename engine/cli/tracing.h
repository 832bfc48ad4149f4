/*
 * TPATCH_TRACE: what a run does, line by line, with the time since it began. 1 prints it to standard error; a path
 * makes it the content of that file when the command ends. Private to cli/.
 */
#ifndef TPATCH_CLI_TRACING_H
#define TPATCH_CLI_TRACING_H

#include "base/trace.h"
#include "cli/option.h"

struct tracing;

/* NULL where it is not set, empty or 0. To be ended by tracing_end(). */
struct tracing *tracing_new(const struct options *options);
/* What the engine is given; NULL for NULL. */
const struct trace *tracing_sink(const struct tracing *tracing);
/* Tells the totals. A file that cannot be written is a warning. */
void tracing_end(struct tracing *tracing);

#endif
