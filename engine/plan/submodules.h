/* Submodules that are not checked out: nothing in them can be looked at, and a user should hear that once. Private to
 * plan/. */
#ifndef TPATCH_PLAN_SUBMODULES_H
#define TPATCH_PLAN_SUBMODULES_H

#include "plan/planner.h"

/*
 * Adds a note for each folder that the tree's .gitmodules names and that is not there or empty, if a rule in force
 * would look into it. What is not readable as such a file is skipped in silence: it is git's to complain about. A
 * commit has no submodules' files at all: no notes. Source of the format: git-config(1) and gitmodules(5); of a line
 * `path = NAME` in plain or quoted form.
 */
void submodules_note(struct planner *p);

#endif
