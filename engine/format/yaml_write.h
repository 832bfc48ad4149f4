/* Texts as YAML that yaml.h reads back byte for byte. */
#ifndef TPATCH_FORMAT_YAML_WRITE_H
#define TPATCH_FORMAT_YAML_WRITE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

/* Can YAML hold the text? Not where it is no UTF-8, or has a NUL byte or a code point that is no character. */
bool yaml_can_hold(struct slice text);
/*
 * Appends " VALUE\n" for behind a key: plain or in quotes where it is one line, a block indented by `indent` blanks
 * where it is several. What a block cannot hold (control characters, a CR) is written in double quotes with escapes.
 */
void yaml_write_text(struct str *out, size_t indent, struct slice text);
/* Appends the text in double quotes, on one line. */
void yaml_write_quoted(struct str *out, struct slice text);

#endif
