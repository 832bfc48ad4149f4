/*
 * The session of a command: the options as its request, and what a person sees of it.
 */
#ifndef TPATCH_CLI_SESSION_H
#define TPATCH_CLI_SESSION_H

#include "api/session.h"
#include "cli/option.h"
#include "cli/tracing.h"

/* Opens root and journal, of which only what is in force is read. Release with session_close() in any case. */
bool session_open(struct session *session, const struct options *options, struct err *err);
/* The same with patch sets that are loaded already; they must outlive the session. */
bool session_open_with_sets(
	struct session *session, const struct options *options, struct patchset_library *library, struct err *err);
/* The same with the whole journal: also what runs did that are undone. */
bool session_open_with_history(struct session *session, const struct options *options, struct err *err);
/* What the options ask for. */
struct session_request session_request_of(const struct options *options);
/* session_make_plan() with a line of progress; with --interactive the user is asked for it. */
bool session_plan(struct session *session, struct err *err);
/* For commands that write, session_recover() where it is needed, told on standard error. */
bool session_recover_first(struct session *session, struct err *err);
void session_close(struct session *session);

/* For an error of printing when `run` was `what` ("applied") already: that must not look like a tree as it was. Returns
 * false. */
bool session_report_lost(unsigned long run, const char *what, struct err *err);

#endif
