/* How code that moves is indented: by the places of its lines in the template, in the style of the file. Private to
 * op/. */
#ifndef TPATCH_OP_INDENT_H
#define TPATCH_OP_INDENT_H

#include "op/edit_rule.h"

/* Does the line that begins at `offset` begin inside a token, such as a string of several lines, or with a
 * here-document? Its bytes are not layout. */
bool indent_is_inside_token(const struct document *doc, uint32_t offset);
/* Does `element` begin its line of `pattern`? Sets `*blanks` to the spaces and tabs before it; empty where not. */
bool indent_of_element(const struct pattern *pattern, size_t element, struct slice *blanks);
/*
 * Adds to `out` what stands for `blanks` of a template, beyond the indentation of the match. For spaces the file's own
 * style counts where the match shows it: a line of the pattern that is indented, and the line of the file that it fits.
 * Tabs are meant as they are: make asks for them.
 */
void indent_add(const struct op_run *run, const struct match *match, struct slice blanks, struct str *out);
/*
 * Adds bytes [begin, end) of the file to `out`, its last line being the one that is written at byte `at` of the file.
 * Lines after the first are indented as much more or less as the first one is. What was added for matches nested in
 * these bytes is made in them, see op_run.nested.
 */
void indent_add_bytes(const struct op_run *run, uint32_t begin, uint32_t end, uint32_t at, struct str *out);
/*
 * The edit of bytes [begin, end), the indentation of the line at `line` or a part of it. Where blocks are told by
 * indentation, it is in the way of edits of other matches that put lines into the block of that line: indent_follow()
 * says so of edit `edit` of run->out and the line in which `offset` is.
 */
void indent_edit(const struct op_run *run, uint32_t line, uint32_t begin, uint32_t end, struct slice text);
void indent_follow(const struct op_run *run, size_t edit, uint32_t offset);
#define INDENT_NONE UINT32_MAX
/*
 * Edits for the lines of `match` whose first code is at another indentation in the template than in the pattern.
 * `becomes` has, for each element of the pattern, the element of the template that keeps it or stands in its place, or
 * INDENT_NONE.
 */
void indent_shift(struct op_run *run, const struct match *match, const uint32_t *becomes);

#endif
