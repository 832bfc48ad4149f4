/* The format of patch sets, printed from the tables that the loader reads by. Private to cli/. */
#ifndef TPATCH_CLI_SCHEMA_PRINT_H
#define TPATCH_CLI_SCHEMA_PRINT_H

#include "format/json.h"
#include "patchset/schema.h"

/* JSON Schema, draft 2020-12 (https://json-schema.org/draft/2020-12/schema). */
struct json *schema_json(void);
/* The same of the project file. */
struct json *schema_config_json(void);
/* A table for each map. */
void schema_add_markdown(struct str *out);

#endif
