/*
 * Who wrote the lines of a file: which run, and which of its rules. Private to cli/.
 */
#ifndef TPATCH_CLI_BLAME_H
#define TPATCH_CLI_BLAME_H

#include "cli/session.h"
#include "format/json.h"

/*
 * Tells of each line of the file that is not as the first run found it who wrote it: from the originals in the journal,
 * and by making the change of each rule of the run on them again. Where that makes another change, or the run's patch
 * sets are not to be had, the run is named with all its rules of that file. Appends to `text` and fills
 * `object`. ERR_IO, also for a spoilt journal.
 */
bool blame_file(
	const struct session *session, const char *path, struct str *text, struct json *object, struct err *err);

#endif
