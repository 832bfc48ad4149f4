/* How code that moves is indented: by the places of its lines in the template, in the style of the file. Private to
 * op/. */
#ifndef TPATCH_OP_INDENT_H
#define TPATCH_OP_INDENT_H

#include "op/edit_rule.h"

/* Does the line that begins at `offset` begin inside a token, such as a string of several lines, or with a
 * here-document? Its bytes are not layout. */
bool indent_is_inside_token(const struct document *doc, uint32_t offset);
/* Spaces before the first code of the line of `pattern` on which `element` is; (size_t)-1 where the element is not that
 * code. */
size_t indent_width(const struct pattern *pattern, size_t element);
/*
 * Adds to `out` what stands for `width` spaces of a template, beyond the indentation of the match. The file's own style
 * counts where the match shows it: a line of the pattern that is indented, and the line of the file that it fits.
 */
void indent_add(const struct op_run *run, const struct match *match, size_t width, struct str *out);
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
/* In a table of which element of a pattern each element of a template keeps: none. */
#define ALIGNED_NONE UINT32_MAX
/* Edits for the lines of `match` whose code the template keeps, as `aligned` says, at another indentation than the
 * pattern. */
void indent_kept(struct op_run *run, const struct match *match, const uint32_t *aligned);

#endif
