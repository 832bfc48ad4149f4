/*
 * tpatch -i: asks the user which of the plan's rules are to be applied. Nothing is written meanwhile, and no lock is
 * held.
 */
#ifndef TPATCH_CLI_CHOOSE_H
#define TPATCH_CLI_CHOOSE_H

#include "cli/option.h"
#include "plan/plan.h"

/* Asks until every question has an answer, and declines what is not wanted. False with ERR_IO where the answers end too
 * early. */
bool choose(const struct options *options, struct plan *plan, struct err *err);

#endif
