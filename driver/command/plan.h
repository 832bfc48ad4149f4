/* What a build will do and with what, shown before it begins, and the question whether that is right. */
#ifndef TBUILD_COMMAND_PLAN_H
#define TBUILD_COMMAND_PLAN_H

#include "command/session.h"

/*
 * Looks at the machine as `tbuild doctor` does, unless --no-doctor, shows plan and findings, and on a terminal asks
 * (unless --yes). `facts` gets all that was found, for the log. ERR_UNFIT when something is wrong or the answer is no.
 */
bool plan_agree(const struct session *session, const struct recipe *recipe, const struct options *options,
	enum step_kind until, struct str *facts, struct err *err);

#endif
