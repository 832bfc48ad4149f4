#include "base/trace.h"

#include <stdarg.h>

void trace_event(const struct trace *trace, const char *what, const char *format, ...)
{
	if (!trace)
		return;
	struct str text = STR_INIT;
	va_list args;
	va_start(args, format);
	str_addv(&text, format, args);
	va_end(args);
	trace->event(trace->ctx, what, str_slice(&text));
	str_release(&text);
}

void trace_step(const struct trace *trace, const char *name)
{
	trace_event(trace, TRACE_STEP, "%s", name);
}
