/*
 * Text that is not ours, shown: names and lines of a tree, words of patch sets, plans and journals. Whoever made them
 * shall not steer the terminal, hide or reorder what is read, begin a line of ours, or be obeyed by the runner of a
 * pipeline that reads our output.
 */
#ifndef TPATCH_BASE_SHOWN_H
#define TPATCH_BASE_SHOWN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/*
 * Does the character do something else than to be seen: controls (C0, DEL, C1), line separators, and what nobody sees
 * (utf8_is_ignorable())? That takes some emoji apart, and words of scripts that join letters by such characters: a text
 * of theirs is still legible, while any of them can hide code from a reader, variation selectors too.
 */
bool shown_is_hidden(uint32_t code_point);
/* Does a text have one, or bytes that are not UTF-8? */
bool shown_has_hidden(struct slice text);
/*
 * Appends a value that belongs on one line: what is hidden as an escape, \n and \t too (\033, \u202E), as well as bytes
 * that are not UTF-8.
 */
void shown_add(struct slice value, struct str *out);
/*
 * Appends a whole output, the last net before a stream: the same, but line ends (LF, CR LF) and tabs are ours and stay,
 * and so do the colours that tpatch and tbuild themselves use. A line that a runner would take for a command of its own
 * (`::set-output`, `##[group]`, `##vso[task]`) gets a backslash into it.
 */
void shown_add_text(struct slice text, struct str *out);
/* Appends a line of a log or a source file: as shown_add(), but tabs stay. */
void shown_add_line(struct slice line, struct str *out);
/* Appends a text that gets into a format with its own frame, such as an annotation: as shown_add(), but CR, LF and tabs
 * stay. */
void shown_add_block(struct slice text, struct str *out);
/* Appends a value to a line of Markdown, as code: what is in it is no link, no mention, no HTML. */
void shown_add_code(struct slice value, struct str *out);
/* Appends JSON, as a library wrote it, with \uNNNN for what is hidden and for what a runner would obey: the same values
 * to any reader. */
void shown_add_json(struct slice json, struct str *out);

#endif
