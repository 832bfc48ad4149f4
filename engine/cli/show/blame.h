/*
 * Who wrote the lines of a file: which run, and which of its rules. Private to cli/.
 */
#ifndef TPATCH_CLI_BLAME_H
#define TPATCH_CLI_BLAME_H

#include "cli/session.h"
#include "format/json.h"

/* Did an applied run change the file? */
bool blame_knows(const struct journal *journal, const char *path);
/*
 * Tells of each line of the file that is not as the first run found it who wrote it: from the originals in the journal,
 * and by making each rule's change on them again. Where the rule of today makes another change, the run is named with
 * all its rules of that file. `session` has its set selected and the whole journal. Appends to `text` and fills
 * `object`. ERR_IO, also for a spoilt journal.
 */
bool blame_file(
	const struct session *session, const char *path, struct str *text, struct json *object, struct err *err);

#endif
