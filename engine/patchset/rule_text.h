/* A set's rules as their author wrote them. */
#ifndef TPATCH_PATCHSET_RULE_TEXT_H
#define TPATCH_PATCHSET_RULE_TEXT_H

#include "patchset/patchset.h"

/* Does the text begin as the files do that patchset_library_load() takes: has a line of it the key `tpatch`? */
bool patchset_is_text(struct slice text);
/*
 * Appends the rule as it is in its file, with the comments right above it, as an item of `rules:` that is indented
 * by two spaces. False where its file is not among those of `set`, or it is not an item with lines of its own.
 */
bool rule_text_add(
	const struct patchset_library *library, const struct patchset *set, const struct rule *rule, struct str *out);
/* The lines of a key at the top of the file, to its next one; none: an empty slice. `bytes` are those of a source. */
struct slice patchset_top_key(struct slice bytes, const char *key);
/* The file of the rule among those of `set`, or NULL. */
const struct patchset_source *rule_source(
	const struct patchset_library *library, const struct patchset *set, const struct rule *rule);

#endif
