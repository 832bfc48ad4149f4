/*
 * How a tree is looked at that runs have changed: with the facts, values, choice of rules and globs of these runs,
 * unless the command line has others. Private to cli/.
 */
#ifndef TPATCH_CLI_ADOPT_H
#define TPATCH_CLI_ADOPT_H

#include "cli/session.h"

/*
 * session_select() with the options of the applied runs where the command line leaves them open: `session->options`
 * become these, and `session->past` says what was taken from which run, and what is otherwise than it was then. Where
 * their facts and values do not suit the patch set as it is now, that is said there, and those of the command line
 * count alone.
 *
 * Of several runs, the newest that has a fact, a profile, a tag, a set or a value counts. A rule is looked for in a
 * file where one of the runs did.
 */
bool adopt_and_select(struct session *session, struct err *err);
/*
 * Once there is a plan: where the runs chose different rules or files, a proposed command chooses as the newest of
 * those whose choice has something that would change.
 */
void adopt_choose_next(struct session *session);
/* Frees what adopt_and_select() made; session_close() calls it. */
void adopt_release(struct session *session);

#endif
