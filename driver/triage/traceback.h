/* Python's tracebacks: which statement failed is often more than the exception says. Private to triage/. */
#ifndef TBUILD_TRIAGE_TRACEBACK_H
#define TBUILD_TRIAGE_TRACEBACK_H

#include "engine.h"

/* How much of the frames is kept. */
#define TRACEBACK_MOST_BYTES ((size_t)3072)

struct traceback {
	struct str text;
	bool open;
	bool is_source;              /* the line that was read last is a statement of a frame, and no message */
	bool after_head, in_excerpt; /* a notebook shows several lines of source, until an empty one */
};

/*
 * Takes the next line, without indentation. True: it is the exception that ends a traceback, and `text` has the frames
 * before it, a line each ("File …" and the statement; of many, the last that have TRACEBACK_MOST_BYTES together), and
 * the exception as its last line. A line that has as many alone is left out. What uv broke at the width of a page
 * ("File", the path, "line 1, in f") is one line again. Release `text` in the end.
 */
bool traceback_read(struct traceback *traceback, struct slice line);

#endif
