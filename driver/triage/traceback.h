/* Python's tracebacks: which statement failed is often more than the exception says. Private to triage/. */
#ifndef TBUILD_TRIAGE_TRACEBACK_H
#define TBUILD_TRIAGE_TRACEBACK_H

#include "engine.h"

struct traceback {
	struct str text;
	bool open;
};

/*
 * Takes the next line, without indentation. True: it is the exception that ends a traceback, and `text` has the frames
 * before it, a line each ("File …" and the statement; those of the beginning are dropped where there are many), and the
 * exception as its last line. Release `text` in the end.
 */
bool traceback_read(struct traceback *traceback, struct slice line);

#endif
