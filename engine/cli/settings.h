/* What the project file gives to a command, and what is said of it. Private to cli/. */
#ifndef TPATCH_CLI_SETTINGS_H
#define TPATCH_CLI_SETTINGS_H

#include "api/session.h"
#include "cli/option.h"

/* The options that it may give: see struct program. */
extern const struct config_option settings_options[];

/* Who gave the fact or the value: `given_by`, unless that is an option and the project file gave it to that. */
const char *settings_given_by(
	const struct options *options, const char *option, const char *name, const char *given_by);
/*
 * Takes out of the request what the project file gave: in a command to run next it need not be typed. Nothing, where
 * that command finds another file, or none: it has --root. Lists are made anew in the arena.
 */
void settings_drop_taken(const struct session *session, struct session_request *request, struct arena *arena);

#endif
