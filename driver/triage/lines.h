/* The bytes of a log as its lines. Private to triage/. */
#ifndef TBUILD_TRIAGE_LINES_H
#define TBUILD_TRIAGE_LINES_H

#include "engine.h"

/* A line longer than this is a command or data: no message of a tool. */
#define LINE_MOST_BYTES ((size_t)4096)

/* A log that somebody wrote as one line, with "\n" where its lines ended, or as strings of JSON. */
enum flat_kind {
	FLAT_NONE,
	FLAT_WRITTEN, /* by something that leaves other backslashes as they were */
	FLAT_ESCAPED, /* as a string of C, Python or JSON: each backslash begins an escape */
	FLAT_JSON     /* a map: what counts are its strings that hold a blank or a line's end */
};

struct flat {
	enum flat_kind kind;
	bool is_inside; /* of a string of a map: its end has not come */
	bool is_later;  /* a line of that string, or of the text, came already */
	char quote;     /* around the whole text; 0: none */
};

struct lines {
	/* Takes each line, without its end; one that is_long in part. */
	void (*take)(void *ctx, struct slice line, bool is_long);
	void *ctx;
	enum utf16_order order;
	bool begun, broken;
	struct str head; /* UTF-16 that waits for its other half, or what is too short to tell */
	struct str line; /* what came in, and is no whole line yet */
	struct str cut;  /* a line of one that is flat */
	struct flat flat;
	bool is_long;
};

/* UTF-16 with a byte order mark is converted; what is flat becomes lines. End with lines_end() in any case. */
void lines_take(struct lines *lines, struct slice bytes);
/* Takes what is left as the last line, and frees what it has. */
void lines_end(struct lines *lines);

#endif
