/* The catalogue of all rules as Markdown: what `tpatch list --format markdown` prints. */
#ifndef TPATCH_CLI_LIST_MARKDOWN_H
#define TPATCH_CLI_LIST_MARKDOWN_H

#include "base/str.h"
#include "patchset/patchset.h"

/* Appends a table of the sets, then one of the rules for each pack, and for each set that has rules of its own. */
void list_markdown(const struct patchset_library *library, struct str *out);

#endif
