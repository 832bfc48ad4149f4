/* A triage as text and as JSON. */
#ifndef TBUILD_COMMAND_TRIAGE_PRINT_H
#define TBUILD_COMMAND_TRIAGE_PRINT_H

#include "triage/triage.h"

/* Appends the first cause with its lines, remedy and links, then the others. `colored`: what it is, the line and the
 * remedy stand out. */
void triage_print(const struct triage *triage, bool colored, struct str *out);
/* For json_free(). */
struct json *triage_json(const struct triage *triage);
/* All that is known, for json_free(). */
struct json *signatures_json(const struct signatures *signatures);

#endif
