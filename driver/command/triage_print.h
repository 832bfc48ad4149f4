/* A triage as text. */
#ifndef TBUILD_COMMAND_TRIAGE_PRINT_H
#define TBUILD_COMMAND_TRIAGE_PRINT_H

#include "triage/triage.h"

/* Appends the first cause with its lines, remedy and links, then the others. `colored`: what it is, the line and the
 * remedy stand out. */
void triage_print(const struct triage *triage, bool colored, struct str *out);

#endif
