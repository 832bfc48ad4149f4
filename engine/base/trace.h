/*
 * What the engine does, told while it does it: for people who ask why, and for tests that count. The engine hands
 * events to a sink; who made the sink prints them.
 */
#ifndef TPATCH_BASE_TRACE_H
#define TPATCH_BASE_TRACE_H

#include "base/str.h"

struct trace {
	void *ctx;
	/* One event: `what` is one word, `text` one line, valid during the call. From several threads at a time. */
	void (*event)(void *ctx, const char *what, struct slice text);
};

/* The event with which a step of a run begins, and the one before it ends; its text is the step's name. */
#define TRACE_STEP "step"

/* Does nothing, and formats nothing, where `trace` is NULL. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void trace_event(const struct trace *trace, const char *what, const char *format, ...);
void trace_step(const struct trace *trace, const char *name);

#endif
