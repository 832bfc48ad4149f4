/* An explanation as text and as JSON. Private to cli/. */
#ifndef TPATCH_CLI_EXPLAIN_PRINT_H
#define TPATCH_CLI_EXPLAIN_PRINT_H

#include "author/explain.h"
#include "format/json.h"

struct explain_view {
	const struct explanation *explanation;
	const struct patchset *set;      /* of the rule */
	const struct patchset *tree_set; /* the one that the tree gets */
	const struct target *target;
	bool one_file; /* the user asked for a file */
};

void explain_add_text(const struct explain_view *view, struct str *out);
struct json *explain_json(const struct explain_view *view);

#endif
