/* What explain.c asks of explain_file.c. Private to author/. */
#ifndef TPATCH_AUTHOR_EXPLAIN_FILE_H
#define TPATCH_AUTHOR_EXPLAIN_FILE_H

#include "author/explain.h"

/* Fills `out` (path and globs are the caller's) from the file's bytes; `order` is that of the set; memory comes from
 * `arena` but for the traces of the edits. */
void explain_file_fill(const struct explain_request *request, const struct edit_order *order, struct slice bytes,
	struct arena *arena, struct explain_file *out);
void explain_file_release(const struct rule *rule, struct explain_file *file);
/* Does the file hold a word that some edit needs? True also where some edit needs none. */
bool explain_file_has_word(const struct rule *rule, struct slice bytes);

#endif
