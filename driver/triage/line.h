/* Lines of logs: what belongs to the tool that spoke, and what was put around it. Private to triage/. */
#ifndef TBUILD_TRIAGE_LINE_H
#define TBUILD_TRIAGE_LINE_H

#include "triage/triage.h"

/* Appends `line` without escape sequences (ECMA-48: CSI, OSC, two-byte ones). One that the line's end cuts off ends
 * there. */
void line_drop_escapes(struct slice line, struct str *out);
/* What a terminal would show of a line that was written over: what follows its last carriage return that has text
 * after it. */
struct slice line_last_written(struct slice line);
/*
 * Without what was put before it: times, names of containers and builders, bars, numbers, quotes, spaces, and what
 * `launcher` (driver/data/lines.yaml) matches. `*indentation` is the number of spaces before what is left.
 */
struct slice line_without_prefix(
	struct slice line, struct expression *launcher, struct regex_scratch *scratch, size_t *indentation);
/* "[12/345] Building …", "[ 42%] Building …": with -v the whole command, whose options are no messages. */
bool line_is_progress(struct slice line);
/* What is kept of a line: TRIAGE_KEPT_BYTES at most, with "…" where more came. For free(). */
char *line_kept(struct slice line);

#endif
