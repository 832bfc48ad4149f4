/* Lines that a terminal or a console broke at its width. Private to triage/. */
#ifndef TBUILD_TRIAGE_BROKEN_H
#define TBUILD_TRIAGE_BROKEN_H

#include "engine.h"

struct broken {
	struct str text; /* the pieces so far; empty where the line before was not full */
	size_t number;   /* the line that the first of them is */
	size_t first;    /* how much of `text` that is */
	size_t widest;   /* of all lines so far, in bytes */
	size_t pieces;
	struct str joined; /* what the last line may be the end of */
	size_t joined_number, joined_first;
};

/*
 * Takes line `number`. True: `joined` holds it behind the full lines before it, to be looked at; the first of them is
 * `joined_number`, its first `joined_first` bytes. `shown` is the line as it was, `said` what is left of it without
 * what was put before it. With `may_begin` false (a command, source) it is the first piece of nothing.
 */
bool broken_take(struct broken *broken, struct slice said, struct slice shown, size_t number, bool may_begin);

#endif
