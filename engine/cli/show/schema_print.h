/* The format of patch sets, printed from the tables that the loader reads by. Private to cli/. */
#ifndef TPATCH_CLI_SCHEMA_PRINT_H
#define TPATCH_CLI_SCHEMA_PRINT_H

#include "format/json.h"
#include "patchset/schema.h"

/* All maps of the format, each once: sets, packs and projects first, then what stands in them. `*count` receives how
 * many. */
const struct schema **schema_all(struct arena *arena, size_t *count);
/* The map behind a SCHEMA_MAP field; that of an edit is made by schema_edit() and is the only one without a pointer. */
const struct schema *schema_behind(const struct schema_field *field, const struct schema *edit);
/* JSON Schema, draft 2020-12 (https://json-schema.org/draft/2020-12/schema). */
struct json *schema_json(void);
/* The same of the project file. */
struct json *schema_config_json(void);
/* A table for each map. */
void schema_add_markdown(struct str *out);

#endif
