/* Tables of triage as a test wants them. */
#ifndef TPATCH_TESTS_TABLES_H
#define TPATCH_TESTS_TABLES_H

#include "triage/triage.h"

/* signatures_load_from() with tables that are as small as they may be, but for those of `other`: {name, text}, ended by
 * a name of NULL. */
bool tables_load(const char *const (*other)[2], struct signatures *out, struct err *err);
/* What is printed of the log by these rows and their record, for free(). */
char *tables_print(const char *rows, const char *record, const char *log);

#endif
