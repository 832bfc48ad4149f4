/* Texts as YAML that yaml.h reads back byte for byte. */
#ifndef TPATCH_FORMAT_YAML_WRITE_H
#define TPATCH_FORMAT_YAML_WRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/* Can YAML hold the text? Not where it is no UTF-8, or has a NUL byte or a code point that is no character. */
bool yaml_can_hold(struct slice text);
/*
 * Appends " VALUE\n" for after a key: plain or in quotes where it is one line, a block indented by `indent` spaces
 * where it is several. What a block cannot hold (control characters, a CR) is written in double quotes with escapes.
 */
void yaml_write_text(struct str *out, size_t indent, struct slice text);
/*
 * Appends "INDENT# TEXT\n". All that ends a line in YAML (CR, NEL, U+2028, U+2029) or is no text becomes a space, so
 * that nothing in the text can be read as more than a comment.
 */
void yaml_write_comment(struct str *out, const char *indent, struct slice text);
/* Appends the text in double quotes, on one line. */
void yaml_write_quoted(struct str *out, struct slice text);

#endif
